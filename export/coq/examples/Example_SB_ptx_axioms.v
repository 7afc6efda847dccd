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
From Opexplore Require Import Litmus Replay.
From Opexplore Require PtxProxy Execution Ptx75 PtxAxioms PtxForbidden.
Import ListNotations.
Open Scope Z_scope.

Definition x : AddressId := 0%nat.
Definition y : AddressId := 1%nat.
Definition r0 : RegisterId := 0%nat.

Definition SB (name : string) (fence : Instruction) : Test :=
  litmus name [0; 0]
    [ column 0 0 [0] [ st.relaxed.gpu x, 1 ; fence.sc.gpu ; ld.relaxed.gpu r0, y ] ;
      column 1 0 [0] [ st.relaxed.gpu y, 1 ; fence ; ld.relaxed.gpu r0, x ] ]
    [ RegisterTerm P0 r0 ; RegisterTerm P1 r0 ]
    (P0:r0 = 0 /\ P1:r0 = 0).

Definition SB_gpu : Test := SB "SB+sc.gpus"%string (fence.sc.gpu).
Definition SB_cta : Test := SB "SB+sc.gpu+sc.cta"%string (fence.sc.cta).

(* All candidate executions are looked at. *)
Theorem SB_gpu_is_forbidden : Execution.forbidden_by Ptx75.ptx75 SB_gpu (condition SB_gpu).
Proof. apply PtxForbidden.forbidden_by_axioms. vm_cast_no_check (eq_refl true). Qed.

(* One is shown: that which the end of this run of `ptx-proxy` denotes. *)
Theorem SB_cta_is_allowed : Execution.allowed_by Ptx75.ptx75 SB_cta (condition SB_cta).
Proof.
  apply PtxAxioms.allowed_by_axioms with (trace_of (PtxProxy.machine SB_cta)
   [ ("store", P0, 0%nat, 0%nat);
     ("fence_sc", P0, 0%nat, 0%nat);
     ("load", P0, 1%nat, 0%nat);
     ("store", P1, 0%nat, 0%nat);
     ("fence_sc", P1, 0%nat, 0%nat);
     ("load", P1, 0%nat, 0%nat) ]%string).
  vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions SB_gpu_is_forbidden.
Print Assumptions SB_cta_is_allowed.
