(* Relations between the events of an execution, and the operators of cat on them.

   Source: axioms/relation.hpp, same representation. Events are numbered from 0. A set of events is
   a number, one bit each; a relation is a list of such sets, the row of each event: what it is
   related to. What is proved: each function is the operator it is named after, `closure` the
   transitive closure, and `acyclic`, `irreflexive`, `is_empty` mean what they say. *)

From Coq Require Import NArith List Bool Arith Lia Relation_Operators.
Import ListNotations.

Definition EventId := nat.
Definition EventSet := N.
Definition Relation := list EventSet.

Declare Scope set_scope.
Delimit Scope set_scope with set.
Bind Scope set_scope with EventSet.
Declare Scope relation_scope.
Delimit Scope relation_scope with rel.
Bind Scope relation_scope with Relation.

Definition member (s : EventSet) (e : EventId) : bool := N.testbit s (N.of_nat e).
Definition singleton (e : EventId) : EventSet := N.shiftl 1 (N.of_nat e).
Definition row (r : Relation) (e : EventId) : EventSet := nth e r 0%N.
Definition related (r : Relation) (a b : EventId) : bool := member (row r a) b.

(* The numbers of the list's elements that satisfy the predicate. *)
Fixpoint members {A : Type} (P : A -> bool) (list : Datatypes.list A) : EventSet :=
  match list with
  | [] => 0%N
  | a :: rest => if P a then N.succ_double (members P rest) else N.double (members P rest)
  end.

(* The relation of `size` events that has these pairs. *)
Definition relation (size : nat) (pairs : list (EventId * EventId)) : Relation :=
  map (fun a => fold_right (fun pair s =>
                                if Nat.eqb (fst pair) a then N.lor (singleton (snd pair)) s
                                          else s) 0%N pairs) (seq 0 size).

(* ---- Operators ---- *)

(* Row by row; a missing row is empty. *)
Fixpoint by_rows (f : EventSet -> EventSet -> EventSet) (r s : Relation) : Relation :=
  match r, s with
  | [], _ => map (f 0%N) s
  | _, [] => map (fun x => f x 0%N) r
  | x :: r, y :: s => f x y :: by_rows f r s
  end.

Definition union : Relation -> Relation -> Relation := by_rows N.lor.
Definition intersection : Relation -> Relation -> Relation := by_rows N.land.
Definition difference : Relation -> Relation -> Relation := by_rows N.ldiff.

(* What the members of a set are related to. *)
Fixpoint image (s : Relation) (x : EventSet) : EventSet :=
  match s with
  | [] => 0%N
  | y :: s => if N.odd x then N.lor y (image s (N.div2 x)) else image s (N.div2 x)
  end.

Definition compose (r s : Relation) : Relation := map (image s) r.
Definition inverse (r : Relation) : Relation :=
  map (fun e => members (fun x => member x e) r) (seq 0 (length r)).

(* [S]; r and r; [S] and S * T, the product of sets. *)
Fixpoint from (s : EventSet) (r : Relation) : Relation :=
  match r with
  | [] => []
  | x :: r => (if N.odd s then x else 0%N) :: from (N.div2 s) r
  end.
Definition into (s : EventSet) (r : Relation) : Relation := map (N.land s) r.
Definition product (size : nat) (s t : EventSet) : Relation := from s (repeat t size).

(* Paths over more and more events: first over none, then over event 0, then over 0 and 1, … *)
Definition over (k : EventId) (r : Relation) : Relation :=
  let onwards := row r k in map (fun x => if member x k then N.lor x onwards else x) r.
Definition closure (r : Relation) : Relation :=
  fold_left (fun r k => over k r) (seq 0 (length r)) r.

(* ---- Checks ---- *)

Definition is_empty (r : Relation) : bool := forallb (N.eqb 0) r.
Definition included (r s : Relation) : bool := is_empty (difference r s).
Definition irreflexive (r : Relation) : bool :=
  forallb (fun e => negb (related r e e)) (seq 0 (length r)).
Definition acyclic (r : Relation) : bool := irreflexive (closure r).

Infix "||" := N.lor : set_scope.
Infix "&&" := N.land : set_scope.
Infix "||" := union : relation_scope.
Infix "&&" := intersection : relation_scope.
Infix "\" := difference (at level 45, left associativity) : relation_scope.
Infix ";;" := compose (at level 47, right associativity) : relation_scope.

(* ---- What they mean ---- *)

Lemma row_beyond r a : length r <= a -> row r a = 0%N.
Proof. apply nth_overflow. Qed.

Lemma related_in_range r a b : related r a b = true -> a < length r.
Proof.
  unfold related. intros H. destruct (Nat.lt_ge_cases a (length r)) as [L|G]; [exact L|].
  rewrite row_beyond in H by exact G. unfold member in H. now rewrite N.bits_0 in H.
Qed.

Lemma member_0 s : member s 0 = N.odd s.
Proof. apply N.bit0_odd. Qed.

Lemma member_S s e : member s (S e) = member (N.div2 s) e.
Proof. unfold member. now rewrite N.div2_spec, N.shiftr_spec', N.add_1_r, Nnat.Nat2N.inj_succ. Qed.

Lemma member_members {A} (P : A -> bool) list : forall e,
  member (members P list) e = match nth_error list e with Some a => P a | None => false end.
Proof.
  induction list as [|a list IH]; intros e; simpl.
  - now destruct e.
  - assert (D : forall e, member (if P a then N.succ_double (members P list)
                                  else N.double (members P list)) e =
      match e with 0 => P a | S e => member (members P list) e end).
    { clear. intros [|e].
      - rewrite member_0. now destruct (P a), (members P list).
      - rewrite member_S. destruct (P a); [now rewrite N.div2_succ_double|now rewrite
        N.div2_double]. }
    rewrite D. destruct e; simpl; auto.
Qed.

Lemma row_by_rows f (zero : f 0%N 0%N = 0%N) r : forall s e,
  row (by_rows f r s) e = f (row r e) (row s e).
Proof.
  assert (M : forall g l e, g 0%N = 0%N -> nth e (map g l) 0%N = g (nth e l 0%N)).
  { intros g l e Z. rewrite <- Z at 1. apply map_nth. }
  unfold row. induction r as [|x r IH]; intros [|y s] e; simpl by_rows.
  - destruct e; simpl; now rewrite zero.
  - change (f 0%N y :: map (f 0%N) s) with (map (f 0%N) (y :: s)). rewrite M by exact zero.
    now destruct e.
  - change (f x 0%N :: map (fun z => f z 0%N) r) with (map (fun z => f z 0%N) (x :: r)).
    rewrite M by exact zero. now destruct e.
  - destruct e; simpl; auto.
Qed.

Lemma related_union r s a b : related (union r s) a b = related r a b || related s a b.
Proof. unfold related, union, member. rewrite row_by_rows by reflexivity. apply N.lor_spec. Qed.

Lemma related_intersection r s a b :
  related (intersection r s) a b = related r a b && related s a b.
Proof. unfold related, intersection, member. rewrite row_by_rows by reflexivity. apply N.land_spec.
  Qed.

Lemma related_difference r s a b :
  related (difference r s) a b = related r a b && negb (related s a b).
Proof. unfold related, difference, member. rewrite row_by_rows by reflexivity. apply N.ldiff_spec.
  Qed.

Lemma member_image s : forall x b,
  member (image s x) b = true <-> exists a, member x a = true /\ related s a b = true.
Proof.
  induction s as [|y s IH]; intros x b; cbn [image].
  - unfold member at 1. rewrite N.bits_0. split; [discriminate|]. intros [a [_ H]].
    apply related_in_range in H. simpl in H. lia.
  - assert (R : member (image s (N.div2 x)) b = true <->
                exists a, member x (S a) = true /\ related (y :: s) (S a) b = true).
    { rewrite IH. split; intros [a [H K]]; exists a; [rewrite member_S|rewrite member_S in H];
      auto. }
    destruct (N.odd x) eqn:O.
    + unfold member at 1. rewrite N.lor_spec, orb_true_iff. fold (member y b).
      fold (member (image s (N.div2 x)) b). rewrite R. split.
      * intros [H|[a [H K]]]; [|now exists (S a)]. exists 0. rewrite member_0. auto.
      * intros [[|a] [H K]]; [now left|right; eauto].
    + rewrite R. split; [intros [a H]; eauto|]. intros [[|a] [H K]]; [|eauto].
      rewrite member_0 in H. congruence.
Qed.

Lemma related_compose r s a c :
  related (compose r s) a c = true <-> exists b, related r a b = true /\ related s b c = true.
Proof.
  unfold related at 1, compose, row. destruct (Nat.lt_ge_cases a (length r)) as [L|G].
  - rewrite (nth_indep _ 0%N (image s 0%N)) by now rewrite map_length.
    rewrite map_nth, member_image. reflexivity.
  - rewrite nth_overflow by now rewrite map_length. unfold member at 1. rewrite N.bits_0.
    split; [discriminate|]. intros [b [H _]]. apply related_in_range in H. lia.
Qed.

Lemma related_inverse r a b :
  related (inverse r) a b = true <-> a < length r /\ related r b a = true.
Proof.
  unfold related at 1, inverse, row. destruct (Nat.lt_ge_cases a (length r)) as [L|G].
  - rewrite (nth_indep _ 0%N (members (fun x => member x 0) r)) by now rewrite map_length,
    seq_length.
    rewrite (map_nth (fun e => members (fun x => member x e) r)), seq_nth by exact L.
    rewrite member_members. unfold related. destruct (nth_error r b) as [x|] eqn:E.
    + assert (row r b = x) as -> by now apply nth_error_nth. tauto.
    + apply nth_error_None in E. rewrite row_beyond by exact E. unfold member. rewrite N.bits_0.
      intuition discriminate.
  - rewrite nth_overflow by now rewrite map_length, seq_length. unfold member. rewrite N.bits_0.
    split; [discriminate|lia].
Qed.

Lemma related_from r : forall s a b, related (from s r) a b = member s a && related r a b.
Proof.
  assert (Z : forall b, member 0%N b = false) by (intros; apply N.bits_0).
  unfold related, row. induction r as [|x r IH]; intros s [|a] b; cbn [from nth].
  - now rewrite Z, andb_false_r.
  - now rewrite Z, andb_false_r.
  - rewrite member_0. destruct (N.odd s); simpl; auto.
  - rewrite IH, member_S. reflexivity.
Qed.

Lemma related_into s r a b : related (into s r) a b = member s b && related r a b.
Proof.
  unfold related, into, row. rewrite <- (N.land_0_r s) at 1. rewrite (map_nth (N.land s)).
  unfold member. apply N.land_spec.
Qed.

Lemma related_product size s t a b :
  related (product size s t) a b = member s a && member t b && (a <? size).
Proof.
  unfold product. rewrite related_from, <- andb_assoc. f_equal. unfold related, row.
  destruct (Nat.ltb_spec a size) as [L|G].
  - rewrite nth_indep with (d' := t) by now rewrite repeat_length.
    rewrite nth_repeat. now rewrite andb_true_r.
  - rewrite nth_overflow by now rewrite repeat_length. rewrite andb_false_r. apply N.bits_0.
Qed.

(* Warshall: a path over events below k. *)
Inductive path (r : Relation) (k : nat) : EventId -> EventId -> Prop :=
| path_step a b : related r a b = true -> path r k a b
| path_over a b c : related r a b = true -> b < k -> path r k b c -> path r k a c.

Lemma path_append r k a b c : path r k a b -> b < k -> path r k b c -> path r k a c.
Proof.
  intros P L Q. induction P as [a b H|a x b H M P IH].
  - eapply path_over; eauto.
  - eapply path_over; eauto.
Qed.

Lemma path_weaken r k l a b : path r k a b -> k <= l -> path r l a b.
Proof.
  intros P L. induction P as [a b H|a x b H M P IH]; [now apply path_step|].
  eapply path_over; eauto; lia.
Qed.

Lemma path_split r k a b :
  path r (S k) a b <-> path r k a b \/ path r k a k /\ path r k k b.
Proof.
  split.
  - intros P. induction P as [a b H|a x b H M P IH]; [now left; apply path_step|].
    destruct (Nat.lt_ge_cases x k) as [L|G].
    + destruct IH as [Q|[Q R]]; [left|right; split; auto]; eapply path_over; eauto.
    + assert (x = k) as -> by lia. right. split; [now apply path_step|tauto].
  - intros [P|[P Q]]; [eapply path_weaken; eauto|].
    eapply path_append; [eapply path_weaken; eauto|lia|eapply path_weaken; eauto].
Qed.

Lemma length_over k r : length (over k r) = length r.
Proof. apply map_length. Qed.

Lemma related_over k r a b :
  related (over k r) a b = related r a b || related r a k && related r k b.
Proof.
  unfold related, over, row. set (f := fun x : EventSet => _).
  assert (Z : f 0%N = 0%N) by (subst f; cbv beta; unfold member; now rewrite N.bits_0).
  rewrite <- Z at 1. rewrite (map_nth f). subst f. cbv beta.
  destruct (member (nth a r 0%N) k) eqn:M; simpl.
  - unfold member. rewrite N.lor_spec. reflexivity.
  - now rewrite orb_false_r.
Qed.

Lemma closure_paths r k :
  let c := fold_left (fun r k => over k r) (seq 0 k) r in
  length c = length r /\ forall a b, related c a b = true <-> path r k a b.
Proof.
  induction k as [|k IH]; intros c.
  - split; [reflexivity|]. intros a b. split; [now apply path_step|].
    intros P. induction P; [assumption|lia].
  - subst c. rewrite seq_S, fold_left_app. simpl. destruct IH as [L IH]. split.
    + now rewrite length_over.
    + intros a b. rewrite related_over, orb_true_iff, andb_true_iff, path_split, !IH. reflexivity.
Qed.

Theorem related_closure r a b :
  related (closure r) a b = true <-> clos_trans _ (fun x y => related r x y = true) a b.
Proof.
  unfold closure. destruct (closure_paths r (length r)) as [_ C]. rewrite C. split.
  - intros P. induction P as [a b H|a x b H M P IH]; [now apply t_step|].
    eapply t_trans; [apply t_step; exact H|exact IH].
  - intros T. apply Operators_Properties.clos_trans_t1n in T.
    induction T as [a b H|a x b H T IH]; [now apply path_step|].
    apply path_over with x; auto. inversion IH; eapply related_in_range; eauto.
Qed.

Lemma length_closure r : length (closure r) = length r.
Proof. apply (closure_paths r (length r)). Qed.

Theorem is_empty_spec r : is_empty r = true <-> forall a b, related r a b = false.
Proof.
  unfold is_empty. rewrite forallb_forall. split.
  - intros H a b. unfold related, row, member.
    destruct (nth_in_or_default a r 0%N) as [I| ->]; [|apply N.bits_0].
    apply H, N.eqb_eq in I. rewrite <- I. apply N.bits_0.
  - intros H x I. apply N.eqb_eq. symmetry. apply N.bits_inj_0. intros n.
    apply (In_nth _ _ 0%N) in I as [a [_ <-]]. specialize (H a (N.to_nat n)).
    unfold related, row, member in H. now rewrite Nnat.N2Nat.id in H.
Qed.

Theorem included_spec r s :
  included r s = true <-> forall a b, related r a b = true -> related s a b = true.
Proof.
  unfold included. rewrite is_empty_spec. split; intros H a b.
  - intros R. specialize (H a b). rewrite related_difference, R in H.
    now destruct (related s a b).
  - rewrite related_difference. destruct (related r a b) eqn:R; [|reflexivity].
    now rewrite (H a b R).
Qed.

Theorem irreflexive_spec r : irreflexive r = true <-> forall a, related r a a = false.
Proof.
  unfold irreflexive. rewrite forallb_forall. split.
  - intros H a. destruct (related r a a) eqn:R; [|reflexivity].
    pose proof (related_in_range _ _ _ R) as L. assert (I : In a (seq 0 (length r))) by (apply
      in_seq; lia).
    apply H in I. now rewrite R in I.
  - intros H a _. now rewrite H.
Qed.

Theorem acyclic_spec r :
  acyclic r = true <-> forall a, ~ clos_trans _ (fun x y => related r x y = true) a a.
Proof.
  unfold acyclic. rewrite irreflexive_spec. split; intros H a.
  - rewrite <- related_closure, H. discriminate.
  - destruct (related (closure r) a a) eqn:R; [|reflexivity].
    apply related_closure in R. now destruct (H a).
Qed.

(* ---- Equal relations ---- *)

Lemma member_ext s t : (forall e, member s e = member t e) -> s = t.
Proof.
  intros H. apply N.bits_inj. intros n. specialize (H (N.to_nat n)).
  unfold member in H. now rewrite Nnat.N2Nat.id in H.
Qed.

Lemma relation_ext r s :
  length r = length s -> (forall a b, related r a b = related s a b) -> r = s.
Proof.
  intros L H. apply (nth_ext r s 0%N 0%N L). intros a _. apply member_ext. exact (H a).
Qed.

Lemma member_singleton e a : member (singleton e) a = Nat.eqb a e.
Proof.
  unfold member, singleton. destruct (Nat.eqb_spec a e) as [->|D].
  - rewrite N.shiftl_spec_high'; [|lia]. now rewrite N.sub_diag.
  - destruct (Nat.lt_ge_cases a e).
    + apply N.shiftl_spec_low. lia.
    + rewrite N.shiftl_spec_high'; [|lia]. destruct (N.of_nat a - N.of_nat e)%N eqn:E;
      [lia|reflexivity].
Qed.
