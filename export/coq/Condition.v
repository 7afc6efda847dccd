(* The question of a litmus test: what is observed of a final state, and a formula over it.

   Source: opmodel/condition.hpp. There a term is a place in the test's list of observables; here it
   is the observable itself. *)

From Coq Require Import ZArith List Bool String.
From Opexplore Require Export Program.
Import ListNotations.

(* The final value of a register, `0:r1`, or of a location, `[x]`. *)
Inductive Observable :=
| RegisterTerm (thread : ThreadId) (reg : RegisterId)
| LocationTerm (address : AddressId).

(* The final values of a test's observables, in their order. *)
Definition Outcome := list Value.

(* One side of a comparison. *)
Inductive Term := Observed (observable : Observable) | Constant (value : Value).

Inductive Proposition :=
| Truth
| Compare (comparison : Comparison) (a b : Term)
| And (p q : Proposition)
| Or (p q : Proposition)
| Not (part : Proposition).

Definition observable_eqb (a b : Observable) : bool :=
  match a, b with
  | RegisterTerm t r, RegisterTerm u q => Nat.eqb t u && Nat.eqb r q
  | LocationTerm x, LocationTerm y => Nat.eqb x y
  | _, _ => false
  end.

Lemma observable_eqb_eq a b : observable_eqb a b = true <-> a = b.
Proof.
  destruct a, b; simpl; try (split; discriminate);
    rewrite ?andb_true_iff, ?PeanoNat.Nat.eqb_eq; intuition congruence.
Qed.

(* Whether the formula holds where the observables have these final values. *)
Fixpoint holds (proposition : Proposition) (final : Observable -> Value) : bool :=
  let value term := match term with Observed o => final o | Constant v => v end in
  match proposition with
  | Truth => true
  | Compare comparison a b => compare comparison (value a) (value b)
  | And p q => holds p final && holds q final
  | Or p q => holds p final || holds q final
  | Not part => negb (holds part final)
  end.

(* The observables that the formula looks at. *)
Fixpoint mentioned (proposition : Proposition) : list Observable :=
  let in_term term := match term with Observed o => [o] | Constant _ => [] end in
  match proposition with
  | Truth => []
  | Compare _ a b => in_term a ++ in_term b
  | And p q | Or p q => mentioned p ++ mentioned q
  | Not p => mentioned p
  end.

(* A program and a question about its final states. *)
Record Test := {
  name : string;
  program : Program;
  observables : list Observable;
  condition : Proposition }.
