(* Tests as they are written: locations, registers and labels have names, which are strings, and
   `test_of` finds the numbers that Program.v has for them. It gives nothing where a name is not
   declared or is declared twice, where a number is none of 64 bits, or where the program is not
   well formed: nothing can then be claimed of the test (Certified.v).

   Source: litmus/language/builder.hpp. *)

From Coq Require Import ZArith List Bool String.
From Opexplore Require Export WellFormed.
Import ListNotations.

(* ---- Names ---- *)

(* The place of a name in a list. *)
Fixpoint index (name : string) (names : list string) : option nat :=
  match names with
  | [] => None
  | first :: rest => if String.eqb first name then Some 0 else option_map S (index name rest)
  end.

(* Different names have different numbers. *)
Lemma index_injective names : forall a b i,
  index a names = Some i -> index b names = Some i -> a = b.
Proof.
  induction names as [|first rest IH]; simpl; intros a b i A B; [discriminate|].
  destruct (String.eqb_spec first a), (String.eqb_spec first b); try congruence;
    destruct (index a rest) eqn:A', (index b rest) eqn:B'; simpl in *; try congruence.
  apply (IH a b n1); congruence.
Qed.

Fixpoint distinct (names : list string) : bool :=
  match names with
  | [] => true
  | first :: rest => negb (existsb (String.eqb first) rest) && distinct rest
  end.

(* All of a list, or nothing. *)
Fixpoint all {A : Type} (list : list (option A)) : option (Datatypes.list A) :=
  match list with
  | [] => Some []
  | first :: rest =>
      match first, all rest with Some first, Some rest => Some (first :: rest) | _, _ => None end
  end.

Definition if_any {A B : Type} (f : A -> option B) (a : option A) : option (option B) :=
  match a with Some a => option_map Some (f a) | None => Some None end.

(* A number as a value of 64 bits. *)
Definition value (v : Z) : option Value := if Z.eqb (wrap v) v then Some v else None.

(* ---- Instructions ---- *)

(* What names stand for in a thread. *)
Record Names := {
  address_names : list string;
  register_names : list string;
  label_names : list string;
  label_places : list InstructionId }.

(* A line of a column: an instruction, or a label of the one below. *)
Inductive Line := label (name : string) | instruction (code : Names -> option Instruction).

(* Where an access goes: `"x"`, or `(via "r1" "x")` for [r1], where r1 holds the address of x. *)
Record Place := { place_name : string; place_pointer : option string }.
Definition direct (x : string) : Place := {| place_name := x; place_pointer := None |}.
Definition via (pointer x : string) : Place :=
  {| place_name := x; place_pointer := Some pointer |}.
Coercion direct : string >-> Place.

(* An operand: a register or a number. *)
Inductive Word := register (name : string) | number (value : Z).
Coercion register : string >-> Word.
Coercion number : Z >-> Word.
Bind Scope Z_scope with Word.

Section Instructions.

Variable names : Names.

Definition reg (r : string) : option RegisterId := index r (register_names names).
Definition address (p : Place) : option AddressId := index (place_name p) (address_names names).
Definition pointer (p : Place) : option (option RegisterId) := if_any reg (place_pointer p).
Definition operand (w : Word) : option Operand :=
  match w with
  | register r => option_map Register (reg r)
  | number v => option_map Immediate (value v)
  end.
Definition label_place (l : string) : option InstructionId :=
  match index l (label_names names) with
  | Some i => nth_error (label_places names) i
  | None => None
  end.

End Instructions.

Definition ld (proxy : Proxy) (order : Order) (scope : Scope) (r : string) (p : Place) : Line :=
  instruction (fun names =>
  match reg names r, address names p, pointer names p with
  | Some r, Some a, Some q =>
      Some (ILoad {| load_destination := r; load_address := a; load_proxy := proxy;
                     load_order := order; load_scope := scope; load_pointer := q |})
  | _, _, _ => None
  end).

Definition st (proxy : Proxy) (order : Order) (scope : Scope) (p : Place) (v : Word) : Line :=
  instruction (fun names =>
  match address names p, operand names v, pointer names p with
  | Some a, Some v, Some q =>
      Some (IStore {| store_address := a; store_value := v; store_proxy := proxy;
                      store_order := order; store_scope := scope; store_pointer := q |})
  | _, _, _ => None
  end).

(* The modifiers of a read-modify-write: `relaxed.gpu.add` and the like. *)
Record Modifiers := { update_order : Order; update_scope : Scope; update_op : AtomicOp }.

(* `red` has no destination; all but cas have no expected value. *)
Definition atom (proxy : Proxy) (m : Modifiers) (r : option string) (p : Place)
    (expected v : Word) : Line :=
  instruction (fun names =>
  match if_any (reg names) r, address names p, pointer names p, operand names expected,
        operand names v with
  | Some r, Some a, Some q, Some e, Some v =>
      Some (IAtomic {| atomic_op := update_op m; atomic_destination := r; atomic_address := a;
                       atomic_operand := v; atomic_expected := e; atomic_proxy := proxy;
                       atomic_order := update_order m; atomic_scope := update_scope m;
                       atomic_pointer := q |})
  | _, _, _, _, _ => None
  end).

Definition fence (order : Order) (scope : Scope) : Line :=
  instruction (fun _ => Some (IFence order scope)).
Definition proxy_fence (kind : ProxyFenceKind) : Line :=
  instruction (fun _ => Some (IProxyFence kind)).

Definition bar (arrives : bool) (instance : Z) (id quorum : option Word) : Line :=
  instruction (fun names =>
  match value instance, if_any (operand names) id, if_any (operand names) quorum with
  | Some i, Some id, Some quorum =>
      Some (IBarrier {| barrier_arrives := arrives; barrier_instance := i; barrier_id := id;
                        barrier_quorum := quorum |})
  | _, _, _ => None
  end).

Definition alu (op : ArithmeticOp) (type : NumberType) (r : string) (v w : Word) : Line :=
  instruction (fun names =>
  match reg names r, operand names v, operand names w with
  | Some r, Some v, Some w =>
      Some (IArithmetic {| arithmetic_op := op; arithmetic_destination := r;
                           arithmetic_left := v; arithmetic_right := w;
                           arithmetic_type := type |})
  | _, _, _ => None
  end).

Definition jump (comparison : option Comparison) (v w : Word) (l : string) : Line :=
  instruction (fun names =>
  match operand names v, operand names w, label_place names l with
  | Some v, Some w, Some l =>
      Some (IBranch {| branch_comparison := comparison; branch_left := v; branch_right := w;
                       branch_target := l |})
  | _, _, _ => None
  end).

(* ---- Tests ---- *)

(* A column of a test, `P@cta C,gpu G`: what its registers hold at first, what it executes. *)
Record Column := {
  column_cta : nat; column_gpu : nat;
  column_registers : list (string * Z);
  column_lines : list Line }.
Definition column (cta gpu : nat) (registers : list (string * Z)) (lines : list Line) : Column :=
  {| column_cta := cta; column_gpu := gpu; column_registers := registers;
     column_lines := lines |}.

Arguments column cta%nat gpu%nat registers%list lines%list.

(* A name of memory: a location in global or shared memory, with its initial value; another name of
   one that a proxy takes, which stands for the generic name; another generic name of a location. *)
Inductive Declaration :=
| in_global (name : string) (initial : Z)
| in_shared (name : string) (initial : Z)
| alias (name generic_name : string)
| generic_alias (name location : string).

Arguments in_global name%string initial%Z.
Arguments in_shared name%string initial%Z.

(* What is looked at in final states. *)
Inductive Seen := RegisterOf (thread : ThreadId) (name : string) | LocationOf (name : string).

(* A litmus test, and all that questions can be about: a machine need not decide on more. *)
Record LitmusTest := {
  title : string;
  memory : list Declaration;
  columns : list Column;
  looks_at : list Seen }.
Definition litmus (title : string) (memory : list Declaration) (columns : list Column)
    (looks_at : list Seen) : LitmusTest :=
  {| title := title; memory := memory; columns := columns; looks_at := looks_at |}.

Arguments litmus title%string memory%list columns%list looks_at%list.

Section Memory.

Variable memory : list Declaration.

Definition declared (d : Declaration) : string :=
  match d with
  | in_global name _ | in_shared name _ | alias name _ | generic_alias name _ => name
  end.
Definition names_of_memory : list string := map declared memory.

Definition location_names : list string :=
  flat_map (fun d => match d with in_global x _ | in_shared x _ => [x] | _ => [] end) memory.

Definition location_in (region : Region) (initial : Z) : option Location :=
  option_map (fun v => {| location_initial := v; location_region := region |}) (value initial).

Definition locations_of : option (list Location) :=
  all (flat_map (fun d => match d with
                          | in_global _ v => [location_in global v]
                          | in_shared _ v => [location_in shared v]
                          | _ => []
                          end) memory).

(* The location of a generic name. *)
Definition location_of_generic (name : string) : option LocationId :=
  match find (fun d => String.eqb (declared d) name) memory with
  | Some (in_global x _) | Some (in_shared x _) | Some (generic_alias _ x) =>
      index x location_names
  | _ => None
  end.

Definition address_of_declaration (d : Declaration) : option Address :=
  let stands_for := match d with alias _ x => x | _ => declared d end in
  match location_of_generic stands_for, index stands_for names_of_memory with
  | Some l, Some g => Some {| address_location := l; address_generic := g |}
  | _, _ => None
  end.

Definition addresses_of : option (list Address) := all (map address_of_declaration memory).

(* The labels, and the instructions that they are above. *)
Fixpoint labels_from (next : InstructionId) (lines : list Line) : list (string * InstructionId) :=
  match lines with
  | [] => []
  | label name :: rest => (name, next) :: labels_from next rest
  | instruction _ :: rest => labels_from (S next) rest
  end.

Definition thread_of_column (c : Column) : option Thread :=
  let labels := labels_from 0 (column_lines c) in
  let names := {|
    address_names := names_of_memory;
    register_names := map fst (column_registers c);
    label_names := map fst labels;
    label_places := map snd labels |} in
  if distinct (register_names names) && distinct (label_names names) then
    match all (map (fun r => value (snd r)) (column_registers c)),
          all (flat_map (fun line => match line with
                                     | label _ => []
                                     | instruction code => [code names]
                                     end) (column_lines c)) with
    | Some registers, Some code =>
        Some {| thread_cta := column_cta c; thread_gpu := column_gpu c;
                thread_instructions := code; thread_registers := registers |}
    | _, _ => None
    end
  else None.

End Memory.

Definition observable (l : LitmusTest) (s : Seen) : option Observable :=
  match s with
  | RegisterOf t r =>
      match nth_error (columns l) t with
      | Some c => option_map (RegisterTerm t) (index r (map fst (column_registers c)))
      | None => None
      end
  | LocationOf x => option_map LocationTerm (index x (names_of_memory (memory l)))
  end.

Definition observables_of (seen : list Seen) (l : LitmusTest) : option (list Observable) :=
  all (map (observable l) seen).

(* The test that machines run. *)
Definition test_of (l : LitmusTest) : option Test :=
  if distinct (names_of_memory (memory l)) then
    match all (map (thread_of_column (memory l)) (columns l)), addresses_of (memory l),
          locations_of (memory l), observables_of (looks_at l) l with
    | Some threads, Some addresses, Some locations, Some observables =>
        let program := {| threads := threads; addresses := addresses; locations := locations |} in
        if well_formed program then
          Some {| name := title l; program := program; observables := observables;
                  condition := Truth |}
        else None
    | _, _, _, _ => None
    end
  else None.

Lemma test_of_is_well_formed l test : test_of l = Some test -> well_formed (program test) = true.
Proof.
  unfold test_of. destruct (distinct _); [|discriminate].
  destruct (all _), (addresses_of (memory l)), (locations_of (memory l)),
    (observables_of (looks_at l) l); try discriminate.
  destruct (well_formed _) eqn:W; [|discriminate]. now intros [= <-].
Qed.

(* ---- Questions ---- *)

(* One side of a comparison. *)
Inductive Side := final (seen : Seen) | fixed (value : Z).
Coercion final : Seen >-> Side.
Coercion fixed : Z >-> Side.

Definition term (l : LitmusTest) (s : Side) : option Term :=
  match s with
  | final s => option_map Observed (observable l s)
  | fixed v => option_map Constant (value v)
  end.

(* A condition as it is written. *)
Definition Formula := LitmusTest -> option Proposition.

Definition truth : Formula := fun _ => Some Truth.
Definition compares (comparison : Comparison) (a b : Side) : Formula := fun l =>
  match term l a, term l b with
  | Some a, Some b => Some (Compare comparison a b)
  | _, _ => None
  end.
Definition joined (connective : Proposition -> Proposition -> Proposition) (p q : Formula)
  : Formula := fun l =>
  match p l, q l with Some p, Some q => Some (connective p q) | _, _ => None end.
Definition negated (p : Formula) : Formula := fun l => option_map Not (p l).

(* Questions about what the test looks at, and nothing else. *)
Definition looks (l : LitmusTest) (seen : list Observable) : bool :=
  match observables_of (looks_at l) l with
  | Some all => forallb (fun o => existsb (observable_eqb o) all) seen
  | None => false
  end.
Definition final_values (seen : list Seen) (l : LitmusTest) : option (list Observable) :=
  match observables_of seen l with
  | Some seen => if looks l seen then Some seen else None
  | None => None
  end.
Definition condition_of (c : Formula) (l : LitmusTest) : option Proposition :=
  match c l with
  | Some p => if looks l (mentioned p) then Some p else None
  | None => None
  end.
