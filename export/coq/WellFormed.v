(* Whether a test says what it seems to say: all that it names is there. A register, an address or a
   location that is not there reads as 0 or as another, and a theorem about it would mislead.

   Source: what litmus/builder.hpp makes sure of when opexplore reads a test. *)

From Coq Require Import List Bool.
From Opexplore Require Export Condition.
Import ListNotations.

Section Program.

Variable program : Program.

Definition has_address (address : AddressId) : bool :=
  Nat.ltb address (length (addresses program)).

(* Operands and results are registers of the thread. *)
Definition has_register (t : Thread) (reg : RegisterId) : bool :=
  Nat.ltb reg (length (thread_registers t)).
Definition has_some (t : Thread) (reg : option RegisterId) : bool :=
  match reg with Some reg => has_register t reg | None => true end.
Definition has_operand (t : Thread) (operand : Operand) : bool :=
  match operand with Register reg => has_register t reg | Immediate _ => true end.
Definition has_operands (t : Thread) (operand : option Operand) : bool :=
  match operand with Some operand => has_operand t operand | None => true end.

Definition instruction_names (t : Thread) (i : Instruction) : bool :=
  match i with
  | ILoad l =>
      has_register t (load_destination l) && has_address (load_address l) &&
      has_some t (load_pointer l)
  | IStore s =>
      has_address (store_address s) && has_operand t (store_value s) &&
      has_some t (store_pointer s)
  | IAtomic a =>
      has_some t (atomic_destination a) && has_address (atomic_address a) &&
      has_operand t (atomic_operand a) && has_operand t (atomic_expected a) &&
      has_some t (atomic_pointer a)
  | IFence _ _ | IProxyFence _ => true
  | IBarrier b => has_operands t (barrier_id b) && has_operands t (barrier_quorum b)
  | IArithmetic a =>
      has_register t (arithmetic_destination a) && has_operand t (arithmetic_left a) &&
      has_operand t (arithmetic_right a)
  | IBranch b =>
      has_operand t (branch_left b) && has_operand t (branch_right b) &&
      Nat.leb (branch_target b) (length (thread_instructions t))
  end.

Definition address_names (a : Address) : bool :=
  Nat.ltb (address_location a) (length (locations program)) && has_address (address_generic a).

(* The location that an instruction accesses. *)
Definition accessed (i : Instruction) : option LocationId :=
  match i with
  | ILoad l => Some (location_of program (load_address l))
  | IStore s => Some (location_of program (store_address s))
  | IAtomic a => Some (location_of program (atomic_address a))
  | _ => None
  end.

Definition accesses (l : LocationId) (t : Thread) : bool :=
  existsb (fun i => match accessed i with Some l' => Nat.eqb l l' | None => false end)
    (thread_instructions t).

Definition same_cta (t u : Thread) : bool :=
  Nat.eqb (thread_cta t) (thread_cta u) && Nat.eqb (thread_gpu t) (thread_gpu u).

(* A shared location belongs to one CTA (PTX ISA 5.1). *)
Definition shared_by_one (l : LocationId) (location : Location) : bool :=
  match location_region location with
  | global => true
  | shared =>
      let those := filter (accesses l) (threads program) in
      forallb (fun t => forallb (same_cta t) those) those
  end.

Definition observable_names (o : Observable) : bool :=
  match o with
  | RegisterTerm t reg =>
      match nth_error (threads program) t with
      | Some thread => has_register thread reg
      | None => false
      end
  | LocationTerm address => has_address address
  end.

Definition program_names : bool :=
  forallb (fun t => forallb (instruction_names t) (thread_instructions t)) (threads program) &&
  forallb address_names (addresses program) &&
  forallb (fun pair => shared_by_one (fst pair) (snd pair))
    (combine (seq 0 (length (locations program))) (locations program)).

End Program.

(* The test is well formed, and the condition asks for nothing that the test does not observe. *)
Definition well_formed (test : Test) (condition : Proposition) : bool :=
  program_names (program test) &&
  forallb (observable_names (program test)) (observables test) &&
  forallb (fun o => existsb (observable_eqb o) (observables test)) (mentioned condition).
