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
From Opexplore Require Import Litmus Replay Explore.
From Opexplore Require PtxProxy.
Import ListNotations.
Open Scope Z_scope.

Definition x : AddressId := 0%nat.
Definition y : AddressId := 1%nat.
Definition c : AddressId := 2%nat.  (* c @ constant aliases x *)
Definition r0 : RegisterId := 0%nat.
Definition r1 : RegisterId := 1%nat.

Definition MP : Test :=
  litmus "MP" [0; 0]
    [ column 0 0 [] [ st.weak x, 1 ; st.weak y, 1 ] ;
      column 1 0 [0; 0] [ ld.weak r0, y ; ld.weak r1, x ] ]
    [ RegisterTerm P1 r0 ; RegisterTerm P1 r1 ]
    (P1:r0 = 1 /\ P1:r1 = 0).

Definition MP_rel_acq : Test :=
  litmus "MP+rel.gpu+acq.gpu" [0; 0]
    [ column 0 0 [] [ st.weak x, 1 ; st.release.gpu y, 1 ] ;
      column 1 0 [0; 0] [ ld.acquire.gpu r0, y ; ld.weak r1, x ] ]
    [ RegisterTerm P1 r0 ; RegisterTerm P1 r1 ]
    (P1:r0 = 1 /\ P1:r1 = 0).

Definition through_constant (name : string) (fence : list Instruction) : Test :=
  litmus_with_aliases name [ in_global 0 ; in_global 0 ] [ name_of 0 0 ; name_of 1 1 ; name_of 0 0 ]
    [ column 0 0 [] [ st.weak x, 1 ; st.release.gpu y, 1 ] ;
      column 1 0 [0; 0] ([ ld.acquire.gpu r0, y ] ++ fence ++ [ cold.weak r1, c ]) ]
    [ RegisterTerm P1 r0 ; RegisterTerm P1 r1 ]
    (P1:r0 = 1 /\ P1:r1 = 0).

Definition MP_constant : Test := through_constant "MP+rel.gpu+acq.gpu-const" [].
Definition MP_fenced : Test :=
  through_constant "MP+rel.gpu+acq.gpu-pfconst-const" [ fence.proxy.constant ].

Lemma all_run : forallb PtxProxy.supports [ MP ; MP_rel_acq ; MP_constant ; MP_fenced ] = true.
Proof. reflexivity. Qed.

(* Writes are numbered: 0 and 1 are initial, 2 and 3 those of P0. *)
Theorem MP_is_allowed : allowed (PtxProxy.machine MP) (condition MP).
Proof.
  apply allowed_by_trace with (trace_of (PtxProxy.machine MP)
   [ ("store", P0, 0%nat, 0%nat);
     ("store", P0, 0%nat, 0%nat);
     ("load", P1, 3%nat, 0%nat);
     ("load", P1, 0%nat, 0%nat) ]%string).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem MP_rel_acq_is_forbidden : forbidden (PtxProxy.machine MP_rel_acq) (condition MP_rel_acq).
Proof. apply forbidden_by_search with 30%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem MP_rel_acq_ends_in_exactly :
  exactly (PtxProxy.machine MP_rel_acq) (observables MP_rel_acq) [ [1; 1]; [0; 1]; [0; 0] ].
Proof. apply exactly_by_search with 30%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem MP_constant_is_allowed : allowed (PtxProxy.machine MP_constant) (condition MP_constant).
Proof.
  apply allowed_by_trace with (trace_of (PtxProxy.machine MP_constant)
   [ ("store", P0, 0%nat, 0%nat);
     ("store", P0, 0%nat, 0%nat);
     ("load", P1, 3%nat, 0%nat);
     ("load", P1, 0%nat, 0%nat) ]%string).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem MP_fenced_is_forbidden : forbidden (PtxProxy.machine MP_fenced) (condition MP_fenced).
Proof. apply forbidden_by_search with 30%nat. vm_cast_no_check (eq_refl true). Qed.

Print Assumptions MP_is_allowed.
Print Assumptions MP_rel_acq_is_forbidden.
Print Assumptions MP_rel_acq_ends_in_exactly.
Print Assumptions MP_constant_is_allowed.
Print Assumptions MP_fenced_is_forbidden.
