(* Tests that name what is not there are not well formed, and nothing can be claimed of them; the same
   test without the fault is. First numbers of programs, then names of tests. *)

From Coq Require Import ZArith List String.
From Opexplore Require Import Litmus.
Import ListNotations.
Open Scope nat_scope.

Module Numbers.

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

(* Two locations, the second one shared; address 2 is another generic name of the first, address 3 a
   name of that for a proxy. *)
Definition named := [ {| address_location := 0; address_generic := 0 |};
                      {| address_location := 1; address_generic := 1 |};
                      {| address_location := 0; address_generic := 2 |};
                      {| address_location := 0; address_generic := 2 |} ].
Definition with_addresses (addresses : list Address) (columns : list Thread) : bool :=
  well_formed {|
    threads := columns;
    addresses := addresses;
    locations := [ {| location_initial := 0%Z; location_region := global |};
                   {| location_initial := 0%Z; location_region := shared |} ] |}.
Definition good : list Thread -> bool := with_addresses named.

Goal good [column 0 [load 0 2; store 1 (Register 0); jump 3]; column 0 [load 0 1]] = true.
Proof. reflexivity. Qed.

(* A register or an address that is not there, a jump past the end, an order that fences do not
   have. *)
Goal good [column 0 [load 1 0]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [load 0 4]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [store 0 (Register 1)]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [store 4 (Immediate 1%Z)]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [jump 2]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [IFence relaxed gpu]] = false. Proof. reflexivity. Qed.

(* A shared location in two CTAs. *)
Goal good [column 0 [store 1 (Immediate 1%Z)]; column 1 [load 0 1]] = false. Proof. reflexivity. Qed.
Goal good [column 0 [store 0 (Immediate 1%Z)]; column 1 [load 0 0]] = true. Proof. reflexivity. Qed.

(* A generic name that is not there, is none, or is at another location. *)
Definition and_one (location generic : nat) : bool :=
  with_addresses (named ++ [ {| address_location := location; address_generic := generic |} ]) [].
Goal and_one 0 2 = true. Proof. reflexivity. Qed.
Goal and_one 0 5 = false. Proof. reflexivity. Qed.
Goal and_one 0 3 = false. Proof. reflexivity. Qed.
Goal and_one 0 1 = false. Proof. reflexivity. Qed.
Goal and_one 2 4 = false. Proof. reflexivity. Qed.

End Numbers.

Module Strings.

Open Scope string_scope.
Open Scope Z_scope.

Definition there {A : Type} (a : option A) : bool :=
  match a with Some _ => true | None => false end.

(* One thread that has the register r0, and two locations. *)
Definition memory := [ in_global "x" 0 ; in_shared "y" (-1) ].
Definition one (memory : list Declaration) (lines : list Line) : LitmusTest :=
  litmus "T" memory [ column 0 0 [ ("r0", 0) ] lines ] [ P0:"r0" ].
Definition good (lines : list Line) : bool := there (test_of (one memory lines)).
Definition declares (memory : list Declaration) : bool := there (test_of (one memory [])).

Goal test_of (one (memory ++ [ generic_alias "a" "y" ; alias "t" "a" ])
                [ label "up" ; ld.weak "r0", (via "r0" "t") ; bne "r0", 3, "up" ; goto "end" ;
                  st.weak "a", "r0" ; label "end" ])
     = Some {|
       name := "T";
       program := {|
         threads := [ {|
           thread_cta := 0%nat; thread_gpu := 0%nat; thread_registers := [0];
           thread_instructions :=
             [ ILoad {| load_destination := 0%nat; load_address := 3%nat; load_proxy := generic;
                        load_order := weak; load_scope := sys; load_pointer := Some 0%nat |};
               IBranch {| branch_comparison := Some not_equal; branch_left := Register 0%nat;
                          branch_right := Immediate 3; branch_target := 0%nat |};
               IBranch {| branch_comparison := None; branch_left := Immediate 0;
                          branch_right := Immediate 0; branch_target := 4%nat |};
               IStore {| store_address := 2%nat; store_value := Register 0%nat;
                         store_proxy := generic; store_order := weak; store_scope := sys; store_pointer := None |} ] |} ];
         addresses := [ {| address_location := 0%nat; address_generic := 0%nat |};
                        {| address_location := 1%nat; address_generic := 1%nat |};
                        {| address_location := 1%nat; address_generic := 2%nat |};
                        {| address_location := 1%nat; address_generic := 2%nat |} ];
         locations := [ {| location_initial := 0; location_region := global |};
                        {| location_initial := -1; location_region := shared |} ] |};
       observables := [ RegisterTerm 0%nat 0%nat ];
       condition := Truth |}.
Proof. reflexivity. Qed.

(* Names that are not declared, wherever they can stand. *)
Goal good [ ld.weak "r1", "x" ] = false. Proof. reflexivity. Qed.
Goal good [ ld.weak "r0", "z" ] = false. Proof. reflexivity. Qed.
Goal good [ ld.weak "r0", "R0" ] = false. Proof. reflexivity. Qed.
Goal good [ ld.weak "r0", (via "r1" "x") ] = false. Proof. reflexivity. Qed.
Goal good [ st.weak "z", 1 ] = false. Proof. reflexivity. Qed.
Goal good [ st.weak "x", "r1" ] = false. Proof. reflexivity. Qed.
Goal good [ st.weak (via "r1" "x"), 1 ] = false. Proof. reflexivity. Qed.
Goal good [ atom.relaxed.gpu.add "r1", "x", 1 ] = false. Proof. reflexivity. Qed.
Goal good [ red.relaxed.gpu.add "x", "r1" ] = false. Proof. reflexivity. Qed.
Goal good [ atom.relaxed.gpu.cas "r0", "x", "r1", 1 ] = false. Proof. reflexivity. Qed.
Goal good [ bar.cta.sync 0, "r1" ] = false. Proof. reflexivity. Qed.
Goal good [ bar.cta.sync 0, 1, "r1" ] = false. Proof. reflexivity. Qed.
Goal good [ add.s32 "r1", 1, 1 ] = false. Proof. reflexivity. Qed.
Goal good [ add.s32 "r0", "x", 1 ] = false. Proof. reflexivity. Qed.
Goal good [ goto "end" ] = false. Proof. reflexivity. Qed.
Goal good [ beq "r0", "r1", "end" ; label "end" ] = false. Proof. reflexivity. Qed.

(* Names that are declared twice; numbers that have more than 64 bits. *)
Goal good [ label "a" ; label "a" ] = false. Proof. reflexivity. Qed.
Goal there (test_of (litmus "T" [] [ column 0 0 [ ("r0", 0) ; ("r0", 0) ] [] ] [])) = false.
Proof. reflexivity. Qed.
Goal declares [ in_global "x" 0 ; in_global "x" 0 ] = false. Proof. reflexivity. Qed.
Goal declares [ in_global "x" 0 ; alias "x" "x" ] = false. Proof. reflexivity. Qed.
Goal declares [ in_global "x" (2 ^ 63 - 1) ; in_shared "y" (- 2 ^ 63) ] = true.
Proof. reflexivity. Qed.
Goal declares [ in_global "x" (2 ^ 63) ] = false. Proof. reflexivity. Qed.
Goal declares [ in_shared "x" (- 2 ^ 63 - 1) ] = false. Proof. reflexivity. Qed.
Goal good [ st.weak "x", 18446744073709551617 ] = false. Proof. reflexivity. Qed.
Goal there (test_of (litmus "T" [] [ column 0 0 [ ("r0", 2 ^ 64) ] [] ] [])) = false.
Proof. reflexivity. Qed.

(* Other names of what is not there, or is itself another name. *)
Goal declares [ in_global "x" 0 ; alias "t" "y" ] = false. Proof. reflexivity. Qed.
Goal declares [ in_global "x" 0 ; alias "t" "t" ] = false. Proof. reflexivity. Qed.
Goal declares [ in_global "x" 0 ; alias "t" "x" ; alias "u" "t" ] = false. Proof. reflexivity. Qed.
Goal declares [ in_global "x" 0 ; generic_alias "a" "y" ] = false. Proof. reflexivity. Qed.
Goal declares [ in_global "x" 0 ; generic_alias "a" "a" ] = false. Proof. reflexivity. Qed.

(* Questions. *)
Definition asks (c : Formula) : bool := there (c (one memory [])).
Goal asks (P0:"r0" = 1 /\ not (["y"] < P0:"r0") \/ truth) = true. Proof. reflexivity. Qed.
Goal asks (P0:"r1" = 1) = false. Proof. reflexivity. Qed.
Goal asks (P1:"r0" = 1) = false. Proof. reflexivity. Qed.
Goal asks (["z"] = 1) = false. Proof. reflexivity. Qed.
Goal asks (truth /\ (truth \/ not (["r0"] = 1))) = false. Proof. reflexivity. Qed.
Goal asks (P0:"r0" = 9223372036854775808) = false. Proof. reflexivity. Qed.
Goal observables_of [ P0:"r0" ; LocationOf "y" ] (one memory []) =
     Some [ RegisterTerm 0%nat 0%nat; LocationTerm 1%nat ]. Proof. reflexivity. Qed.
Goal observables_of [ P0:"r0" ; LocationOf "z" ] (one memory []) = None. Proof. reflexivity. Qed.

(* The test looks at r0 alone: a machine need not decide what the final value of y is. *)
Goal there (condition_of (P0:"r0" = 1) (one memory [])) = true. Proof. reflexivity. Qed.
Goal there (condition_of (["y"] = 1) (one memory [])) = false. Proof. reflexivity. Qed.
Goal there (final_values [ P0:"r0" ] (one memory [])) = true. Proof. reflexivity. Qed.
Goal there (final_values [ LocationOf "y" ] (one memory [])) = false. Proof. reflexivity. Qed.
Goal there (test_of (litmus "T" [] [] [ P0:"r0" ])) = false. Proof. reflexivity. Qed.

End Strings.
