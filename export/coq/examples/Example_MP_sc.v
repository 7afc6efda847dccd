(* Message passing on `sc`: forbidden, and which outcomes there are.

     PTX MP
     { x = 0; y = 0; }
      P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
      st.weak x, 1   | ld.weak r0, y  ;
      st.weak y, 1   | ld.weak r1, x  ;
     exists (1:r0=1 /\ 1:r1=0)                                                             *)

From Coq Require Import ZArith List String.
From Opexplore Require Import Litmus Certified.
From Opexplore Require Sc.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.

Definition MP : LitmusTest :=
  litmus "MP" [ in_global "x" 0 ; in_global "y" 0 ]
    [ column 0 0 [] [ st.weak "x", 1 ; st.weak "y", 1 ] ;
      column 1 0 [ ("r0", 0) ; ("r1", 0) ] [ ld.weak "r0", "y" ; ld.weak "r1", "x" ] ]
    [ P1:"r0" ; P1:"r1" ].

Theorem MP_ends_in_exactly :
  exactly_on Sc.model MP [ P1:"r0" ; P1:"r1" ] [ [1; 1]; [0; 1]; [0; 0] ].
Proof. apply by_search with 10%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem MP_is_forbidden : forbidden_on Sc.model MP (P1:"r0" = 1 /\ P1:"r1" = 0).
Proof. apply (by_outcomes MP_ends_in_exactly). vm_cast_no_check (eq_refl true). Qed.

Print Assumptions MP_ends_in_exactly.
Print Assumptions MP_is_forbidden.
