(* Independent reads of independent writes on `gpu-scoped`: forbidden with membar.gl in both readers.
   The machine has 212,149 states of it. The search follows instructions into their queues, and loads
   out of them, first of all and comes to 20,152.

     PTX IRIW+membar.gls
     { x = 0; y = 0; }
      P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;
      st.weak x, 1   | st.weak y, 1   | ld.weak r0, x  | ld.weak r0, y  ;
                     |                | membar.gl      | membar.gl      ;
                     |                | ld.weak r1, y  | ld.weak r1, x  ;
     exists (2:r0=1 /\ 2:r1=0 /\ 3:r0=1 /\ 3:r1=0)                                         *)

From Coq Require Import ZArith List String.
From Opexplore Require Import Litmus Certified.
From Opexplore Require GpuScoped GpuScopedReduction.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.

Definition IRIW_membar_gls : LitmusTest :=
  litmus "IRIW+membar.gls" [ in_global "x" 0 ; in_global "y" 0 ]
    [ column 0 0 [] [ st.weak "x", 1 ] ;
      column 1 0 [] [ st.weak "y", 1 ] ;
      column 2 0 [ ("r0", 0) ; ("r1", 0) ] [ ld.weak "r0", "x" ; membar.gl ; ld.weak "r1", "y" ] ;
      column 3 0 [ ("r0", 0) ; ("r1", 0) ] [ ld.weak "r0", "y" ; membar.gl ; ld.weak "r1", "x" ] ]
    [ P2:"r0" ; P2:"r1" ; P3:"r0" ; P3:"r1" ].

Theorem IRIW_membar_gls_ends_in_exactly :
  exactly_on GpuScoped.model IRIW_membar_gls
    [ P2:"r0" ; P2:"r1" ; P3:"r0" ; P3:"r1" ]
    [ [0; 0; 0; 0] ; [0; 0; 0; 1] ; [0; 0; 1; 0] ; [0; 0; 1; 1] ;
      [0; 1; 0; 0] ; [0; 1; 0; 1] ; [0; 1; 1; 0] ; [0; 1; 1; 1] ;
      [1; 0; 0; 0] ; [1; 0; 0; 1] ; [1; 0; 1; 1] ; [1; 1; 0; 0] ;
      [1; 1; 0; 1] ; [1; 1; 1; 0] ; [1; 1; 1; 1] ].
Proof.
  apply by_reduced_search with GpuScopedReduction.reduction 60%nat.
  vm_cast_no_check (eq_refl true).
Qed.

Theorem IRIW_membar_gls_is_forbidden :
  forbidden_on GpuScoped.model IRIW_membar_gls
    (P2:"r0" = 1 /\ P2:"r1" = 0 /\ P3:"r0" = 1 /\ P3:"r1" = 0).
Proof. apply (by_outcomes IRIW_membar_gls_ends_in_exactly). vm_cast_no_check (eq_refl true). Qed.

Print Assumptions IRIW_membar_gls_ends_in_exactly.
Print Assumptions IRIW_membar_gls_is_forbidden.
