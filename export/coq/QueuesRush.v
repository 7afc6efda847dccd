(* Queues: issuing, and leaving the queue for the load array, may go before whatever else the thread
   can do.

   An issued entry is the last of the list and not in the load array, so no rule about an older
   entry sees it; the operands of an instruction that can be issued are known, so no older entry
   delivers to them. A load that may leave has no fence and no waiting entry of its location before
   it; until it leaves, younger fences and accesses of its location cannot be performed, and the
   older ones do not see it.

   Source: Queues::settle of opmodel/queues/queues.cpp. *)

From Coq Require Import ZArith List Bool PeanoNat Lia.
From Opexplore Require Import Queues ListUpdates.
From Opexplore Require Import Program.
Import ListNotations.
Open Scope nat_scope.

Section Thread.

Variable code : list Planned.

(* As Queues.plan makes them. *)
Definition well_planned (next : Planned) : Prop :=
  kind next = kind_of (instruction next) /\
  destination next = register_written (instruction next) /\
  operands next = registers_read (instruction next).

Hypothesis code_is_planned : forall next, In next code -> well_planned next.

(* A load that may leave, with no fence before it. There is none before a load that may leave, as no
   fence is ever in the load array; but this holds in reachable states only. *)
Definition leaves (s : ThreadState) (e : nat) (p : Pending) : bool :=
  can_leave code s e p &&
  forallb (fun q => negb (is_fence (kind (planned code q)))) (older s e).

Inductive rush (s : ThreadState) : ThreadState -> Prop :=
| rush_issue next :
    can_issue code s = Some next ->
    (kind next = local -> nth_error code (pc (issue code next s)) <> None) ->
    rush s (issue code next s)
| rush_leave e p :
    nth_error (pending s) e = Some p -> leaves s e p = true -> rush s (load_out s e p).

(* An older entry after an instruction has been issued. *)
Definition later (next : Planned) (p : Pending) : Pending :=
  deliver p (negb match destination next with Some reg => awaits code reg p | None => false end).

Lemma later_none next : destination next = None -> forall p, later next p = p.
Proof.
  unfold later, deliver. intros -> []. simpl. now rewrite andb_true_r.
Qed.

Lemma overwrite_later next entries :
  overwrite code (destination next) entries = map (later next) entries.
Proof.
  destruct (destination next) eqn:D; simpl.
  - apply map_ext. intros p. unfold later. now rewrite D.
  - erewrite map_ext; [now rewrite map_id|]. now apply later_none.
Qed.

(* What is issued becomes an entry, unless it is local. *)
Definition tail (next : Planned) (s : ThreadState) : list Pending :=
  match kind next with local => [] | _ => [entry_of next s] end.

Lemma pending_issue next s :
  pending (issue code next s) = map (later next) (pending s) ++ tail next s.
Proof.
  rewrite <- overwrite_later. unfold issue, tail.
  destruct (kind next); try reflexivity.
  destruct (compute_local _ _ _). simpl. now rewrite app_nil_r.
Qed.

Lemma entry_after_issue next s e p :
  nth_error (pending s) e = Some p ->
  nth_error (pending (issue code next s)) e = Some (later next p).
Proof.
  intros E. rewrite pending_issue, nth_error_app1.
  - now apply map_nth_error.
  - rewrite map_length. apply nth_error_Some. congruence.
Qed.

Lemma older_after_issue next s e p :
  nth_error (pending s) e = Some p ->
  older (issue code next s) e = map (later next) (older s e).
Proof.
  intros E. unfold older.
  rewrite pending_issue, (firstn_app_in _ _ _ (later next p)) by now apply map_nth_error.
  apply firstn_map.
Qed.

Lemma at_head_after_issue next s e p mine :
  nth_error (pending s) e = Some p ->
  at_head code (issue code next s) e mine = at_head code s e mine.
Proof.
  intros E. unfold at_head. rewrite (older_after_issue _ _ _ _ E). now apply forallb_same.
Qed.

Lemma older_load_after_issue next s e p mine :
  nth_error (pending s) e = Some p ->
  older_load code (issue code next s) e mine = older_load code s e mine.
Proof.
  intros E. unfold older_load. rewrite (older_after_issue _ _ _ _ E). now apply existsb_same.
Qed.

(* Two thread states that agree in the next instruction, in its operands and in what is known. *)

Lemma known_operands next s reg p :
  can_issue code s = Some next -> In reg (operands next) -> In p (pending s) ->
  awaits code reg p = false.
Proof.
  unfold can_issue. destruct (nth_error code (pc s)) as [n|]; [|discriminate].
  destruct (known code n s) eqn:K; [|discriminate]. intros [= ->] R P.
  unfold known in K. rewrite forallb_forall in K. apply K, negb_true_iff in R.
  destruct (awaits code reg p) eqn:W; [|reflexivity].
  enough (existsb (awaits code reg) (pending s) = true) by congruence.
  apply existsb_exists. eauto.
Qed.

Lemma can_issue_fewer s s' next :
  can_issue code s = Some next -> pc s' = pc s ->
  (forall p', In p' (pending s') -> exists p, In p (pending s) /\
     forall reg, awaits code reg p' = awaits code reg p) ->
  can_issue code s' = Some next.
Proof.
  intros C P F. generalize (fun reg p => known_operands next s reg p C). intros K.
  unfold can_issue in *. rewrite P. destruct (nth_error code (pc s)) as [n|]; [|discriminate].
  destruct (known code n s); [|discriminate]. injection C as ->.
  enough (H : known code next s' = true) by now rewrite H.
  unfold known. apply forallb_forall. intros reg I. apply negb_true_iff.
  destruct (existsb _ _) eqn:X; [|reflexivity].
  apply existsb_exists in X as [p' [I' W]]. destruct (F _ I') as [p [J E]].
  rewrite E, (K reg p I J) in W. discriminate.
Qed.

Lemma can_issue_planned s next :
  can_issue code s = Some next -> well_planned next.
Proof.
  unfold can_issue. destruct (nth_error code (pc s)) as [n|] eqn:N; [|discriminate].
  destruct (known code n s); [|discriminate]. intros [= <-].
  eapply code_is_planned, nth_error_In, N.
Qed.

(* Registers that an instruction does not read may get their values before or after it. *)

Lemma value_of_set o reg v registers :
  ~ In reg (read o) -> value_of o (set registers reg v) = value_of o registers.
Proof.
  destruct o; simpl; [|reflexivity]. intros N. apply nth_set_other. intros ->. auto.
Qed.

(* Delivered, unless the instruction writes the register. *)
Definition delivered_after (i : Instruction) (registers : list Value) (reg : RegisterId) (v : Value)
  : list Value :=
  match register_written i with
  | Some d => if Nat.eqb d reg then registers else set registers reg v
  | None => set registers reg v
  end.

Lemma compute_local_set i pc registers reg v :
  kind_of i = local -> ~ In reg (registers_read i) ->
  compute_local i pc (set registers reg v) =
    (fst (compute_local i pc registers),
     delivered_after i (snd (compute_local i pc registers)) reg v).
Proof.
  destruct i as [| | |[] []|p|b|a|b]; try discriminate; intros _ N; try reflexivity.
  - simpl in *. rewrite in_app_iff in N. unfold delivered_after. simpl.
    rewrite !value_of_set by tauto. f_equal.
    assert (E : forall w w',
      (arithmetic_op a <> move -> w = w') ->
      evaluate (arithmetic_op a) (value_of (arithmetic_left a) registers) w
        (arithmetic_type a) =
      evaluate (arithmetic_op a) (value_of (arithmetic_left a) registers) w'
        (arithmetic_type a)).
    { intros w w' H. unfold evaluate. destruct (arithmetic_op a); try (now rewrite H by congruence).
      reflexivity. }
    rewrite (E _ (value_of (arithmetic_right a) registers)).
    2:{ intros M. apply value_of_set. destruct (arithmetic_op a); tauto. }
    destruct (Nat.eqb_spec (arithmetic_destination a) reg) as [<-|D].
    + apply set_set_same.
    + apply set_set_other. congruence.
  - simpl in *. unfold delivered_after. simpl.
    destruct (branch_comparison b); [|reflexivity]. rewrite in_app_iff in N.
    now rewrite !value_of_set by tauto.
Qed.

Lemma entry_of_set next s s' reg v :
  pc s' = pc s -> registers s' = set (registers s) reg v ->
  ~ In reg (registers_read (instruction next)) -> entry_of next s' = entry_of next s.
Proof.
  intros P R N. unfold entry_of. rewrite P, R. clear P R.
  destruct (instruction next) as [|st|[]| | | | |]; simpl in *; try reflexivity.
  - rewrite value_of_set; [reflexivity|]. rewrite in_app_iff in N. tauto.
  - rewrite !in_app_iff in N. rewrite value_of_set by tauto.
    destruct atomic_op; try reflexivity. now rewrite value_of_set by tauto.
Qed.

(* Issue, then the same instruction performed: or the other way round. *)

Lemma entry_of_same next s s' :
  pc s' = pc s -> registers s' = registers s -> entry_of next s' = entry_of next s.
Proof. intros P R. unfold entry_of. now rewrite P, R. Qed.

Lemma issue_perform next s e p v :
  can_issue code s = Some next -> nth_error (pending s) e = Some p ->
  issue code next (perform code s e p v) = perform code (issue code next s) e (later next p) v.
Proof.
  intros C E. assert (K := fun reg p => known_operands next s reg p C).
  destruct (can_issue_planned _ _ C) as [KN [D O]].
  assert (W : without e (map (later next) (pending s)) = map (later next) (without e (pending s)))
    by apply without_map.
  (* What the register file is: unchanged, or set. *)
  assert (H : (registers (perform code s e p v) = registers s /\
               (forall reg w, v = Some w -> awaited p = true ->
                  destination (planned code p) = Some reg -> False)) \/
              exists reg w, v = Some w /\ awaited p = true /\
                destination (planned code p) = Some reg /\
                registers (perform code s e p v) = set (registers s) reg w /\
                ~ In reg (registers_read (instruction next))).
  { unfold perform. simpl. destruct v as [w|]; [|left; split; [reflexivity|congruence]].
    destruct (awaited p) eqn:A; [|left; split; [reflexivity|congruence]].
    destruct (destination (planned code p)) as [reg|] eqn:P;
      [|left; split; [reflexivity|congruence]].
    right. exists reg, w. repeat split. rewrite <- O. intros I.
    apply nth_error_In in E. specialize (K reg p I E). unfold awaits in K.
    rewrite A, P, Nat.eqb_refl in K. discriminate. }
  destruct H as [[R N]|[reg [w [-> [A [P [R N]]]]]]].
  - assert (Q : forall l, match v, awaited (later next p), destination (planned code p) with
                | Some v, true, Some reg => set l reg v | _, _, _ => l end = l).
    { intros l. destruct v as [w|]; [|reflexivity]. simpl.
      destruct (awaited p) eqn:A; [|reflexivity].
      destruct (destination (planned code p)) as [reg|] eqn:P; [|now destruct (_ && _)].
      destruct (N reg w); auto. }
    assert (X : perform code s e p v =
                {| pc := pc s; pending := without e (pending s); registers := registers s |})
      by (unfold perform in *; simpl in R; now rewrite R).
    rewrite X. unfold perform. change (planned code (later next p)) with (planned code p).
    rewrite Q, pending_issue. unfold issue, tail.
    destruct (kind next); simpl; rewrite overwrite_later;
      try (erewrite without_app by (apply map_nth_error, E); rewrite W; reflexivity).
    destruct (compute_local _ _ _) as [c r]. simpl. now rewrite app_nil_r, W.
  - unfold perform at 2. change (planned code (later next p)) with (planned code p).
    rewrite P, pending_issue. simpl awaited. rewrite A. unfold awaits. rewrite A, P.
    assert (T : entry_of next (perform code s e p (Some w)) = entry_of next s)
      by (eapply entry_of_set; eauto).
    unfold issue. destruct (kind next) eqn:L.
    6:{ rewrite R. change (pc (perform code s e p (Some w))) with (pc s).
        rewrite compute_local_set by congruence.
        unfold delivered_after. rewrite <- D. simpl. rewrite overwrite_later.
        destruct (compute_local _ _ _) as [c r]. simpl. unfold tail. rewrite L, app_nil_r, W.
        destruct (destination next) as [d|]; simpl; [|reflexivity].
        rewrite (Nat.eqb_sym reg). now destruct (Nat.eqb d reg). }
    all: rewrite T, R; simpl; rewrite overwrite_later; unfold tail; rewrite L;
      erewrite without_app by (apply map_nth_error, E); rewrite W; f_equal;
      destruct (destination next) as [d|]; simpl; [|reflexivity];
      rewrite (Nat.eqb_sym reg);
      destruct (Nat.eqb_spec d reg) as [<-|NE]; simpl;
        [apply set_set_same|apply set_set_other; congruence].
Qed.

(* Issue, then something that changes pending entries but not what they await: or the other way
   round. *)
Definition mapped (g : list Pending -> list Pending) (s : ThreadState) : ThreadState :=
  {| pc := pc s; pending := g (pending s); registers := registers s |}.

Lemma issue_mapped next s g h :
  map (later next) (g (pending s)) ++ tail next s =
    h (map (later next) (pending s) ++ tail next s) ->
  issue code next (mapped g s) = mapped h (issue code next s).
Proof.
  intros G. unfold mapped at 2. rewrite pending_issue, <- G.
  unfold issue, tail. destruct (kind next); simpl; rewrite overwrite_later;
    try (rewrite (entry_of_same next s) by reflexivity; reflexivity).
  destruct (compute_local _ _ _). simpl. now rewrite app_nil_r.
Qed.

Definition taken_out (p : Pending) : Pending := {|
  entry := entry p; out := true; awaited := awaited p; crossed := crossed p; value := value p;
  expected := expected p |}.

Lemma load_out_mapped s e p : load_out s e p = mapped (fun l => set l e (taken_out p)) s.
Proof. reflexivity. Qed.

Lemma issue_load_out next s e p :
  nth_error (pending s) e = Some p ->
  issue code next (load_out s e p) = load_out (issue code next s) e (later next p).
Proof.
  intros E. rewrite !load_out_mapped. apply issue_mapped.
  rewrite (set_app _ _ _ _ (later next p)) by now apply map_nth_error.
  now rewrite set_map.
Qed.

Lemma can_issue_load_out next s e p :
  can_issue code s = Some next -> nth_error (pending s) e = Some p ->
  can_issue code (load_out s e p) = Some next.
Proof.
  intros C E. apply (can_issue_fewer s); auto. simpl. intros q I.
  apply in_set in I as [I|[-> _]]; [eauto|]. exists p.
  split; [eapply nth_error_In, E|reflexivity].
Qed.

Lemma can_issue_perform next s e p v :
  can_issue code s = Some next -> can_issue code (perform code s e p v) = Some next.
Proof.
  intros C. apply (can_issue_fewer s); auto. simpl. intros q I.
  apply without_in in I. eauto.
Qed.

(* What else holds of the urgent thread after another of its rules. *)

Lemma older_load_out s e p e' q :
  nth_error (pending s) e = Some p -> In q (older (load_out s e p) e') ->
  In q (older s e') \/ q = taken_out p /\ In p (older s e').
Proof.
  unfold older. simpl. intros E I. rewrite firstn_set in I.
  apply in_set in I as [I|[-> [w W]]]; [auto|]. right. split; [reflexivity|].
  assert (w = p) as -> by (apply nth_error_firstn in W; congruence).
  eapply nth_error_In, W.
Qed.

Lemma at_head_load_out s e p e' mine :
  nth_error (pending s) e = Some p ->
  at_head code s e' mine = true -> at_head code (load_out s e p) e' mine = true.
Proof.
  unfold at_head. rewrite !forallb_forall. intros E H q I.
  apply (older_load_out _ _ _ _ _ E) in I as [I|[-> I]]; auto.
Qed.

Lemma can_write_load_out s e p e' q :
  nth_error (pending s) e = Some p -> out p = false ->
  can_write code s e' q = true -> can_write code (load_out s e p) e' q = true.
Proof.
  intros E O. unfold can_write. rewrite !andb_true_iff, !negb_true_iff. intros [H L].
  split; [now apply at_head_load_out|]. unfold older_load in *.
  destruct (existsb _ (older (load_out s e p) e')) eqn:X; [|reflexivity].
  apply existsb_exists in X as [w [I W]].
  apply (older_load_out _ _ _ _ _ E) in I as [I|[-> I]].
  - rewrite <- L. symmetry. apply existsb_exists. eauto.
  - unfold at_head in H. rewrite forallb_forall in H. apply H in I. rewrite O in I. simpl in I.
    rewrite negb_true_iff, !orb_false_iff in I. destruct I as [_ I].
    apply andb_true_iff in W as [_ W]. unfold planned in *. simpl in W. congruence.
Qed.

Lemma leaves_spec s e p :
  leaves s e p = true <->
  kind (planned code p) = load /\ out p = false /\
  forall q, In q (older s e) -> is_fence (kind (planned code q)) = false /\
    (out q = true \/ location (planned code q) <> location (planned code p)).
Proof.
  unfold leaves, can_leave, at_head. rewrite andb_true_iff. split.
  - destruct (kind (planned code p)) eqn:K; try (intros [H _]; discriminate).
    rewrite andb_true_iff, negb_true_iff, !forallb_forall. intros [[O H] F].
    split; [reflexivity|]. split; [exact O|]. intros q I. specialize (H q I). specialize (F q I).
    apply negb_true_iff in F. split; [exact F|].
    rewrite orb_true_iff, negb_true_iff, F in H. simpl in H.
    destruct H as [H|H]; [auto|right]. now apply Nat.eqb_neq.
  - intros [K [O H]]. rewrite K, O. simpl. rewrite !forallb_forall.
    split; intros q I; destruct (H q I) as [F L]; rewrite F; [|reflexivity]. simpl.
    destruct L as [->|L]; [reflexivity|]. apply Nat.eqb_neq in L. rewrite L. apply orb_true_r.
Qed.

Lemma leaves_after_issue next s e p :
  nth_error (pending s) e = Some p -> leaves s e p = true ->
  leaves (issue code next s) e (later next p) = true.
Proof.
  intros E. rewrite !leaves_spec. intros [K [O H]]. split; [exact K|]. split; [exact O|].
  intros q I. rewrite (older_after_issue _ _ _ _ E) in I. apply in_map_iff in I as [r [<- I]].
  exact (H r I).
Qed.

Lemma leaves_after_load_out s e p e' p' :
  nth_error (pending s) e' = Some p' -> kind (planned code p') = load ->
  leaves s e p = true -> leaves (load_out s e' p') e p = true.
Proof.
  intros E L. rewrite !leaves_spec. intros [K [O H]]. split; [exact K|]. split; [exact O|].
  intros q I. apply (older_load_out _ _ _ _ _ E) in I as [I|[-> I]]; [exact (H q I)|].
  split; [|now left]. unfold planned in *. simpl. now rewrite L.
Qed.

Lemma leaves_after_perform s e p e' p' v :
  e' <> e -> leaves s e p = true -> leaves (perform code s e' p' v) (shifted e' e) p = true.
Proof.
  intros N. rewrite !leaves_spec. intros [K [O H]]. split; [exact K|]. split; [exact O|].
  intros q I. unfold older in I. simpl in I. apply firstn_without in I; [|exact N].
  exact (H q I).
Qed.

Lemma load_out_load_out s e p e' p' :
  e <> e' -> load_out (load_out s e p) e' p' = load_out (load_out s e' p') e p.
Proof. intros N. unfold load_out. simpl. now rewrite set_set_other. Qed.

Lemma perform_load_out s e p e' p' v :
  e' <> e ->
  perform code (load_out s e p) e' p' v = load_out (perform code s e' p' v) (shifted e' e) p.
Proof. intros N. unfold perform, load_out. simpl. now rewrite set_without. Qed.

(* Until the load leaves, no fence of the thread but itself heads all queues. *)
Lemma no_fence_passes s e p e' p' :
  nth_error (pending s) e = Some p -> leaves s e p = true ->
  nth_error (pending s) e' = Some p' -> is_fence (kind (planned code p')) = true ->
  at_head code s e' (planned code p') = false.
Proof.
  intros E L E' F. apply leaves_spec in L as [K [O H]].
  destruct (Nat.lt_trichotomy e' e) as [N|[->|N]].
  - assert (I : In p' (older s e)) by (apply nth_error_firstn_in with e'; auto).
    apply H in I as [X _]. congruence.
  - rewrite E in E'. injection E' as ->. rewrite K in F. discriminate.
  - assert (I : In p (older s e')) by (apply nth_error_firstn_in with e; auto).
    destruct (at_head _ _ _ _) eqn:A; [|reflexivity]. unfold at_head in A.
    rewrite forallb_forall in A. apply A in I. rewrite O, F in I. discriminate.
Qed.

Lemma rush_not_done mine mine1 :
  rush mine mine1 -> code <> [] /\ done code mine = false /\ done code mine1 = false.
Proof.
  intros [next C L|e p E L].
  - split; [|split].
    + intros N. unfold can_issue in C. rewrite N in C. now destruct (pc mine).
    + unfold can_issue in C. unfold done. now destruct (nth_error code (pc mine)).
    + unfold done. rewrite pending_issue. unfold tail.
      destruct (kind next) eqn:K;
        try (destruct (nth_error _ _); [reflexivity|]; now destruct (map _ _)).
      destruct (nth_error code _); [reflexivity|]. now destruct (L eq_refl).
  - apply leaves_spec in L as [K _]. split; [|split].
    + intros N. unfold planned in K. rewrite N in K. now destruct (entry p).
    + unfold done. destruct (nth_error code _); [reflexivity|].
      destruct (pending mine); [now destruct e|reflexivity].
    + unfold done, load_out. simpl. destruct (nth_error code _); [reflexivity|].
      destruct (pending mine), e; try discriminate; reflexivity.
Qed.

(* An urgent move, if there is one: the instruction that can be issued, else the first load that may
   leave. *)
(* `rest` from the entry `e` on; `waiting`, where entries before it wait. *)
Fixpoint leaving (s : ThreadState) (waiting : list LocationId) (e : nat) (rest : list Pending)
  : option ThreadState :=
  match rest with
  | [] => None
  | p :: rest =>
      let what := planned code p in
      let next := leaving s (if out p then waiting else location what :: waiting) (S e) in
      match kind what with
      | membar_cta | membar_gl => None
      | load =>
          if out p then next rest
          else if existsb (Nat.eqb (location what)) waiting then next rest
          else Some (load_out s e p)
      | _ => next rest
      end
  end.

Lemma leaving_leaves s s1 rest : forall waiting before,
  pending s = before ++ rest ->
  (forall q, In q before -> is_fence (kind (planned code q)) = false /\
     (out q = true \/ In (location (planned code q)) waiting)) ->
  leaving s waiting (List.length before) rest = Some s1 -> rush s s1.
Proof.
  induction rest as [|p rest IH]; simpl; intros waiting before P B E; [discriminate|].
  assert (N : is_fence (kind (planned code p)) = false ->
    leaving s (if out p then waiting else location (planned code p) :: waiting)
      (S (List.length before)) rest = Some s1 -> rush s s1).
  { intros F X. apply (IH (if out p then waiting else location (planned code p) :: waiting)
      (before ++ [p])).
    - now rewrite <- app_assoc.
    - intros q I. apply in_app_or in I as [I|[<-|[]]].
      + destruct (B q I) as [G [O|W]]; split; auto. right. destruct (out p); [exact W|now right].
      + split; [exact F|]. destruct (out p); [now left|right; now left].
    - now rewrite app_length, Nat.add_comm. }
  destruct (kind (planned code p)) eqn:K; try discriminate E; try exact (N eq_refl E).
  destruct (out p) eqn:O; [exact (N eq_refl E)|].
  destruct (existsb (Nat.eqb _) waiting) eqn:W; [exact (N eq_refl E)|]. injection E as <-.
  apply rush_leave.
  - rewrite P, nth_error_app2 by apply Nat.le_refl. now rewrite Nat.sub_diag.
  - apply leaves_spec. split; [exact K|]. split; [exact O|]. intros q I.
    unfold older in I. rewrite P, firstn_app, Nat.sub_diag, firstn_all, app_nil_r in I.
    destruct (B q I) as [G [X|X]]; split; auto. right. intros Y.
    enough (existsb (Nat.eqb (location (planned code p))) waiting = true) by congruence.
    apply existsb_exists. exists (location (planned code q)). split; [exact X|].
    now apply Nat.eqb_eq.
Qed.

Definition issuing (mine : ThreadState) : option ThreadState :=
  match can_issue code mine with
  | None => None
  | Some next =>
      let mine1 := issue code next mine in
      match kind next, nth_error code (pc mine1) with
      | local, None => None
      | _, _ => Some mine1
      end
  end.

Definition rushing (mine : ThreadState) : option ThreadState :=
  match issuing mine with
  | Some mine1 => Some mine1
  | None => leaving mine [] 0 (pending mine)
  end.

Lemma rushing_rushes mine mine1 : rushing mine = Some mine1 -> rush mine mine1.
Proof.
  unfold rushing. destruct (issuing mine) as [m|] eqn:I.
  - intros [= <-]. unfold issuing in I.
    destruct (can_issue code mine) as [next|] eqn:C; [|discriminate]. cbv zeta in I.
    destruct (kind next) eqn:K; try (injection I as <-; constructor; congruence).
    destruct (nth_error code _) eqn:N; [|discriminate].
    injection I as <-. constructor; congruence.
  - intros F. apply (leaving_leaves mine mine1 (pending mine) [] []); [reflexivity| |exact F].
    intros q [].
Qed.

End Thread.
