(* The machine `ptx-proxy`: the PTX ISA 7.5 memory model with proxies (Lustig, Cooksey, Giroux, ISCA
   2022; PTX ISA chapter 8), in its general form: any load may be postponed, and a fence.sc may take
   a place in the Fence-SC order before those that led to it.

   Source: opmodel/ptx/out_of_order: form.cpp, issue.cpp and late.cpp; the rules have the names of
   opmodel/ptx/rule_list.hpp. Run with --no-reduce --no-look-ahead. Each step adds one event to a candidate execution and is refused if an axiom
   breaks (`check`); the axioms are monotone, so that every consistent execution is reached. There
   is no bound on the number of events.

   The argument and the choice of a step, by rule:
     load, atomic   the write that is read;  atomic: also the place of its own write, below
     store          0;  which of the ways to order the write against morally strong writes
     fence_sc       which set of fences comes after it;  0
     late_load      the entry;  the write that is read
     late_store     the entry;  as for a store
     settle         the write;  0
     others         0;  0                                                                        *)

From Coq Require Import ZArith NArith String List Bool.
From Opexplore Require Import Encoding.
From Opexplore Require Export Machine PtxCheck.
Import ListNotations.
Open Scope nat_scope.

(* ---- Rules ---- *)

(* The order of rules in the machine's list. *)
Definition names : list string :=
  ["local"; "load"; "store"; "atomic"; "fence"; "fence_sc"; "proxy_fence"; "barrier";
   "postpone_load"; "late_load"; "late_store"; "settle"]%string.

Definition id_load := 1.
Definition id_store := 2.
Definition id_atomic := 3.
Definition id_fence := 4.
Definition id_fence_sc := 5.
Definition id_proxy_fence := 6.
Definition id_barrier := 7.
Definition id_postpone_load := 8.
Definition id_late_load := 9.
Definition id_late_store := 10.
Definition id_settle := 11.

(* Steps with the states that they lead to. *)
Definition Steps := list (Step * State).

Definition emit (rule : nat) (t : ThreadId) (a k : nat) (s : State) : Step * State :=
  ({| Machine.rule := rule; thread := t; argument := a; choice := k |}, s).

Definition emit_if (rule : nat) (t : ThreadId) (a k : nat) (s : option State) : Steps :=
  match s with Some s => [emit rule t a k s] | None => [] end.

Section Rules.

Variable x : Context.

(* A state with what the rules ask of it. *)
Record Analysis := {
  now : State;
  events : list (list Entry);
  standing : list (Position * list Pending) }.

Definition analyse (s : State) : Analysis := {|
  now := s; events := number_events x s; standing := positions x s |}.

Definition nowhere : Position :=
  {| pc := 0; registers := []; stalled := true; diverged := false |}.
Definition position (a : Analysis) (t : ThreadId) : Position :=
  fst (nth t (standing a) (nowhere, [])).

Definition check_to (s : State) (conclude : State -> Steps) : Steps :=
  match check x s with Some after => conclude after | None => [] end.

Definition emit_ways (rule : nat) (t : ThreadId) (a : nat) (ways : list (nat * State)) : Steps :=
  map (fun way => emit rule t a (fst way) (snd way)) ways.

(* ---- settle — PTX ISA 8.9.6: one of the racing last writes remains as the final value.
     all threads have finished;  w is last in coherence at the next observed location
     -------------------------------------------------------------------
     settled := settled · value(w)                   one step for each value, by its first write *)
Fixpoint first_of_each (m : Memory) (seen : list Value) (ws : list nat) : list nat :=
  match ws with
  | [] => []
  | w :: ws =>
      let v := write_value (write_at m w) in
      if existsb (Z.eqb v) seen then first_of_each m seen ws
      else w :: first_of_each m (v :: seen) ws
  end.

Definition settle (s : State) : Steps :=
  match nth_error (observed_locations x) (length (settled s)) with
  | None => []
  | Some location =>
      map (fun w => emit id_settle 0 w 0 {|
          issued := issued s; memory := memory s; fences := fences s; barriers := barriers s;
          completed := completed s;
          settled := settled s ++ [write_value (write_at (memory s) w)] |})
        (first_of_each (memory s) [] (members (last x (memory s) location)))
  end.

(* ---- late_store — PTX ISA 8.10.4. A store whose operands have arrived waits for nothing: running
   it first loses no behaviour, because its place in coherence is chosen freely either way.
     entry e of t waits to write;  its value v is known
     -------------------------------------------------------------------
     perform_write (t, e, v);        a cas that failed writes nothing                          *)
Definition late_store (s : State) (t : ThreadId) (e : nat) (p : Pending) : Steps :=
  if changes p then emit_ways id_late_store t e (perform_write x s t e (pending_value p))
  else emit_if id_late_store t e 0
         (check x (set_entry s t e (with_write (entry_at s t e) writes_none))).

(* The first store that is ready. *)
Fixpoint ready_entry (entries : list Issued) (pending : list Pending) (e : nat)
  : option (nat * Pending) :=
  match entries, pending with
  | i :: entries, p :: pending =>
      if is_write_pending i && ready p then Some (e, p) else ready_entry entries pending (S e)
  | _, _ => None
  end.

Fixpoint ready_store (logs : list (list Issued)) (standing : list (Position * list Pending))
    (t : ThreadId) : option (ThreadId * (nat * Pending)) :=
  match logs, standing with
  | log :: logs, here :: standing =>
      match ready_entry log (snd here) 0 with
      | Some found => Some (t, found)
      | None => ready_store logs standing (S t)
      end
  | _, _ => None
  end.

(* ---- late_load — PTX ISA 8.10.4; ASPLOS 2019, section 3.5. A postponed load takes its value. Only
   writes that follow from a later event of its own thread matter: all others it could have read
   when it was issued, unless it had to wait for its address.
     entry e of t waits to read, and its address is known;  w is a write to its location
     w follows from an entry of t after e, or the thread computed the address;  w is not its own
     -------------------------------------------------------------------
     read(e) := w                                                                   if consistent *)
Definition late_load_from (a : Analysis) (t : ThreadId) (e : nat) (i : Issued)
    (mine : Access) (reached : list nat) (w : nat) : Steps :=
  let s := now a in
  let entry_of := (* thread and number of the entry that wrote w *)
    match write_thread (write_at (memory s) w) with
    | None => None
    | Some u =>
        option_map (fun n => (u, n))
          (first_entry (fun e => write_done (log e) && Nat.eqb (write_item e) w)
             (nth u (events a) []) 0)
    end in
  let allowed :=
    match entry_of with
    | None => computed_address mine
    | Some (u, n) =>
        (computed_address mine || Nat.leb (nth u reached 0) n)
        && negb (Nat.eqb u t && Nat.eqb n e)
    end in
  if negb allowed then []
  else
    let next := set_entry s t e (with_read i (reads_from w)) in
    let next :=
      if write_done i
      then (* An exchange that has already written: it is now one read-modify-write. *)
        let own := write_item (nth e (nth t (events a) []) no_entry) in
        with_memory next (set (memory next) own (with_source (write_at (memory next) own) w))
      else next in
    emit_if id_late_load t e w (check x next).

Definition late_load (a : Analysis) (t : ThreadId) (e : nat) (i : Issued) (p : Pending) : Steps :=
  if is_read_pending i && addressed p
  then
    let mine := access (planned x t (issued_instruction i)) in
    let reached :=
      consequences x (now a) (events a) t (if write_done i then e else S e) in
    flat_map (late_load_from a t e i mine reached)
      (members (at_location x (memory (now a)) (access_location mine)))
  else [].

Fixpoint late_loads_from (a : Analysis) (t : ThreadId) (log : list Issued) (pending : list Pending)
    (e : nat) : Steps :=
  match log, pending with
  | i :: log, p :: pending => late_load a t e i p ++ late_loads_from a t log pending (S e)
  | _, _ => []
  end.

Definition late_loads (a : Analysis) (t : ThreadId) : Steps :=
  late_loads_from a t (log_of (now a) t) (snd (nth t (standing a) (nowhere, []))) 0.

(* ---- load, atomic — PTX ISA 8.10.6, 8.10.3; ISCA 2022, section 6.2.
     the next instruction of t is a load or atomic at a known address;  w is a write to its location
     -------------------------------------------------------------------
     issued[t] := issued[t] · (reads w)                                            if consistent
     and for an atomic whose value is known, perform_write in the same step

   postpone_load — PTX ISA 8.10.4; ASPLOS 2019, section 3.5. One waiting instance of a load at a
   time would do: more only arise in loops that do not look at what they load, and each would wait
   without bound; at most four wait.
     -------------------------------------------------------------------
     issued[t] := issued[t] · (reads later)                                                     *)
Definition most_waiting_instances := 4.

Definition may_postpone (s : State) (t : ThreadId) (pc : InstructionId) : bool :=
  Nat.ltb
    (length (filter (fun i => Nat.eqb (issued_instruction i) pc && is_read_pending i) (log_of s t)))
    most_waiting_instances.

Definition read_from (s : State) (t : ThreadId) (pc : InstructionId) (is_atomic : bool) (w : nat)
  : Steps :=
  let issued := issue_of pc (reads_from w) (if is_atomic then writes_pending else writes_none) in
  let entry := length (log_of s t) in
  check_to (push s t issued) (fun after =>
    if is_atomic then
      match nth_error (snd (stand x after t)) entry with
      | Some p =>
          if negb (ready p) then [emit id_atomic t w 0 after]  (* its operand is still to come *)
          else if changes p
          then emit_ways id_atomic t w (perform_write x after t entry (pending_value p))
          else
            [emit id_atomic t w 0
               (set_entry after t entry (with_write (entry_at after t entry) writes_none))]
      | None => []
      end
    else [emit id_load t w 0 after]).

Definition issue_read (s : State) (at_ : Position) (t : ThreadId) (what : Planned)
    (is_atomic : bool) : Steps :=
  let known := is_addressed (action what) at_ in
  let sources :=
    if known then members (at_location x (memory s) (access_location (access what))) else [] in
  flat_map (read_from s t (pc at_) is_atomic) sources ++
  (if negb known || may_postpone s t (pc at_)
   then [emit id_postpone_load t 0 0
           (push s t (issue_of (pc at_) reads_pending
                        (if is_atomic then writes_pending else writes_none)))]
   else []).

(* ---- store — PTX ISA 8.9.6, 8.10.1.
     the next instruction of t is a store
     -------------------------------------------------------------------
     issued[t] := issued[t] · store,  and if address and value v are known, perform_write       *)
Definition issue_store (s : State) (at_ : Position) (t : ThreadId) (st : Store) : Steps :=
  let next := push s t (issue_of (pc at_) reads_none writes_pending) in
  match known_value (store_value st) at_, is_addressed (IStore st) at_ with
  | Some v, true =>
      (* opexplore has the way in the low byte here. *)
      map (fun way => emit id_store t (fst way) 0 (snd way))
        (perform_write x next t (length (log_of s t)) v)
  | _, _ => [emit id_store t 0 0 next]
  end.

(* ---- fence_sc — PTX ISA 8.9.3, 8.10.2. Last in the Fence-SC order, or before fences that have run
   and that led to this one without ordering it, by themselves or by way of fences that follow them
   (a fence that did not lead to it could have run after it).
     the next instruction of t is fence.sc;  `later` are some of the morally strong fences that led
     to it
     -------------------------------------------------------------------
     issued[t] := issued[t] · fence;  it comes before `later` and after all other morally strong
     fences in the Fence-SC order                                                  if consistent

   A step's argument numbers the sets `later`, in increasing order of their members' bits.        *)
Definition fence_scope (what : Planned) : Scope :=
  match action what with IFence _ scope => scope | _ => cta end.

Definition insert_fence (f : list OrderedFence) (new : OrderedFence) : list OrderedFence * nat :=
  let at_ := length (filter (fun o => Nat.leb (fence_thread o) (fence_thread new)) f) in
  let moved := map (fun o => {| fence_thread := fence_thread o; fence_entry := fence_entry o;
                                fence_before := make_room (fence_before o) at_ |}) f in
  (firstn at_ moved ++ new :: skipn at_ moved, at_).

Definition strong_fence (s : State) (t : ThreadId) (scope : Scope) (f : OrderedFence) : bool :=
  let u := fence_thread f in
  let theirs := fence_scope (planned x u (issued_instruction (entry_at s u (fence_entry f)))) in
  let needed := distance x t u in
  Nat.eqb u t || includes_scope scope needed && includes_scope theirs needed.

Definition leads_to (a : Analysis) (t : ThreadId) (f : OrderedFence) : bool :=
  let u := fence_thread f in
  negb (Nat.eqb u t) &&
  Nat.ltb (nth t (consequences x (now a) (events a) u (fence_entry f)) 0)
    (length (log_of (now a) t)).

(* All subsets, in increasing order of the numbers that they are. *)
Fixpoint subsets (items : list nat) : list ItemSet :=
  match items with
  | [] => [0%N]
  | i :: items => flat_map (fun set => [set; N.lor (item i) set]) (subsets items)
  end.

Definition set_before (f : OrderedFence) (before : ItemSet) : OrderedFence := {|
  fence_thread := fence_thread f; fence_entry := fence_entry f; fence_before := before |}.

(* The fences numbered from n on: the new one, number at_, after `earlier` and before `later`. *)
Fixpoint order_fences (f : list OrderedFence) (n at_ : nat) (earlier later : ItemSet)
  : list OrderedFence :=
  match f with
  | [] => []
  | o :: f =>
      (if Nat.eqb n at_ then set_before o earlier
       else if contains later n then set_before o (N.lor (fence_before o) (item at_))
       else o) :: order_fences f (S n) at_ earlier later
  end.

Definition issue_fence_sc (a : Analysis) (at_ : Position) (t : ThreadId) (scope : Scope) : Steps :=
  let s := now a in
  let new := {| fence_thread := t; fence_entry := length (log_of s t); fence_before := 0%N |} in
  let (all, place) := insert_fence (fences s) new in
  let others (P : OrderedFence -> bool) :=
    N.ldiff (gather P all) (item place) in
  let strong := others (strong_fence s t scope) in
  let movable := others (fun f => strong_fence s t scope f && leads_to a t f) in
  let next := push s t (issue_of (pc at_) reads_none writes_none) in
  let ways := subsets (members movable) in
  flat_map (fun way =>
      let (number, later) := way : nat * ItemSet in
      emit_if id_fence_sc t number 0
        (check x (with_fences next (order_fences all 0 place (N.ldiff strong later) later))))
    (combine (seq 0 (length ways)) ways).

(* ---- barrier — PTX ISA 8.9.4, 9.7.13.1.
     the next instruction of t is a barrier;  t has not arrived in its current generation
     -------------------------------------------------------------------
     t arrives;  complete generations go, and those who waited learn what all who arrived knew   *)
Definition issue_barrier (s : State) (at_ : Position) (t : ThreadId) (b : Barrier) : Steps :=
  let arrival := arrival_of b (map value_or_zero (registers at_)) in
  let cta := cta_of x t in
  let n :=
    fold_left (fun n c => if N.eqb (completed_cta c) cta
                             && Z.eqb (completed_resource c) (arrival_resource arrival)
                          then completed_count c else n)
      (completed s) 0 in
  if may_arrive (source x) (barriers s) t (arrival_resource arrival)
  then
    let issued := {| issued_instruction := pc at_; read := reads_none; write := writes_none;
                     generation := n; resource := arrival_resource arrival |} in
    emit_if id_barrier t 0 0
      (check x (push (with_barriers s (arrive (source x) t arrival (barriers s)) (completed s))
                t issued))
  else [].

(* ---- fence, proxy_fence — PTX ISA 8.9.4, 8.9.5; ISCA 2022, sections 5.3, 6.2.
     the next instruction of t is a fence
     -------------------------------------------------------------------
     issued[t] := issued[t] · fence                                                if consistent

   What a thread issues next: its next instruction, unless it waits. *)
Definition issue (a : Analysis) (t : ThreadId) : Steps :=
  let s := now a in
  let at_ := position a t in
  if stalled at_ || diverged at_ || waits (barriers s) t then []
  else
    match nth_error (code x t) (pc at_) with
    | None => []
    | Some what =>
        let plain := push s t (issue_of (pc at_) reads_none writes_none) in
        match action what with
        | ILoad _ => issue_read s at_ t what false
        | IAtomic _ => issue_read s at_ t what true
        | IStore st => issue_store s at_ t st
        | IFence order scope =>
            if is_sc order then issue_fence_sc a at_ t scope
            else emit_if id_fence t 0 0 (check x plain)
        | IProxyFence _ => emit_if id_proxy_fence t 0 0 (check x plain)
        | IBarrier b => issue_barrier s at_ t b
        | IArithmetic _ | IBranch _ => []
        end
    end.

(* ---- All steps ---- *)

Definition all_finished (s : State) (standing : list (Position * list Pending)) : bool :=
  N.eqb (waiting (barriers s)) 0 &&
  forallb (forallb (fun i => negb (is_read_pending i || is_write_pending i))) (issued s) &&
  forallb (fun both => negb (is_known (nth_error (fst both) (pc (fst (snd both))))))
    (combine (plans x) standing).

Definition for_each_step (s : State) : Steps :=
  let a := analyse s in
  if all_finished s (standing a) then settle s
  else
    match ready_store (issued s) (standing a) 0 with
    | Some (t, (e, p)) => late_store s t e p
    | None => flat_map (fun t => late_loads a t ++ issue a t) (seq 0 (length (issued s)))
    end.

Definition same_step (c d : Step) : bool :=
  Nat.eqb (Machine.rule c) (Machine.rule d) && Nat.eqb (thread c) (thread d) &&
  Nat.eqb (argument c) (argument d) && Nat.eqb (choice c) (choice d).

Lemma same_step_eq c d : same_step c d = true <-> c = d.
Proof.
  unfold same_step. rewrite !andb_true_iff, !PeanoNat.Nat.eqb_eq. destruct c, d; simpl.
  split; [intros [[[-> ->] ->] ->]; reflexivity | intros [= -> -> -> ->]; auto].
Qed.

(* The first state that is listed for the step; there is no other. *)
Fixpoint find_step (c : Step) (found : Steps) : option State :=
  match found with
  | [] => None
  | (d, s) :: rest => if same_step d c then Some s else find_step c rest
  end.

Definition step (c : Step) (s : State) : option State := find_step c (for_each_step s).

Definition enumerate (s : State) : list Step := map fst (for_each_step s).

Lemma enumerate_complete s c s' : step c s = Some s' -> In c (enumerate s).
Proof.
  unfold step, enumerate. induction (for_each_step s) as [|[d t] rest IH]; [discriminate|]. simpl.
  destruct (same_step d c) eqn:E; [left; now apply same_step_eq|auto].
Qed.

(* The next states by all steps together: those that `find_step` gives. *)
Fixpoint first_states (known : list Step) (found : Steps) : list State :=
  match found with
  | [] => []
  | (d, s) :: rest =>
      if existsb (same_step d) known then first_states known rest
      else s :: first_states (d :: known) rest
  end.

Definition next_states (s : State) : list State := first_states [] (for_each_step s).

Lemma first_states_spec found s' : forall known,
  In s' (first_states known found) <-> exists c, ~ In c known /\ find_step c found = Some s'.
Proof.
  assert (K : forall d known, existsb (same_step d) known = true <-> In d known).
  { intros d known. rewrite existsb_exists. split.
    - intros [c [I E]]. apply same_step_eq in E. now subst.
    - intros I. exists d. rewrite same_step_eq. auto. }
  induction found as [|[d t] rest IH]; simpl; intros known.
  - split; [tauto|]. intros [c [_ E]]. discriminate.
  - destruct (existsb (same_step d) known) eqn:X.
    + apply K in X. rewrite IH. split; intros [c [N E]]; exists c; (split; [exact N|]);
        (destruct (same_step d c) eqn:Y; [apply same_step_eq in Y; now subst|exact E]).
    + assert (N : ~ In d known) by (rewrite <- K; congruence). simpl. rewrite IH. split.
      * intros [->|[c [M E]]].
        -- exists d. split; [exact N|]. now replace (same_step d d) with true
             by (symmetry; now apply same_step_eq).
        -- simpl in M. exists c. split; [tauto|]. destruct (same_step d c) eqn:Y; [|exact E].
           apply same_step_eq in Y. tauto.
      * intros [c [M E]]. destruct (same_step d c) eqn:Y; [left; congruence|].
        right. exists c. simpl. split; [|exact E]. intros [D|D]; [|tauto].
        apply same_step_eq in D. congruence.
Qed.

Lemma next_states_spec s s' : In s' (next_states s) <-> exists c, step c s = Some s'.
Proof.
  unfold next_states, step. rewrite first_states_spec. simpl. split; intros [c H]; exists c; tauto.
Qed.

Definition is_final (s : State) : bool :=
  Nat.eqb (length (settled s)) (length (observed_locations x)) && all_finished s (positions x s).

Fixpoint place_of (l : LocationId) (observed : list LocationId) : nat :=
  match observed with
  | [] => 0
  | m :: rest => if Nat.eqb l m then 0 else S (place_of l rest)
  end.

Definition observe (s : State) (o : Observable) : Value :=
  match o with
  | RegisterTerm t r => value_or_zero (nth r (registers (fst (stand x s t))) None)
  | LocationTerm address =>
      nth (place_of (location_of (source x) address) (observed_locations x)) (settled s) 0%Z
  end.

End Rules.

Definition initial (program : Program) : State := {|
  issued := map (fun _ => []) (threads program);
  memory :=
    map (fun nl => {| write_thread := None; write_instruction := fst nl;
                      write_value := location_initial (snd nl); rmw_source := None;
                      after := 0%N |})
      (combine (seq 0 (length (locations program))) (locations program));
  fences := []; barriers := []; completed := []; settled := [] |}.

Definition machine (test : Test) : Machine :=
  let x := context_of test in {|
  Machine.State := State;
  rules := names;
  Machine.initial := initial (program test);
  Machine.step := step x;
  Machine.enumerate := enumerate x;
  Machine.enumerate_complete := enumerate_complete x;
  Machine.next_states := next_states x;
  Machine.next_states_spec := next_states_spec x;
  Machine.is_final := is_final x;
  Machine.observe := observe x;
  key s := put s xH;
  key_injective s s' H := proj1 (put_injective s s' xH xH H) |}.

Definition model : OperationalModel := {| machine_of := machine; supports _ := true |}.
