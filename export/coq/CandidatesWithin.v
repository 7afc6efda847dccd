(* The candidate executions of a stronger program, without its inserted fences, are candidate
   executions of the program within it, with the same reads-from and coherence order and the same
   end. The Fence-SC order is what the scopes of that program leave of it. *)

From Coq Require Import ZArith NArith List Bool Arith Lia Relation_Operators.
From Opexplore Require Import Execution Renumber Gaps RunsWithin Ptx75Monotone.
From Opexplore Require Import Barrier BarriersWithin.
Import ListNotations.

Lemma Forall2_from {A B} (R : A -> B -> Prop) l m :
  Forall2 R l m -> forall k a, nth_error l k = Some a -> exists b, nth_error m k = Some b /\ R a b.
Proof.
  intros F. induction F as [|a b l m H F IH]; intros [|k] c C; simpl in *; try discriminate.
  - injection C as <-. eauto.
  - apply IH, C.
Qed.

(* The fences that the Fence-SC order has to order. *)
Definition scoped (X : Execution) : Relation :=
  difference (relate X (fun a b => is_fence_sc a && is_fence_sc b && inclusive a b)) (id X).

Lemma inclusive_sym a b : inclusive a b = inclusive b a.
Proof.
  unfold inclusive, both. destruct (place a) as [p|], (place b) as [q|]; auto.
  destruct (scope_at a), (scope_at b); auto. rewrite andb_comm. unfold common_scope.
  rewrite (Nat.eqb_sym (place_gpu p)), (Nat.eqb_sym (place_cta p)). reflexivity.
Qed.

Section Restricted.

Variable keep : Event -> bool.
Variables P Q : Program.
Variable X : Execution.  (* of Q *)
Variable below : list Event.  (* of P *)
Variable steps : list nat.

Local Notation all := (events X).
Local Notation kept := (kept keep all).
Local Notation old := (old keep all).
Local Notation rank := (rank keep all).
Local Notation renumber := (renumber keep all).
Local Notation restrict := (restrict keep all).
Local Notation same_event := (same_event keep all P Q).

Definition bare_below : Execution := {|
  events := below; rf := []; co := []; sync_fence := []; arrivals := []; sync_barrier := [];
  executed := []; finals := []; last := [] |}.

Definition restricted : Execution := {|
  events := below; rf := restrict (rf X); co := restrict (co X);
  sync_fence := closure (restrict (sync_fence X) && scoped bare_below)%rel;
  arrivals := map rank (arrivals X); sync_barrier := restrict (sync_barrier X);
  executed := steps; finals := finals X; last := map rank (last X) |}.

Local Notation Y := restricted.

Hypothesis EV : Forall2 same_event below (filter keep all).
Hypothesis keeps : forall e, is_fence e = false -> keep e = true.
Hypothesis same_locations : locations P = locations Q.
Hypothesis same_addresses : addresses P = addresses Q.
Hypothesis same_places : forall t, place_of P t = place_of Q t.
Hypothesis same_count : length (threads P) = length (threads Q).
Hypothesis C : candidate Q X = true.

Lemma size_below : size Y = length kept.
Proof. unfold size. simpl. rewrite length_kept. apply (length_Forall2 _ _ _ EV). Qed.

Lemma old_event a e :
  nth_error below a = Some e ->
  exists e', nth_error all (old a) = Some e' /\ same_event e e' /\ keep e' = true.
Proof.
  intros H. destruct (Forall2_from _ _ _ EV _ _ H) as (e' & A & S).
  destruct (old_at keep all _ _ A) as [K N]. exists e'. split; [exact N|]. split; [exact S|].
  destruct (kept_at keep all _ _ K) as (x & N' & T & _). congruence.
Qed.

Lemma new_event b e' :
  nth_error all b = Some e' -> keep e' = true ->
  exists e, nth_error below (rank b) = Some e /\ same_event e e' /\ old (rank b) = b.
Proof.
  intros H K. pose proof (rank_kept keep all _ _ H K) as R.
  destruct (kept_at keep all _ _ R) as (x & N & _ & F).
  assert (x = e') as -> by congruence. destruct (Forall2_at _ _ _ EV _ _ F) as (e & B & S).
  exists e. split; [exact B|]. split; [exact S|]. eapply old_rank; eauto.
Qed.

Lemma range_kept a : a < size Y <-> a < length kept.
Proof. now rewrite size_below. Qed.

Lemma restrict_range r a b :
  related (restrict r) a b = true -> a < length kept /\ b < length kept.
Proof.
  rewrite related_restrict. destruct (nth_error kept a) eqn:A; [|discriminate].
  destruct (nth_error kept b) eqn:B; [|discriminate]. intros _.
  split; apply nth_error_Some; congruence.
Qed.

Lemma at_kept a : a < length kept ->
  exists e e', nth_error below a = Some e /\ nth_error all (old a) = Some e' /\ same_event e e'.
Proof.
  intros L. rewrite <- range_kept in L. unfold size in L. simpl in L.
  destruct (nth_error below a) as [e|] eqn:E; [|apply nth_error_None in E; lia].
  destruct (old_event _ _ E) as (e' & A & S & _). eauto.
Qed.

(* Relations between events, there and here. *)
Lemma relate_here S T a b :
  (forall x y x' y', event_within x x' -> event_within y y' -> T x' y' = true -> S x y = true) ->
  a < length kept -> b < length kept ->
  related (relate X T) (old a) (old b) = true -> related (relate Y S) a b = true.
Proof.
  intros H A B. rewrite !related_relate. intros (x' & y' & E & F & K).
  destruct (at_kept _ A) as (x & x2 & XA & XB & [VX _]).
  destruct (at_kept _ B) as (y & y2 & YA & YB & [VY _]).
  exists x, y. repeat split; auto. apply (H x y x' y'); congruence.
Qed.
Lemma relate_there S T a b :
  (forall x y x' y', event_within x x' -> event_within y y' -> S x y = true -> T x' y' = true) ->
  related (relate Y S) a b = true -> related (relate X T) (old a) (old b) = true.
Proof.
  intros H. rewrite !related_relate. intros (x & y & E & F & K).
  destruct (old_event _ _ E) as (x' & XA & [VX _] & _).
  destruct (old_event _ _ F) as (y' & YA & [VY _] & _). exists x', y'. eauto.
Qed.

(* ---- Parts of the candidate ---- *)

Lemma parts :
  rows_fit X = true /\ threads_run Q X = true /\ reads_take X = true /\
  coherence_orders X = true /\ fences_ordered X = true /\ barriers_pass Q X = true /\
  last_are_last Q X = true.
Proof. unfold candidate in C. rewrite !andb_true_iff in C. tauto. Qed.

Lemma rows_fit_below : rows_fit Y = true.
Proof.
  unfold rows_fit. cbn [forallb]. rewrite !andb_true_iff, !Nat.eqb_eq, size_below. simpl.
  rewrite !length_restrict, length_closure. repeat split; auto.
  unfold intersection. rewrite length_by_rows, length_restrict. unfold scoped, difference.
  rewrite length_by_rows, length_relate. unfold id. rewrite map_length, seq_length.
  change (size bare_below) with (size Y). rewrite size_below. lia.
Qed.

Lemma within_same_location x y x' y' :
  event_within x x' -> event_within y y' -> same_location x y = same_location x' y'.
Proof.
  intros V U. unfold same_location, both. now rewrite (within_location _ _ V), (within_location _ _
    U).
Qed.

Lemma reads_take_below : reads_take Y = true.
Proof.
  destruct parts as (_ & _ & R & _). unfold reads_take in *.
  apply andb_true_iff in R as [I O]. rewrite included_spec in I. apply andb_true_iff. split.
  - apply included_spec. simpl. intros a b H. destruct (restrict_range _ _ _ H) as [LA LB].
    apply related_restrict_old in H. apply I in H. revert H. apply relate_here; auto.
    intros x y x' y' V U. unfold takes.
    now rewrite (within_is_write _ _ V), (within_is_read _ _ U), (within_same_location _ _ _ _ V U),
      (within_value _ _ V), (within_value _ _ U).
  - rewrite forallb_forall in *. intros n N. apply in_map_iff in N as (r & <- & IR).
    apply filter_In in IR as [IR M]. rewrite in_seq in IR. rewrite member_the in M.
    destruct M as (e & E & IS). destruct (old_event _ _ E) as (e' & E' & [V _] & _).
    rewrite size_below in IR.
    assert (ONE : length (filter (fun w => related (rf X) w (old r)) (seq 0 (size X))) = 1).
    { apply Nat.eqb_eq, O. apply in_map_iff. exists (old r). split; [reflexivity|].
      apply filter_In. split.
      - apply in_seq. split; [lia|]. eapply in_range, E'.
      - apply member_the. exists e'. split; [exact E'|]. now rewrite <- (within_is_read _ _ V). }
    apply Nat.eqb_eq. rewrite size_below. simpl.
    rewrite (filter_ext_in _ (fun w => related (rf X) (old w) (old r))).
    + unfold size in ONE. rewrite <- ONE, <- (filter_old keep all); [now rewrite map_length|].
      intros b H. apply I in H. apply related_relate in H as (x & y & XB & _ & T).
      exists x. split; [exact XB|]. apply keeps. unfold takes, is_write, is_fence in *.
      destruct (what x); auto.
    + intros w IW. apply in_seq in IW. apply related_old_restrict; lia.
Qed.

Lemma coherence_orders_below : coherence_orders Y = true.
Proof.
  destruct parts as (_ & _ & _ & O & _). unfold coherence_orders in *.
  rewrite !andb_true_iff in *. destruct O as [[[I R] T] N].
  rewrite included_spec in I, T, N. rewrite irreflexive_spec in R. repeat split.
  - apply included_spec. simpl. intros a b H. destruct (restrict_range _ _ _ H) as [LA LB].
    apply related_restrict_old in H. apply I in H. revert H. apply relate_here; auto.
    intros x y x' y' V U. now rewrite (within_is_write _ _ V), (within_is_write _ _ U),
      (within_same_location _ _ _ _ V U).
  - apply irreflexive_spec. simpl. intros a. destruct (related _ a a) eqn:H; [|reflexivity].
    apply related_restrict_old in H. now rewrite R in H.
  - apply included_spec. simpl. intros a c. rewrite related_compose. intros (b & H & K).
    destruct (restrict_range _ _ _ H) as [LA _]. destruct (restrict_range _ _ _ K) as [_ LC].
    rewrite related_old_restrict by assumption. apply T, related_compose. exists (old b).
    auto using related_restrict_old.
  - apply included_spec. simpl. intros a b H.
    assert (LA : a < length kept /\ b < length kept).
    { apply related_relate in H as (x & y & E & F & _).
      apply in_range in E, F. rewrite size_below in E, F. auto. }
    rewrite related_old_restrict by tauto. apply N. revert H. apply relate_there.
    intros x y x' y' V U. now rewrite (within_is_initial _ _ V), (within_is_initial _ _ U),
      (within_is_write _ _ U), (within_same_location _ _ _ _ V U).
Qed.

(* ---- The Fence-SC order ---- *)

Lemma scoped_there a b :
  related (scoped Y) a b = true -> related (scoped X) (old a) (old b) = true.
Proof.
  unfold scoped. rewrite !related_difference, !andb_true_iff, !negb_true_iff. intros [H N].
  assert (LA : a < length kept /\ b < length kept).
  { apply related_relate in H as (x & y & E & F & _).
    apply in_range in E, F. rewrite size_below in E, F. auto. }
  split.
  - revert H. apply relate_there. intros x y x' y' V U. rewrite !andb_true_iff. intros [[A B] I].
    split; [split|]; [exact (within_is_fence_sc _ _ V A)|exact (within_is_fence_sc _ _ U B)|].
    exact (within_inclusive _ _ _ _ V U I).
  - destruct (related (id X) (old a) (old b)) eqn:E; [|reflexivity]. apply related_id in E as [E _].
    apply old_injective in E; try tauto. subst b.
    assert (related (id Y) a a = true); [|congruence]. apply related_id. rewrite size_below. tauto.
Qed.

Lemma scoped_sym Z a b : related (scoped Z) a b = true -> related (scoped Z) b a = true.
Proof.
  unfold scoped. rewrite !related_difference, !andb_true_iff, !negb_true_iff, !related_relate.
  intros [(x & y & E & F & H) N]. split.
  - exists y, x. rewrite inclusive_sym, (andb_comm (is_fence_sc y)). auto.
  - destruct (related (id Z) b a) eqn:I; [|reflexivity]. apply related_id in I as [-> L].
    assert (related (id Z) a a = true); [|congruence]. now apply related_id.
Qed.

Lemma sync_transitive a b c :
  related (sync_fence X) a b = true -> related (sync_fence X) b c = true ->
  related (sync_fence X) a c = true.
Proof.
  destruct parts as (_ & _ & _ & _ & O & _). unfold fences_ordered in O.
  fold (scoped X) in O. rewrite !andb_true_iff in O. destruct O as [[[I J] _] _].
  rewrite included_spec in I, J. intros H K. apply J. apply related_closure.
  apply t_trans with b; apply related_closure; [apply I, H|apply I, K].
Qed.

Lemma sync_there a b :
  related (sync_fence Y) a b = true -> related (sync_fence X) (old a) (old b) = true.
Proof.
  simpl. rewrite related_closure. intros H. induction H as [a b H|a b c H IH K JH].
  - rewrite related_intersection, andb_true_iff in H. now apply related_restrict_old.
  - eapply sync_transitive; eauto.
Qed.

Lemma sync_here a b :
  related (scoped Y) a b = true -> related (sync_fence X) (old a) (old b) = true ->
  related (sync_fence Y) a b = true.
Proof.
  intros S H. simpl. apply related_closure, t_step.
  rewrite related_intersection. change (scoped bare_below) with (scoped Y). rewrite S, andb_true_r.
  unfold scoped in S. rewrite related_difference, andb_true_iff, related_relate in S.
  destruct S as [(x & y & E & F & _) _]. apply in_range in E, F. rewrite size_below in E, F.
  now rewrite related_old_restrict.
Qed.

Lemma fences_ordered_below : fences_ordered Y = true.
Proof.
  destruct parts as (_ & _ & _ & _ & O & _). unfold fences_ordered in *.
  fold (scoped X) in O. fold (scoped Y). cbv zeta in *.
  rewrite !andb_true_iff in *. destruct O as [[[I J] R] T].
  rewrite irreflexive_spec in R. rewrite included_spec in T. repeat split.
  - apply included_spec. intros a b H. simpl in H. rewrite related_closure in *.
    induction H as [a b H|a b c _ IH _ JH]; [apply t_step|eapply t_trans; eauto].
    rewrite related_intersection, andb_true_iff in *. destruct H as [H S]. split; [|exact S].
    simpl. apply related_closure, t_step. rewrite related_intersection. now rewrite H.
  - apply included_spec. intros a b H. rewrite related_closure in H. simpl. apply related_closure.
    induction H as [a b H|a b c _ IH _ JH]; [|eapply t_trans; eauto].
    rewrite related_intersection, andb_true_iff in H. destruct H as [H _].
    simpl in H. now apply related_closure in H.
  - apply irreflexive_spec. intros a. destruct (related _ a a) eqn:H; [|reflexivity].
    apply sync_there in H. now rewrite R in H.
  - apply included_spec. intros a b S. rewrite related_union, orb_true_iff.
    pose proof (T _ _ (scoped_there _ _ S)) as H. rewrite related_union, orb_true_iff in H.
    destruct H as [H|H]; [left; now apply sync_here|right].
    apply related_inverse in H as [_ H]. apply related_inverse.
    assert (L : a < size Y).
    { unfold scoped in S. rewrite related_difference, andb_true_iff, related_relate in S.
      destruct S as [(x & y & E & _) _]. eapply in_range, E. }
    split; [|apply sync_here; auto using scoped_sym].
    pose proof rows_fit_below as F. unfold rows_fit in F. cbn [forallb] in F. rewrite
      !andb_true_iff, !Nat.eqb_eq in F.
    destruct F as (_ & _ & -> & _). exact L.
Qed.

(* ---- Last writes ---- *)

Lemma same_location_of a : location_of P a = location_of Q a.
Proof. unfold location_of, address_of. now rewrite same_addresses. Qed.

Lemma row_restrict r b e : nth_error all b = Some e -> keep e = true ->
  row (restrict r) (rank b) = renumber (row r b).
Proof.
  intros H K. unfold restrict, row at 1. apply nth_error_nth.
  apply (map_nth_error (fun b => renumber (row r b))). exact (rank_kept keep all _ _ H K).
Qed.

Lemma last_are_last_below : last_are_last P Y = true.
Proof.
  destruct parts as (_ & _ & _ & _ & _ & _ & O). unfold last_are_last in *.
  rewrite same_locations. rewrite andb_true_iff in *. destruct O as [L O]. simpl.
  rewrite map_length. split; [exact L|]. rewrite forallb_forall in *. intros [l w] I.
  assert (M : exists b, w = rank b /\ In (l, b) (combine (seq 0 (length (last X))) (last X))).
  { revert I. clear. generalize 0. induction (last X) as [|b bs IH]; intros n; simpl; [tauto|].
    intros [[= <- <-]|I]; [eauto|]. destruct (IH _ I) as (c & -> & J). eauto. }
  destruct M as (b & -> & J). specialize (O _ J). simpl in O.
  destruct (nth_error all b) as [e'|] eqn:E; [|discriminate].
  rewrite !andb_true_iff in O. destruct O as [[WR LO] Z].
  assert (K : keep e' = true).
  { apply keeps. unfold is_write, is_fence in *. destruct (what e'); auto. }
  destruct (new_event _ _ E K) as (e & A & [V _] & _). rewrite A.
  rewrite (within_is_write _ _ V), WR, (within_location _ _ V), LO. simpl.
  rewrite (row_restrict _ _ _ E K). apply N.eqb_eq in Z. rewrite Z. now rewrite renumber_0.
Qed.

Lemma final_value_below o : final_value P Y o = final_value Q X o.
Proof.
  destruct o as [t r|a]; [reflexivity|]. unfold final_value. rewrite same_location_of. simpl.
  destruct (nth_error (last X) (location_of Q a)) as [b|] eqn:L.
  - rewrite (map_nth_error _ _ _ L).
    destruct parts as (_ & _ & _ & _ & _ & _ & O). unfold last_are_last in O.
    rewrite andb_true_iff, forallb_forall in O. destruct O as [_ O].
    assert (I : In (location_of Q a, b) (combine (seq 0 (length (last X))) (last X))).
    { clear O. revert L. generalize (location_of Q a). intros k.
      assert (G : forall n, nth_error (last X) k = Some b ->
                  In (n + k, b) (combine (seq n (length (last X))) (last X))).
      { revert k. induction (last X) as [|c cs IH]; intros [|k] n; simpl; try discriminate.
        - intros [= ->]. left. f_equal. lia.
        - intros H. right. replace (n + S k) with (S n + k) by lia. exact (IH k (S n) H). }
      apply (G 0). }
    specialize (O _ I). simpl in O. destruct (nth_error all b) as [e'|] eqn:E; [|discriminate].
    rewrite !andb_true_iff in O. destruct O as [[WR _] _].
    assert (K : keep e' = true).
    { apply keeps. unfold is_write, is_fence in *. destruct (what e'); auto. }
    destruct (new_event _ _ E K) as (e & -> & [V _] & _). now rewrite (within_value _ _ V).
  - assert (nth_error (map rank (last X)) (location_of Q a) = None) as ->; [|reflexivity].
    apply nth_error_None. rewrite map_length. now apply nth_error_None.
Qed.

(* ---- Barriers ---- *)

Lemma renumber_the f :
  (forall e e', event_within e e' -> f e = f e') -> the Y f = renumber (the X f).
Proof.
  intros F. apply member_ext. intros a. rewrite member_renumber. unfold the. simpl.
  rewrite member_members. destruct (nth_error kept a) as [b|] eqn:K.
  - assert (L : a < length kept) by (apply nth_error_Some; congruence).
    destruct (at_kept _ L) as (e & e' & A & B & [V _]). rewrite A, member_members.
    assert (old a = b) as <- by (unfold Renumber.old; now apply nth_error_nth). rewrite B. auto.
  - apply nth_error_None in K. rewrite <- size_below in K. apply nth_error_None in K.
    unfold size in K. simpl in K. now rewrite K.
Qed.

Lemma renumber_and s t : renumber (s && t)%set = (renumber s && renumber t)%set.
Proof.
  apply member_ext. intros a. unfold member at 2. rewrite member_renumber, N.land_spec.
  fold (member (renumber s) a) (member (renumber t) a). rewrite !member_renumber.
  destruct (nth_error kept a); [apply N.land_spec|reflexivity].
Qed.

Lemma member_kept s a : a < length kept -> member (renumber s) a = member s (old a).
Proof. intros L. now rewrite member_renumber, (kept_in_range keep all _ L). Qed.
Lemma member_range s a : member (renumber s) a = true -> a < length kept.
Proof.
  rewrite member_renumber. destruct (nth_error kept a) eqn:K; [|discriminate]. intros _.
  apply nth_error_Some. congruence.
Qed.

(* A stage of both meetings. *)
Record meeting (m n : Meeting) : Prop := {
  same_arrived : arrived m = renumber (arrived n);
  same_gathered : gathered m = renumber (gathered n);
  same_gathering : gathering m = gathering n;
  same_released : forall a b, related (released m) a b = true <->
    a < length kept /\ b < length kept /\ related (released n) (old a) (old b) = true }.

Lemma within_of_thread e e' t : event_within e e' -> of_thread t e = of_thread t e'.
Proof. intros [V _]. unfold of_thread. now rewrite V. Qed.

Lemma ahead_below m n t : meeting m n -> map old (ahead_of Y m t) = ahead_of X n t.
Proof.
  intros M. unfold ahead_of.
  set (g := fun b => negb (member (arrived n) b) &&
    match nth_error all b with
    | Some event => of_thread t event && is_barrier event
    | None => false
    end).
  transitivity (map old (filter (fun a => g (old a)) (seq 0 (length kept))));
    [|apply (filter_old keep all g)].
  - f_equal. rewrite size_below. apply filter_ext_in. intros a I. apply in_seq in I.
    subst g. cbv beta. rewrite (same_arrived _ _ M), member_kept by lia.
    destruct (at_kept a ltac:(lia)) as (e & e' & A & B & [V _]). simpl. rewrite A, B.
    now rewrite (within_of_thread _ _ _ V), (within_is_barrier _ _ V).
  - intros b H. unfold g in H. apply andb_true_iff in H as [_ H].
    destruct (nth_error all b) as [e|]; [|discriminate]. apply andb_true_iff in H as [_ H].
    exists e. split; [reflexivity|]. apply keeps. unfold is_barrier, is_fence in *.
    destruct (what e); auto.
Qed.

Lemma ahead_range m t a : In a (ahead_of Y m t) -> a < length kept.
Proof. unfold ahead_of. rewrite filter_In, in_seq, size_below. intros [H _]. lia. Qed.

Lemma same_stands m n t : meeting m n ->
  Nat.leb (length (thread_instructions (thread_of P t))) (stands P Y m t) =
  Nat.leb (length (thread_instructions (thread_of Q t))) (stands Q X n t).
Proof.
  intros M. pose proof (ahead_below _ _ t M) as H. pose proof (ahead_range m t) as R.
  unfold stands. destruct (ahead_of Y m t) as [|a rest] eqn:E; simpl in H; rewrite <- H.
  - now rewrite !Nat.leb_refl.
  - assert (L : a < length kept) by (apply R; now left).
    destruct (at_kept a L) as (e & e' & A & B & V & _ & _ & _ & _ & BOUND). simpl. rewrite A, B.
    assert (T : of_thread t e' = true).
    { assert (I : In a (ahead_of Y m t)) by (rewrite E; now left).
      unfold ahead_of in I. apply filter_In in I as [_ I]. simpl in I. rewrite A in I.
      rewrite !andb_true_iff in I. rewrite <- (within_of_thread _ _ _ V). tauto. }
    unfold of_thread in T. destruct (place e') as [p|]; [|discriminate]. apply Nat.eqb_eq in T.
    destruct (BOUND _ eq_refl) as (_ & B1 & B2). subst t.
    now rewrite (proj2 (Nat.leb_gt _ _) B1), (proj2 (Nat.leb_gt _ _) B2).
Qed.

Lemma release_below g m n :
  meeting m n -> meeting (release_generation Y g m) (release_generation X g n).
Proof.
  intros [AR GA GE RE]. unfold release_generation.
  assert (IN : arrivals_in Y g = renumber (arrivals_in X g)).
  { apply renumber_the. intros e e' [V O]. destruct e as [w pl ? ? ? ? ?], e' as [w' pl' ? ? ? ? ?].
    simpl in *. subst pl'. destruct w, w'; simpl in O; try contradiction; auto. now subst. }
  assert (WT : waiting_events Y = renumber (waiting_events X)).
  { apply renumber_the. intros e e' [_ O]. destruct (what e), (what e'); simpl in O;
      try contradiction; auto. now subst. }
  rewrite IN, WT, GA, <- renumber_and, <- renumber_and.
  set (all' := (gathered n && arrivals_in X g)%set). set (waits := (all' && waiting_events X)%set).
  constructor; simpl; auto.
  - apply member_ext. intros a. unfold member at 1. rewrite N.ldiff_spec.
    fold (member (renumber (gathered n)) a) (member (renumber all') a).
    rewrite !member_renumber. destruct (nth_error kept a); [|reflexivity].
    unfold member. now rewrite N.ldiff_spec.
  - intros a b. rewrite !related_union, !related_difference, !related_product.
    rewrite !orb_true_iff, !andb_true_iff, !negb_true_iff, RE.
    assert (ID : a < length kept -> b < length kept ->
      related (id Y) a b = related (id X) (old a) (old b)).
    { intros L K. apply eq_true_iff_eq. rewrite !related_id, size_below. split.
      - intros [-> _]. split; [reflexivity|]. destruct (at_kept _ K) as (_ & e' & _ & B & _).
        eapply in_range, B.
      - intros [H _]. split; [|exact L]. now apply (old_injective keep all). }
    assert (SZ : a < length kept -> (old a <? size X) = true).
    { intros L. apply Nat.ltb_lt. destruct (at_kept _ L) as (_ & e' & _ & B & _).
      eapply in_range, B. }
    split.
    + intros [(L & K & H)|[[[A B] _] N]]; [tauto|].
      pose proof (member_range _ _ A) as L. pose proof (member_range _ _ B) as K.
      rewrite member_kept in A, B by assumption. rewrite ID in N by assumption.
      split; [exact L|]. split; [exact K|]. right. auto.
    + intros (L & K & [H|[[[A B] _] N]]); [tauto|]. right.
      rewrite !member_kept, ID by assumption. rewrite size_below.
      rewrite (proj2 (Nat.ltb_lt _ _) L). auto.
Qed.

Lemma meet_below b m n n' :
  meeting m n -> meet Q X n b = Some n' ->
  exists m', meet P Y m (rank b) = Some m' /\ meeting m' n'.
Proof.
  intros M H. unfold meet in H. destruct (nth_error all b) as [e'|] eqn:E; [|discriminate].
  destruct e' as [w' pl' i' a' d' c' r']. destruct w' as [| | | | |arrival]; try discriminate.
  destruct pl' as [p|]; [|discriminate].
  match type of E with _ = Some ?x => set (e' := x) in * end.
  destruct (new_event b e' E (keeps e' eq_refl)) as (e & A & [[V O] _] & OLD).
  destruct e as [w pl i a d c r]. change (pl = Some p) in V.
  change (operation_within w (Meet arrival)) in O. subst pl.
  destruct w; try contradiction. simpl in O. subst arrival0.
  unfold meet. simpl events. rewrite A.
  assert (SG : gathering m = gathering n) by apply M. rewrite SG.
  rewrite (same_may_arrive P Q same_places same_count).
  rewrite (same_arrive P Q same_places same_count).
  assert (NX : match ahead_of Y m (place_thread p) with first :: _ => first =? rank b | [] => false
    end =
               match ahead_of X n (place_thread p) with first :: _ => first =? b | [] => false end).
  { rewrite <- (ahead_below _ _ _ M). pose proof (ahead_range m (place_thread p)) as R.
    destruct (ahead_of Y m (place_thread p)) as [|first rest]; [reflexivity|]. simpl.
    assert (L : rank b < length kept).
    { apply nth_error_Some. rewrite (rank_kept keep all _ _ E (keeps e' eq_refl)). discriminate. }
    apply eq_true_iff_eq. rewrite !Nat.eqb_eq. split; intros Z.
    - now rewrite Z.
    - apply (old_injective keep all); [apply R; now left|exact L|]. now rewrite OLD. }
  rewrite NX. destruct (_ && _ && _); [|discriminate]. injection H as <-.
  match goal with |- context [fold_right (release_generation Y) ?m0 _] => set (m1 := m0) end.
  match goal with |- context [fold_right (release_generation X) ?n0 _] => set (n1 := n0) end.
  set (after := {| arrived := (singleton b || arrived n)%set;
                   gathered := (singleton b || gathered n)%set;
                   gathering := arrive Q (place_thread p) arrival (gathering n);
                   released := released n |}) in *.
  set (after' := {| arrived := (singleton (rank b) || arrived m)%set;
                    gathered := (singleton (rank b) || gathered m)%set;
                    gathering := arrive Q (place_thread p) arrival (gathering n);
                    released := released m |}) in *.
  assert (AFTER : meeting after' after).
  { destruct M as [AR GA GE RE].
    constructor; unfold after, after'; cbn [arrived gathered gathering released]; [|
      |reflexivity|exact RE];
      rewrite renumber_or, (renumber_singleton keep all _ _ E (keeps e' eq_refl)); congruence. }
  assert (ENDS : forall t, t < length (threads Q) ->
    Nat.leb (length (thread_instructions (thread_of P t)))
      (nth t (map (stands P Y after') (seq 0 (length (threads P)))) 0) =
    Nat.leb (length (thread_instructions (thread_of Q t)))
      (nth t (map (stands Q X after) (seq 0 (length (threads Q)))) 0)).
  { intros t L. rewrite same_count.
    rewrite !(nth_indep _ 0 (stands P Y after' 0)) by now rewrite map_length, seq_length.
    rewrite map_nth, seq_nth by exact L.
    rewrite (nth_indep _ (stands P Y after' 0) (stands Q X after 0))
      by now rewrite map_length, seq_length.
    rewrite map_nth, seq_nth by exact L. now apply same_stands. }
  eexists. split; [reflexivity|].
  unfold completed_barriers, complete_barriers in *.
  rewrite (same_completing P Q same_count _ _ ENDS).
  assert (FIRST : meeting m1 n1).
  { subst m1 n1. unfold complete_barriers. rewrite (same_completing P Q same_count _ _ ENDS).
    destruct AFTER as [AR GA GE RE]. constructor; simpl in *; auto. }
  clearbody m1 n1. induction (fst _) as [|g l IH]; simpl; auto using release_below.
Qed.

Lemma meet_all_below order : forall m n n',
  meeting m n -> meet_all Q X n order = Some n' ->
  exists m', meet_all P Y m (map rank order) = Some m' /\ meeting m' n'.
Proof.
  induction order as [|b order IH]; intros m n n' M H; simpl in *.
  - injection H as <-. eauto.
  - destruct (meet Q X n b) as [n1|] eqn:E; [|discriminate].
    destruct (meet_below _ _ _ _ M E) as (m1 & -> & M1). eauto.
Qed.

Lemma barriers_pass_below : barriers_pass P Y = true.
Proof.
  destruct parts as (_ & _ & _ & _ & _ & B & _). unfold barriers_pass in *.
  rewrite andb_true_iff, Nat.eqb_eq in *. destruct B as [L B]. split.
  - simpl. rewrite map_length, L. clear B L.
    assert (F : forall l, length (filter is_barrier (filter keep l)) = length (filter is_barrier
      l)).
    { intros l. induction l as [|e l IH]; simpl; auto. destruct (is_barrier e) eqn:BE.
      - rewrite keeps by (unfold is_barrier, is_fence in *; destruct (what e); auto). simpl.
        rewrite BE. simpl. now rewrite IH.
      - destruct (keep e); simpl; rewrite ?BE; exact IH. }
    rewrite <- F. clear F. induction EV as [|e e' l l' [V _] R IH]; simpl; auto.
    rewrite (within_is_barrier _ _ V). destruct (is_barrier e'); simpl; now rewrite IH.
  - simpl arrivals.
    destruct (meet_all Q X _ (arrivals X)) as [n|] eqn:M; [|discriminate].
    edestruct meet_all_below as (m & MA & [AR GA GE RE]); [|exact M|].
    2:{ rewrite MA. rewrite !andb_true_iff, !N.eqb_eq in *. destruct B as [[[A W] I] J].
        rewrite included_spec in I, J. repeat split.
        - rewrite AR, A. symmetry. apply renumber_the. intros. now apply within_is_barrier.
        - now rewrite GE.
        - apply included_spec. simpl. intros a b H. destruct (restrict_range _ _ _ H) as [LA LB].
          apply RE. repeat split; auto. apply I. now apply related_restrict_old.
        - apply included_spec. simpl. intros a b H. apply RE in H as (LA & LB & H).
          rewrite related_old_restrict by assumption. now apply J. }
    constructor; simpl; auto.
    + symmetry. apply renumber_0.
    + symmetry. apply renumber_0.
    + intros a b. split.
      * intros H. apply related_in_range in H. simpl in H. lia.
      * intros (_ & _ & H). apply related_in_range in H. simpl in H. lia.
Qed.

End Restricted.
