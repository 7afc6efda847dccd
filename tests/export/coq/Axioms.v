(* Executions written by hand: for each axiom of ptx75 one that breaks it and nothing else, and
   candidates that are none. Compiled by the CTest coq_axioms. *)

From Coq Require Import ZArith NArith List Bool String.
From Opexplore Require Ptx75 PtxAxioms.
From Opexplore Require Import Execution Litmus.
Import ListNotations.
Open Scope Z_scope.

Definition x := "x"%string.
Definition y := "y"%string.
Definition r0 := "r0"%string.
Definition r1 := "r1"%string.

(* The test; one without threads, of which nothing below is true, if it is not well formed. *)
Definition litmus (title : string) (memory : list Declaration) (columns : list Column) : Test :=
  match test_of (Names.litmus title memory columns []) with
  | Some test => test
  | None => {| name := title;
               program := {| threads := []; addresses := []; locations := [] |};
               observables := []; condition := Truth |}
  end.
Arguments litmus title%string memory%list columns%list.

(* How many instructions a thread executes, and the values that it reads. *)
Definition ran (steps : nat) (reads : list Value) : nat * list Value := (steps, reads).
Arguments ran steps%nat reads.

(* The events of threads of which each executes so many instructions and reads these values. *)
Definition happened (test : Test) (runs : list (nat * list Value)) : list Walk :=
  match run_threads (program test) 0%nat (List.length (locations (program test))) runs with
  | Some walks => walks
  | None => []
  end.

(* An execution without barriers. *)
Definition execution (test : Test) (runs : list (nat * list Value))
    (rf co sync_fence : list (EventId * EventId)) (last : list EventId) : Execution :=
  let walks := happened test runs in
  let events := initial_writes (program test) ++ flat_map (fun w => rev (done w)) walks in
  let pairs := relation (List.length events) in
  {| events := events; rf := pairs rf; co := pairs co; sync_fence := pairs sync_fence;
     arrivals := []; sync_barrier := pairs []; executed := map fst runs; finals := map registers
       walks;
     last := last |}.

Notation "a --> b" := (pair a%nat b%nat) (at level 50).

(* The axioms that an execution breaks, by name. *)
Definition axiom_names : list string :=
  ["Coherence"; "MorallyStrongWrites"; "FenceSC"; "Atomicity"; "NoThinAir"; "SC-per-Location";
   "Causality"]%string.
Definition broken (X : Execution) : list string :=
  map fst (filter (fun pair => negb (snd pair)) (combine axiom_names (Ptx75.axioms X))).

(* A candidate that breaks these axioms and no others. *)
Definition breaks (test : Test) (X : Execution) (axioms : list string) : bool :=
  candidate (program test) X && if list_eq_dec string_dec (broken X) axioms then true else false.

Ltac computes := vm_compute; reflexivity.

(* ---- MP: events 0 and 1 are the initial writes, 2 and 3 the stores, 4 and 5 the loads ---- *)

Definition MP : Test :=
  litmus "MP" [in_global x 0 ; in_global y 0]
    [ column 0 0 [] [ st.weak x, 1 ; st.release.gpu y, 1 ] ;
      column 1 0 [(r0, 0) ; (r1, 0)] [ ld.acquire.gpu r0, y ; ld.weak r1, x ] ].

Definition MP_seen : Execution :=
  execution MP [ran 2 []; ran 2 [1; 1]] [2-->5; 3-->4] [0-->2; 1-->3] [] [2; 3]%nat.
Example MP_seen_is_allowed : breaks MP MP_seen [] = true. Proof. computes. Qed.

(* What can be said with it. *)
Theorem MP_new_data_is_allowed :
  allowed_by Ptx75.ptx75 MP
    (And (Compare equal (Observed (RegisterTerm P1 0%nat)) (Constant 1))
       (Compare equal (Observed (RegisterTerm P1 1%nat)) (Constant 1))).
Proof. apply PtxAxioms.allowed_by_execution with MP_seen. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions MP_new_data_is_allowed.

Definition MP_stale : Execution :=
  execution MP [ran 2 []; ran 2 [1; 0]] [0-->5; 3-->4] [0-->2; 1-->3] [] [2; 3]%nat.
Example MP_stale_breaks : breaks MP MP_stale ["Causality"]%string = true. Proof. computes. Qed.

(* ---- Candidates that are none, each one change away from MP_seen ---- *)

Definition with_events (X : Execution) (f : list Event -> list Event) : Execution := {|
  events := f (events X); rf := rf X; co := co X; sync_fence := sync_fence X;
  arrivals := arrivals X; sync_barrier := sync_barrier X; executed := executed X;
  finals := finals X; last := last X |}.

Definition refused (X : Execution) : bool := negb (candidate (program MP) X).

Example value_that_was_not_written :
  refused (execution MP [ran 2 []; ran 2 [1; 7]] [2-->5; 3-->4] [0-->2; 1-->3] [] [2; 3]%nat)
  = true. Proof. computes. Qed.
Example read_from_another_location :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [3-->5; 3-->4] [0-->2; 1-->3] [] [2; 3]%nat)
  = true. Proof. computes. Qed.
Example read_from_nowhere :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [3-->4] [0-->2; 1-->3] [] [2; 3]%nat) = true.
Proof. computes. Qed.
Example read_from_two_writes :
  refused (execution MP [ran 2 []; ran 2 [0; 0]] [0-->5; 1-->4; 2-->5] [0-->2; 1-->3] []
             [2; 3]%nat) = true. Proof. computes. Qed.
Example write_that_reads :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [2-->5; 3-->4; 0-->2] [0-->2; 1-->3] []
             [2; 3]%nat) = true. Proof. computes. Qed.
Example thread_that_stops_early :
  refused (execution MP [ran 1 []; ran 2 [0; 1]] [2-->4; 1-->3] [0-->2] [] [2; 1]%nat) = true.
Proof. computes. Qed.
Example event_left_out :
  refused (with_events MP_seen (fun l => firstn 5%nat l)) = true. Proof. computes. Qed.
Example event_out_of_nowhere :
  refused (with_events MP_seen (fun l => l ++ skipn 5%nat l)) = true. Proof. computes. Qed.
Example events_exchanged :
  refused (with_events MP_seen (fun l => match l with
                                         | a :: b :: c :: d :: l => a :: b :: d :: c :: l
                                         | l => l
                                         end)) = true. Proof. computes. Qed.
Example store_of_another_value :
  refused (with_events MP_seen (map (fun e =>
    match e with
    | {| what := Write {| access_location := 0%nat; access_address := a; access_proxy := p;
                          access_order := o; access_scope := s |};
         place := q; Execution.instruction := i; address_from := f; data_from := d; control_from := c;
         rmw_from := m |} =>
        {| what := Write {| access_location := 0%nat; access_address := a; access_proxy := p;
                            access_order := o; access_scope := s; access_value := 5 |};
           place := q; Execution.instruction := i; address_from := f; data_from := d; control_from := c;
           rmw_from := m |}
    | e => e
    end))) = true. Proof. computes. Qed.
Example initial_write_is_not_first :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [2-->5; 3-->4] [0-->2] [] [2; 3]%nat) = true.
Proof. computes. Qed.
Example coherence_with_a_cycle :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [2-->5; 3-->4] [0-->2; 2-->0; 1-->3] []
             [2; 3]%nat) = true. Proof. computes. Qed.
Example coherence_between_locations :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [2-->5; 3-->4] [0-->2; 1-->3; 2-->3] []
             [2; 3]%nat) = true. Proof. computes. Qed.
Example coherence_with_a_read :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [2-->5; 3-->4] [0-->2; 1-->3; 0-->5] []
             [2; 3]%nat) = true. Proof. computes. Qed.
Example last_write_that_is_followed :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [2-->5; 3-->4] [0-->2; 1-->3] [] [0; 3]%nat)
  = true. Proof. computes. Qed.
Example last_write_of_another_location :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [2-->5; 3-->4] [0-->2; 1-->3] [] [3; 2]%nat)
  = true. Proof. computes. Qed.
Example fence_order_without_fences :
  refused (execution MP [ran 2 []; ran 2 [1; 1]] [2-->5; 3-->4] [0-->2; 1-->3] [2-->5]
             [2; 3]%nat) = true. Proof. computes. Qed.
Example registers_of_another_run :
  let X := MP_seen in
  refused {| events := events X; rf := rf X; co := co X; sync_fence := sync_fence X;
             arrivals := []; sync_barrier := sync_barrier X; executed := executed X;
             finals := [[]; [1; 0]]; last := last X |} = true. Proof. computes. Qed.

(* Coherence has to be transitive. *)
Definition three : Test :=
  litmus "3W" [in_global x 0]
    [ column 0 0 [] [ st.weak x, 1 ] ; column 1 0 [] [ st.weak x, 2 ] ;
      column 2 0 [] [ st.weak x, 3 ] ].
Definition three_writes (co : list (EventId * EventId)) :=
  execution three [ran 1 []; ran 1 []; ran 1 []] [] ([0-->1; 0-->2; 0-->3] ++ co) [] [3]%nat.
Example unordered_writes : breaks three (three_writes []) [] = true. Proof. computes. Qed.
Example ordered_writes : breaks three (three_writes [1-->2; 2-->3; 1-->3]) [] = true.
Proof. computes. Qed.
Example coherence_without_transitivity :
  candidate (program three) (three_writes [1-->2; 2-->3]) = false. Proof. computes. Qed.

(* ---- One execution for each axiom ---- *)

(* Coherence: the release and the acquire put the first store to x before the second. Events: 2 and
   3 are the stores of P0, 4 and 5 the load and store of P1. *)
Definition S : Test :=
  litmus "S+rel.gpu+acq.gpu" [in_global x 0 ; in_global y 0]
    [ column 0 0 [] [ st.weak x, 2 ; st.release.gpu y, 1 ] ;
      column 1 0 [(r0, 0)] [ ld.acquire.gpu r0, y ; st.weak x, 1 ] ].
Definition S_execution (co : list (EventId * EventId)) (last : EventId) : Execution :=
  execution S [ran 2 []; ran 2 [1]] [3-->4] ([0-->2; 0-->5; 1-->3] ++ co) [] [last; 3%nat].
Example S_unordered_breaks : breaks S (S_execution [] 2%nat) ["Coherence"]%string = true.
Proof. computes. Qed.
Example S_ordered : breaks S (S_execution [2-->5] 5%nat) [] = true. Proof. computes. Qed.

(* In a thread: coherence against program order also contradicts SC-per-Location. *)
Definition CoWW : Test :=
  litmus "CoWW" [in_global x 0] [ column 0 0 [] [ st.weak x, 1 ; st.weak x, 2 ] ].
Example CoWW_breaks :
  breaks CoWW (execution CoWW [ran 2 []] [] [0-->1; 0-->2; 2-->1] [] [1%nat])
    ["Coherence"; "SC-per-Location"]%string = true. Proof. computes. Qed.

(* MorallyStrongWrites: such writes are ordered, other races need not be. *)
Definition WW (scope : Scope) : Test :=
  litmus "WW" [in_global x 0]
    [ column 0 0 [] [ st generic relaxed scope x 1 ] ;
      column 1 0 [] [ st generic relaxed scope x 2 ] ].
Definition WW_execution scope co last : Execution :=
  execution (WW scope) [ran 1 []; ran 1 []] [] ([0-->1; 0-->2] ++ co) [] [last].
Example WW_unordered_breaks :
  breaks (WW gpu) (WW_execution gpu [] 1%nat) ["MorallyStrongWrites"]%string = true.
Proof. computes. Qed.
Example WW_ordered : breaks (WW gpu) (WW_execution gpu [2-->1] 1%nat) [] = true.
Proof. computes. Qed.
Example WW_of_narrow_scopes : breaks (WW cta) (WW_execution cta [] 1%nat) [] = true.
Proof. computes. Qed.

(* FenceSC: the order of fences follows base causality. *)
Definition fences : Test :=
  litmus "Fences" [] [ column 0 0 [] [ fence.sc.gpu ; fence.sc.gpu ] ].
Example fences_in_order : breaks fences (execution fences [ran 2 []] [] [] [0-->1] []) [] = true.
Proof. computes. Qed.
Example fences_against_program_order :
  breaks fences (execution fences [ran 2 []] [] [] [1-->0] []) ["FenceSC"]%string = true.
Proof. computes. Qed.
Example fences_unordered :
  candidate (program fences) (execution fences [ran 2 []] [] [] [] []) = false.
Proof. computes. Qed.
Example fences_in_a_circle :
  candidate (program fences) (execution fences [ran 2 []] [] [] [0-->1; 1-->0; 0-->0; 1-->1] [])
  = false. Proof. computes. Qed.

(* SB: whichever fence comes first, one of the loads is too old. Events: store, fence, load of
   each. *)
Definition SB (narrow : Scope) : Test :=
  litmus "SB" [in_global x 0 ; in_global y 0]
    [ column 0 0 [(r0, 0)] [ st.relaxed.gpu x, 1 ; fence.sc.gpu ; ld.relaxed.gpu r0, y ] ;
      column 1 0 [(r0, 0)] [ st.relaxed.gpu y, 1 ; fence Program.sc narrow ; ld.relaxed.gpu r0, x ] ].
Definition SB_execution narrow order : Execution :=
  execution (SB narrow) [ran 3 [0]; ran 3 [0]] [1-->4; 0-->7] [0-->2; 1-->5] order [2; 5]%nat.
Example SB_one_way : breaks (SB gpu) (SB_execution gpu [3-->6]) ["Causality"]%string = true.
Proof. computes. Qed.
Example SB_other_way : breaks (SB gpu) (SB_execution gpu [6-->3]) ["Causality"]%string = true.
Proof. computes. Qed.
Example SB_without_order : candidate (program (SB gpu)) (SB_execution gpu []) = false.
Proof. computes. Qed.
Example SB_of_a_narrow_scope : breaks (SB cta) (SB_execution cta []) [] = true.
Proof. computes. Qed.
Example SB_order_of_a_narrow_scope :
  candidate (program (SB cta)) (SB_execution cta [3-->6]) = false. Proof. computes. Qed.

(* Atomicity: two increments that read the same value. Events: read and write of each. *)
Definition Atom : Test :=
  litmus "Atom" [in_global x 0]
    [ column 0 0 [(r0, 0)] [ atom generic relaxed.gpu.add (Some r0) x 0 1 ] ;
      column 1 0 [(r0, 0)] [ atom generic relaxed.gpu.add (Some r0) x 0 1 ] ].
Example Atom_lost :
  breaks Atom (execution Atom [ran 1 [0]; ran 1 [0]] [0-->1; 0-->3] [0-->2; 0-->4; 2-->4] []
                 [4%nat]) ["Atomicity"]%string = true. Proof. computes. Qed.
Example Atom_lost_unordered :
  breaks Atom (execution Atom [ran 1 [0]; ran 1 [0]] [0-->1; 0-->3] [0-->2; 0-->4] [] [4%nat])
    ["MorallyStrongWrites"]%string = true. Proof. computes. Qed.
Example Atom_one_after_the_other :
  breaks Atom (execution Atom [ran 1 [0]; ran 1 [1]] [0-->1; 2-->3] [0-->2; 0-->4; 2-->4] []
                 [4%nat]) [] = true. Proof. computes. Qed.

(* A cas that fails does not write; one that succeeds does. *)
Definition Cas : Test :=
  litmus "Cas" [in_global x 0]
    [ column 0 0 [(r0, 0)] [ atom generic relaxed.gpu.cas (Some r0) x 5 1 ] ].
Example cas_that_fails :
  breaks Cas (execution Cas [ran 1 [0]] [0-->1] [] [] [0%nat]) [] = true. Proof. computes. Qed.
Example cas_that_fails_has_one_event :
  List.length (events (execution Cas [ran 1 [0]] [0-->1] [] [] [0%nat])) = 2%nat.
Proof. computes. Qed.
Example cas_that_succeeds_has_two :
  List.length (events (execution Cas [ran 1 [5]] [0-->1] [] [] [0%nat])) = 3%nat.
Proof. computes. Qed.

(* NoThinAir: a value that is its own reason. Events: load and store of each. *)
Definition LB : Test :=
  litmus "LB+datas" [in_global x 0 ; in_global y 0]
    [ column 0 0 [(r0, 0)] [ ld.weak r0, x ; st.weak y, r0 ] ;
      column 1 0 [(r0, 0)] [ ld.weak r0, y ; st.weak x, r0 ] ].
Example LB_out_of_thin_air :
  breaks LB (execution LB [ran 2 [42]; ran 2 [42]] [5-->2; 3-->4] [0-->5; 1-->3] [] [5; 3]%nat)
    ["NoThinAir"]%string = true. Proof. computes. Qed.

(* The same through branches: the stores are executed because of what they store. *)
Definition LB_ctrl : Test :=
  litmus "LB+ctrls" [in_global x 0 ; in_global y 0]
    [ column 0 0 [(r0, 0)] [ ld.weak r0, x ; bne r0, 1, "end" ; st.weak y, 1 ; label "end" ] ;
      column 1 0 [(r0, 0)] [ ld.weak r0, y ; bne r0, 1, "end" ; st.weak x, 1 ; label "end" ] ].
Example LB_ctrl_out_of_thin_air :
  breaks LB_ctrl (execution LB_ctrl [ran 3 [1]; ran 3 [1]] [5-->2; 3-->4] [0-->5; 1-->3] []
                    [5; 3]%nat) ["NoThinAir"]%string = true. Proof. computes. Qed.
Example LB_ctrl_not_taken :
  breaks LB_ctrl (execution LB_ctrl [ran 2 [0]; ran 2 [0]] [0-->2; 1-->3] [] [] [0; 1]%nat) [] =
    true.
Proof. computes. Qed.

(* SC-per-Location: all steps of a cycle at x are morally strong, but the last writes of P0 and P2
   are not, and stay unordered. *)
Definition CoWW_CoRR_CoWWR : Test :=
  litmus "CoWW+CoRR+CoWWR" [in_global x 0]
    [ column 0 0 [] [ st.weak x, 1 ; st.relaxed.gpu x, 2 ] ;
      column 1 0 [(r0, 0) ; (r1, 0)] [ ld.relaxed.gpu r0, x ; ld.relaxed.gpu r1, x ] ;
      column 1 0 [(r0, 0)] [ st.weak x, 3 ; st.relaxed.cta x, 4 ; ld.relaxed.gpu r0, x ] ].
Example CoWW_CoRR_CoWWR_breaks :
  breaks CoWW_CoRR_CoWWR
    (execution CoWW_CoRR_CoWWR [ran 2 []; ran 2 [2; 3]; ran 3 [1]] [1-->7; 2-->3; 5-->4]
       [0-->1; 0-->2; 0-->5; 0-->6; 1-->2; 5-->6] [] [6%nat])
    ["SC-per-Location"]%string = true. Proof. computes. Qed.

(* ---- Proxies: what comes through the constant cache ---- *)

Definition MP_const (fences : list Line) : Test :=
  litmus "MP+const" [in_global x 0 ; in_global y 0]
    [ column 0 0 [] [ st.weak x, 1 ; st.release.gpu y, 1 ] ;
      column 1 0 [(r0, 0) ; (r1, 0)] ([ ld.acquire.gpu r0, y ] ++ fences ++ [ ld constant weak sys r1 x ]) ].
Example MP_const_stale :
  let test := MP_const [] in
  breaks test (execution test [ran 2 []; ran 2 [1; 0]] [3-->4; 0-->5] [0-->2; 1-->3] [] [2; 3]%nat)
    [] = true. Proof. computes. Qed.
Example MP_const_fenced :
  let test := MP_const [proxy_fence fence_constant] in
  breaks test (execution test [ran 2 []; ran 3 [1; 0]] [3-->4; 0-->6] [0-->2; 1-->3] [] [2; 3]%nat)
    ["Causality"]%string = true. Proof. computes. Qed.
Example MP_const_fenced_for_textures :
  let test := MP_const [proxy_fence fence_texture] in
  breaks test (execution test [ran 2 []; ran 3 [1; 0]] [3-->4; 0-->6] [0-->2; 1-->3] [] [2; 3]%nat)
    [] = true. Proof. computes. Qed.

(* ---- Barriers. Events: 1 and 2 are the store and the barrier of P0, 3 and 4 the barrier and
   the load of P1 ---- *)

Definition Bar (cta : nat) (here there : Line) : Test :=
  litmus "MP+bars" [in_global x 0]
    [ column 0 0 [] [ st.weak x, 1 ; here ] ; column cta 0%nat [(r0, 0)] [ there ; ld.weak r0, x ] ].
Definition sync : Line := bar false 0 None None.
Definition for_two (arrives : bool) : Line := bar arrives 0 None (Some (number 2)).
Definition meet_at (test : Test) (value : Value) (source : EventId) (arrivals : list EventId)
    (pairs : list (EventId * EventId)) : Execution :=
  let X := execution test [ran 2 []; ran 2 [value]] [(source, 4%nat)] [0-->1] [] [1%nat] in
  {| events := events X; rf := rf X; co := co X; sync_fence := sync_fence X;
     arrivals := arrivals; sync_barrier := relation 5%nat pairs; executed := executed X;
     finals := finals X; last := last X |}.

Definition bars : Test := Bar 0%nat sync sync.
Example barrier_passed : breaks bars (meet_at bars 1 1%nat [2; 3]%nat [2-->3; 3-->2]) [] = true.
Proof. computes. Qed.
Example barrier_passed_in_the_other_order :
  breaks bars (meet_at bars 1 1%nat [3; 2]%nat [2-->3; 3-->2]) [] = true. Proof. computes. Qed.
Example barrier_orders :
  breaks bars (meet_at bars 0 0%nat [2; 3]%nat [2-->3; 3-->2]) ["Causality"]%string = true.
Proof. computes. Qed.
Example barrier_that_orders_nothing :
  candidate (program bars) (meet_at bars 0 0%nat [2; 3]%nat []) = false. Proof. computes. Qed.
Example barrier_nobody_comes_to :
  candidate (program bars) (meet_at bars 0 0%nat [] []) = false. Proof. computes. Qed.
Example barrier_one_thread_comes_to :
  candidate (program bars) (meet_at bars 0 0%nat [2%nat] []) = false. Proof. computes. Qed.
Example barriers_of_two_ctas :
  let test := Bar 1%nat sync sync in
  breaks test (meet_at test 0 0%nat [2; 3]%nat []) [] = true. Proof. computes. Qed.

(* Who only arrives does not wait, and is not synchronised with. *)
Definition arriving : Test := Bar 0%nat (for_two true) (for_two false).
Example arrival_synchronises :
  breaks arriving (meet_at arriving 0 0%nat [2; 3]%nat [2-->3]) ["Causality"]%string = true.
Proof. computes. Qed.
Example arrival_is_no_target :
  candidate (program arriving) (meet_at arriving 1 1%nat [2; 3]%nat [2-->3; 3-->2]) = false.
Proof. computes. Qed.

(* A barrier for two that one thread comes to lets nobody pass; it is different if he only arrives.
   *)
Definition alone (arrives : bool) : Test :=
  litmus "Alone" [] [ column 0 0 [] [ for_two arrives ] ].
Definition meet_alone (arrives : bool) : Execution :=
  let X := execution (alone arrives) [ran 1 []] [] [] [] [] in
  {| events := events X; rf := rf X; co := co X; sync_fence := sync_fence X;
     arrivals := [0%nat]; sync_barrier := [0%N]; executed := executed X; finals := finals X;
     last := last X |}.
Example waiting_for_ever : candidate (program (alone false)) (meet_alone false) = false.
Proof. computes. Qed.
Example arriving_for_nobody : breaks (alone true) (meet_alone true) [] = true.
Proof. computes. Qed.
