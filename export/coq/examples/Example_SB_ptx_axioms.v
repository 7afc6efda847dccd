(* Store buffering with fences, by the axioms of PTX and no machine: forbidden with fences of gpu scope,
   allowed with a fence of cta scope in one of the two threads, which are in different CTAs.

     PTX SB+sc.gpus
     { x = 0; y = 0; }
      P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;
      st.relaxed.gpu x, 1  | st.relaxed.gpu y, 1  ;
      fence.sc.gpu         | fence.sc.gpu         ;
      ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, x ;
     exists (0:r0=0 /\ 1:r0=0)                                                             *)

From Coq Require Import ZArith List String.
From Opexplore Require Import Litmus Certified CertifiedAxioms.
From Opexplore Require Ptx75.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.

Definition SB (title : string) (fence : Line) : LitmusTest :=
  litmus title [ in_global "x" 0 ; in_global "y" 0 ]
    [ column 0 0 [ ("r0", 0) ] [ st.relaxed.gpu "x", 1 ; fence.sc.gpu ; ld.relaxed.gpu "r0", "y" ] ;
      column 1 0 [ ("r0", 0) ] [ st.relaxed.gpu "y", 1 ; fence ; ld.relaxed.gpu "r0", "x" ] ]
    [ P0:"r0" ; P1:"r0" ].

Definition SB_gpu : LitmusTest := SB "SB+sc.gpus" (fence.sc.gpu).
Definition SB_cta : LitmusTest := SB "SB+sc.gpu+sc.cta" (fence.sc.cta).

(* All candidate executions are looked at. *)
Theorem SB_gpu_is_forbidden :
  forbidden_under Ptx75.ptx75 SB_gpu (P0:"r0" = 0 /\ P1:"r0" = 0).
Proof. apply by_all_candidates. vm_cast_no_check (eq_refl true). Qed.

(* One is shown: that which the end of this run of `ptx-proxy` denotes. *)
Theorem SB_cta_is_allowed : allowed_under Ptx75.ptx75 SB_cta (P0:"r0" = 0 /\ P1:"r0" = 0).
Proof.
  apply by_axioms with
   [ ("store", P0, 0, 0)%nat ;
     ("fence_sc", P0, 0, 0)%nat ;
     ("load", P0, 1, 0)%nat ;
     ("store", P1, 0, 0)%nat ;
     ("fence_sc", P1, 0, 0)%nat ;
     ("load", P1, 0, 0)%nat ].
  vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions SB_gpu_is_forbidden.
Print Assumptions SB_cta_is_allowed.
