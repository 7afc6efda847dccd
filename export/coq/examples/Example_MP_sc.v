(* Message passing on `sc`: forbidden, and which outcomes there are.

     PTX MP
     { x = 0; y = 0; }
      P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
      st.weak x, 1   | ld.weak r0, y  ;
      st.weak y, 1   | ld.weak r1, x  ;
     exists (1:r0=1 /\ 1:r1=0)                                                             *)

From Coq Require Import ZArith List String.
From Opexplore Require Import Litmus Explore.
From Opexplore Require Sc.
Import ListNotations.
Open Scope Z_scope.

Definition x : AddressId := 0%nat.
Definition y : AddressId := 1%nat.
Definition r0 : RegisterId := 0%nat.
Definition r1 : RegisterId := 1%nat.

Definition MP : Test :=
  litmus "MP" [0; 0]
    [ column 0 0 [] [ st.weak x, 1 ; st.weak y, 1 ] ;
      column 1 0 [0; 0] [ ld.weak r0, y ; ld.weak r1, x ] ]
    [ RegisterTerm P1 r0 ; RegisterTerm P1 r1 ]
    (P1:r0 = 1 /\ P1:r1 = 0).

Theorem MP_is_forbidden : forbidden (Sc.machine MP) (condition MP).
Proof. apply forbidden_by_search with 10%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem MP_ends_in_exactly :
  exactly (Sc.machine MP) (observables MP) [ [1; 1]; [0; 0]; [0; 1] ].
Proof. apply exactly_by_search with 10%nat. vm_cast_no_check (eq_refl true). Qed.

Print Assumptions MP_is_forbidden.
Print Assumptions MP_ends_in_exactly.
