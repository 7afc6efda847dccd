(* Where the threads of `ptx-proxy` stand, worked out from what they issued and what was read.

   Source: opmodel/ptx/out_of_order/events.hpp and events.cpp: Position and replay,
   same names; what is Pending here is Stored in opmodel/ptx/rules/atomic.hpp. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Export PtxCoherence.
Import ListNotations.

(* A register whose value may not be known yet. *)
Definition MaybeValue := option Value.

(* Where a thread stands, worked out from what it issued. *)
Record Position := {
  pc : InstructionId;
  registers : list MaybeValue;
  stalled : bool;      (* before a branch or barrier whose operand is not known *)
  diverged : bool }.   (* runs local instructions forever *)

Definition known_value (o : Operand) (at_ : Position) : MaybeValue :=
  match o with Register r => nth r (registers at_) None | Immediate v => Some v end.

(* Whether the address of the access is known. *)
Definition is_known {A : Type} (v : option A) : bool :=
  match v with Some _ => true | None => false end.
Definition is_addressed (i : Instruction) (at_ : Position) : bool :=
  match pointer_of i with Some p => is_known (nth p (registers at_) None) | None => true end.

(* The value that a pending write will store, once its operands are known; `changes` is false for a
   cas that failed. *)
Record Pending := { addressed : bool; ready : bool; changes : bool; pending_value : Value }.

Definition value_or_zero (v : MaybeValue) : Value := match v with Some v => v | None => 0%Z end.

(* Most local instructions that a thread runs in a row (opmodel/parts/local.hpp). *)
Definition max_local_run : nat := Nat.pow 2 16.

Definition go (at_ : Position) (pc : InstructionId) (registers : list MaybeValue) : Position := {|
  pc := pc; registers := registers; stalled := false; diverged := false |}.

Definition evaluate_known (a : Arithmetic) (at_ : Position) : MaybeValue :=
  let right := known_value (arithmetic_right a) at_ in
  match known_value (arithmetic_left a) at_, arithmetic_op a, right with
  | Some l, move, _ => Some (evaluate move l (value_or_zero right) (arithmetic_type a))
  | Some l, op, Some r => Some (evaluate op l r (arithmetic_type a))
  | _, _, _ => None
  end.

(* Whether the branch is taken, if that is known. *)
Definition taken (b : Branch) (at_ : Position) : option bool :=
  match branch_comparison b with
  | None => Some true
  | Some c =>
      match known_value (branch_left b) at_, known_value (branch_right b) at_ with
      | Some l, Some r => Some (compare c l r)
      | _, _ => None
      end
  end.

Definition stop (at_ : Position) (stalled diverged : bool) : Position := {|
  pc := pc at_; registers := registers at_; stalled := stalled; diverged := diverged |}.

(* Runs along to the next instruction that is recorded. *)
Fixpoint run_local (fuel : nat) (code : list Planned) (at_ : Position) : Position :=
  match option_map action (nth_error code (pc at_)) with
  | Some (IArithmetic a) =>
      match fuel with
      | 0 => stop at_ false true
      | S fuel =>
          run_local fuel code
            (go at_ (S (pc at_))
               (set (registers at_) (arithmetic_destination a) (evaluate_known a at_)))
      end
  | Some (IBranch b) =>
      match taken b at_, fuel with
      | None, _ => stop at_ true false
      | _, 0 => stop at_ false true
      | Some yes, S fuel =>
          run_local fuel code
            (go at_ (if yes then branch_target b else S (pc at_)) (registers at_))
      end
  | _ => at_
  end.

(* The value that an atomic will write, given what it read. *)
Definition pending_atomic (a : Atomic) (read : MaybeValue) (at_ : Position) : Pending :=
  let operand := known_value (atomic_operand a) at_ in
  let expected := known_value (atomic_expected a) at_ in
  let where_ := is_addressed (IAtomic a) at_ in
  let no := {| addressed := where_; ready := false; changes := true; pending_value := 0%Z |} in
  let yes v := {| addressed := where_; ready := where_; changes := true; pending_value := v |} in
  match atomic_op a, read, expected, operand with
  | atom_exch, _, _, Some v => yes v
  | atom_exch, _, _, None => no
  | atom_cas, Some r, Some e, _ =>
      if Z.eqb r e
      then match operand with Some v => yes v | None => no end
      else {| addressed := where_; ready := where_; changes := false; pending_value := r |}
  | atom_cas, _, _, _ => no
  | op, Some r, _, Some v => yes (update op r v)
  | _, _, _, _ => no
  end.

Definition replay_entry (i : Instruction) (read : MaybeValue) (at_ : Position)
  : Position * Pending :=
  let where_ := is_addressed i at_ in
  let none := {| addressed := where_; ready := false; changes := true; pending_value := 0%Z |} in
  let next registers := go at_ (S (pc at_)) registers in
  match i with
  | ILoad l => (next (set (registers at_) (load_destination l) read), none)
  | IStore st =>
      let v := known_value (store_value st) at_ in
      (next (registers at_),
       {| addressed := where_; ready := where_ && is_known v; changes := true;
          pending_value := value_or_zero v |})
  | IAtomic a =>
      (next match atomic_destination a with
            | Some r => set (registers at_) r read
            | None => registers at_
            end,
       pending_atomic a read at_)
  | _ => (next (registers at_), none)
  end.

Definition awaits_operand (i : Instruction) (at_ : Position) : bool :=
  let unknown o := match o with Some o => negb (is_known (known_value o at_)) | None => false end in
  match i with
  | IBarrier b => unknown (barrier_id b) || unknown (barrier_quorum b)
  | _ => false
  end.

(* Registers follow from the values read: runs the thread again along what it issued. *)
Fixpoint replay (code : list Planned) (m : Memory) (log : list Issued) (at_ : Position)
  : Position * list Pending :=
  let at_ := run_local max_local_run code at_ in
  match log with
  | [] =>
      (match nth_error code (pc at_) with
       | Some p => if awaits_operand (action p) at_ then stop at_ true (diverged at_) else at_
       | None => at_
       end, [])
  | i :: rest =>
      let read := match read i with
                  | reads_from w => Some (write_value (write_at m w))
                  | _ => None
                  end in
      let what := nth (issued_instruction i) code nothing_planned in
      let (at_, pending) := replay_entry (action what) read at_ in
      let (at_, later) := replay code m rest at_ in
      (at_, pending :: later)
  end.

Section Positions.

Variable x : Context.

Definition stand (s : State) (t : ThreadId) : Position * list Pending :=
  replay (code x t) (memory s) (nth t (issued s) [])
    {| pc := 0; registers := map Some (nth t (first_registers x) []); stalled := false;
       diverged := false |}.

(* Where all threads stand. *)
Definition positions (s : State) : list (Position * list Pending) :=
  map (stand s) (seq 0 (length (issued s))).

End Positions.
