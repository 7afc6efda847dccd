(* The machine `gpu-scoped`: fewer states, by issuing and leaving the queues first (QueuesRush.v).
   Other threads and memory do not see these.

   Source: `fuse_local` and Queues::settle of opmodel/queues/queues.cpp. A local instruction goes
   first unless it is the thread's last: an urgent move ends in a state that is not final. *)

From Coq Require Import ZArith List Bool PeanoNat.
From Opexplore Require Export Urgent.
From Opexplore Require Import Queues QueuesRush ListUpdates GpuScoped GpuScopedParts.
From Opexplore Require Import Program.
Import ListNotations.
Open Scope nat_scope.

Section Urgent.

Variable x : Context.
Hypothesis codes_are_planned : forall t next, In next (code x t) -> well_planned next.

(* An urgent move of a thread and another step of the same thread. *)

Definition commutes (c : Step) (mine mine1 : ThreadState) (s s' : State) (mine' : ThreadState)
  : Prop :=
  s' = s /\ mine' = mine1 \/
  exists mine1', rush (code x (thread c)) mine' mine1' /\ act x c mine1 s = Some (s', mine1').

Lemma memory_commutes r t a mine mine1 s s' mine' :
  memory_act x r t a mine s = Some (s', mine') ->
  mine' = mine /\ memory_act x r t a mine1 s = Some (s', mine1).
Proof.
  unfold memory_act. destruct (memory_step x r t a s); [|discriminate]. intros [= -> ->]. auto.
Qed.

Ltac premise H B := unfold only in H; match type of H with
  (if ?b then _ else _) = _ => destruct b eqn:B; [injection H as <- <-|discriminate H] end.

Lemma may_fence_after_issue t next mine k :
  may_fence x t (issue (code x t) next mine) k = may_fence x t mine k.
Proof.
  unfold may_fence. rewrite pending_issue, forallb_app.
  rewrite (forallb_same _ (later (code x t) next)) by reflexivity.
  replace (forallb _ (tail next mine)) with true; [apply andb_true_r|].
  unfold tail. now destruct (kind next).
Qed.

Lemma issue_cross t next mine s e p :
  can_issue (code x t) mine = Some next -> nth_error (pending mine) e = Some p ->
  let crossing := mapped (map (cross x s t)) in
  can_issue (code x t) (perform (code x t) (crossing mine) e p None) = Some next /\
  issue (code x t) next (perform (code x t) (crossing mine) e p None) =
    perform (code x t) (crossing (issue (code x t) next mine)) e (later (code x t) next p) None.
Proof.
  intros C E crossing.
  assert (C' : can_issue (code x t) (crossing mine) = Some next).
  { apply (can_issue_fewer _ mine); auto. simpl. intros q I. apply in_map_iff in I as [r [<- I]].
    exists r. split; [exact I|]. intros reg. unfold cross. now destruct (_ && _). }
  split; [now apply can_issue_perform|].
  assert (E' : nth_error (pending (crossing mine)) e = Some (cross x s t p))
    by now apply map_nth_error.
  change (perform (code x t) (crossing mine) e p None)
    with (perform (code x t) (crossing mine) e (cross x s t p) None).
  rewrite (issue_perform _ (codes_are_planned t) _ _ _ _ _ C' E').
  unfold crossing.
  rewrite (issue_mapped (code x t) next mine (map (cross x s t)) (map (cross x s t))).
  { reflexivity. }
  rewrite map_app, !map_map. f_equal.
  - apply map_ext. intros q. unfold cross. simpl. now destruct (out q && negb (crossed q)).
  - unfold tail. now destruct (kind next).
Qed.

Lemma issue_goes_first c mine next s s' mine' :
  can_issue (code x (thread c)) mine = Some next ->
  (kind next = local ->
     nth_error (code x (thread c)) (pc (issue (code x (thread c)) next mine)) <> None) ->
  act x c mine s = Some (s', mine') ->
  commutes c mine (issue (code x (thread c)) next mine) s s' mine'.
Proof.
  destruct c as [r t a k]; simpl. intros C L A. set (here := code x t) in *.
  assert (again : forall other, can_issue here other = Some next ->
    pc (issue here next other) = pc (issue here next mine) ->
    rush here other (issue here next other)).
  { intros other C' P. constructor; [exact C'|]. now rewrite P. }
  unfold commutes, act in *; simpl in *.
  assert (M : forall r, memory_act x r t a mine s = Some (s', mine') ->
    s' = s /\ mine' = issue here next mine \/
    exists mine1', rush here mine' mine1' /\
      memory_act x r t a (issue here next mine) s = Some (s', mine1')).
  { intros r' M. right. apply (memory_commutes _ _ _ _ (issue here next mine)) in M as [-> M].
    exists (issue here next mine). split; [now constructor|exact M]. }
  assert (I : forall r, issue_act x r t mine s = Some (s', mine') ->
    s' = s /\ mine' = issue here next mine).
  { intros r' I. unfold issue_act in I. fold here in I. rewrite C in I. premise I B. auto. }
  assert (E : forall r h, entry_act x r t a h mine s = Some (s', mine') ->
    s' = s /\ mine' = issue here next mine \/
    exists mine1', rush here mine' mine1' /\
      entry_act x r t a h (issue here next mine) s = Some (s', mine1')).
  { clear M I A r k. intros r h A. right. unfold entry_act in A |- *. fold here in A |- *.
    destruct (nth_error (pending mine) a) as [p|] eqn:P; [|discriminate].
    rewrite (entry_after_issue _ _ _ _ _ P).
    change (planned here (later here next p)) with (planned here p).
    cbv zeta in *.
    assert (gone : forall v, rush here (perform here mine a p v)
                             (perform here (issue here next mine) a (later here next p) v)).
    { intros v. rewrite <- (issue_perform here (codes_are_planned t)) by assumption.
      apply again; [now apply can_issue_perform|].
      now rewrite (issue_perform here (codes_are_planned t)). }
    assert (write : can_write here (issue here next mine) a (later here next p) =
                    can_write here mine a p).
    { unfold can_write. change (planned here (later here next p)) with (planned here p).
      now rewrite (at_head_after_issue _ _ _ _ _ _ P), (older_load_after_issue _ _ _ _ _ _ P). }
    destruct r as [|[|[|[|[|[|[|[|r]]]]]]]]; try discriminate;
      destruct (kind (planned here p)) eqn:K; try discriminate; premise A B.
    - exists (load_out (issue here next mine) a (later here next p)).
      rewrite <- issue_load_out by exact P. split.
      + apply again; [now apply can_issue_load_out|]. now rewrite issue_load_out.
      + unfold can_leave in *. change (planned here (later here next p)) with (planned here p).
        rewrite K in *. rewrite (at_head_after_issue _ _ _ _ _ _ P). simpl out. rewrite B.
        simpl. now rewrite issue_load_out.
    - eexists. split; [apply gone|].
      replace (may_load x s t (issue here next mine) a (later here next p) h) with true;
        [reflexivity|].
      rewrite <- B. unfold may_load. rewrite (older_after_issue _ _ _ _ _ P).
      now rewrite (forallb_same _ (later here next)) by reflexivity.
    - eexists. split; [apply gone|]. now rewrite write.
    - eexists. split; [apply gone|].
      replace (may_update x s t (issue here next mine) a (later here next p)) with true;
        [reflexivity|].
      rewrite <- B. unfold may_update. fold here. now rewrite write.
    - destruct (issue_cross t next mine (up_cta x t s) a p C P) as [C' Q]. fold here in C', Q.
      eexists. split.
      + apply again; [exact C'|]. now rewrite Q.
      + rewrite Q, (at_head_after_issue _ _ _ _ _ _ P), may_fence_after_issue, B. reflexivity.
    - eexists. split; [apply gone|].
      now rewrite (at_head_after_issue _ _ _ _ _ _ P), may_fence_after_issue, B. }
  destruct r as [|[|[|[|[|[|[|[|r]]]]]]]]; destruct k as [|[|k]]; try discriminate; auto;
    destruct (Nat.eqb a 0); try discriminate; left; eauto.
Qed.

Lemma leave_goes_first c mine e p s s' mine' :
  nth_error (pending mine) e = Some p -> leaves (code x (thread c)) mine e p = true ->
  act x c mine s = Some (s', mine') -> commutes c mine (load_out mine e p) s s' mine'.
Proof.
  destruct c as [r t a k]; simpl. intros N L A. set (here := code x t) in *.
  assert (SL := L). apply leaves_spec in SL as [K [O F]].
  unfold commutes, act in *; simpl in *.
  assert (M : forall r, memory_act x r t a mine s = Some (s', mine') ->
    s' = s /\ mine' = load_out mine e p \/
    exists mine1', rush here mine' mine1' /\
      memory_act x r t a (load_out mine e p) s = Some (s', mine1')).
  { intros r' M. right. apply (memory_commutes _ _ _ _ (load_out mine e p)) in M as [-> M].
    exists (load_out mine e p). split; [now constructor|exact M]. }
  assert (I : forall r, issue_act x r t mine s = Some (s', mine') ->
    exists mine1', rush here mine' mine1' /\
      issue_act x r t (load_out mine e p) s = Some (s', mine1')).
  { intros r' I. unfold issue_act in *. fold here in I |- *.
    destruct (can_issue here mine) as [next|] eqn:C; [|discriminate]. premise I B.
    rewrite (can_issue_load_out _ _ _ _ _ C N), B. simpl.
    eexists. split; [|reflexivity]. rewrite issue_load_out by exact N.
    constructor; [now apply entry_after_issue|]. now apply leaves_after_issue. }
  assert (E : forall r h, entry_act x r t a h mine s = Some (s', mine') ->
    s' = s /\ mine' = load_out mine e p \/
    exists mine1', rush here mine' mine1' /\
      entry_act x r t a h (load_out mine e p) s = Some (s', mine1')).
  { clear M I A r k. intros r h A. unfold entry_act in A |- *. fold here in A |- *.
    destruct (Nat.eq_dec e a) as [<-|D].
    { (* The load itself: it can only leave. *)
      rewrite N in A. cbv zeta in A. rewrite K in A.
      destruct r as [|[|[|[|[|[|[|[|r]]]]]]]]; try discriminate; premise A B; [auto|].
      unfold may_load in B. rewrite O in B. discriminate. }
    right. simpl pending. rewrite nth_error_set_other by exact D.
    destruct (nth_error (pending mine) a) as [q|] eqn:P; [|discriminate].
    cbv zeta in *.
    assert (gone : forall v, rush here (perform here mine a q v)
                             (perform here (load_out mine e p) a q v)).
    { intros v. rewrite perform_load_out by congruence. constructor.
      - simpl. now rewrite nth_error_without by congruence.
      - apply leaves_after_perform; congruence. }
    destruct r as [|[|[|[|[|[|[|[|r]]]]]]]]; try discriminate;
      destruct (kind (planned here q)) eqn:KQ; try discriminate; premise A B.
    - exists (load_out (load_out mine e p) a q). split.
      + rewrite load_out_load_out by exact D. constructor.
        * simpl. now rewrite nth_error_set_other by congruence.
        * now apply leaves_after_load_out.
      + unfold can_leave in *. rewrite KQ in *. apply andb_true_iff in B as [OQ H].
        now rewrite OQ, (at_head_load_out _ _ _ _ _ _ N H).
    - eexists. split; [apply gone|].
      replace (may_load x s t (load_out mine e p) a q h) with true; [reflexivity|].
      symmetry. unfold may_load in *. fold here in B |- *. cbv zeta in *.
      rewrite !andb_true_iff in *. destruct B as [[OQ H] T]. repeat split; auto.
      rewrite forallb_forall in *. intros w J.
      apply (older_load_out _ _ _ _ _ N) in J as [J|[-> J]]; exact (H _ J).
    - eexists. split; [apply gone|]. now rewrite can_write_load_out.
    - eexists. split; [apply gone|]. unfold may_update in *. fold here in B |- *.
      rewrite !andb_true_iff in B. destruct B as [[W X] Y].
      now rewrite can_write_load_out, X, Y.
    - apply andb_true_iff in B as [H _].
      rewrite (no_fence_passes _ _ _ _ _ _ N L P) in H by now rewrite KQ. discriminate.
    - apply andb_true_iff in B as [H _].
      rewrite (no_fence_passes _ _ _ _ _ _ N L P) in H by now rewrite KQ. discriminate. }
  destruct r as [|[|[|[|[|[|[|[|r]]]]]]]]; destruct k as [|[|k]]; try discriminate; auto;
    destruct (Nat.eqb a 0); try discriminate; right; eauto.
Qed.

(* Urgent moves of the machine. *)
Inductive urgent_move (s : State) : State -> Prop :=
| thread_rushes t mine mine1 :
    nth_error (thread_states s) t = Some mine -> rush (code x t) mine mine1 ->
    urgent_move s (set_thread s t mine1).

Lemma not_done_not_final s t mine :
  nth_error (thread_states s) t = Some mine -> code x t <> [] -> done (code x t) mine = false ->
  is_final x s = false.
Proof.
  intros T N D. destruct (is_final x s) eqn:F; [|reflexivity]. exfalso.
  unfold is_final in F. rewrite !andb_true_iff, forallb_forall in F. destruct F as [[F _] _].
  unfold code in *. destruct (nth_error (codes x) t) as [here|] eqn:E.
  - rewrite (nth_error_nth _ _ [] E) in *. specialize (F _ (combine_in _ _ _ _ _ E T)).
    simpl in F. congruence.
  - apply N. apply nth_overflow. now apply nth_error_None.
Qed.

Lemma thread_of_rush s t mine mine1 :
  nth_error (thread_states s) t = Some mine ->
  nth_error (thread_states (set_thread s t mine1)) t = Some mine1.
Proof. intros T. simpl. eapply nth_error_set_same, T. Qed.

Lemma rush_is_step s t mine mine1 :
  nth_error (thread_states s) t = Some mine -> rush (code x t) mine mine1 ->
  exists c, step x c s = Some (set_thread s t mine1).
Proof.
  intros T [next C L|e p E L].
  - exists (pick (match kind next with local => 0 | _ => 1 end) t 0 0).
    rewrite (step_act x (pick _ t 0 0) s mine T). unfold act, issue_act.
    destruct (kind next) eqn:K; simpl; now rewrite C, K.
  - exists (pick 2 t e 0). rewrite (step_act x (pick 2 t e 0) s mine T).
    unfold act, entry_act. simpl.
    rewrite E. unfold leaves in L. apply andb_true_iff in L as [L _]. rewrite L.
    unfold can_leave in L. destruct (kind _); try discriminate. reflexivity.
Qed.

Lemma rush_goes_first c mine mine1 s s' mine' :
  rush (code x (thread c)) mine mine1 -> act x c mine s = Some (s', mine') ->
  commutes c mine mine1 s s' mine'.
Proof.
  intros [next C L|e p E L]; [now apply issue_goes_first|now apply leave_goes_first].
Qed.

Lemma urgent_move_is_step s s1 :
  urgent_move s s1 -> is_final x s = false /\ exists c, step x c s = Some s1.
Proof.
  intros [t mine mine1 T U]. split; [|eapply rush_is_step; eassumption].
  destruct (rush_not_done _ _ _ U) as [N [D _]]. eapply not_done_not_final; eauto.
Qed.

Lemma urgent_move_goes_first s s1 c s' :
  urgent_move s s1 -> step x c s = Some s' ->
  s' = s1 \/
  is_final x s1 = false /\ exists s1', urgent_move s' s1' /\ exists c1, step x c1 s1 = Some s1'.
Proof.
  intros [t mine mine1 T U] E.
  assert (F : is_final x (set_thread s t mine1) = false).
  { destruct (rush_not_done _ _ _ U) as [N [_ D]].
    apply (not_done_not_final _ t mine1); auto. now apply thread_of_rush with mine. }
  destruct (Nat.eq_dec (thread c) t) as [<-|D].
  - rewrite (step_act x _ _ _ T) in E.
    destruct (act x c mine s) as [[m mine']|] eqn:A; [|discriminate].
    injection E as <-. destruct (rush_goes_first _ _ _ _ _ _ U A) as [[-> ->]|[mine1' [U' A']]];
      [now left|right]. split; [exact F|].
    exists (set_thread m (thread c) mine1').
    assert (Q := act_threads x _ _ _ _ _ A). split.
    + replace (set_thread m (thread c) mine1')
        with (set_thread (set_thread m (thread c) mine') (thread c) mine1')
        by (unfold set_thread; simpl; now rewrite set_set_same).
      apply thread_rushes with mine'; [|exact U'].
      apply thread_of_rush with mine. now rewrite Q.
    + exists c. rewrite (step_act x _ _ mine1) by now apply thread_of_rush with mine.
      change (set_thread s (thread c) mine1)
        with (with_threads s (set (thread_states s) (thread c) mine1)).
      rewrite act_blind, A'. simpl. unfold set_thread. simpl. now rewrite Q, set_set_same.
  - right. split; [exact F|].
    destruct (nth_error (thread_states s) (thread c)) as [other|] eqn:O;
      [|unfold step in E; now rewrite O in E].
    rewrite (step_act x _ _ _ O) in E.
    destruct (act x c other s) as [[m other']|] eqn:A; [|discriminate].
    injection E as <-. assert (Q := act_threads x _ _ _ _ _ A).
    exists (set_thread (set_thread m (thread c) other') t mine1). split.
    + constructor 1 with mine; [|exact U]. simpl. now rewrite nth_error_set_other, Q by congruence.
    + exists c. rewrite (step_act x _ _ other)
        by (simpl; now rewrite nth_error_set_other by congruence).
      change (set_thread s t mine1) with (with_threads s (set (thread_states s) t mine1)).
      rewrite act_blind, A. simpl. unfold set_thread. simpl.
      now rewrite Q, set_set_other by congruence.
Qed.

(* The urgent move of the first thread that has one; threads from `t` on. *)
Fixpoint first_rush (s : State) (t : ThreadId) (rest : list (list Planned))
    (threads : list ThreadState) : option State :=
  match rest, threads with
  | here :: rest, mine :: threads =>
      match rushing here mine with
      | Some mine1 => Some (set_thread s t mine1)
      | None => first_rush s (S t) rest threads
      end
  | _, _ => None
  end.

Definition urgent (s : State) : option State := first_rush s 0 (codes x) (thread_states s).

Lemma first_rush_spec s s1 rest : forall t threads,
  (forall i, nth i rest [] = code x (t + i)) ->
  (forall i, nth_error threads i = nth_error (thread_states s) (t + i)) ->
  first_rush s t rest threads = Some s1 -> urgent_move s s1.
Proof.
  induction rest as [|here rest IH]; intros t [|mine threads] C T F; try discriminate.
  simpl in F. destruct (rushing here mine) as [mine1|] eqn:R.
  - injection F as <-. specialize (C 0). specialize (T 0). simpl in C, T. rewrite Nat.add_0_r in *.
    apply thread_rushes with mine; [now symmetry|]. rewrite <- C. now apply rushing_rushes.
  - apply IH in F; [exact F| |]; intros i; rewrite Nat.add_succ_comm;
      [apply (C (S i))|apply (T (S i))].
Qed.

Lemma urgent_is_move s s1 : urgent s = Some s1 -> urgent_move s s1.
Proof. now apply first_rush_spec. Qed.

(* After a step about a thread it is that thread, if any; after one about memory none. *)
Definition urgent_after (c : Step) (s : State) : option State :=
  match rule c with
  | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 =>
      let t := thread c in
      match nth_error (thread_states s) t with
      | Some mine =>
          match rushing (code x t) mine with
          | Some mine1 => Some (set_thread s t mine1)
          | None => None
          end
      | None => None
      end
  | _ => None
  end.

Lemma urgent_after_is_move c s s1 : urgent_after c s = Some s1 -> urgent_move s s1.
Proof.
  unfold urgent_after. intros F. assert (H : forall t,
    match nth_error (thread_states s) t with
    | Some mine =>
        match rushing (code x t) mine with
        | Some mine1 => Some (set_thread s t mine1)
        | None => None
        end
    | None => None
    end = Some s1 -> urgent_move s s1).
  { clear F. intros t F. destruct (nth_error (thread_states s) t) as [mine|] eqn:T; [|discriminate].
    destruct (rushing (code x t) mine) as [mine1|] eqn:U; [|discriminate].
    injection F as <-. apply thread_rushes with mine; [exact T|]. now apply rushing_rushes. }
  destruct (rule c) as [|[|[|[|[|[|[|[|r]]]]]]]]; try discriminate; exact (H _ F).
Qed.

End Urgent.

Lemma codes_are_planned program t next :
  In next (code (context_of program) t) -> well_planned next.
Proof.
  unfold code, context_of. simpl. intros I.
  set (codes := map (fun t => map (plan program) (thread_instructions t)) (threads program)) in *.
  destruct (nth_error codes t) as [here|] eqn:E.
  - rewrite (nth_error_nth _ _ [] E) in I. apply nth_error_In, in_map_iff in E as [u [<- _]].
    apply in_map_iff in I as [i [<- _]]. repeat split.
  - rewrite nth_overflow in I by now apply nth_error_None. destruct I.
Qed.

Definition reduction (test : Test) : Reduction (GpuScoped.machine test) :=
  let x := context_of (program test) in {|
  Urgent.urgent_move := urgent_move x : Machine.State (GpuScoped.machine test) -> _ -> Prop;
  urgent_is_step := urgent_move_is_step x;
  urgent_may_go_first := urgent_move_goes_first x (codes_are_planned (program test));
  Urgent.urgent := urgent x;
  Urgent.urgent_is_move := urgent_is_move x;
  Urgent.urgent_after := urgent_after x;
  Urgent.urgent_after_is_move := urgent_after_is_move x |}.
