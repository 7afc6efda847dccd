(* Litmus tests some of whose lines may be others, each at its cost: which of the choices are
   enough, and that nothing cheaper is.

   Source: studies/repair/points.hpp, search.hpp. A choice is made at a place: an access that may
   have another order or scope, a fence that may be another or none, a gap that may take one.
   Branches go to places (Gaps.v). *)

From Coq Require Import ZArith NArith List Bool String.
From Opexplore Require Import Names Gaps.
From Opexplore Require Relation.
Import ListNotations.

(* ---- As it is written ---- *)

(* What may stand there, and what it costs; `nothing` may. *)
Definition nothing : option Line := None.
Definition line (l : Line) : option Line := Some l.

Inductive ChoiceLine := always (line : Line) | one_of (levels : list (Z * option Line)).

Record ChoiceColumn := {
  choice_cta : nat; choice_gpu : nat; choice_registers : list (string * Z);
  choice_lines : list ChoiceLine }.
Definition choice_column (cta gpu : nat) (registers : list (string * Z)) (lines : list ChoiceLine)
  : ChoiceColumn :=
  {| choice_cta := cta; choice_gpu := gpu; choice_registers := registers; choice_lines := lines |}.
Arguments choice_column cta%nat gpu%nat registers%list lines%list.

Record ChoiceTest := {
  choice_title : string; choice_memory : list Declaration; choice_columns : list ChoiceColumn;
  choice_looks_at : list Seen }.
Definition choices (title : string) (memory : list Declaration) (columns : list ChoiceColumn)
    (looks_at : list Seen) : ChoiceTest :=
  {| choice_title := title; choice_memory := memory; choice_columns := columns;
     choice_looks_at := looks_at |}.
Arguments choices title%string memory%list columns%list looks_at%list.

(* By thread and place at which there is a choice, which it is; from 0. *)
Definition Levels := list (list nat).

(* The test without its code: all that conditions are about. *)
Definition outline (c : ChoiceTest) : LitmusTest := {|
  title := choice_title c; memory := choice_memory c;
  columns := map (fun column => {|
    column_cta := choice_cta column; column_gpu := choice_gpu column;
    column_registers := choice_registers column; column_lines := [] |}) (choice_columns c);
  looks_at := choice_looks_at c |}.

(* ---- With numbers ---- *)

(* What may stand at a place. *)
Inductive Spot := stays (i : Instruction) | varies (levels : list (Z * option Instruction)).

Record ChoiceThread := {
  spot_cta : nat; spot_gpu : nat; spot_registers : list Value; spots : list Spot }.
Record ChoiceProgram := {
  choice_threads : list ChoiceThread; choice_addresses : list Address;
  choice_locations : list Location }.

(* Labels, and the places that they are above. *)
Fixpoint labels_above (next : nat) (lines : list ChoiceLine) : list (string * nat) :=
  match lines with
  | [] => []
  | always (label name) :: rest => (name, next) :: labels_above next rest
  | _ :: rest => labels_above (S next) rest
  end.

Section Resolve.

Variable memory : list Declaration.

(* An instruction with one of the orders that PTX has for it. *)
Definition resolve_line (names : Names) (l : Line) : option Instruction :=
  match l with
  | label _ => None
  | instruction code =>
      match code names with Some i => if has_order i then Some i else None | None => None end
  end.

Definition resolve_level (names : Names) (level : Z * option Line) : option (Z * option Instruction)
  :=
  match level with
  | (cost, None) => Some (cost, None)
  | (cost, Some l) => option_map (fun i => (cost, Some i)) (resolve_line names l)
  end.

Definition resolve_spot (names : Names) (l : ChoiceLine) : list (option Spot) :=
  match l with
  | always (label _) => []
  | always l => [option_map stays (resolve_line names l)]
  | one_of levels => [option_map varies (all (map (resolve_level names) levels))]
  end.

Definition resolve_column (c : ChoiceColumn) : option ChoiceThread :=
  let labels := labels_above 0 (choice_lines c) in
  let names := {|
    address_names := names_of_memory memory;
    register_names := map fst (choice_registers c);
    label_names := map fst labels;
    label_places := map snd labels |} in
  if distinct (register_names names) && distinct (label_names names) then
    match all (map (fun r => value (snd r)) (choice_registers c)),
          all (flat_map (resolve_spot names) (choice_lines c)) with
    | Some registers, Some spots =>
        Some {| spot_cta := choice_cta c; spot_gpu := choice_gpu c; spot_registers := registers;
                spots := spots |}
    | _, _ => None
    end
  else None.

End Resolve.

Definition resolve (c : ChoiceTest) : option ChoiceProgram :=
  if distinct (names_of_memory (choice_memory c)) then
    match all (map (resolve_column (choice_memory c)) (choice_columns c)),
          addresses_of (choice_memory c), locations_of (choice_memory c) with
    | Some threads, Some addresses, Some locations =>
        Some {| choice_threads := threads; choice_addresses := addresses;
                choice_locations := locations |}
    | _, _, _ => None
    end
  else None.

(* ---- The program of some levels, and what it costs ---- *)

Fixpoint chosen (spots : list Spot) (levels : list nat) : option (list (Z * option Instruction)) :=
  match spots, levels with
  | [], [] => Some []
  | stays i :: spots, _ => option_map (cons (0%Z, Some i)) (chosen spots levels)
  | varies all :: spots, k :: levels =>
      match nth_error all k, chosen spots levels with
      | Some level, Some rest => Some (level :: rest)
      | _, _ => None
      end
  | _, _ => None
  end.

Definition sum (costs : list Z) : Z := fold_right Z.add 0%Z costs.

Definition thread_with (t : ChoiceThread) (levels : list nat) : option (Z * GappedThread) :=
  option_map (fun code => (sum (map fst code), {|
    gapped_cta := spot_cta t; gapped_gpu := spot_gpu t; gapped_registers := spot_registers t;
    gapped_code := map snd code |})) (chosen (spots t) levels).

Fixpoint threads_with (threads : list ChoiceThread) (levels : Levels)
  : option (list (Z * GappedThread)) :=
  match threads, levels with
  | [], [] => Some []
  | t :: threads, l :: levels =>
      match thread_with t l, threads_with threads levels with
      | Some t, Some rest => Some (t :: rest)
      | _, _ => None
      end
  | _, _ => None
  end.

Definition gapped_with (p : ChoiceProgram) (levels : Levels) : option (Z * GappedProgram) :=
  option_map (fun threads => (sum (map fst threads), {|
    gapped_threads := map snd threads; gapped_addresses := choice_addresses p;
    gapped_locations := choice_locations p |})) (threads_with (choice_threads p) levels).

(* What the levels cost, and the test with them. *)
Definition cost_with (c : ChoiceTest) (levels : Levels) : option Z :=
  match resolve c with
  | Some p => option_map fst (gapped_with p levels)
  | None => None
  end.

Definition test_with (c : ChoiceTest) (levels : Levels) : option Test :=
  match resolve c, observables_of (choice_looks_at c) (outline c) with
  | Some p, Some observables =>
      option_map (fun g : Z * GappedProgram => {|
        name := choice_title c; program := program_of (snd g); observables := observables;
        condition := Truth |}) (gapped_with p levels)
  | _, _ => None
  end.
