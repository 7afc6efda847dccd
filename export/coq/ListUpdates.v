(* Lists of which one element is replaced or taken away. *)

From Coq Require Import List Bool PeanoNat Lia.
From Opexplore Require Import Program Queues.
Import ListNotations.

Section Lists.

Context {A : Type}.
Implicit Types l : list A.

Lemma nth_error_set_same l : forall i (v w : A),
  nth_error l i = Some w -> nth_error (set l i v) i = Some v.
Proof. induction l; intros [|i] v w; simpl; try discriminate; auto. apply IHl. Qed.

Lemma nth_error_set_other l : forall i j (v : A),
  i <> j -> nth_error (set l i v) j = nth_error l j.
Proof. induction l; intros [|i] [|j] v N; simpl; auto; try congruence. Qed.

Lemma nth_set_other l : forall i j (v d : A), i <> j -> nth j (set l i v) d = nth j l d.
Proof. induction l; intros [|i] [|j] v d N; simpl; auto; try congruence. Qed.

Lemma set_set_same l : forall i (v w : A), set (set l i v) i w = set l i w.
Proof. induction l; intros [|i] v w; simpl; f_equal; auto. Qed.

Lemma set_set_other l : forall i j (v w : A),
  i <> j -> set (set l i v) j w = set (set l j w) i v.
Proof. induction l; intros [|i] [|j] v w N; simpl; f_equal; auto; try congruence. Qed.

Lemma set_app l m : forall i (v w : A),
  nth_error l i = Some w -> set (l ++ m) i v = set l i v ++ m.
Proof. induction l; intros [|i] v w; simpl; try discriminate; auto. intros E. f_equal. eauto. Qed.

Lemma without_app l m : forall i (w : A),
  nth_error l i = Some w -> without i (l ++ m) = without i l ++ m.
Proof. induction l; intros [|i] w; simpl; try discriminate; auto. intros E. f_equal. eauto. Qed.

Lemma firstn_app_in l m i (w : A) : nth_error l i = Some w -> firstn i (l ++ m) = firstn i l.
Proof.
  intros E. assert (i < length l) by (apply nth_error_Some; congruence).
  rewrite firstn_app. replace (i - length l) with 0 by lia. apply app_nil_r.
Qed.

Lemma without_in l : forall i x, In x (without i l) -> In x l.
Proof. induction l; intros [|i] x; simpl; auto. intros [->|I]; eauto. Qed.

Lemma firstn_set l : forall i j (v : A), firstn j (set l i v) = set (firstn j l) i v.
Proof. induction l; intros [|i] [|j] v; simpl; auto. f_equal. auto. Qed.

(* Where another element is after one of the list is gone. *)
Definition shifted (gone i : nat) : nat := if Nat.ltb gone i then Nat.pred i else i.

Lemma shifted_S gone i : gone <> i -> shifted (S gone) (S i) = S (shifted gone i).
Proof.
  unfold shifted. intros N.
  destruct (Nat.ltb_spec (S gone) (S i)), (Nat.ltb_spec gone i); lia.
Qed.

Lemma nth_error_without l : forall gone i,
  gone <> i -> nth_error (without gone l) (shifted gone i) = nth_error l i.
Proof.
  induction l as [|a l IH]; intros [|g] [|i] N; try congruence; try reflexivity.
  - unfold shifted. simpl. now destruct i.
  - unfold shifted. destruct (Nat.ltb _ _); now destruct (Nat.pred (S i)).
  - rewrite shifted_S by congruence. simpl. apply IH. congruence.
Qed.

Lemma set_without l : forall gone i (v : A),
  gone <> i -> without gone (set l i v) = set (without gone l) (shifted gone i) v.
Proof.
  induction l as [|a l IH]; intros [|g] [|i] v N; try congruence; try reflexivity.
  rewrite shifted_S by congruence. simpl. f_equal. apply IH. congruence.
Qed.

Lemma firstn_without l : forall gone i x,
  In x (firstn (shifted gone i) (without gone l)) -> gone <> i -> In x (firstn i l).
Proof.
  induction l as [|a l IH]; intros [|g] [|i] x I N; try congruence; simpl without in I;
    try (now rewrite firstn_nil in I); try exact I.
  - right. exact I.
  - rewrite shifted_S in I by congruence. destruct I as [<-|I]; [now left|].
    right. apply (IH g i x I). congruence.
Qed.

End Lists.

Lemma without_map {A B : Type} (f : A -> B) (l : list A) : forall i,
  without i (map f l) = map f (without i l).
Proof. induction l; intros [|i]; simpl; f_equal; auto. Qed.


Lemma set_map {A B : Type} (f : A -> B) (l : list A) : forall i v,
  map f (set l i v) = set (map f l) i (f v).
Proof. induction l; intros [|i] v; simpl; f_equal; auto. Qed.

Lemma forallb_same {A : Type} (f : A -> bool) (g : A -> A) (l : list A) :
  (forall a, f (g a) = f a) -> forallb f (map g l) = forallb f l.
Proof. intros E. induction l; simpl; [|rewrite E, IHl]; reflexivity. Qed.

Lemma existsb_same {A : Type} (f : A -> bool) (g : A -> A) (l : list A) :
  (forall a, f (g a) = f a) -> existsb f (map g l) = existsb f l.
Proof. intros E. induction l; simpl; [|rewrite E, IHl]; reflexivity. Qed.

Lemma in_set {A : Type} (l : list A) : forall i v x,
  In x (set l i v) -> In x l \/ x = v /\ exists w, nth_error l i = Some w.
Proof.
  induction l as [|a l IH]; intros [|i] v x; simpl; auto.
  - intros [<-|I]; eauto.
  - intros [<-|I]; auto. destruct (IH _ _ _ I) as [J|J]; auto.
Qed.

Lemma nth_error_firstn {A : Type} (l : list A) : forall n i w,
  nth_error (firstn n l) i = Some w -> nth_error l i = Some w.
Proof.
  induction l as [|a l IH]; intros [|n] [|i] w; simpl; try discriminate; auto. apply IH.
Qed.

Lemma nth_error_firstn_in {A : Type} (l : list A) : forall n i w,
  nth_error l i = Some w -> i < n -> In w (firstn n l).
Proof.
  induction l as [|a l IH]; intros [|n] [|i] w E L; try discriminate; try lia; simpl in *.
  - left. congruence.
  - right. apply (IH n i); auto. lia.
Qed.

Lemma set_same {A : Type} (l : list A) : forall i v, nth_error l i = Some v -> set l i v = l.
Proof.
  induction l; intros [|i] v; simpl; try discriminate; intros E; f_equal; auto. congruence.
Qed.

Lemma combine_in {A B : Type} (l : list A) (m : list B) : forall i a b,
  nth_error l i = Some a -> nth_error m i = Some b -> In (a, b) (combine l m).
Proof.
  revert m. induction l as [|c l IH]; intros [|d m] [|i] a b; simpl; try discriminate.
  - intros [= ->] [= ->]. now left.
  - intros E F. right. eapply IH; eauto.
Qed.
