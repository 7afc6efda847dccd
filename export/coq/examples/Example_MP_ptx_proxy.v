(* Message passing on `ptx-proxy`: allowed with weak accesses, by the trace that opexplore shows;
   forbidden with a release and an acquire. They do not do it for a constant proxy: the new value is
   in memory, but the reader's CTA may have the old one in its constant cache, until a proxy fence.

     PTX MP+rel.gpu+acq.gpu
     { x = 0; y = 0; }
      P0@cta 0,gpu 0      | P1@cta 1,gpu 0        ;
      st.weak x, 1        | ld.acquire.gpu r0, y  ;
      st.release.gpu y, 1 | ld.weak r1, x         ;
     exists (1:r0=1 /\ 1:r1=0)                                                             *)

From Coq Require Import ZArith List String.
From Opexplore Require Import Litmus Certified.
From Opexplore Require PtxProxy.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.

Definition MP : LitmusTest :=
  litmus "MP" [ in_global "x" 0 ; in_global "y" 0 ]
    [ column 0 0 [] [ st.weak "x", 1 ; st.weak "y", 1 ] ;
      column 1 0 [ ("r0", 0) ; ("r1", 0) ] [ ld.weak "r0", "y" ; ld.weak "r1", "x" ] ]
    [ P1:"r0" ; P1:"r1" ].

Definition MP_rel_acq : LitmusTest :=
  litmus "MP+rel.gpu+acq.gpu" [ in_global "x" 0 ; in_global "y" 0 ]
    [ column 0 0 [] [ st.weak "x", 1 ; st.release.gpu "y", 1 ] ;
      column 1 0 [ ("r0", 0) ; ("r1", 0) ] [ ld.acquire.gpu "r0", "y" ; ld.weak "r1", "x" ] ]
    [ P1:"r0" ; P1:"r1" ].

(* c is a constant name of x. *)
Definition through_constant (title : string) (fence : list Line) : LitmusTest :=
  litmus title [ in_global "x" 0 ; in_global "y" 0 ; alias "c" "x" ]
    [ column 0 0 [] [ st.weak "x", 1 ; st.release.gpu "y", 1 ] ;
      column 1 0 [ ("r0", 0) ; ("r1", 0) ]
        ([ ld.acquire.gpu "r0", "y" ] ++ fence ++ [ cold.weak "r1", "c" ]) ]
    [ P1:"r0" ; P1:"r1" ].

Definition MP_constant : LitmusTest := through_constant "MP+rel.gpu+acq.gpu-const" [].
Definition MP_fenced : LitmusTest :=
  through_constant "MP+rel.gpu+acq.gpu-pfconst-const" [ fence.proxy.constant ].

(* Writes are numbered: 0 and 1 are initial, 2 and 3 those of P0. *)
Theorem MP_is_allowed : allowed_on PtxProxy.model MP (P1:"r0" = 1 /\ P1:"r1" = 0).
Proof.
  apply by_steps with
   [ ("store", P0, 0, 0)%nat ;
     ("store", P0, 0, 0)%nat ;
     ("load", P1, 3, 0)%nat ;
     ("load", P1, 0, 0)%nat ].
  vm_cast_no_check (eq_refl true).
Qed.

Theorem MP_rel_acq_ends_in_exactly :
  exactly_on PtxProxy.model MP_rel_acq [ P1:"r0" ; P1:"r1" ] [ [1; 1]; [0; 1]; [0; 0] ].
Proof. apply by_search with 30%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem MP_rel_acq_is_forbidden :
  forbidden_on PtxProxy.model MP_rel_acq (P1:"r0" = 1 /\ P1:"r1" = 0).
Proof. apply (by_outcomes MP_rel_acq_ends_in_exactly). vm_cast_no_check (eq_refl true). Qed.

Theorem MP_constant_is_allowed : allowed_on PtxProxy.model MP_constant (P1:"r0" = 1 /\ P1:"r1" = 0).
Proof.
  apply by_steps with
   [ ("store", P0, 0, 0)%nat ;
     ("store", P0, 0, 0)%nat ;
     ("load", P1, 3, 0)%nat ;
     ("load", P1, 0, 0)%nat ].
  vm_cast_no_check (eq_refl true).
Qed.

Theorem MP_fenced_ends_in_exactly :
  exactly_on PtxProxy.model MP_fenced [ P1:"r0" ; P1:"r1" ] [ [1; 1]; [0; 1]; [0; 0] ].
Proof. apply by_search with 30%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem MP_fenced_is_forbidden : forbidden_on PtxProxy.model MP_fenced (P1:"r0" = 1 /\ P1:"r1" = 0).
Proof. apply (by_outcomes MP_fenced_ends_in_exactly). vm_cast_no_check (eq_refl true). Qed.

Print Assumptions MP_is_allowed.
Print Assumptions MP_rel_acq_ends_in_exactly.
Print Assumptions MP_rel_acq_is_forbidden.
Print Assumptions MP_constant_is_allowed.
Print Assumptions MP_fenced_ends_in_exactly.
Print Assumptions MP_fenced_is_forbidden.
