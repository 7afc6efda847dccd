(* What is stronger makes nothing else possible: the axioms of PTX ISA 7.5, as Ptx75.v has them, are
   monotone.

   Execution A is *within* execution B if each event of A is one of B, in the same place and with
   the same reads-from, coherence, dependencies and barriers, whose order and scope are as strong or
   stronger; B has more events besides, and its Fence-SC order all that A has, which in turn has
   what B has of it between fences of A that are still morally strong. What is proved: if B
   satisfies ptx75, so does A. Every relation of the axioms stands where more of it can only break
   them, but for coherence, which is the same, and the Fence-SC order in the axiom of that name.

   Ptx75 alone is meant, and how it reads the ISA: fence.sc has all that fence.acq_rel has. *)

From Coq Require Import NArith List Bool Arith Lia Relation_Operators.
From Opexplore Require Import Execution.
From Opexplore Require Export EventsWithin.
From Opexplore Require Ptx75.
Import ListNotations.

(* ---- Executions ---- *)

(* The fences that the axiom FenceSC speaks of. *)
Definition strong_fences (X : Execution) : Relation :=
  let fences := (Ptx75.F X && Ptx75.SC X)%set in
  (product (size X) fences fences && Ptx75.ms X)%rel.

(* Pairs of one relation are pairs of the other, where `f` says which events are which. *)
Definition maps (f : EventId -> EventId) (r s : Relation) : Prop :=
  forall a b, related r a b = true -> related s (f a) (f b) = true.

Record Within (A B : Execution) (f : EventId -> EventId) : Prop := {
  within_events : forall a e, nth_error (events A) a = Some e ->
    exists e', nth_error (events B) (f a) = Some e' /\ event_within e e';
  within_order : forall a b, a < b -> b < size A -> f a < f b;
  within_rows : length (rf A) = size A /\ length (rf B) = size B /\ length (co A) = size A;
  within_rf : maps f (rf A) (rf B);
  within_co : maps f (co A) (co B);
  within_co_all : forall a b, a < size A -> b < size A ->
    related (co B) (f a) (f b) = true -> related (co A) a b = true;
  within_addr : maps f (addr A) (addr B);
  within_data : maps f (data A) (data B);
  within_ctrl : maps f (ctrl A) (ctrl B);
  within_rmw : maps f (rmw A) (rmw B);
  within_barriers : maps f (sync_barrier A) (sync_barrier B);
  within_fences : maps f (sync_fence A) (sync_fence B);
  within_fences_all : forall a b, related (strong_fences A) a b = true ->
    related (sync_fence B) (f a) (f b) = true -> related (sync_fence A) a b = true }.

(* ---- Lengths and members ---- *)

Lemma length_by_rows g r : forall s, length (by_rows g r s) = Nat.max (length r) (length s).
Proof.
  induction r as [|x r IH]; intros [|y s]; simpl; auto; now rewrite ?map_length, ?IH.
Qed.
Lemma length_relate X P : length (relate X P) = size X.
Proof. apply map_length. Qed.
Lemma length_later X : length (later X) = size X.
Proof. unfold later. now rewrite map_length, seq_length. Qed.
Lemma length_from r : forall s, length (from s r) = length r.
Proof. induction r as [|x r IH]; intros s; simpl; auto. Qed.
Lemma length_product n s t : length (product n s t) = n.
Proof. unfold product. now rewrite length_from, repeat_length. Qed.
Lemma length_po X : length (po X) = size X.
Proof.
  unfold po, intersection. rewrite length_by_rows, length_relate, length_later. apply Nat.max_id.
Qed.
Lemma length_fence_of X : length (Ptx75.fence_of X) = size X.
Proof.
  unfold Ptx75.fence_of, union, intersection, scta.
  now rewrite !length_by_rows, !length_product, length_relate, !Nat.max_id.
Qed.

Lemma related_relate X P a b :
  related (relate X P) a b = true <->
  exists x y, nth_error (events X) a = Some x /\ nth_error (events X) b = Some y /\ P x y = true.
Proof.
  unfold relate, related, row. destruct (nth_error (events X) a) as [x|] eqn:E.
  - assert (L : a < length (events X)) by (apply nth_error_Some; congruence).
    rewrite (nth_indep _ 0%N (members (P x) (events X))) by now rewrite map_length.
    rewrite (map_nth (fun x => members (P x) (events X))), member_members.
    rewrite (nth_error_nth _ _ _ E). destruct (nth_error (events X) b) as [y|].
    + split; [intros H; exists x, y; auto|]. intros (u & v & [= <-] & [= <-] & H). exact H.
    + split; [discriminate|]. now intros (u & v & _ & [=] & _).
  - apply nth_error_None in E. rewrite nth_overflow by now rewrite map_length.
    unfold member. rewrite N.bits_0. split; [discriminate|]. now intros (u & v & [=] & _).
Qed.

Lemma member_the X P a :
  member (the X P) a = true <-> exists e, nth_error (events X) a = Some e /\ P e = true.
Proof.
  unfold the. rewrite member_members. destruct (nth_error (events X) a) as [e|].
  - split; [eauto|]. now intros (x & [= <-] & H).
  - split; [discriminate|]. now intros (x & [=] & _).
Qed.

Lemma in_range X a e : nth_error (events X) a = Some e -> a < size X.
Proof. intros H. apply nth_error_Some. congruence. Qed.

Lemma related_seq (P : EventId -> EventId -> bool) n a b :
  related (map (fun a => members (P a) (seq 0 n)) (seq 0 n)) a b = (a <? n) && (b <? n) && P a b.
Proof.
  assert (S : forall k, nth_error (seq 0 n) k = if k <? n then Some k else None).
  { intros k. destruct (Nat.ltb_spec k n) as [L|G].
    - rewrite (nth_error_nth' _ 0) by now rewrite seq_length. now rewrite seq_nth by exact L.
    - apply nth_error_None. now rewrite seq_length. }
  unfold related, row. destruct (Nat.ltb_spec a n) as [L|G]; simpl.
  - rewrite (nth_indep _ 0%N (members (P 0) (seq 0 n))) by now rewrite map_length, seq_length.
    rewrite (map_nth (fun a => members (P a) (seq 0 n))), seq_nth by exact L. simpl.
    rewrite member_members, S. destruct (b <? n); auto.
  - rewrite nth_overflow by now rewrite map_length, seq_length. apply N.bits_0.
Qed.

Lemma related_later X a b : related (later X) a b = true <-> a < b /\ b < size X.
Proof.
  unfold later. rewrite (related_seq Nat.ltb), !andb_true_iff, !Nat.ltb_lt. lia.
Qed.

Lemma related_id X a b : related (id X) a b = true <-> a = b /\ a < size X.
Proof.
  unfold id, related, row. destruct (Nat.lt_ge_cases a (size X)) as [L|G].
  - rewrite (nth_indep _ 0%N (singleton 0)) by now rewrite map_length, seq_length.
    rewrite map_nth, seq_nth by exact L. rewrite member_singleton, Nat.eqb_eq. simpl. intuition lia.
  - rewrite nth_overflow by now rewrite map_length, seq_length. unfold member. rewrite N.bits_0.
    split; [discriminate|lia].
Qed.

Lemma member_and s t a : member (s && t)%set a = true <-> member s a = true /\ member t a = true.
Proof. unfold member. rewrite N.land_spec. apply andb_true_iff. Qed.
Lemma member_or s t a : member (s || t)%set a = true <-> member s a = true \/ member t a = true.
Proof. unfold member. rewrite N.lor_spec. apply orb_true_iff. Qed.

(* ---- Operators keep it ---- *)

Section Monotone.

Variables A B : Execution.
Variable f : EventId -> EventId.
Hypothesis W : Within A B f.

Definition maps_set (s t : EventSet) : Prop :=
  forall a, member s a = true -> member t (f a) = true.

Lemma maps_range a : a < size A -> f a < size B.
Proof.
  intros L. destruct (nth_error (events A) a) as [e|] eqn:E.
  - destruct (within_events _ _ _ W _ _ E) as (e' & E' & _). eapply in_range, E'.
  - apply nth_error_None in E. unfold size in L. lia.
Qed.

Lemma maps_different a b : a < size A -> b < size A -> a <> b -> f a <> f b.
Proof.
  intros L M N. destruct (Nat.lt_trichotomy a b) as [H|[H|H]]; [|contradiction|];
    pose proof (within_order _ _ _ W _ _ H ltac:(assumption)); lia.
Qed.

Lemma maps_union r s t u : maps f r t -> maps f s u -> maps f (union r s) (union t u).
Proof.
  intros R S a b. rewrite !related_union, !orb_true_iff. intros [H|H]; auto.
Qed.
Lemma maps_intersection r s t u :
  maps f r t -> maps f s u -> maps f (intersection r s) (intersection t u).
Proof. intros R S a b. rewrite !related_intersection, !andb_true_iff. intros [H K]; auto. Qed.
Lemma maps_compose r s t u : maps f r t -> maps f s u -> maps f (compose r s) (compose t u).
Proof. intros R S a b. rewrite !related_compose. intros (c & H & K); eauto. Qed.
Lemma maps_inverse r s :
  length r = size A -> length s = size B -> maps f r s -> maps f (inverse r) (inverse s).
Proof.
  intros L M R a b. rewrite !related_inverse, L, M. intros [H K]; auto using maps_range.
Qed.
Lemma maps_paths r s a b :
  maps f r s -> clos_trans _ (fun x y => related r x y = true) a b ->
  clos_trans _ (fun x y => related s x y = true) (f a) (f b).
Proof.
  intros R P. induction P as [a b H|a b c P IP Q IQ]; [apply t_step; auto|eapply t_trans; eauto].
Qed.
Lemma maps_closure r s : maps f r s -> maps f (closure r) (closure s).
Proof. intros R a b. rewrite !related_closure. now apply maps_paths. Qed.
Lemma maps_product s t u v :
  maps_set s u -> maps_set t v -> maps f (product (size A) s t) (product (size B) u v).
Proof.
  intros S T a b. rewrite !related_product, !andb_true_iff, !Nat.ltb_lt.
  intros [[H K] L]; auto using maps_range.
Qed.
Lemma maps_on s t : maps_set s t -> maps f (Ptx75.on A s) (Ptx75.on B t).
Proof.
  intros S. unfold Ptx75.on. apply maps_intersection; [|now apply maps_product].
  intros a b. rewrite !related_id. intros [-> L]. auto using maps_range.
Qed.
Lemma maps_and s t u v : maps_set s u -> maps_set t v -> maps_set (s && t)%set (u && v)%set.
Proof. intros S T a. rewrite !member_and. intros [H K]; auto. Qed.
Lemma maps_or s t u v : maps_set s u -> maps_set t v -> maps_set (s || t)%set (u || v)%set.
Proof. intros S T a. rewrite !member_or. intros [H|H]; auto. Qed.

Lemma maps_the P Q :
  (forall x y, event_within x y -> P x = true -> Q y = true) -> maps_set (the A P) (the B Q).
Proof.
  intros H a. rewrite !member_the. intros (e & E & K).
  destruct (within_events _ _ _ W _ _ E) as (e' & E' & V). eauto.
Qed.
Lemma maps_relate P Q :
  (forall x y x' y', event_within x x' -> event_within y y' -> P x y = true -> Q x' y' = true) ->
  maps f (relate A P) (relate B Q).
Proof.
  intros H a b. rewrite !related_relate. intros (x & y & E & F & K).
  destruct (within_events _ _ _ W _ _ E) as (x' & E' & V).
  destruct (within_events _ _ _ W _ _ F) as (y' & F' & U). exists x', y'. eauto.
Qed.

Local Hint Resolve maps_union maps_intersection maps_compose maps_closure maps_product maps_on
  maps_and maps_or within_rf within_co within_addr within_data within_ctrl within_rmw
  within_barriers within_fences : maps.

(* ---- Sets ---- *)

Lemma maps_R : maps_set (Ptx75.R A) (Ptx75.R B).
Proof. apply maps_the. intros x y V. now rewrite (within_is_read _ _ V). Qed.
Lemma maps_W : maps_set (Ptx75.W A) (Ptx75.W B).
Proof. apply maps_the. intros x y V. now rewrite (within_is_write _ _ V). Qed.
Lemma maps_F : maps_set (Ptx75.F A) (Ptx75.F B).
Proof. apply maps_the. intros x y V. now rewrite (within_is_fence _ _ V). Qed.
Lemma maps_M : maps_set (Ptx75.M A) (Ptx75.M B).
Proof. apply maps_or; [apply maps_R|apply maps_W]. Qed.
Lemma maps_with_proxy p : maps_set (Ptx75.with_proxy A p) (Ptx75.with_proxy B p).
Proof. apply maps_the. intros x y V. now rewrite (within_proxy _ _ V). Qed.
Lemma maps_ALIAS : maps_set (Ptx75.ALIAS A) (Ptx75.ALIAS B).
Proof. apply maps_the. intros x y V. now rewrite (within_alias_fence _ _ V). Qed.

Lemma member_with_order X o a :
  member (Ptx75.with_order X o) a = true <->
  exists e, nth_error (events X) a = Some e /\ order_at e = Some o.
Proof.
  unfold Ptx75.with_order. rewrite member_the. split; intros (e & E & H); exists e;
    (split; [exact E|]).
  - destruct (order_at e) as [p|]; [|discriminate].
    destruct (Ptx75.order_eq_dec p o); [congruence|discriminate].
  - rewrite H. destruct (Ptx75.order_eq_dec o o); congruence.
Qed.

Definition with_orders (X : Execution) (orders : list Order) : EventSet :=
  fold_right (fun o s => Ptx75.with_order X o || s)%set 0%N orders.
Lemma member_with_orders X orders a :
  member (with_orders X orders) a = true <->
  exists e, nth_error (events X) a = Some e /\ ordered orders e.
Proof.
  unfold ordered. induction orders as [|o orders IH]; simpl.
  - split; [discriminate|]. now intros (e & _ & o & _ & []).
  - rewrite member_or, member_with_order, IH. split.
    + intros [(e & E & H)|(e & E & p & H & I)]; eauto 7.
    + intros (e & E & p & H & [->|I]); [left|right]; eauto.
Qed.

Lemma is_fence_of X a e :
  member (Ptx75.F X) a = true -> nth_error (events X) a = Some e -> is_fence e = true.
Proof. unfold Ptx75.F. rewrite member_the. intros (x & E & H). congruence. Qed.

Lemma maps_half S o :
  o <> weak -> o <> relaxed -> maps_set (S A) (S B) ->
  (forall X a e, member (S X) a = true -> nth_error (events X) a = Some e -> is_fence e = false) ->
  maps_set (S A && Ptx75.with_order A o)%set (S B && Ptx75.with_order B o)%set.
Proof.
  intros N M V F a. rewrite !member_and, !member_with_order. intros [H (e & E & O)].
  split; [auto|]. destruct (within_events _ _ _ W _ _ E) as (e' & E' & U). exists e'.
  split; [exact E'|]. eapply within_half; eauto.
Qed.
Lemma R_no_fence X a e :
  member (Ptx75.R X) a = true -> nth_error (events X) a = Some e -> is_fence e = false.
Proof.
  unfold Ptx75.R. rewrite member_the. intros (x & E & H) K. rewrite K in E. injection E as <-.
  unfold is_read, is_fence in *. destruct (what e); congruence.
Qed.
Lemma W_no_fence X a e :
  member (Ptx75.W X) a = true -> nth_error (events X) a = Some e -> is_fence e = false.
Proof.
  unfold Ptx75.W. rewrite member_the. intros (x & E & H) K. rewrite K in E. injection E as <-.
  unfold is_write, is_fence in *. destruct (what e); congruence.
Qed.
Lemma maps_R_ACQ : maps_set (Ptx75.R A && Ptx75.ACQ A)%set (Ptx75.R B && Ptx75.ACQ B)%set.
Proof. apply (maps_half Ptx75.R); [discriminate|discriminate|apply maps_R|exact R_no_fence]. Qed.
Lemma maps_W_REL : maps_set (Ptx75.W A && Ptx75.REL A)%set (Ptx75.W B && Ptx75.REL B)%set.
Proof. apply (maps_half Ptx75.W); [discriminate|discriminate|apply maps_W|exact W_no_fence]. Qed.

Lemma strong_orders X :
  Ptx75.strong X = with_orders X [relaxed; acquire; release; acq_rel; sc].
Proof. unfold Ptx75.strong, with_orders. simpl. now rewrite N.lor_0_r, !N.lor_assoc. Qed.
Lemma maps_strong : maps_set (Ptx75.strong A) (Ptx75.strong B).
Proof.
  intros a. rewrite !strong_orders, !member_with_orders. intros (e & E & H).
  destruct (within_events _ _ _ W _ _ E) as (e' & E' & U). exists e'. split; [exact E'|].
  eapply within_strong; eauto.
Qed.

Lemma maps_fence orders :
  (forall x y, event_within x y -> is_fence x = true -> ordered orders x -> ordered orders y) ->
  maps_set (Ptx75.F A && with_orders A orders)%set (Ptx75.F B && with_orders B orders)%set.
Proof.
  intros V a. rewrite !member_and, !member_with_orders. intros [F (e & E & H)].
  split; [now apply maps_F|]. destruct (within_events _ _ _ W _ _ E) as (e' & E' & U).
  exists e'. split; [exact E'|]. eapply V; eauto using is_fence_of.
Qed.
Lemma maps_release_fence : maps_set (Ptx75.release_fence A) (Ptx75.release_fence B).
Proof.
  assert (E : forall X, Ptx75.release_fence X =
    (Ptx75.F X && with_orders X [release; acq_rel; sc])%set).
  { intros X. unfold Ptx75.release_fence, with_orders. simpl. now rewrite N.lor_0_r, !N.lor_assoc. }
  rewrite !E. apply maps_fence. intros. eapply within_ordered_fence; eauto.
Qed.
Lemma maps_acquire_fence : maps_set (Ptx75.acquire_fence A) (Ptx75.acquire_fence B).
Proof.
  assert (E : forall X, Ptx75.acquire_fence X =
    (Ptx75.F X && with_orders X [acquire; acq_rel; sc])%set).
  { intros X. unfold Ptx75.acquire_fence, with_orders. simpl. now rewrite N.lor_0_r, !N.lor_assoc. }
  rewrite !E. apply maps_fence. intros. eapply within_ordered_fence; eauto.
Qed.
Lemma maps_thread_fence : maps_set (Ptx75.thread_fence A) (Ptx75.thread_fence B).
Proof. apply maps_and; [apply maps_F|apply maps_strong]. Qed.

(* ---- Relations of events ---- *)

Lemma within_both {T} (g : Event -> option T) P x y x' y' :
  g x = g x' -> g y = g y' -> both g P x y = true -> both g P x' y' = true.
Proof. unfold both. intros -> ->. auto. Qed.

Lemma maps_loc : maps f (loc A) (loc B).
Proof.
  apply maps_relate. intros x y x' y' V U.
  apply within_both; auto using within_location.
Qed.
Lemma maps_scta : maps f (scta A) (scta B).
Proof. apply maps_relate. intros x y x' y' [V _] [U _]. now apply within_both. Qed.
Lemma maps_vloc : maps f (vloc A) (vloc B).
Proof.
  apply maps_relate. intros x y x' y' V U. unfold same_address, both.
  pose proof (within_address _ _ V) as P. pose proof (within_address _ _ U) as Q.
  destruct (access_of x), (access_of x'); try contradiction; try discriminate.
  destruct (access_of y), (access_of y'); try contradiction; try discriminate.
  now rewrite P, Q.
Qed.
Lemma within_inclusive x y x' y' :
  event_within x x' -> event_within y y' -> inclusive x y = true -> inclusive x' y' = true.
Proof.
  intros V U. unfold inclusive, both. rewrite <- (proj1 V), <- (proj1 U). destruct (place x) as
    [p|], (place y) as [q|]; auto.
  destruct (scope_at x) as [s|] eqn:S; [|discriminate].
  destruct (scope_at y) as [t|] eqn:T; [|discriminate].
  destruct (within_scope _ _ V _ S) as (s' & -> & LS).
  destruct (within_scope _ _ U _ T) as (t' & -> & LT).
  rewrite !andb_true_iff. intros [H K]. eauto using at_least_trans.
Qed.
Lemma maps_sr : maps f (sr A) (sr B).
Proof. apply maps_relate. intros x y x' y'. apply within_inclusive. Qed.
Lemma maps_po : maps f (po A) (po B).
Proof.
  unfold po. apply maps_intersection.
  - apply maps_relate. intros x y x' y' [V _] [U _]. now apply within_both.
  - intros a b. rewrite !related_later. intros [L M].
    split; [eapply within_order; eauto|auto using maps_range].
Qed.
Lemma maps_fr : maps f (fr A) (fr B).
Proof.
  destruct (within_rows _ _ _ W) as (LA & LB & _). unfold fr. apply maps_compose; [|eauto with
    maps].
  apply maps_inverse; eauto with maps.
Qed.

Local Hint Resolve maps_R maps_W maps_F maps_M maps_with_proxy maps_ALIAS maps_R_ACQ maps_W_REL
  maps_strong maps_release_fence maps_acquire_fence maps_thread_fence maps_loc maps_scta maps_vloc
  maps_sr maps_po maps_fr : maps.

(* ---- Derived relations ---- *)

Lemma maps_same_proxy : maps f (Ptx75.same_proxy A) (Ptx75.same_proxy B).
Proof.
  unfold Ptx75.same_proxy, Ptx75.GEN, Ptx75.TEX, Ptx75.SUR, Ptx75.CON. eauto 10 with maps.
Qed.
Lemma maps_po_vloc : maps f (Ptx75.po_vloc A) (Ptx75.po_vloc B).
Proof. unfold Ptx75.po_vloc. auto with maps. Qed.
Lemma maps_operation : maps_set (Ptx75.operation A) (Ptx75.operation B).
Proof. unfold Ptx75.operation. auto with maps. Qed.

(* An operation that is no access is a fence, in both. *)
Lemma maps_overlap : maps f (Ptx75.overlap A) (Ptx75.overlap B).
Proof.
  unfold Ptx75.overlap. apply maps_union; [apply maps_vloc|].
  intros a b. rewrite !related_difference, !andb_true_iff, !negb_true_iff. intros [H N].
  pose proof (maps_product _ _ _ _ maps_operation maps_operation _ _ H) as K. split; [exact K|].
  rewrite related_product in H. apply andb_true_iff in H as [H L]. apply andb_true_iff in H as [OA
    OB].
  rewrite related_product, L, andb_true_r in N.
  assert (V : forall e, e < size A -> member (Ptx75.M A) e = false -> member (Ptx75.M B) (f e) =
    false).
  { intros e Z Y. destruct (member (Ptx75.M B) (f e)) eqn:X; [|reflexivity]. exfalso.
    destruct (nth_error (events A) e) as [x|] eqn:E; [|apply nth_error_None in E; unfold size in Z;
      lia].
    destruct (within_events _ _ _ W _ _ E) as (x' & E' & U).
    assert (member (Ptx75.M A) e = true); [|congruence].
    unfold Ptx75.M, Ptx75.R, Ptx75.W in *. rewrite member_or, !member_the in *.
    destruct X as [(z & EZ & X)|(z & EZ & X)]; rewrite EZ in E'; injection E' as ->;
      [left|right]; exists x; (split; [exact E|]);
      [rewrite (within_is_read _ _ U)|rewrite (within_is_write _ _ U)]; exact X. }
  apply Nat.ltb_lt in L. assert (L' : b < size A).
  { unfold Ptx75.operation in OB. rewrite member_or in OB. unfold Ptx75.M, Ptx75.R, Ptx75.W,
      Ptx75.thread_fence, Ptx75.F in OB. rewrite member_or, member_and, !member_the in OB.
    destruct OB as [[(e & E & _)|(e & E & _)]|[(e & E & _) _]]; eapply in_range, E. }
  rewrite related_product. apply andb_false_iff in N as [N|N].
  - now rewrite (V a L N).
  - now rewrite (V b L' N), andb_false_r.
Qed.

Lemma maps_ms : maps f (Ptx75.ms A) (Ptx75.ms B).
Proof.
  unfold Ptx75.ms. intros a b. rewrite !related_difference, !andb_true_iff, !negb_true_iff.
  intros [H N].
  assert (O : maps f (Ptx75.ordered_or_strong A) (Ptx75.ordered_or_strong B)).
  { unfold Ptx75.ordered_or_strong. repeat apply maps_union; auto with maps.
    apply maps_inverse; auto using length_po with maps. }
  split.
  - revert H. apply maps_intersection; [|apply maps_product; apply maps_operation].
    repeat apply maps_intersection; auto using maps_same_proxy, maps_overlap.
  - destruct (related (id B) (f a) (f b)) eqn:E; [|reflexivity]. apply related_id in E as [E _].
    exfalso. rewrite related_intersection, andb_true_iff in H. destruct H as [H K].
    assert (RA : a < size A).
    { rewrite related_product, !andb_true_iff, Nat.ltb_lt in K. tauto. }
    assert (RB : b < size A).
    { destruct (Nat.lt_ge_cases b (size A)) as [|G]; [assumption|exfalso].
      rewrite related_product, !andb_true_iff in K. destruct K as [[_ K] _].
      unfold Ptx75.operation in K. rewrite member_or in K. unfold Ptx75.M, Ptx75.R, Ptx75.W,
        Ptx75.thread_fence, Ptx75.F in K. rewrite member_or, member_and, !member_the in K.
      destruct K as [[(e & D & _)|(e & D & _)]|[(e & D & _) _]]; apply in_range in D; lia. }
    apply (maps_different a b RA RB); [|exact E]. intros ->.
    assert (related (id A) b b = true) by now apply related_id. congruence.
Qed.

Local Hint Resolve maps_same_proxy maps_po_vloc maps_ms : maps.

Lemma maps_release : maps f (Ptx75.release A) (Ptx75.release B).
Proof. unfold Ptx75.release. repeat apply maps_union; auto 10 with maps. Qed.
Lemma maps_acquire : maps f (Ptx75.acquire A) (Ptx75.acquire B).
Proof. unfold Ptx75.acquire. repeat apply maps_union; auto 10 with maps. Qed.

Section Derived.

Local Notation dA := (Ptx75.derived A).
Local Notation dB := (Ptx75.derived B).

Lemma maps_observation : maps f (Ptx75.derived_observation dA) (Ptx75.derived_observation dB).
Proof. simpl. unfold Ptx75.observation. eauto 6 with maps. Qed.
Lemma maps_base : maps f (Ptx75.derived_base dA) (Ptx75.derived_base dB).
Proof.
  simpl. unfold Ptx75.base. apply maps_closure, maps_union; [apply maps_po|].
  unfold Ptx75.synchronizes. repeat apply maps_union; eauto with maps.
  apply maps_intersection; [apply maps_ms|]. apply maps_compose; [apply maps_release|].
  apply maps_compose; [|apply maps_acquire]. apply maps_closure, maps_observation.
Qed.
Lemma maps_fence_of : maps f (Ptx75.fence_of A) (Ptx75.fence_of B).
Proof.
  unfold Ptx75.fence_of, Ptx75.TEX, Ptx75.SUR, Ptx75.CON.
  repeat apply maps_intersection; auto with maps.
Qed.
Lemma maps_generic_after :
  maps f (Ptx75.derived_generic_after dA) (Ptx75.derived_generic_after dB).
Proof.
  change (maps f (Ptx75.generic_after A (Ptx75.derived_base dA))
                 (Ptx75.generic_after B (Ptx75.derived_base dB))).
  unfold Ptx75.generic_after, Ptx75.GEN. pose proof maps_base. pose proof maps_fence_of.
  auto 8 with maps.
Qed.
Lemma maps_into_proxy : maps f (Ptx75.derived_into_proxy dA) (Ptx75.derived_into_proxy dB).
Proof.
  change (maps f (Ptx75.into_proxy A (Ptx75.derived_base dA))
                 (Ptx75.into_proxy B (Ptx75.derived_base dB))).
  unfold Ptx75.into_proxy. pose proof maps_base.
  assert (maps f (inverse (Ptx75.fence_of A)) (inverse (Ptx75.fence_of B)))
    by (apply maps_inverse; auto using length_fence_of, maps_fence_of).
  auto 8 with maps.
Qed.
Lemma maps_past_alias : maps f (Ptx75.derived_past_alias dA) (Ptx75.derived_past_alias dB).
Proof.
  change (maps f (Ptx75.past_alias A (Ptx75.derived_base dA) (Ptx75.derived_generic_after dA))
                 (Ptx75.past_alias B (Ptx75.derived_base dB) (Ptx75.derived_generic_after dB))).
  unfold Ptx75.past_alias. pose proof maps_base. pose proof maps_generic_after. auto 8 with maps.
Qed.
Lemma maps_cause : maps f (Ptx75.derived_cause dA) (Ptx75.derived_cause dB).
Proof.
  assert (P : maps f (Ptx75.derived_preserved dA) (Ptx75.derived_preserved dB)).
  { change (maps f
      (Ptx75.preserved A (Ptx75.derived_base dA) (Ptx75.derived_generic_after dA)
         (Ptx75.derived_into_proxy dA) (Ptx75.derived_past_alias dA))
      (Ptx75.preserved B (Ptx75.derived_base dB) (Ptx75.derived_generic_after dB)
         (Ptx75.derived_into_proxy dB) (Ptx75.derived_past_alias dB))).
    pose proof maps_base. pose proof maps_generic_after. pose proof maps_into_proxy.
    pose proof maps_past_alias. unfold Ptx75.preserved, Ptx75.GEN.
    repeat apply maps_union; auto 8 with maps. }
  change (maps f (Ptx75.cause (Ptx75.derived_observation dA) (Ptx75.derived_preserved dA))
                 (Ptx75.cause (Ptx75.derived_observation dB) (Ptx75.derived_preserved dB))).
  unfold Ptx75.cause. pose proof maps_observation. auto with maps.
Qed.

End Derived.

(* ---- The axioms ---- *)

Lemma empty_within r s : maps f r s -> is_empty s = true -> is_empty r = true.
Proof.
  rewrite !is_empty_spec. intros R E a b. destruct (related r a b) eqn:H; [|reflexivity].
  apply R in H. now rewrite E in H.
Qed.
Lemma irreflexive_within r s : maps f r s -> irreflexive s = true -> irreflexive r = true.
Proof.
  rewrite !irreflexive_spec. intros R E a. destruct (related r a a) eqn:H; [|reflexivity].
  apply R in H. now rewrite E in H.
Qed.
Lemma acyclic_within r s : maps f r s -> acyclic s = true -> acyclic r = true.
Proof. intros R. apply irreflexive_within. now apply maps_closure. Qed.

(* The co of A is all of that of B. *)
Lemma maps_less_co r s :
  (forall a b, related r a b = true -> a < size A /\ b < size A) -> maps f r s ->
  maps f (difference r (co A)) (difference s (co B)).
Proof.
  intros I R a b. rewrite !related_difference, !andb_true_iff, !negb_true_iff. intros [H N].
  split; [auto|]. destruct (related (co B) (f a) (f b)) eqn:E; [|reflexivity].
  destruct (I _ _ H). now rewrite (within_co_all _ _ _ W) in N.
Qed.

Lemma W_range X a : member (Ptx75.W X) a = true -> a < size X.
Proof. unfold Ptx75.W. rewrite member_the. intros (e & E & _). eapply in_range, E. Qed.
Lemma F_range X a : member (Ptx75.F X) a = true -> a < size X.
Proof. unfold Ptx75.F. rewrite member_the. intros (e & E & _). eapply in_range, E. Qed.

Lemma coherence_within c d :
  maps f c d -> Ptx75.Coherence B d = true -> Ptx75.Coherence A c = true.
Proof.
  intros C. unfold Ptx75.Coherence. apply empty_within, maps_less_co; [|auto 6 with maps].
  intros a b. rewrite !related_intersection, related_product, !andb_true_iff.
  intros [[[[H K] _] _] _]. auto using W_range.
Qed.

Lemma morally_strong_writes_within :
  Ptx75.MorallyStrongWrites B (Ptx75.ms B) = true ->
  Ptx75.MorallyStrongWrites A (Ptx75.ms A) = true.
Proof.
  unfold Ptx75.MorallyStrongWrites. rewrite !is_empty_spec. intros E a b.
  destruct (related _ a b) eqn:H; [exfalso|reflexivity]. specialize (E (f a) (f b)).
  rewrite related_difference, andb_true_iff, negb_true_iff in H. destruct H as [H N].
  assert (V : maps f (intersection (product (size A) (Ptx75.W A) (Ptx75.W A)) (Ptx75.ms A))
                     (intersection (product (size B) (Ptx75.W B) (Ptx75.W B)) (Ptx75.ms B)))
    by auto with maps.
  rewrite related_difference, (V _ _ H) in E. simpl in E. apply negb_false_iff in E.
  rewrite related_intersection, related_product, !andb_true_iff in H.
  destruct H as [[[HA HB] _] _]. apply W_range in HA, HB.
  rewrite related_union, orb_true_iff in E. rewrite related_union, orb_false_iff in N.
  destruct N as [N M]. destruct E as [E|E].
  - now rewrite (within_co_all _ _ _ W a b HA HB E) in N.
  - apply related_inverse in E as [_ E]. pose proof (within_co_all _ _ _ W b a HB HA E) as K.
    assert (related (inverse (co A)) a b = true); [|congruence]. apply related_inverse.
    split; [|exact K]. destruct (within_rows _ _ _ W) as (_ & _ & ->). exact HA.
Qed.

Lemma fence_sc_within :
  Ptx75.FenceSC B (Ptx75.ms B) (Ptx75.derived_base (Ptx75.derived B)) = true ->
  Ptx75.FenceSC A (Ptx75.ms A) (Ptx75.derived_base (Ptx75.derived A)) = true.
Proof.
  unfold Ptx75.FenceSC. rewrite !is_empty_spec. intros E a b.
  destruct (related _ a b) eqn:H; [exfalso|reflexivity]. specialize (E (f a) (f b)).
  rewrite related_difference, andb_true_iff, negb_true_iff in H. destruct H as [H N].
  assert (S : maps_set (Ptx75.F A && Ptx75.SC A)%set (Ptx75.F B && Ptx75.SC B)%set).
  { intros e. unfold Ptx75.SC. rewrite !member_and, !member_with_order. intros [F (x & X & O)].
    split; [now apply maps_F|]. destruct (within_events _ _ _ W _ _ X) as (x' & X' & U).
    exists x'. split; [exact X'|]. pose proof (is_fence_of _ _ _ F X) as K.
    destruct U as [_ U]. unfold order_at, is_fence in *.
    destruct (what x), (what x'); simpl in *; try discriminate; try contradiction.
    injection O as ->. destruct U as [U _]. destruct order0; try discriminate. reflexivity. }
  assert (V := H). rewrite related_intersection, andb_true_iff in V. destruct V as [V VB].
  assert (related (strong_fences A) a b = true) as SF by exact V.
  rewrite related_intersection, andb_true_iff in V. destruct V as [VP VM].
  rewrite related_difference, !related_intersection in E.
  rewrite (maps_product _ _ _ _ S S _ _ VP), (maps_ms _ _ VM), (maps_base _ _ VB) in E.
  simpl in E. apply negb_false_iff in E. now rewrite (within_fences_all _ _ _ W _ _ SF E) in N.
Qed.

Theorem ptx75_monotone : Ptx75.ptx75 B = true -> Ptx75.ptx75 A = true.
Proof.
  unfold Ptx75.ptx75, Ptx75.axioms. cbv zeta. simpl forallb. rewrite !andb_true_iff.
  intros (C & MW & FS & AT & NT & SL & CA & _). repeat split.
  - revert C. apply coherence_within, maps_cause.
  - now apply morally_strong_writes_within.
  - now apply fence_sc_within.
  - revert AT. unfold Ptx75.Atomicity. apply empty_within. eauto 8 with maps.
  - revert NT. unfold Ptx75.NoThinAir. apply acyclic_within. repeat apply maps_union; eauto with
    maps.
  - revert SL. unfold Ptx75.SC_per_Location. apply acyclic_within.
    apply maps_union; [|apply maps_po_vloc]. apply maps_intersection; [apply maps_ms|].
    repeat apply maps_union; eauto with maps.
  - revert CA. unfold Ptx75.Causality. apply irreflexive_within. apply maps_compose; [|apply
    maps_cause].
    apply maps_union; eauto with maps.
Qed.

End Monotone.
