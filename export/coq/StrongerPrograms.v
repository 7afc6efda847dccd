(* What is stronger makes nothing else possible, of programs: if one program is within another –
   orders and scopes no stronger, fences between threads or between proxies that the other has
   besides –, each execution that ptx75 permits of the stronger one is, without the fences that were
   inserted, an execution that ptx75 permits of the other, with the same reads-from and coherence
   order, and so with the same end.

   What is meant by programs, executions and axioms stands in Gaps.v, Execution.v and Ptx75.v: all
   of PTX ISA 7.5 that is there, loops, barriers, atomics and proxies with it; the barriers are the
   same in both. The Fence-SC order is that of the stronger program between fences that are still
   morally strong, and what follows from it. *)

From Coq Require Import ZArith NArith List Bool Arith Lia.
From Opexplore Require Import Execution Renumber RunsWithin CandidatesWithin.
From Opexplore Require Explore.
From Opexplore Require Export Gaps Ptx75Monotone.
Import ListNotations.

Lemma combine_map {A B} (l : list A) : forall m : list B,
  length l = length m -> map snd (combine l m) = m.
Proof. induction l as [|a l IH]; intros [|b m] L; simpl in *; try discriminate; f_equal; auto. Qed.

Lemma rev_keeps {A} (keep : A -> bool) l : filter keep (rev l) = rev (filter keep l).
Proof.
  induction l as [|a l IH]; simpl; auto. rewrite filter_app, IH. simpl.
  destruct (keep a); simpl; auto using app_nil_r.
Qed.

Lemma Forall2_rev {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> Forall2 R (rev l) (rev m).
Proof.
  induction 1 as [|a b l m H F IH]; simpl; auto. apply Forall2_app; auto.
Qed.

Section Stronger.

Variables p q : GappedProgram.
Hypothesis W : program_within p q.
Variable X : Execution.

Local Notation P := (program_of p).
Local Notation Q := (program_of q).
Local Notation keep := (stands_in_both p q).
Hypothesis C : candidate Q X = true.

Lemma keeps_all_else e : is_fence e = false -> keep e = true.
Proof. intros H. unfold stands_in_both. now rewrite H. Qed.

Lemma same_number : length (threads P) = length (threads Q).
Proof. simpl. rewrite !map_length. apply (length_Forall2 _ _ _ (proj2 (proj2 W))). Qed.

Lemma length_initial_writes program : length (initial_writes program) = length (locations program).
Proof. unfold initial_writes. now rewrite map_length, combine_length, seq_length, Nat.min_id. Qed.

Lemma filter_initial_writes program : filter keep (initial_writes program) = initial_writes program.
Proof.
  unfold initial_writes. generalize (combine (seq 0 (length (locations program))) (locations
    program)).
  intros l. induction l as [|a l IH]; simpl; auto. now rewrite IH.
Qed.

(* The threads of the weaker program read the same values and come to the same end. *)
Lemma below_runs :
  exists below steps,
    Forall2 (same_event keep (events X) P Q) below (filter keep (events X)) /\
    threads_run P (restricted keep X below steps) = true.
Proof.
  assert (T := C). unfold candidate in T. rewrite !andb_true_iff in T.
  destruct T as [[[[[[_ T] _] _] _] _] _]. unfold threads_run in T.
  apply andb_true_iff in T as [N T]. apply Nat.eqb_eq in N.
  set (runs := combine _ _) in T.
  destruct (run_threads Q 0 (length (locations Q)) runs) as [walks|] eqn:R; [|discriminate].
  apply andb_true_iff in T as [E F].
  destruct (list_eq_dec event_eq_dec _ _) as [ALL|] in E; [|discriminate].
  destruct (list_eq_dec (list_eq_dec Z.eq_dec) _ _) as [FIN|] in F; [|discriminate].
  rewrite <- length_initial_writes in R.
  assert (LR : length runs = length (executed X)).
  { unfold runs. rewrite combine_length, map_length, seq_length. apply Nat.min_id. }
  edestruct (threads_within p q W (events X) runs 0 (initial_writes Q) walks [] R)
    as (steps & walks' & LS & RP & SAME).
  { rewrite LR, N. simpl. now rewrite map_length. }
  { now rewrite app_nil_r. }
  assert (I : initial_writes P = initial_writes Q).
  { unfold initial_writes. simpl. now rewrite (proj1 (proj2 W)). }
  set (below := initial_writes P ++ flat_map (fun w => rev (done w)) walks').
  assert (EV : Forall2 (same_event keep (events X) P Q) below (filter keep (events X))).
  { unfold below. rewrite ALL at 2. rewrite filter_app, filter_initial_writes, I.
    apply Forall2_app.
    - unfold initial_writes.
      generalize (combine (seq 0 (length (locations Q))) (locations Q)). intros l.
      induction l as [|a l IH]; simpl; constructor; auto.
      unfold same_event, event_within. simpl. rewrite !renumber_0. repeat split; discriminate.
    - clear - SAME. induction SAME as [|w v ws vs [_ D] F IH]; simpl; auto.
      rewrite filter_app, rev_keeps. apply Forall2_app; auto using Forall2_rev. }
  exists below, steps. split; [exact EV|].
  unfold threads_run. change (executed (restricted keep X below steps)) with steps.
  change (events (restricted keep X below steps)) with below.
  apply andb_true_iff. split.
  { apply Nat.eqb_eq. rewrite LS, LR, N. symmetry. apply same_number. }
  assert (V : forall t, values_read (restricted keep X below steps) t = values_read X t).
  { intros t. unfold values_read. simpl events.
    assert (K : forall l, filter (fun e => of_thread t e && is_read e) (filter keep l) =
                          filter (fun e => of_thread t e && is_read e) l).
    { intros l. induction l as [|e l IH]; simpl; auto. destruct (is_read e) eqn:RE.
      - rewrite keeps_all_else by (unfold is_read, is_fence in *; destruct (what e); auto).
        simpl. rewrite RE. destruct (of_thread t e); simpl; now rewrite IH.
      - rewrite andb_false_r. destruct (keep e); simpl; rewrite ?RE, ?andb_false_r; exact IH. }
    rewrite <- (K (events X)). revert EV. generalize below, (filter keep (events X)). clear.
    intros below above EV. induction EV as [|e e' l l' [V _] F IH]; simpl; auto.
    rewrite (within_is_read _ _ V), (within_of_thread _ _ t V).
    destruct (of_thread t e' && is_read e'); simpl; rewrite IH; auto.
    now rewrite (within_value _ _ V). }
  assert (RUNS : combine steps (map (values_read (restricted keep X below steps))
                                  (seq 0 (length steps))) = combine steps (map snd runs)).
  { f_equal. rewrite (map_ext _ _ V). unfold runs. rewrite combine_map.
    - now rewrite LS, LR.
    - now rewrite map_length, seq_length. }
  rewrite RUNS. rewrite filter_initial_writes, <- I, length_initial_writes in RP.
  rewrite RP. apply andb_true_iff. split.
  - destruct (list_eq_dec event_eq_dec _ _) as [|NE]; [reflexivity|]. now destruct NE.
  - destruct (list_eq_dec (list_eq_dec Z.eq_dec) _ _) as [|NE]; [reflexivity|]. destruct NE.
    simpl. rewrite FIN. clear - SAME. induction SAME as [|w v ws vs [E _] F IH]; simpl; auto.
    now rewrite E, IH.
Qed.

(* What relations of events depend on. *)
Lemma maps_from below steps (from : Event -> EventSet) :
  Forall2 (same_event keep (events X) P Q) below (filter keep (events X)) ->
  (forall e e', same_event keep (events X) P Q e e' -> from e = renumber keep (events X) (from e'))
    ->
  maps (old keep (events X))
    (inverse (map from (events (restricted keep X below steps)))) (inverse (map from (events X))).
Proof.
  intros EV H a b. rewrite !related_inverse, !map_length. intros [L R].
  assert (AT : forall (Z : list Event) c e, nth_error Z c = Some e -> row (map from Z) c = from e)
    by (intros Z c e E; apply nth_error_nth, map_nth_error, E).
  assert (ROW : forall (Z : list Event) c d, related (map from Z) c d = true ->
            exists e, nth_error Z c = Some e /\ member (from e) d = true).
  { intros Z c d K. unfold related in K. destruct (nth_error Z c) as [e|] eqn:E.
    - rewrite (AT _ _ _ E) in K. eauto.
    - apply nth_error_None in E. rewrite row_beyond in K by now rewrite map_length.
      unfold member in K. now rewrite N.bits_0 in K. }
  destruct (ROW _ _ _ R) as (e & E & M). simpl in E.
  destruct (old_event keep P Q X below EV C _ _ E) as (e' & E' & S & _).
  rewrite (H _ _ S) in M. pose proof (member_range keep X _ _ M) as K.
  rewrite member_kept in M by exact K. split.
  - destruct (at_kept keep P Q X below steps EV same_number C _ K) as (_ & x & _ & B & _).
    eapply in_range, B.
  - unfold related. now rewrite (AT _ _ _ E').
Qed.

(* Fences of which the axiom speaks have scopes that include each other: those of one thread always
   do. *)
Lemma strong_fences_scoped below steps a b :
  Forall2 (same_event keep (events X) P Q) below (filter keep (events X)) ->
  related (strong_fences (restricted keep X below steps)) a b = true ->
  related (scoped (restricted keep X below steps)) a b = true.
Proof.
  intros EV. set (Y := restricted keep X below steps).
  assert (FS : forall c, member (Ptx75.F Y && Ptx75.SC Y)%set c = true ->
    exists e s, nth_error below c = Some e /\ is_fence_sc e = true /\ scope_at e = Some s /\
                forall p, place e = Some p -> p = place_of Q (place_thread p)).
  { intros c. unfold Ptx75.F, Ptx75.SC. rewrite member_and, member_the, member_with_order.
    intros [(e & E & F) (e2 & E2 & O)]. simpl in E, E2. assert (e2 = e) as -> by congruence.
    destruct (old_event keep P Q X below EV C _ _ E) as (e' & _ & S & _).
    destruct S as ([V _] & _ & _ & _ & _ & B). rewrite <- V in B. exists e.
    unfold is_fence, is_fence_sc, order_at, scope_at in *.
    destruct (what e); try discriminate. injection O as ->. eexists.
    split; [exact E|]. split; [reflexivity|]. split; [reflexivity|]. intros r H. now apply B. }
  unfold strong_fences. rewrite related_intersection, related_product, !andb_true_iff.
  intros [[[FA FB] _] MS].
  unfold Ptx75.ms in MS. rewrite related_difference, !related_intersection, !andb_true_iff in MS.
  destruct MS as [[[[O _] _] _] N].
  destruct (FS _ FA) as (x & s & EX & SX & TX & PX).
  destruct (FS _ FB) as (y & u & EY & SY & TY & PY).
  unfold scoped. rewrite related_difference, N, andb_true_r. apply related_relate.
  exists x, y. split; [exact EX|]. split; [exact EY|]. rewrite SX, SY. simpl.
  assert (THREAD : same_thread x y = true -> inclusive x y = true).
  { unfold same_thread, inclusive, both. destruct (place x) as [o|] eqn:QX; [|discriminate].
    destruct (place y) as [r|] eqn:QY; [|discriminate]. rewrite TX, TY, Nat.eqb_eq. intros T.
    rewrite (PX o eq_refl), (PY r eq_refl), T. unfold common_scope. rewrite !Nat.eqb_refl. simpl.
    now destruct s, u. }
  unfold Ptx75.ordered_or_strong in O. rewrite !related_union, !orb_true_iff in O.
  destruct O as [[O|O]|O].
  - unfold po in O. rewrite related_intersection, andb_true_iff, related_relate in O.
    destruct O as [(x2 & y2 & E2 & F2 & T) _]. simpl in E2, F2. apply THREAD. congruence.
  - apply related_inverse in O as [_ O].
    unfold po in O. rewrite related_intersection, andb_true_iff, related_relate in O.
    destruct O as [(y2 & x2 & E2 & F2 & T) _]. simpl in E2, F2.
    rewrite inclusive_sym. assert (same_thread y x = true) as TH by congruence.
    rewrite inclusive_sym. apply THREAD. unfold same_thread, both in *.
    destruct (place y), (place x); try discriminate. now rewrite Nat.eqb_sym.
  - apply related_relate in O as (x2 & y2 & E2 & F2 & T). simpl in E2, F2. congruence.
Qed.

Theorem execution_within :
  exists Y f, candidate P Y = true /\ Within Y X f /\
    forall o, final_value P Y o = final_value Q X o.
Proof.
  destruct below_runs as (below & steps & EV & RUN).
  set (Y := restricted keep X below steps) in *.
  destruct W as (AD & LO & _). pose proof (same_places p q W) as SP. pose proof same_number as SN.
  pose proof keeps_all_else as K.
  pose proof (rows_fit_below keep P Q X below steps EV SN) as RF.
  exists Y, (old keep (events X)). split; [|split].
  - unfold candidate. fold Y in RF. rewrite RUN, RF. unfold Y.
    rewrite (reads_take_below keep P Q X below steps EV K SN C).
    rewrite (coherence_orders_below keep P Q X below steps EV SN C).
    rewrite (fences_ordered_below keep P Q X below steps EV SN C).
    rewrite (barriers_pass_below keep P Q X below steps EV K SP SN C).
    now rewrite (last_are_last_below keep P Q X below steps EV K LO C).
  - pose proof (parts Q X C) as (ROWS & _).
    unfold rows_fit in ROWS, RF. cbn [forallb] in ROWS, RF.
    rewrite !andb_true_iff, !Nat.eqb_eq in ROWS, RF.
    assert (SB : size Y = length (kept keep (events X))) by (eapply size_below; eauto).
    assert (RE : forall r, maps (old keep (events X)) (restrict keep (events X) r) r)
      by (intros r a b; apply related_restrict_old).
    constructor; try (unfold Y; simpl; apply RE; fail).
    + intros a e A. destruct (old_event keep P Q X below EV C _ _ A) as (e' & B & [V _] & _). eauto.
    + intros a b L M. apply old_increases; [exact L|]. now rewrite <- SB.
    + tauto.
    + intros a b A B. rewrite SB in A, B. simpl. now rewrite related_old_restrict.
    + apply (maps_from below steps address_from EV). now intros e e' (_ & H & _).
    + apply (maps_from below steps data_from EV). now intros e e' (_ & _ & H & _).
    + apply (maps_from below steps control_from EV). now intros e e' (_ & _ & _ & H & _).
    + apply (maps_from below steps rmw_from EV). now intros e e' (_ & _ & _ & _ & H & _).
    + intros a b. apply (sync_there keep Q X below steps C).
    + intros a b S. apply (sync_here keep P Q X below steps EV).
      now apply strong_fences_scoped.
  - intros o. apply (final_value_below keep P Q X below steps EV K AD SN C).
Qed.

End Stronger.

(* The same of what tests ask. *)
Theorem stronger_allows_no_more p q weaker stronger condition :
  program_within p q -> program weaker = program_of p -> program stronger = program_of q ->
  allowed_by Ptx75.ptx75 stronger condition -> allowed_by Ptx75.ptx75 weaker condition.
Proof.
  unfold allowed_by. intros W -> -> (X & C & A & H).
  destruct (execution_within p q W X C) as (Y & f & D & B & V).
  exists Y. split; [exact D|]. split; [eapply ptx75_monotone; eauto|].
  rewrite <- H. apply Explore.holds_by_mentioned. auto.
Qed.

Print Assumptions execution_within.
Print Assumptions stronger_allows_no_more.
