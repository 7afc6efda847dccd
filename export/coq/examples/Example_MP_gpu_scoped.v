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
From Opexplore Require Import Litmus Replay Explore.
From Opexplore Require GpuScoped.
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

Definition MP_membar_gls : Test :=
  litmus "MP+membar.gls" [0; 0]
    [ column 0 0 [] [ st.weak x, 1 ; membar.gl ; st.weak y, 1 ] ;
      column 1 0 [0; 0] [ ld.weak r0, y ; membar.gl ; ld.weak r1, x ] ]
    [ RegisterTerm P1 r0 ; RegisterTerm P1 r1 ]
    (P1:r0 = 1 /\ P1:r1 = 0).

Lemma both_run : GpuScoped.supports MP = true /\ GpuScoped.supports MP_membar_gls = true.
Proof. split; reflexivity. Qed.

Theorem MP_is_allowed : allowed (GpuScoped.machine MP) (condition MP).
Proof.
  apply allowed_by_trace with (trace_of (GpuScoped.machine MP)
   [ ("issue", P0, 0%nat, 0%nat);
     ("issue", P0, 0%nat, 0%nat);
     ("issue", P1, 0%nat, 0%nat);
     ("issue", P1, 0%nat, 0%nat);
     ("load_out", P1, 0%nat, 0%nat);
     ("load_out", P1, 1%nat, 0%nat);
     ("load", P1, 1%nat, 0%nat);
     ("store", P0, 0%nat, 0%nat);
     ("store", P0, 0%nat, 0%nat);
     ("publish_block", P0, 0%nat, 0%nat);
     ("publish_block", P0, 1%nat, 0%nat);
     ("publish_gpu", P0, 0%nat, 0%nat);
     ("publish_gpu", P0, 1%nat, 0%nat);
     ("refresh_block", P1, 0%nat, 0%nat);
     ("refresh_thread", P1, 0%nat, 0%nat);
     ("load", P1, 0%nat, 0%nat) ]%string).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem MP_membar_gls_is_forbidden :
  forbidden (GpuScoped.machine MP_membar_gls) (condition MP_membar_gls).
Proof. apply forbidden_by_search with 30%nat. vm_cast_no_check (eq_refl true). Qed.

Theorem MP_membar_gls_ends_in_exactly :
  exactly (GpuScoped.machine MP_membar_gls) (observables MP_membar_gls)
    [ [1; 1]; [0; 1]; [0; 0] ].
Proof. apply exactly_by_search with 30%nat. vm_cast_no_check (eq_refl true). Qed.

Print Assumptions MP_is_allowed.
Print Assumptions MP_membar_gls_is_forbidden.
Print Assumptions MP_membar_gls_ends_in_exactly.
