(* States as binary numbers, one of each: for every type that a state is made of.

   Source: opmodel/parts/encoding.hpp. What is proved: two states that are written alike, and what
   was written before them, are equal. So a set of states can be a set of numbers. *)

From Coq Require Import ZArith NArith List Bool.
Import ListNotations.

(* `put a key` is the key with the value's bits on top. *)
Class Encoding (A : Type) := {
  put : A -> positive -> positive;
  put_injective : forall a b k l, put a k = put b l -> a = b /\ k = l }.

#[export, refine] Instance encoding_bool : Encoding bool := {|
  put (b : bool) key := if b then xI key else xO key |}.
Proof. intros [] [] k l; try discriminate; intros [= ->]; auto. Defined.

(* Small numbers are nearly all: as many ones, and a zero. *)
Fixpoint put_nat (n : nat) (key : positive) : positive :=
  match n with 0 => xO key | S n => xI (put_nat n key) end.

#[export, refine] Instance encoding_nat : Encoding nat := {| put := put_nat |}.
Proof.
  induction a as [|a IH]; intros [|b] k l; try discriminate; intros [= H]; [auto|].
  apply IH in H as [-> ->]. auto.
Defined.

Fixpoint put_positive (p key : positive) : positive :=
  match p with
  | xH => xO key
  | xO p => xI (xO (put_positive p key))
  | xI p => xI (xI (put_positive p key))
  end.

Lemma put_positive_injective p : forall q k l,
  put_positive p k = put_positive q l -> p = q /\ k = l.
Proof.
  induction p as [p IH|p IH|]; intros [q|q|] k l; try discriminate; intros [= H];
    try apply IH in H as [-> ->]; auto.
Qed.

#[export, refine] Instance encoding_N : Encoding N := {|
  put (n : N) key := match n with N0 => xO key | Npos p => xI (put_positive p key) end |}.
Proof.
  intros [|p] [|q] k l; try discriminate; intros [= H];
    try apply put_positive_injective in H as [-> ->]; auto.
Defined.

#[export, refine] Instance encoding_Z : Encoding Z := {|
  put (z : Z) key :=
    match z with
    | Z0 => xO key
    | Zpos p => xI (xO (put_positive p key))
    | Zneg p => xI (xI (put_positive p key))
    end |}.
Proof.
  intros [|p|p] [|q|q] k l; try discriminate; intros [= H];
    try apply put_positive_injective in H as [-> ->]; auto.
Defined.

#[export, refine] Instance encoding_option {A} (E : Encoding A) : Encoding (option A) := {|
  put (o : option A) key := match o with None => xO key | Some a => xI (put a key) end |}.
Proof.
  intros [a|] [b|] k l; try discriminate; intros [= H];
    try apply put_injective in H as [-> ->]; auto.
Defined.

Fixpoint put_list {A} (E : Encoding A) (l : list A) (key : positive) : positive :=
  match l with [] => xO key | a :: l => xI (put a (put_list E l key)) end.

#[export, refine] Instance encoding_list {A} (E : Encoding A) : Encoding (list A) := {|
  put := put_list E |}.
Proof.
  induction a as [|a m IH]; intros [|b n] k l; try discriminate; intros [= H]; [auto|].
  apply put_injective in H as [-> H]. apply IH in H as [-> ->]. auto.
Defined.

(* For records: their members one after the other. *)
Ltac put_members :=
  intros a b k l H; cbv beta in H;
  repeat (apply put_injective in H; destruct H as [? H]);
  split; [destruct a, b; simpl in *; congruence | exact H].
