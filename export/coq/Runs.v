(* What the threads of a program without loops can do, if their reads return values of a given list:
   all ways, enumerated.

   Source: axioms/thread_paths.cpp. What is proved: whatever a thread does when its reads return
   such values is among them. *)

From Coq Require Import ZArith NArith List Bool Arith Lia.
From Opexplore Require Export Execution.
Import ListNotations.

(* ---- Lists of choices ---- *)

Fixpoint products {A : Type} (choices : list (list A)) : list (list A) :=
  match choices with
  | [] => [[]]
  | first :: rest =>
      let others := products rest in flat_map (fun a => map (cons a) others) first
  end.

Lemma in_products {A} (choices : list (list A)) : forall l,
  Forall2 (fun a choice => In a choice) l choices -> In l (products choices).
Proof.
  induction choices as [|c choices IH]; intros l F; inversion F; subst; simpl; [now left|].
  apply in_flat_map. eexists. split; [eassumption|]. apply in_map. auto.
Qed.

(* All of them, if all are known. *)
Fixpoint gather {A : Type} (parts : list (option (list A))) : option (list A) :=
  match parts with
  | [] => Some []
  | Some l :: rest => option_map (app l) (gather rest)
  | None :: _ => None
  end.

Lemma in_gather {A} (parts : list (option (list A))) : forall l p a,
  gather parts = Some l -> In (Some p) parts -> In a p -> In a l.
Proof.
  induction parts as [|[q|] parts IH]; simpl; intros l p a G I J; try tauto; try discriminate.
  destruct (gather parts) as [m|] eqn:E; [|discriminate]. injection G as <-.
  apply in_app_iff. destruct I as [[= ->]|I]; eauto.
Qed.

Lemma gather_all {A} (parts : list (option (list A))) : forall l,
  gather parts = Some l -> forall p, In p parts -> exists q, p = Some q.
Proof.
  induction parts as [|[q|] parts IH]; simpl; intros l G p I; try tauto; try discriminate.
  destruct (gather parts) as [m|] eqn:E; [|discriminate]. destruct I as [<-|I]; eauto.
Qed.

(* ---- Threads ---- *)

Section Runs.

Variable program : Program.
Variable values : LocationId -> list Value.  (* what a read of the location may return *)

(* The location that an instruction reads. *)
Definition reads_at (i : Instruction) : option LocationId :=
  match i with
  | ILoad l => Some (location_of program (load_address l))
  | IAtomic a => Some (location_of program (atomic_address a))
  | _ => None
  end.

Definition with_unread (u : list Value) (w : Walk) : Walk := {|
  pc := pc w; registers := registers w; taints := taints w; control := control w; unread := u;
  next_event := next_event w; done := done w |}.

(* How the thread can go on to its end: instructions executed, values read, the thread then. *)
Definition Run := (nat * list Value * Walk)%type.
Definition after_step (r : Run) : Run := let '(n, l, w) := r in (S n, l, w).
Definition after_read (v : Value) (r : Run) : Run := let '(n, l, w) := r in (S n, v :: l, w).

Fixpoint all_runs (bound : nat) (t : ThreadId) (w : Walk) : option (list Run) :=
  match instruction_at program t (pc w) with
  | None => Some [(0, [], w)]
  | Some i =>
      match bound with
      | 0 => None
      | S bound =>
          match reads_at i with
          | Some l =>
              gather (map (fun v =>
                match execute program t (with_unread [v] w) i with
                | Some w => option_map (map (after_read v)) (all_runs bound t w)
                | None => Some []
                end) (values l))
          | None =>
              match execute program t w i with
              | Some w => option_map (map after_step) (all_runs bound t w)
              | None => Some []
              end
          end
      end
  end.

Definition good (e : Event) : Prop :=
  is_read e = true -> forall l, location_at e = Some l -> In (value_at e) (values l).

Lemma execute_unread t w i w' :
  execute program t w i = Some w' ->
  match reads_at i with
  | Some l =>
      exists v, unread w = v :: unread w' /\
        (forall u, execute program t (with_unread (v :: u) w) i = Some (with_unread u w')) /\
        exists e, In e (done w') /\ is_read e = true /\ location_at e = Some l /\ value_at e = v
  | None =>
      unread w' = unread w /\
      forall u, execute program t (with_unread u w) i = Some (with_unread u w')
  end.
Proof.
  destruct w as [p regs ta c u n d]. destruct i; simpl.
  - unfold Execution.load, returned. simpl. destruct u as [|v u]; [discriminate|]. intros [= <-].
    exists v. split; [reflexivity|]. split; [reflexivity|].
    eexists. split; [left; reflexivity|]. repeat split; reflexivity.
  - intros [= <-]. split; reflexivity.
  - unfold Execution.atomic, returned. simpl. destruct u as [|v u]; [discriminate|]. intros [= <-].
    exists v. unfold add_event. simpl.
    set (writes := match atomic_op atomic with atom_cas => _ | _ => _ end).
    destruct writes eqn:E, (atomic_destination atomic) eqn:D; simpl;
      (split; [reflexivity|]); (split; [intros; now rewrite ?D|]).
    1-2: eexists; split; [right; left; reflexivity|repeat split; reflexivity].
    1-2: eexists; split; [left; reflexivity|repeat split; reflexivity].
  - intros [= <-]. split; reflexivity.
  - intros [= <-]. split; reflexivity.
  - intros [= <-]. split; reflexivity.
  - intros [= <-]. split; reflexivity.
  - intros [= <-]. unfold Execution.local. simpl. split; reflexivity.
Qed.

Lemma execute_done t w i w' e :
  execute program t w i = Some w' -> In e (done w) -> In e (done w').
Proof.
  destruct w as [p regs ta c u n d]. destruct i; simpl; try (intros [= <-]; simpl; auto; fail).
  - unfold Execution.load, returned. simpl. destruct u; [discriminate|]. intros [= <-]. simpl. auto.
  - unfold Execution.atomic, returned. simpl. destruct u; [discriminate|]. intros [= <-]. simpl.
    destruct (match atomic_op atomic with atom_cas => _ | _ => _ end), (atomic_destination atomic);
      simpl; auto.
Qed.

Lemma run_done steps t : forall w w' e,
  run program steps t w = Some w' -> In e (done w) -> In e (done w').
Proof.
  induction steps as [|steps IH]; simpl; intros w w' e R I.
  - destruct (instruction_at program t (pc w)); [discriminate|].
    destruct (unread w); [|discriminate]. now injection R as <-.
  - destruct (instruction_at program t (pc w)) as [i|]; [|discriminate].
    destruct (execute program t w i) as [w1|] eqn:E; [|discriminate].
    eauto using execute_done.
Qed.

Lemma all_runs_complete steps t : forall bound w w' l,
  run program steps t w = Some w' -> (forall e, In e (done w') -> good e) ->
  all_runs bound t (with_unread [] w) = Some l -> In (steps, unread w, w') l.
Proof.
  induction steps as [|steps IH]; intros bound w w' l R G A.
  - simpl in R. destruct bound; simpl in A; destruct (instruction_at program t (pc w));
      try discriminate; destruct (unread w) eqn:U; try discriminate; injection R as <-;
      injection A as <-; left; destruct w; simpl in *; subst; reflexivity.
  - simpl in R. destruct (instruction_at program t (pc w)) as [i|] eqn:I; [|discriminate].
    destruct (execute program t w i) as [w1|] eqn:E; [|discriminate].
    destruct bound as [|bound]; simpl in A; rewrite I in A; [discriminate|].
    pose proof (execute_unread _ _ _ _ E) as U. destruct (reads_at i) as [loc|].
    + destruct U as [v [U [F [e [D [Q [L V]]]]]]].
      assert (T : In v (values loc)).
      { rewrite <- V. apply G; auto. eapply run_done; eauto. }
      pose proof (gather_all _ _ A) as K.
      destruct (K _ (in_map (fun v => match execute program t (with_unread [v] w) i with
                | Some w => option_map (map (after_read v)) (all_runs bound t w)
                | None => Some [] end) _ _ T)) as [q Q'].
      eapply in_gather; [exact A|apply in_map_iff; exists v; split; [exact Q'|exact T]|].
      cbv beta in Q'. rewrite F in Q'.
      destruct (all_runs bound t (with_unread [] w1)) as [m|] eqn:M; [|discriminate].
      injection Q' as <-. apply in_map_iff. exists (steps, unread w1, w'). split.
      * simpl. now rewrite U.
      * eauto.
    + destruct U as [U F]. rewrite F in A.
      destruct (all_runs bound t (with_unread [] w1)) as [m|] eqn:M; [|discriminate].
      injection A as <-. apply in_map_iff. exists (steps, unread w1, w'). split.
      * simpl. now rewrite U.
      * eauto.
Qed.

(* All ways of so many threads from `t` on. *)
Fixpoint all_threads (bound : nat) (count : nat) (t : ThreadId) (first : EventId)
  : option (list (list Run)) :=
  match count with
  | 0 => Some [[]]
  | S count =>
      match all_runs bound t (start program t first []) with
      | None => None
      | Some runs =>
          gather (map (fun r : Run =>
            option_map (map (cons r)) (all_threads bound count (S t) (next_event (snd r)))) runs)
      end
  end.

Lemma all_threads_complete runs : forall t first walks bound l,
  run_threads program t first runs = Some walks ->
  (forall w e, In w walks -> In e (done w) -> good e) ->
  all_threads bound (length runs) t first = Some l ->
  length walks = length runs /\ In (combine runs walks) l.
Proof.
  induction runs as [|[steps reads] runs IH]; simpl; intros t first walks bound l R G A.
  - injection R as <-. injection A as <-. simpl. auto.
  - destruct (run program steps t (start program t first reads)) as [w|] eqn:W; [|discriminate].
    destruct (run_threads program (S t) (next_event w) runs) as [others|] eqn:O; [|discriminate].
    injection R as <-.
    destruct (all_runs bound t (start program t first [])) as [mine|] eqn:M; [|discriminate].
    assert (I : In (steps, reads, w) mine).
    { change reads with (unread (start program t first reads)) at 1.
      eapply all_runs_complete; [exact W| |exact M]. intros e. apply (G w e). now left. }
    pose proof (gather_all _ _ A _ (in_map _ _ _ I)) as [q Q]. cbv beta in Q.
    change (snd (steps, reads, w)) with w in Q.
    destruct (all_threads bound (length runs) (S t) (next_event w)) as [rest|] eqn:T;
      [|discriminate].
    destruct (IH _ _ _ _ _ O (fun v e J => G v e (or_intror J)) T) as [L J].
    split; [simpl; congruence|].
    eapply in_gather; [exact A| |].
    + apply in_map_iff. exists (steps, reads, w). split; [|exact I].
      change (snd (steps, reads, w)) with w. rewrite T. reflexivity.
    + apply in_map, J.
Qed.

End Runs.
