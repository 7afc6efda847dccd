(* Whether a program is one: all that it has numbers for is there. A register, an address or a
   location that is not there reads as 0 or as another, and a theorem about it would mislead.

   Source: what litmus/language/builder.hpp makes sure of when opexplore reads a test. *)

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

(* An instruction has one of the orders that PTX has for it. *)
Definition has_order (i : Instruction) : bool :=
  match i with
  | ILoad l => match load_order l with weak | relaxed | acquire => true | _ => false end
  | IStore s => match store_order s with weak | relaxed | release => true | _ => false end
  | IAtomic a => match atomic_order a with weak | sc => false | _ => true end
  | IFence order _ => match order with weak | relaxed => false | _ => true end
  | _ => true
  end.

(* A generic name of an address stands for itself and is at the same location. *)
Definition has_generic (a : Address) : bool :=
  let g := address_of program (address_generic a) in
  Nat.eqb (address_generic g) (address_generic a) &&
  Nat.eqb (address_location g) (address_location a).

Definition well_formed : bool :=
  forallb (fun t => forallb (fun i => instruction_names t i && has_order i)
                      (thread_instructions t)) (threads program) &&
  forallb (fun a => address_names a && has_generic a) (addresses program) &&
  forallb (fun pair => shared_by_one (fst pair) (snd pair))
    (combine (seq 0 (length (locations program))) (locations program)).

End Program.
