(* Store buffering on `sc`: forbidden, and which outcomes there are.

     PTX SB
     { x = 0; y = 0; }
      P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
      st.weak x, 1   | st.weak y, 1   ;
      ld.weak r0, y  | ld.weak r0, x  ;
     exists (0:r0=0 /\ 1:r0=0)                                                             *)

From Coq Require Import ZArith List String.
From Opexplore Require Import Litmus Replay Explore.
From Opexplore Require Sc.
Import ListNotations.
Open Scope Z_scope.

Definition x : AddressId := 0%nat.
Definition y : AddressId := 1%nat.
Definition r0 : RegisterId := 0%nat.

Definition SB : Test :=
  litmus "SB" [0; 0]
    [ column 0 0 [0] [ st.weak x, 1 ; ld.weak r0, y ] ;
      column 1 0 [0] [ st.weak y, 1 ; ld.weak r0, x ] ]
    [ RegisterTerm P0 r0 ; RegisterTerm P1 r0 ]
    (P0:r0 = 0 /\ P1:r0 = 0).

Theorem SB_is_forbidden : forbidden (Sc.machine SB) (condition SB).
Proof. apply forbidden_by_search with 10%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem SB_ends_in_exactly :
  exactly (Sc.machine SB) (observables SB) [ [1; 1]; [1; 0]; [0; 1] ].
Proof. apply exactly_by_search with 10%nat. vm_cast_no_check (eq_refl true). Qed.

(* One thread may run before the other. *)
Theorem SB_one_first_is_allowed : allowed (Sc.machine SB) (P0:r0 = 0 /\ P1:r0 = 1).
Proof.
  apply allowed_by_trace with (trace_of (Sc.machine SB)
    [ ("store", P0, 0%nat, 0%nat); ("load", P0, 0%nat, 0%nat); ("store", P1, 0%nat, 0%nat);
      ("load", P1, 0%nat, 0%nat) ]%string).
  vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions SB_is_forbidden.
Print Assumptions SB_ends_in_exactly.
Print Assumptions SB_one_first_is_allowed.
