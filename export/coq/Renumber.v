(* Some of the events of an execution, numbered anew: what a relation or a set has of them. *)

From Coq Require Import NArith List Bool Arith Lia.
From Opexplore Require Import Relation.
Import ListNotations.

Section Renumber.

Context {E : Type}.
Variable keep : E -> bool.

(* The numbers of those that are kept; the first of the list has the number n. *)
Fixpoint kept_from (n : nat) (all : list E) : list EventId :=
  match all with
  | [] => []
  | e :: rest => if keep e then n :: kept_from (S n) rest else kept_from (S n) rest
  end.

Lemma kept_from_at all : forall n a,
  match nth_error (kept_from n all) a with
  | Some b => n <= b /\ nth_error all (b - n) = nth_error (filter keep all) a
              /\ exists e, nth_error all (b - n) = Some e /\ keep e = true
  | None => nth_error (filter keep all) a = None
  end.
Proof.
  induction all as [|e all IH]; intros n a; simpl.
  - now destruct a.
  - assert (S : forall a, match nth_error (kept_from (S n) all) a with
      | Some b => n <= b /\ nth_error (e :: all) (b - n) = nth_error (filter keep all) a
                  /\ exists x, nth_error (e :: all) (b - n) = Some x /\ keep x = true
      | None => nth_error (filter keep all) a = None
      end).
    { intros c. specialize (IH (S n) c). destruct (nth_error (kept_from (S n) all) c) as [b|]; auto.
      destruct IH as (L & H & K). replace (b - n) with (S (b - S n)) by lia. simpl.
      split; [lia|]. auto. }
    destruct (keep e) eqn:K; [|apply S]. destruct a as [|a]; simpl; [|apply S].
    rewrite Nat.sub_diag. simpl. split; [lia|]. eauto.
Qed.

Lemma kept_from_increases all : forall n a b x y,
  nth_error (kept_from n all) a = Some x -> nth_error (kept_from n all) b = Some y -> a < b ->
  x < y.
Proof.
  induction all as [|e all IH]; intros n a b x y A B L; simpl in *.
  - now destruct a.
  - destruct (keep e); [|eauto]. destruct b as [|b]; [lia|]. destruct a as [|a]; simpl in *.
    + injection A as <-. pose proof (kept_from_at all (S n) b) as H. rewrite B in H. lia.
    + apply (IH (S n) a b); auto. lia.
Qed.

Lemma kept_from_rank all : forall n j e,
  nth_error all j = Some e -> keep e = true ->
  nth_error (kept_from n all) (length (filter keep (firstn j all))) = Some (n + j).
Proof.
  induction all as [|x all IH]; intros n [|j] e A K; simpl in *; try discriminate.
  - injection A as ->. rewrite K. simpl. f_equal. lia.
  - destruct (keep x); simpl; rewrite (IH (S n) j e A K); f_equal; lia.
Qed.

Variable all : list E.

Definition kept : list EventId := kept_from 0 all.
(* The new number of an event, and the old one. *)
Definition rank (n : EventId) : EventId := length (filter keep (firstn n all)).
Definition old (a : EventId) : EventId := nth a kept 0.

Definition renumber (s : EventSet) : EventSet := members (member s) kept.
Definition restrict (r : Relation) : Relation := map (fun b => renumber (row r b)) kept.

Lemma kept_at a b :
  nth_error kept a = Some b ->
  exists e, nth_error all b = Some e /\ keep e = true /\ nth_error (filter keep all) a = Some e.
Proof.
  intros H. pose proof (kept_from_at all 0 a) as K. unfold kept in H. rewrite H, Nat.sub_0_r in K.
  destruct K as (_ & M & e & N & T). exists e. rewrite <- M. auto.
Qed.
Lemma length_kept : length kept = length (filter keep all).
Proof.
  unfold kept. generalize 0. induction all as [|e rest IH]; intros n; simpl; auto.
  destruct (keep e); simpl; auto.
Qed.
Lemma kept_in_range a : a < length kept -> nth_error kept a = Some (old a).
Proof. intros H. now apply nth_error_nth'. Qed.
Lemma old_at a e :
  nth_error (filter keep all) a = Some e ->
  nth_error kept a = Some (old a) /\ nth_error all (old a) = Some e.
Proof.
  intros H. assert (L : a < length kept) by (rewrite length_kept; apply nth_error_Some; congruence).
  apply kept_in_range in L. split; [exact L|]. destruct (kept_at _ _ L) as (x & A & _ & B).
    congruence.
Qed.
Lemma old_increases a b : a < b -> b < length kept -> old a < old b.
Proof.
  intros L M. eapply (kept_from_increases all 0 a b); [| |exact L]; apply kept_in_range; lia.
Qed.
Lemma old_injective a b : a < length kept -> b < length kept -> old a = old b -> a = b.
Proof.
  intros L M H. destruct (Nat.lt_trichotomy a b) as [K|[K|K]]; [|exact K|];
    apply old_increases in K; auto; lia.
Qed.
Lemma rank_kept b e : nth_error all b = Some e -> keep e = true -> nth_error kept (rank b) = Some b.
Proof. intros H K. exact (kept_from_rank all 0 b e H K). Qed.
Lemma old_rank b e : nth_error all b = Some e -> keep e = true -> old (rank b) = b.
Proof. intros H K. apply nth_error_nth. eapply rank_kept; eauto. Qed.
Lemma rank_old a : a < length kept -> rank (old a) = a.
Proof.
  intros L. pose proof (kept_in_range _ L) as H. destruct (kept_at _ _ H) as (e & A & K & _).
  pose proof (rank_kept _ _ A K) as R. apply old_injective; auto.
  - apply nth_error_Some. congruence.
  - now apply nth_error_nth.
Qed.

(* What holds of kept ones alone is found among the kept ones. *)
Lemma kept_is_filter : forall n l,
  kept_from n l =
  filter (fun b => match nth_error l (b - n) with Some e => keep e | None => false end)
    (seq n (length l)).
Proof.
  intros n l. revert n. induction l as [|e l IH]; intros n; simpl; auto.
  rewrite Nat.sub_diag. simpl. rewrite IH.
  assert (X : filter (fun b => match nth_error l (b - S n) with Some e => keep e | None => false
    end)
                (seq (S n) (length l)) =
              filter (fun b => match nth_error (e :: l) (b - n) with
                               | Some e => keep e | None => false end) (seq (S n) (length l))).
  { apply filter_ext_in. intros b I. apply in_seq in I.
    now replace (b - n) with (S (b - S n)) by lia. }
  rewrite X. reflexivity.
Qed.
Lemma map_old : map old (seq 0 (length kept)) = kept.
Proof.
  apply nth_ext with (d := 0) (d' := 0); rewrite map_length, seq_length; auto.
  intros a L. rewrite (nth_indep _ 0 (old 0)) by now rewrite map_length, seq_length.
  rewrite map_nth, seq_nth by exact L. reflexivity.
Qed.
Lemma filter_old g :
  (forall b, g b = true -> exists e, nth_error all b = Some e /\ keep e = true) ->
  map old (filter (fun a => g (old a)) (seq 0 (length kept))) = filter g (seq 0 (length all)).
Proof.
  intros G.
  assert (M : forall l, map old (filter (fun a => g (old a)) l) = filter g (map old l)).
  { intros l. induction l as [|a l IH]; simpl; auto. destruct (g (old a)); simpl; now rewrite IH. }
  rewrite M, map_old. unfold kept. rewrite kept_is_filter. clear M.
  induction (seq 0 (length all)) as [|b l IH]; simpl; auto. rewrite Nat.sub_0_r.
  destruct (g b) eqn:H.
  - destruct (G _ H) as (e & -> & ->). simpl. rewrite H. now f_equal.
  - destruct (match nth_error all b with Some e => keep e | None => false end); simpl; rewrite ?H;
      exact IH.
Qed.

Lemma member_renumber s a :
  member (renumber s) a = match nth_error kept a with Some b => member s b | None => false end.
Proof. apply member_members. Qed.
Lemma renumber_0 : renumber 0%N = 0%N.
Proof.
  apply member_ext. intros a. rewrite member_renumber. unfold member.
  destruct (nth_error kept a); now rewrite ?N.bits_0.
Qed.
Lemma renumber_or s t : renumber (N.lor s t) = N.lor (renumber s) (renumber t).
Proof.
  apply member_ext. intros a. unfold member at 2. rewrite member_renumber, N.lor_spec.
  fold (member (renumber s) a) (member (renumber t) a). rewrite !member_renumber.
  destruct (nth_error kept a); [apply N.lor_spec|reflexivity].
Qed.
Lemma renumber_singleton b e :
  nth_error all b = Some e -> keep e = true -> renumber (singleton b) = singleton (rank b).
Proof.
  intros H K. pose proof (rank_kept _ _ H K) as R. apply member_ext. intros a.
  rewrite member_renumber, member_singleton. destruct (nth_error kept a) as [c|] eqn:A.
  - rewrite member_singleton. destruct (Nat.eqb_spec c b) as [->|N].
    + symmetry. apply Nat.eqb_eq. assert (L : a < length kept) by (apply nth_error_Some;
      congruence).
      transitivity (rank (old a)); [now rewrite rank_old|]. f_equal.
      apply (nth_error_nth _ _ 0 A).
    + symmetry. apply Nat.eqb_neq. intros ->. congruence.
  - symmetry. apply Nat.eqb_neq. intros ->. congruence.
Qed.

Lemma related_restrict r a b :
  related (restrict r) a b =
  match nth_error kept a, nth_error kept b with Some x, Some y => related r x y | _, _ => false end.
Proof.
  unfold related at 1, restrict, row. destruct (nth_error kept a) as [x|] eqn:A.
  - rewrite (nth_error_nth (map _ kept) a 0%N (map_nth_error _ _ _ A)).
    rewrite member_renumber. reflexivity.
  - apply nth_error_None in A. rewrite nth_overflow by now rewrite map_length. apply N.bits_0.
Qed.
Lemma length_restrict r : length (restrict r) = length kept.
Proof. apply map_length. Qed.
Lemma related_restrict_old r a b :
  related (restrict r) a b = true -> related r (old a) (old b) = true.
Proof.
  rewrite related_restrict. destruct (nth_error kept a) eqn:A; [|discriminate].
  destruct (nth_error kept b) eqn:B; [|discriminate]. unfold old.
  now rewrite (nth_error_nth _ _ _ A), (nth_error_nth _ _ _ B).
Qed.
Lemma related_old_restrict r a b :
  a < length kept -> b < length kept -> related (restrict r) a b = related r (old a) (old b).
Proof. intros A B. now rewrite related_restrict, !kept_in_range. Qed.

End Renumber.
