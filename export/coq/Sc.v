(* The machine `sc`: every operation acts at once on one memory, threads in any order (Lamport,
   IEEE Transactions on Computers C-28(9), 1979). One function per rule; each moves one thread by
   one instruction.

   Source: opmodel/machines/sc/rules.hpp, same names, run with --no-reduce, so that register
   arithmetic is a step. One difference: there a register that nothing will look at any more is
   zero; here registers keep their values. *)

From Coq Require Import ZArith NArith List Bool String Lia.
From Opexplore Require Import Encoding Barrier.
From Opexplore Require Export Machine.
Import ListNotations.
Open Scope nat_scope.

(* The boxes: one memory, and per thread the instruction it executes next and its registers. *)
Record State := {
  memory : list Value;
  next : list InstructionId;
  registers : list (list Value);
  barriers : Barriers }.

Section Rules.

Variable program : Program.

Definition next_of (s : State) (thread : ThreadId) : InstructionId := nth thread (next s) 0.
Definition registers_of (s : State) (thread : ThreadId) : list Value := nth thread (registers s) [].
Definition cell (s : State) (address : AddressId) : Value :=
  nth (location_of program address) (memory s) 0%Z.

(* The parts of a conclusion. *)
Definition advance (s : State) (thread : ThreadId) : State := {|
  memory := memory s; next := set (next s) thread (S (next_of s thread));
  registers := registers s; barriers := barriers s |}.

Definition set_register (s : State) (thread : ThreadId) (reg : RegisterId) (v : Value) : State := {|
  memory := memory s; next := next s;
  registers := set (registers s) thread (set (registers_of s thread) reg v);
  barriers := barriers s |}.

Definition set_cell (s : State) (address : AddressId) (v : Value) : State := {|
  memory := set (memory s) (location_of program address) v;
  next := next s; registers := registers s; barriers := barriers s |}.

(* The order of rules in the machine's list. *)
Definition names : list string :=
  ["load"; "store"; "atomic"; "fence"; "proxy_fence"; "barrier_sync"; "barrier_arrive";
   "local"]%string.

(* The rule that executes an instruction. *)
Definition rule_of (instruction : Instruction) : nat :=
  match instruction with
  | ILoad _ => 0
  | IStore _ => 1
  | IAtomic _ => 2
  | IFence _ _ => 3
  | IProxyFence _ => 4
  | IBarrier b => if barrier_arrives b then 6 else 5
  | IArithmetic _ | IBranch _ => 7
  end.

(* load — Lamport 1979, requirement R2: memory serves one request after the other.
     next[t] = ld r, a
     ----------------------------------------
     r[t] := memory[a];  next[t] advances                                                      *)
Definition load (s : State) (t : ThreadId) (l : Load) : State :=
  advance (set_register s t (load_destination l) (cell s (load_address l))) t.

(* store — Lamport 1979, R2.
     next[t] = st a, v
     ----------------------------------------
     memory[a] := v;  next[t] advances                                                         *)
Definition store (s : State) (t : ThreadId) (st : Store) : State :=
  advance (set_cell s (store_address st) (value_of (store_value st) (registers_of s t))) t.

(* atomic — read and write in one step. A failed cas writes nothing.
     next[t] = atom.op r, a, v      old = memory[a]
     -------------------------------------------------
     memory[a] := op(old, v);  r[t] := old;  next[t] advances                                  *)
Definition atomic (s : State) (t : ThreadId) (a : Atomic) : State :=
  let old := cell s (atomic_address a) in
  let writes :=
    match atomic_op a with
    | atom_cas => Z.eqb old (value_of (atomic_expected a) (registers_of s t))
    | _ => true
    end in
  let new := update (atomic_op a) old (value_of (atomic_operand a) (registers_of s t)) in
  let written := if writes then set_cell s (atomic_address a) new else s in
  let delivered :=
    match atomic_destination a with
    | Some reg => set_register written t reg old
    | None => written
    end in
  advance delivered t.

(* fence, proxy_fence — nothing is ever out of order, and all proxies and aliases are one path to
   memory: there is nothing to order.
     next[t] = fence | fence.proxy
     ----------------------------------------
     next[t] advances                                                                          *)
Definition fence (s : State) (t : ThreadId) : State := advance s t.
Definition proxy_fence (s : State) (t : ThreadId) : State := advance s t.

(* barrier_sync, barrier_arrive — PTX ISA 9.7.13.1: arrives; sync also waits for the generation.
     next[t] = bar.sync b | bar.arrive b      t has not arrived in b's generation
     -------------------------------------------------------------------------------
     t in arrived(b), for sync t in waiting(b);  next[t] advances                              *)
Definition barrier (s : State) (t : ThreadId) (b : Barrier) : State :=
  let arrived := arrive program t (arrival_of b (registers_of s t)) (barriers s) in
  advance {| memory := memory s; next := next s; registers := registers s; barriers := arrived |} t.

(* local — arithmetic and branches touch the thread's own registers alone.
     next[t] = add r, v, w | beq v, w, L | …
     ----------------------------------------
     r[t] := v + w;  next[t] advances, or is L                                                 *)
Definition local (s : State) (t : ThreadId) (instruction : Instruction) : State :=
  let (pc, regs) := compute_local instruction (next_of s t) (registers_of s t) in
  {| memory := memory s; next := set (next s) t pc; registers := set (registers s) t regs;
     barriers := barriers s |}.

(* Whether the thread can execute this instruction, which is its next: it waits for nothing, and a
   barrier it comes to a second time has completed its generation. *)
Definition enabled (s : State) (t : ThreadId) (instruction : Instruction) : bool :=
  negb (waits (barriers s) t) &&
  match instruction with
  | IBarrier b =>
      may_arrive program (barriers s) t (arrival_resource (arrival_of b (registers_of s t)))
  | _ => true
  end.

Definition apply (s : State) (t : ThreadId) (instruction : Instruction) : State :=
  match instruction with
  | ILoad l => load s t l
  | IStore st => store s t st
  | IAtomic a => atomic s t a
  | IFence _ _ => fence s t
  | IProxyFence _ => proxy_fence s t
  | IBarrier b => barrier s t b
  | IArithmetic _ | IBranch _ => local s t instruction
  end.

(* What follows a step without being one: generations that are complete. *)
Definition settle (s : State) : State := {|
  memory := memory s; next := next s; registers := registers s;
  barriers := complete_barriers program (next s) (barriers s) |}.

Definition step (c : Step) (s : State) : option State :=
  match instruction_at program (thread c) (next_of s (thread c)) with
  | Some instruction =>
      if Nat.eqb (rule c) (rule_of instruction) && Nat.eqb (argument c) 0 && Nat.eqb (choice c) 0 &&
         enabled s (thread c) instruction
      then Some (settle (apply s (thread c) instruction))
      else None
  | None => None
  end.

(* Each thread's next instruction. *)
Definition enumerate (s : State) : list Step :=
  flat_map (fun t =>
    match instruction_at program t (next_of s t) with
    | Some instruction => [{| rule := rule_of instruction; thread := t; argument := 0; choice := 0 |}]
    | None => []
    end) (seq 0 (thread_count program)).

Lemma enumerate_complete s c s' : step c s = Some s' -> In c (enumerate s).
Proof.
  unfold step, enumerate. destruct c as [r t a k]; simpl.
  destruct (instruction_at program t (next_of s t)) as [instruction|] eqn:I; [|discriminate].
  destruct (Nat.eqb r (rule_of instruction)) eqn:R; [|discriminate].
  destruct (Nat.eqb a 0) eqn:A; [|discriminate].
  destruct (Nat.eqb k 0) eqn:K; [|discriminate]. intros _.
  apply PeanoNat.Nat.eqb_eq in R, A, K. subst. apply in_flat_map. exists t. rewrite I. split; [|now left].
  apply in_seq. split; [lia|]. simpl.
  destruct (PeanoNat.Nat.lt_ge_cases t (thread_count program)) as [L|G]; [exact L|].
  unfold instruction_at, thread_of in I. rewrite nth_overflow in I by exact G.
  destruct (next_of s t); discriminate.
Qed.

Definition initial : State := settle {|
  memory := map location_initial (locations program);
  next := map (fun _ => 0) (threads program);
  registers := map thread_registers (threads program);
  barriers := [] |}.

Definition is_final (s : State) : bool :=
  forallb (fun t => match instruction_at program t (next_of s t) with
                    | Some _ => false
                    | None => true
                    end) (seq 0 (thread_count program))
  && N.eqb (waiting (barriers s)) 0.

Definition observe (s : State) (o : Observable) : Value :=
  match o with
  | RegisterTerm t reg => nth reg (registers_of s t) 0%Z
  | LocationTerm address => cell s address
  end.

End Rules.

#[export, refine] Instance encoding_state : Encoding State := {|
  put (s : State) key := put (registers s) (put (memory s) (put (next s) (put (barriers s) key))) |}.
Proof. put_members. Defined.

Definition machine (test : Test) : Machine := {|
  Machine.State := State;
  rules := names;
  Machine.initial := initial (program test);
  Machine.step := step (program test);
  Machine.enumerate := enumerate (program test);
  Machine.enumerate_complete := enumerate_complete (program test);
  next_states := one_by_one (step (program test)) (enumerate (program test));
  next_states_spec := one_by_one_spec _ _ (enumerate_complete (program test));
  Machine.is_final := is_final (program test);
  Machine.observe := observe (program test);
  key s := put s xH;
  key_injective s s' H := proj1 (put_injective s s' xH xH H) |}.

Definition model : OperationalModel := {| machine_of := machine; supports _ := true |}.
