(* The address queues and the load array of Sorensen's machine (Sorensen 2014, section 5.4, figure
   5.11): how instructions are issued, wait and may pass each other. What they do to memory is
   GpuScoped.v.

   Source: opmodel/queues/plan.hpp, plan.cpp, queues.hpp and queues.cpp, run with --no-reduce, so
   that nothing is issued or leaves its queue without a step. There is no bound on the number of
   pending entries, and registers keep values that nothing will look at any more.

   One list per thread, in program order, stands for all queues of the thread: the queue of an
   address is what the list holds of that address and of fences. Entries that are `out` have left
   their queue and are in the load array. *)

From Coq Require Import ZArith List Bool.
From Opexplore Require Import Program Encoding.
Import ListNotations.

(* What an instruction is to the machine. Both kinds of membar put a marker into every queue. *)
Inductive Kind := load | store | atomic | membar_cta | membar_gl | local.

Record Planned := {
  instruction : Instruction;
  kind : Kind;
  location : LocationId;             (* load, store, atomic *)
  destination : option RegisterId;   (* the register that it writes *)
  operands : list RegisterId }.      (* registers whose values it needs to be issued *)

Definition read (operand : Operand) : list RegisterId :=
  match operand with Register id => [id] | Immediate _ => [] end.

Definition read_pointer (pointer : option RegisterId) : list RegisterId :=
  match pointer with Some id => [id] | None => [] end.

(* opmodel/parts/flow.cpp, registers_read and register_written. *)
Definition registers_read (i : Instruction) : list RegisterId :=
  match i with
  | ILoad l => read_pointer (load_pointer l)
  | IStore st => read_pointer (store_pointer st) ++ read (store_value st)
  | IAtomic a =>
      read_pointer (atomic_pointer a) ++ read (atomic_operand a) ++
      match atomic_op a with atom_cas => read (atomic_expected a) | _ => [] end
  | IArithmetic a =>
      read (arithmetic_left a) ++
      match arithmetic_op a with move => [] | _ => read (arithmetic_right a) end
  | IBranch b =>
      match branch_comparison b with
      | Some _ => read (branch_left b) ++ read (branch_right b)
      | None => []
      end
  | _ => []
  end.

Definition register_written (i : Instruction) : option RegisterId :=
  match i with
  | ILoad l => Some (load_destination l)
  | IAtomic a => atomic_destination a
  | IArithmetic a => Some (arithmetic_destination a)
  | _ => None
  end.

(* On one GPU membar.sys orders what membar.gl orders. *)
Definition kind_of (i : Instruction) : Kind :=
  match i with
  | ILoad _ => load
  | IStore _ => store
  | IAtomic _ => atomic
  | IFence _ cta => membar_cta
  | IFence _ _ => membar_gl
  | _ => local
  end.

Definition plan (program : Program) (i : Instruction) : Planned := {|
  instruction := i;
  kind := kind_of i;
  location := location_of program
    match i with
    | ILoad l => load_address l
    | IStore st => store_address st
    | IAtomic a => atomic_address a
    | _ => 0
    end;
  destination := register_written i;
  operands := registers_read i |}.

(* Why the machine cannot run a program: instructions that it does not have. *)
Definition runs (i : Instruction) : bool :=
  match i with
  | ILoad {| load_proxy := generic; load_order := (weak | relaxed) |} => true
  | IStore {| store_proxy := generic; store_order := (weak | relaxed) |} => true
  | IAtomic {| atomic_proxy := generic; atomic_order := relaxed |} => true
  | IFence sc _ | IArithmetic _ | IBranch _ => true
  | _ => false
  end.

(* An issued instruction that has not been performed. *)
Record Pending := {
  entry : InstructionId;
  out : bool;        (* a load in the load array *)
  awaited : bool;    (* its destination still has to get its value *)
  crossed : bool;    (* a load that a membar.cta overtook *)
  value : Value;     (* a store's value; an atomic's operand; what a crossed load holds *)
  expected : Value   (* cas alone *) }.

Record ThreadState := {
  pc : InstructionId;  (* the next instruction to issue *)
  pending : list Pending;
  registers : list Value }.

Definition is_fence (k : Kind) : bool :=
  match k with membar_cta | membar_gl => true | _ => false end.

Section Queues.

(* The instructions of one thread. *)
Variable code : list Planned.

Definition nothing : Planned := {|
  instruction := IFence weak cta; kind := local; location := 0; destination := None;
  operands := [] |}.
Definition planned (p : Pending) : Planned := nth (entry p) code nothing.

(* Nothing left to issue or to perform. *)
Definition done (s : ThreadState) : bool :=
  match nth_error code (pc s), pending s with None, [] => true | _, _ => false end.

(* An operand is known unless some pending entry still has to deliver it. *)
Definition awaits (reg : RegisterId) (p : Pending) : bool :=
  awaited p &&
  match destination (planned p) with Some d => Nat.eqb d reg | None => false end.

Definition known (next : Planned) (s : ThreadState) : bool :=
  forallb (fun reg => negb (existsb (awaits reg) (pending s))) (operands next).

(* The next instruction, if there is one and its operands are known. *)
Definition can_issue (s : ThreadState) : option Planned :=
  match nth_error code (pc s) with
  | Some next => if known next s then Some next else None
  | None => None
  end.

Definition deliver (p : Pending) (still : bool) : Pending := {|
  entry := entry p; out := out p; awaited := awaited p && still; crossed := crossed p;
  value := value p; expected := expected p |}.

(* A younger instruction writes the register: what is on its way there comes too late. *)
Definition overwrite (reg : option RegisterId) (entries : list Pending) : list Pending :=
  match reg with
  | None => entries
  | Some reg => map (fun p => deliver p (negb (awaits reg p))) entries
  end.

(* The entry that an instruction becomes: operands are read when it is issued. *)
Definition entry_of (next : Planned) (s : ThreadState) : Pending := {|
  entry := pc s;
  out := false;
  awaited := match destination next with Some _ => true | None => false end;
  crossed := false;
  value :=
    match instruction next with
    | IStore st => value_of (store_value st) (registers s)
    | IAtomic a => value_of (atomic_operand a) (registers s)
    | _ => 0%Z
    end;
  expected :=
    match instruction next with
    | IAtomic {| atomic_op := atom_cas; atomic_expected := e |} => value_of e (registers s)
    | _ => 0%Z
    end |}.

(* issue, local — section 5.4, "address queues". The next instruction goes to the tail of its queue,
   a fence into all queues; arithmetic and branches are executed. An awaited register is zero. *)
Definition issue (next : Planned) (s : ThreadState) : ThreadState :=
  let waiting := overwrite (destination next) (pending s) in
  match kind next with
  | local =>
      let (pc, registers) := compute_local (instruction next) (pc s) (registers s) in
      {| pc := pc; pending := waiting; registers := registers |}
  | _ => {|
      pc := S (pc s);
      pending := waiting ++ [entry_of next s];
      registers :=
        match destination next with Some reg => set (registers s) reg 0%Z | None => registers s end
    |}
  end.

Definition older (s : ThreadState) (e : nat) : list Pending := firstn e (pending s).

(* Whether the entry heads its queue; a fence, whether it heads all queues. *)
Definition at_head (s : ThreadState) (e : nat) (mine : Planned) : bool :=
  forallb (fun p =>
    out p ||
    negb (is_fence (kind mine) || is_fence (kind (planned p)) ||
          Nat.eqb (location (planned p)) (location mine))) (older s e).

(* Whether the load array holds an older load of the entry's address. *)
Definition older_load (s : ThreadState) (e : nat) (mine : Planned) : bool :=
  existsb (fun p => out p && Nat.eqb (location (planned p)) (location mine)) (older s e).

(* Whether a load may move to the load array. *)
Definition can_leave (s : ThreadState) (e : nat) (p : Pending) : bool :=
  match kind (planned p) with load => negb (out p) && at_head s e (planned p) | _ => false end.

(* Whether a store or an atomic heads its queue and no older load of its address waits. *)
Definition can_write (s : ThreadState) (e : nat) (p : Pending) : bool :=
  at_head s e (planned p) && negb (older_load s e (planned p)).

(* load_out — section 5.4, "load array": a load leaves its queue for the load array. *)
Definition load_out (s : ThreadState) (e : nat) (p : Pending) : ThreadState := {|
  pc := pc s;
  pending := set (pending s) e {|
    entry := entry p; out := true; awaited := awaited p; crossed := crossed p; value := value p;
    expected := expected p |};
  registers := registers s |}.

Fixpoint without {A : Type} (e : nat) (entries : list A) : list A :=
  match entries, e with
  | [], _ => []
  | _ :: rest, 0 => rest
  | p :: rest, S e => p :: without e rest
  end.

(* The entry is performed: its destination gets the value, and it is gone. *)
Definition perform (s : ThreadState) (e : nat) (p : Pending) (v : option Value) : ThreadState := {|
  pc := pc s;
  pending := without e (pending s);
  registers :=
    match v, awaited p, destination (planned p) with
    | Some v, true, Some reg => set (registers s) reg v
    | _, _, _ => registers s
    end |}.

End Queues.

#[export, refine] Instance encoding_pending : Encoding Pending := {|
  put (p : Pending) key := put (entry p) (put (out p) (put (awaited p) (put (crossed p)
    (put (value p) (put (expected p) key))))) |}.
Proof. put_members. Defined.

#[export, refine] Instance encoding_thread_state : Encoding ThreadState := {|
  put (s : ThreadState) key := put (pc s) (put (pending s) (put (registers s) key)) |}.
Proof. put_members. Defined.
