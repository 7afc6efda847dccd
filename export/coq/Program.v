(* What a litmus test's program is, before any machine looks at it: threads placed in CTAs and
   GPUs, instructions, named addresses of physical locations.

   Source: opmodel/program.hpp, same names, without texts and places in files. Threads, registers,
   addresses and locations are numbered from 0. A number that is not there is read as 0, or as the
   first; WellFormed.v says that a test has none. *)

From Coq Require Import ZArith List Bool.
From Opexplore Require Export Value.
Import ListNotations.

Definition ThreadId := nat.
Definition RegisterId := nat.
Definition AddressId := nat.
Definition LocationId := nat.
Definition InstructionId := nat.

Inductive Scope := cta | gpu | sys.
Inductive Proxy := generic | texture | surface | constant.
Inductive Order := weak | relaxed | acquire | release | acq_rel | sc.
Inductive Region := global | shared.
Inductive ProxyFenceKind :=
  fence_generic | fence_texture | fence_surface | fence_constant | fence_alias.

(* A register or an immediate. *)
Inductive Operand := Register (id : RegisterId) | Immediate (value : Value).

(* Accesses. An address that comes from a register is also known to the reader of the test; a
   machine has to wait for `pointer`, it need not look at its value. *)
Record Load := {
  load_destination : RegisterId; load_address : AddressId; load_proxy : Proxy;
  load_order : Order; load_scope : Scope; load_pointer : option RegisterId }.

Record Store := {
  store_address : AddressId; store_value : Operand; store_proxy : Proxy;
  store_order : Order; store_scope : Scope; store_pointer : option RegisterId }.

(* `expected` is read by cas alone, whose new value is `operand`. *)
Record Atomic := {
  atomic_op : AtomicOp; atomic_destination : option RegisterId; atomic_address : AddressId;
  atomic_operand : Operand; atomic_expected : Operand; atomic_proxy : Proxy;
  atomic_order : Order; atomic_scope : Scope; atomic_pointer : option RegisterId }.

Record Barrier := {
  barrier_arrives : bool; barrier_instance : Value;
  barrier_id : option Operand; barrier_quorum : option Operand }.

Record Arithmetic := {
  arithmetic_op : ArithmeticOp; arithmetic_destination : RegisterId;
  arithmetic_left : Operand; arithmetic_right : Operand; arithmetic_type : NumberType }.

(* Without a comparison a branch is a goto. *)
Record Branch := {
  branch_comparison : option Comparison; branch_left : Operand; branch_right : Operand;
  branch_target : InstructionId }.

Inductive Instruction :=
| ILoad (load : Load)
| IStore (store : Store)
| IAtomic (atomic : Atomic)
| IFence (order : Order) (scope : Scope)
| IProxyFence (kind : ProxyFenceKind)
| IBarrier (barrier : Barrier)
| IArithmetic (arithmetic : Arithmetic)
| IBranch (branch : Branch).

(* A thread; `thread_registers` are the initial values of its registers. *)
Record Thread := {
  thread_cta : nat; thread_gpu : nat;
  thread_instructions : list Instruction; thread_registers : list Value }.

Record Location := { location_initial : Value; location_region : Region }.

(* A name of the program: a virtual address of a physical location. It stands for a generic virtual
   address; a generic name for itself. *)
Record Address := { address_location : LocationId; address_generic : AddressId }.

Record Program := {
  threads : list Thread; addresses : list Address; locations : list Location }.

Definition no_thread : Thread :=
  {| thread_cta := 0; thread_gpu := 0; thread_instructions := []; thread_registers := [] |}.

Definition thread_of (program : Program) (thread : ThreadId) : Thread :=
  nth thread (threads program) no_thread.
Definition no_address : Address := {| address_location := 0; address_generic := 0 |}.
Definition address_of (program : Program) (address : AddressId) : Address :=
  nth address (addresses program) no_address.
Definition location_of (program : Program) (address : AddressId) : LocationId :=
  address_location (address_of program address).

Definition instruction_at (program : Program) (thread : ThreadId) (pc : InstructionId)
  : option Instruction :=
  nth_error (thread_instructions (thread_of program thread)) pc.

(* The value of an operand, given the registers of its thread (opmodel/parts/flow.hpp). *)
Definition value_of (operand : Operand) (registers : list Value) : Value :=
  match operand with Register id => nth id registers 0%Z | Immediate value => value end.

(* The list with one element replaced; the same list where there is no such element. *)
Fixpoint set {A : Type} (list : list A) (index : nat) (value : A) : Datatypes.list A :=
  match list, index with
  | [], _ => []
  | _ :: rest, 0 => value :: rest
  | first :: rest, S index => first :: set rest index value
  end.

(* Arithmetic and branches touch nothing but their thread's registers and its next instruction
   (opmodel/parts/local.cpp, execute). *)
Definition compute_local (instruction : Instruction) (pc : InstructionId) (registers : list Value)
  : InstructionId * list Value :=
  match instruction with
  | IArithmetic a =>
      (S pc, set registers (arithmetic_destination a)
               (evaluate (arithmetic_op a) (value_of (arithmetic_left a) registers)
                  (value_of (arithmetic_right a) registers) (arithmetic_type a)))
  | IBranch b =>
      let taken :=
        match branch_comparison b with
        | None => true
        | Some c => compare c (value_of (branch_left b) registers)
                      (value_of (branch_right b) registers)
        end in
      (if taken then branch_target b else S pc, registers)
  | _ => (S pc, registers)
  end.
