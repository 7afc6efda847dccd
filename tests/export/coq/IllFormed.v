(* Tests that name what is not there are not well formed; the same test without the fault is. *)

From Coq Require Import ZArith List.
From Opexplore Require Import WellFormed.
Import ListNotations.
Open Scope nat_scope.

Definition load (reg address : nat) : Instruction :=
  ILoad {| load_destination := reg; load_address := address; load_proxy := generic;
           load_order := weak; load_scope := sys; load_pointer := None |}.
Definition store (address : nat) (value : Operand) : Instruction :=
  IStore {| store_address := address; store_value := value; store_proxy := generic;
            store_order := weak; store_scope := sys; store_pointer := None |}.
Definition jump (target : nat) : Instruction :=
  IBranch {| branch_comparison := None; branch_left := Immediate 0%Z; branch_right := Immediate 0%Z;
             branch_target := target |}.
Definition column (cta : nat) (code : list Instruction) : Thread :=
  {| thread_cta := cta; thread_gpu := 0; thread_instructions := code;
     thread_registers := [0%Z] |}.

(* Two locations, the second one shared; address 2 is another name of the first. *)
Definition test (columns : list Thread) (observables : list Observable) : Test := {|
  name := String.EmptyString;
  program := {|
    threads := columns;
    addresses := [ {| address_location := 0; address_generic := 0 |};
                   {| address_location := 1; address_generic := 1 |};
                   {| address_location := 0; address_generic := 2 |} ];
    locations := [ {| location_initial := 0%Z; location_region := global |};
                   {| location_initial := 0%Z; location_region := shared |} ] |};
  observables := observables;
  condition := Truth |}.

Definition is (o : Observable) : Proposition := Compare equal (Observed o) (Constant 1%Z).
Definition good (columns : list Thread) : bool := well_formed (test columns []) Truth.

Goal good [column 0 [load 0 2; store 1 (Register 0); jump 3]; column 0 [load 0 1]] = true.
Proof. reflexivity. Qed.

(* A register or an address that is not there, a jump past the end. *)
Goal good [column 0 [load 1 0]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [load 0 3]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [store 0 (Register 1)]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [store 3 (Immediate 1%Z)]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [jump 2]] = false. Proof. reflexivity. Qed.

(* A shared location in two CTAs. *)
Goal good [column 0 [store 1 (Immediate 1%Z)]; column 1 [load 0 1]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [store 0 (Immediate 1%Z)]; column 1 [load 0 0]] = true. Proof. reflexivity. Qed.

(* What is observed, and what the condition asks for. *)
Definition one := [column 0 [load 0 0]].
Goal well_formed (test one [RegisterTerm 0 0; LocationTerm 2]) (is (LocationTerm 2)) = true.
Proof. reflexivity. Qed.
Goal well_formed (test one [RegisterTerm 0 0]) (is (LocationTerm 0)) = false.
Proof. reflexivity. Qed.
Goal well_formed (test one [RegisterTerm 0 1]) Truth = false. Proof. reflexivity. Qed.
Goal well_formed (test one [RegisterTerm 1 0]) Truth = false. Proof. reflexivity. Qed.
Goal well_formed (test one [LocationTerm 3]) Truth = false. Proof. reflexivity. Qed.
