(* What certificates claim of the axioms of PTX, as Certified.v has it for machines. There is no
   machine in these claims, and none that has to run the test. *)

From Coq Require Import List Bool.
From Opexplore Require Export Certified.
From Opexplore Require Import PtxAxioms.
From Opexplore Require PtxProxy Execution Ptx75 PtxForbidden.

(* A candidate execution of the program satisfies the axioms and ends as the condition says. *)
Definition allowed_under (axioms : Execution.Model) (l : LitmusTest) (c : Formula) : Prop :=
  says (fun _ => true) l (condition_of c) (Execution.allowed_by axioms).

(* None does. *)
Definition forbidden_under (axioms : Execution.Model) (l : LitmusTest) (c : Formula) : Prop :=
  says (fun _ => true) l (condition_of c) (Execution.forbidden_by axioms).

(* By a trace of `ptx-proxy`. *)
Theorem by_axioms l c trace :
  passes (fun _ => true) l (condition_of c) (fun test c =>
    denotes test c (trace_of (PtxProxy.machine test) trace)) = true ->
  allowed_under Ptx75.ptx75 l c.
Proof. apply passes_says. intros test q. apply allowed_by_axioms. Qed.

(* By all candidate executions. *)
Theorem by_all_candidates l c :
  passes (fun _ => true) l (condition_of c) PtxForbidden.excludes = true -> forbidden_under Ptx75.ptx75 l c.
Proof. apply passes_says. intros test q. apply PtxForbidden.forbidden_by_axioms. Qed.
