(* The rules here against the rules of opexplore: what opexplore says of some states, and whether the
   machine here says the same. *)

From Coq Require Import ZArith List Bool.
From Opexplore Require Export Explore.
From Opexplore Require WellFormed Sc Queues GpuScoped PtxState PtxProxy.
Import ListNotations.

(* A state, the steps that opexplore takes from it, with the states they lead to and the registers
   that it has cleared there because nothing looks at them, and, if the state is final, the values of
   the observables. *)
Record Case (State : Type) := {
  from : State;
  moves : list (Step * list (list RegisterId) * State);
  ends : option Outcome }.

Arguments Build_Case {State}.
Arguments from {State}.
Arguments moves {State}.
Arguments ends {State}.

(* The registers of each thread with its dead ones zero. *)
Definition cleared (dead : list RegisterId) (registers : list Value) : list Value :=
  fold_left (fun registers reg => Program.set registers reg 0%Z) dead registers.

Definition clear_Sc (dead : list (list RegisterId)) (s : Sc.State) : Sc.State := {|
  Sc.memory := Sc.memory s; Sc.next := Sc.next s;
  Sc.registers := map (fun p => cleared (fst p) (snd p)) (combine dead (Sc.registers s));
  Sc.barriers := Sc.barriers s |}.

Definition clear_GpuScoped (dead : list (list RegisterId)) (s : GpuScoped.State)
  : GpuScoped.State := {|
  GpuScoped.thread_states := map (fun p => {|
      Queues.pc := Queues.pc (snd p); Queues.pending := Queues.pending (snd p);
      Queues.registers := cleared (fst p) (Queues.registers (snd p)) |})
    (combine dead (GpuScoped.thread_states s));
  GpuScoped.views := GpuScoped.views s;
  GpuScoped.blocks := GpuScoped.blocks s;
  GpuScoped.gpu_cells := GpuScoped.gpu_cells s |}.

Definition clear_PtxProxy (_ : list (list RegisterId)) (s : PtxState.State) : PtxState.State := s.

(* The states of each machine. *)
Definition Sc_State := Sc.State.
Definition GpuScoped_State := GpuScoped.State.
Definition PtxProxy_State := PtxState.State.

(* Whether each machine says that it runs the test, as opexplore's does. *)
Definition Sc_runs (_ : Test) : bool := true.
Definition GpuScoped_runs : Test -> bool := GpuScoped.supports.
Definition PtxProxy_runs : Test -> bool := fun test => WellFormed.well_formed (program test).

Section Agreement.

Variable M : Machine.
Variable clear : list (list RegisterId) -> State M -> State M.
Variable observables : list Observable.

Definition step_eqb (a b : Step) : bool :=
  Nat.eqb (rule a) (rule b) && Nat.eqb (thread a) (thread b) &&
  Nat.eqb (argument a) (argument b) && Nat.eqb (choice a) (choice b).

(* What is wrong with a case: steps that lead elsewhere here, or nowhere; steps that opexplore does
   not take; whether the two differ on what is final and on the values there. *)
Definition wrong_moves (c : Case (State M)) : list Step :=
  flat_map (fun move => let '(taken, dead, there) := move in
    match step M taken (from c) with
    | Some s => if Pos.eqb (key M (clear dead s)) (key M there) then [] else [taken]
    | None => [taken]
    end) (moves c).

Definition extra_moves (c : Case (State M)) : list Step :=
  if is_final M (from c) then [] else
  filter (fun taken =>
      match step M taken (from c) with Some _ => true | None => false end &&
      negb (existsb (fun move => step_eqb taken (fst (fst move))) (moves c)))
    (enumerate M (from c)).

Definition wrong_end (c : Case (State M)) : bool :=
  match ends c with
  | None => is_final M (from c)
  | Some values =>
      negb (is_final M (from c) && outcome_eqb values (map (observe M (from c)) observables))
  end.

(* Cases by number, with what is wrong with them. *)
Fixpoint differences (number : nat) (cases : list (Case (State M)))
  : list (nat * list Step * list Step * bool) :=
  match cases with
  | [] => []
  | c :: rest =>
      match wrong_moves c, extra_moves c, wrong_end c with
      | [], [], false => differences (S number) rest
      | wrong, extra, ending => (number, wrong, extra, ending) :: differences (S number) rest
      end
  end.

End Agreement.
