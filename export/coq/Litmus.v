(* Instructions and claims as a reader of litmus tests writes them.

   Source: docs/litmus-format.md, "Instructions". Labels are numbers of instructions. Spellings that
   are not here can be written with the constructors of Program.v. *)

From Coq Require Import ZArith List String.
From Opexplore Require Export Machine.
Import ListNotations.

Definition P0 : ThreadId := 0.
Definition P1 : ThreadId := 1.
Definition P2 : ThreadId := 2.
Definition P3 : ThreadId := 3.

Definition ld (order : Order) (scope : Scope) (r : RegisterId) (a : AddressId) : Instruction :=
  ILoad {| load_destination := r; load_address := a; load_proxy := generic; load_order := order;
           load_scope := scope; load_pointer := None |}.

Definition st (order : Order) (scope : Scope) (a : AddressId) (v : Operand) : Instruction :=
  IStore {| store_address := a; store_value := v; store_proxy := generic; store_order := order;
            store_scope := scope; store_pointer := None |}.

(* `red` has no destination; all but cas have no expected value. *)
Definition atom (order : Order) (scope : Scope) (op : AtomicOp) (r : option RegisterId)
    (a : AddressId) (expected v : Operand) : Instruction :=
  IAtomic {| atomic_op := op; atomic_destination := r; atomic_address := a; atomic_operand := v;
             atomic_expected := expected; atomic_proxy := generic; atomic_order := order;
             atomic_scope := scope; atomic_pointer := None |}.

Definition bar (arrives : bool) (instance : Value) (id quorum : option Operand) : Instruction :=
  IBarrier {| barrier_arrives := arrives; barrier_instance := instance; barrier_id := id;
              barrier_quorum := quorum |}.

Definition alu (op : ArithmeticOp) (type : NumberType) (r : RegisterId) (v w : Operand)
  : Instruction :=
  IArithmetic {| arithmetic_op := op; arithmetic_destination := r; arithmetic_left := v;
                 arithmetic_right := w; arithmetic_type := type |}.

Definition jump (comparison : option Comparison) (v w : Operand) (label : InstructionId)
  : Instruction :=
  IBranch {| branch_comparison := comparison; branch_left := v; branch_right := w;
             branch_target := label |}.

(* A number is an operand, and so is `reg r0`. *)
Definition number (v : Z) : Operand := Immediate v.
Coercion number : Z >-> Operand.
Bind Scope Z_scope with Operand.
Notation reg r := (Register r).

Notation "'ld.weak' r , a" := (ld weak sys r a)
  (at level 60, r at level 0, a at level 0).
Notation "'ld.relaxed.cta' r , a" := (ld relaxed cta r a)
  (at level 60, r at level 0, a at level 0).
Notation "'ld.relaxed.gpu' r , a" := (ld relaxed gpu r a)
  (at level 60, r at level 0, a at level 0).
Notation "'ld.relaxed.sys' r , a" := (ld relaxed sys r a)
  (at level 60, r at level 0, a at level 0).
Notation "'ld.acquire.cta' r , a" := (ld acquire cta r a)
  (at level 60, r at level 0, a at level 0).
Notation "'ld.acquire.gpu' r , a" := (ld acquire gpu r a)
  (at level 60, r at level 0, a at level 0).
Notation "'ld.acquire.sys' r , a" := (ld acquire sys r a)
  (at level 60, r at level 0, a at level 0).
Notation "'st.weak' a , v" := (st weak sys a v)
  (at level 60, a at level 0, v at level 59).
Notation "'st.relaxed.cta' a , v" := (st relaxed cta a v)
  (at level 60, a at level 0, v at level 59).
Notation "'st.relaxed.gpu' a , v" := (st relaxed gpu a v)
  (at level 60, a at level 0, v at level 59).
Notation "'st.relaxed.sys' a , v" := (st relaxed sys a v)
  (at level 60, a at level 0, v at level 59).
Notation "'st.release.cta' a , v" := (st release cta a v)
  (at level 60, a at level 0, v at level 59).
Notation "'st.release.gpu' a , v" := (st release gpu a v)
  (at level 60, a at level 0, v at level 59).
Notation "'st.release.sys' a , v" := (st release sys a v)
  (at level 60, a at level 0, v at level 59).
Notation "'atom.relaxed.gpu.add' r , a , v" := (atom relaxed gpu atom_add (Some r) a 0%Z v)
  (at level 60, r at level 0, a at level 0, v at level 59).
Notation "'atom.relaxed.gpu.exch' r , a , v" := (atom relaxed gpu atom_exch (Some r) a 0%Z v)
  (at level 60, r at level 0, a at level 0, v at level 59).
Notation "'atom.relaxed.gpu.cas' r , a , v , w" := (atom relaxed gpu atom_cas (Some r) a v w)
  (at level 60, r at level 0, a at level 0, v at level 59, w at level 59).
Notation "'fence.acq_rel.cta'" := (IFence acq_rel cta) (at level 0).
Notation "'fence.sc.cta'" := (IFence Program.sc cta) (at level 0).
Notation "'fence.acq_rel.gpu'" := (IFence acq_rel gpu) (at level 0).
Notation "'fence.sc.gpu'" := (IFence Program.sc gpu) (at level 0).
Notation "'fence.acq_rel.sys'" := (IFence acq_rel sys) (at level 0).
Notation "'fence.sc.sys'" := (IFence Program.sc sys) (at level 0).
Notation "'membar.cta'" := (IFence Program.sc cta) (at level 0).
Notation "'membar.gl'" := (IFence Program.sc gpu) (at level 0).
Notation "'membar.sys'" := (IFence Program.sc sys) (at level 0).
Notation "'bar.cta.sync' i" := (bar false i None None)
  (at level 60, i at level 0).
Notation "'beq' v , w , l" := (jump (Some equal) v w l)
  (at level 60, v at level 59, w at level 59, l at level 0).
Notation "'bne' v , w , l" := (jump (Some not_equal) v w l)
  (at level 60, v at level 59, w at level 59, l at level 0).
Notation "'blt' v , w , l" := (jump (Some less) v w l)
  (at level 60, v at level 59, w at level 59, l at level 0).
Notation "'bge' v , w , l" := (jump (Some greater_equal) v w l)
  (at level 60, v at level 59, w at level 59, l at level 0).
Notation "'goto' l" := (jump None 0%Z 0%Z l)
  (at level 60, l at level 0).
Notation "'add.s64' r , v , w" := (alu add s64 r v w)
  (at level 60, r at level 0, v at level 59, w at level 59).
Notation "'sub.s64' r , v , w" := (alu sub s64 r v w)
  (at level 60, r at level 0, v at level 59, w at level 59).
Notation "'and.s64' r , v , w" := (alu bit_and s64 r v w)
  (at level 60, r at level 0, v at level 59, w at level 59).
Notation "'or.s64' r , v , w" := (alu bit_or s64 r v w)
  (at level 60, r at level 0, v at level 59, w at level 59).
Notation "'xor.s64' r , v , w" := (alu bit_xor s64 r v w)
  (at level 60, r at level 0, v at level 59, w at level 59).

(* A column of a test: `P@cta C,gpu G`, what its registers hold at first, what it executes. *)
Definition column (cta gpu : nat) (registers : list Value) (code : list Instruction) : Thread :=
  {| thread_cta := cta; thread_gpu := gpu; thread_instructions := code;
     thread_registers := registers |}.

(* Locations that are global and have one name each: their initial values. *)
Definition globals (initial : list Value) : list Location :=
  map (fun v => {| location_initial := v; location_region := global |}) initial.

Definition plain_addresses (count : nat) : list Address :=
  map (fun l => {| address_location := l; address_generic := l |}) (seq 0 count).

Definition litmus (name : string) (initial : list Value) (columns : list Thread)
    (observables : list Observable) (condition : Proposition) : Test := {|
  name := name;
  program := {| threads := columns; addresses := plain_addresses (List.length initial);
                locations := globals initial |};
  observables := observables;
  condition := condition |}.

Arguments column cta%nat gpu%nat registers code.

(* Conditions: `0:r1 = 3`, `mem x = 1` for [x]=1, `/\`, `\/` and `not`. *)
Declare Scope condition_scope.
Delimit Scope condition_scope with condition.
Bind Scope condition_scope with Proposition.
Notation "t : r = v" := (Compare equal (Observed (RegisterTerm t r)) (Constant v%Z))
  (at level 70, r at level 0, v at level 0) : condition_scope.
Notation "'mem' a = v" := (Compare equal (Observed (LocationTerm a)) (Constant v%Z))
  (at level 70, a at level 0, v at level 0) : condition_scope.
Notation "p /\ q" := (And p q) : condition_scope.
Notation "p \/ q" := (Or p q) : condition_scope.
Notation "'not' p" := (Not p) (at level 75) : condition_scope.

Arguments litmus name%string initial columns observables%list condition%condition.
