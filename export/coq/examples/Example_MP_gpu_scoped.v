(* Message passing on `gpu-scoped`: allowed without fences, by the trace that opexplore shows;
   forbidden with membar.gl in both threads.

     PTX MP+membar.gls
     { x = 0; y = 0; }
      P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
      st.weak x, 1   | ld.weak r0, y  ;
      membar.gl      | membar.gl      ;
      st.weak y, 1   | ld.weak r1, x  ;
     exists (1:r0=1 /\ 1:r1=0)                                                             *)

From Coq Require Import ZArith List String.
From Opexplore Require Import Litmus Certified.
From Opexplore Require GpuScoped.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.

Definition MP : LitmusTest :=
  litmus "MP" [ in_global "x" 0 ; in_global "y" 0 ]
    [ column 0 0 [] [ st.weak "x", 1 ; st.weak "y", 1 ] ;
      column 1 0 [ ("r0", 0) ; ("r1", 0) ] [ ld.weak "r0", "y" ; ld.weak "r1", "x" ] ]
    [ P1:"r0" ; P1:"r1" ].

Definition MP_membar_gls : LitmusTest :=
  litmus "MP+membar.gls" [ in_global "x" 0 ; in_global "y" 0 ]
    [ column 0 0 [] [ st.weak "x", 1 ; membar.gl ; st.weak "y", 1 ] ;
      column 1 0 [ ("r0", 0) ; ("r1", 0) ] [ ld.weak "r0", "y" ; membar.gl ; ld.weak "r1", "x" ] ]
    [ P1:"r0" ; P1:"r1" ].

Theorem MP_is_allowed : allowed_on GpuScoped.model MP (P1:"r0" = 1 /\ P1:"r1" = 0).
Proof.
  apply by_steps with
   [ ("issue", P0, 0, 0)%nat ;
     ("issue", P0, 0, 0)%nat ;
     ("issue", P1, 0, 0)%nat ;
     ("issue", P1, 0, 0)%nat ;
     ("load_out", P1, 0, 0)%nat ;
     ("load_out", P1, 1, 0)%nat ;
     ("load", P1, 1, 0)%nat ;
     ("store", P0, 0, 0)%nat ;
     ("store", P0, 0, 0)%nat ;
     ("publish_block", P0, 0, 0)%nat ;
     ("publish_block", P0, 1, 0)%nat ;
     ("publish_gpu", P0, 0, 0)%nat ;
     ("publish_gpu", P0, 1, 0)%nat ;
     ("refresh_block", P1, 0, 0)%nat ;
     ("refresh_thread", P1, 0, 0)%nat ;
     ("load", P1, 0, 0)%nat ].
  vm_cast_no_check (eq_refl true).
Qed.

Theorem MP_membar_gls_ends_in_exactly :
  exactly_on GpuScoped.model MP_membar_gls [ P1:"r0" ; P1:"r1" ] [ [1; 1]; [0; 1]; [0; 0] ].
Proof. apply by_search with 30%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem MP_membar_gls_is_forbidden :
  forbidden_on GpuScoped.model MP_membar_gls (P1:"r0" = 1 /\ P1:"r1" = 0).
Proof. apply (by_outcomes MP_membar_gls_ends_in_exactly). vm_cast_no_check (eq_refl true). Qed.

Print Assumptions MP_is_allowed.
Print Assumptions MP_membar_gls_ends_in_exactly.
Print Assumptions MP_membar_gls_is_forbidden.
