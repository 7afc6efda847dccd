(* Store buffering on `sc`: forbidden, and which outcomes there are.

     PTX SB
     { x = 0; y = 0; }
      P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
      st.weak x, 1   | st.weak y, 1   ;
      ld.weak r0, y  | ld.weak r0, x  ;
     exists (0:r0=0 /\ 1:r0=0)                                                             *)

From Coq Require Import ZArith List String.
From Opexplore Require Import Litmus Certified.
From Opexplore Require Sc.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.

Definition SB : LitmusTest :=
  litmus "SB" [ in_global "x" 0 ; in_global "y" 0 ]
    [ column 0 0 [ ("r0", 0) ] [ st.weak "x", 1 ; ld.weak "r0", "y" ] ;
      column 1 0 [ ("r0", 0) ] [ st.weak "y", 1 ; ld.weak "r0", "x" ] ]
    [ P0:"r0" ; P1:"r0" ].

Theorem SB_ends_in_exactly :
  exactly_on Sc.model SB [ P0:"r0" ; P1:"r0" ] [ [1; 1]; [1; 0]; [0; 1] ].
Proof. apply by_search with 10%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem SB_is_forbidden : forbidden_on Sc.model SB (P0:"r0" = 0 /\ P1:"r0" = 0).
Proof. apply (by_outcomes SB_ends_in_exactly). vm_cast_no_check (eq_refl true). Qed.

(* One thread may run before the other. *)
Theorem SB_one_first_is_allowed : allowed_on Sc.model SB (P0:"r0" = 0 /\ P1:"r0" = 1).
Proof.
  apply by_steps with
    [ ("store", P0, 0, 0)%nat ; ("load", P0, 0, 0)%nat ; ("store", P1, 0, 0)%nat ;
      ("load", P1, 0, 0)%nat ].
  vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions SB_is_forbidden.
Print Assumptions SB_ends_in_exactly.
Print Assumptions SB_one_first_is_allowed.
