(* Views: what is known to a thread, and how far each piece of knowledge has come; and how knowledge
   moves: what a thread learns by acquiring, what a write hands on by releasing.

   Source: opmodel/ptx/view.hpp and knowledge.hpp; opmodel/ptx/rules/acquire.hpp (learn),
   release.hpp (publish; release_through is release there; inherit). A view is, per stage
   (PtxSemantics.v), a set of items: writes in memory by index, then reads and SC fences. *)

From Coq Require Import ZArith NArith List Bool.
From Opexplore Require Export PtxSemantics.
Import ListNotations.

(* ---- Sets of items ---- *)

Fixpoint item_bit (index : nat) : positive :=
  match index with 0 => xH | S index => xO (item_bit index) end.
Definition item (index : nat) : ItemSet := Npos (item_bit index).

Fixpoint contains_bit (p : positive) (index : nat) : bool :=
  match p, index with
  | xO _, 0 => false
  | _, 0 => true
  | xH, S _ => false
  | xO p, S index | xI p, S index => contains_bit p index
  end.
Definition contains (set : ItemSet) (index : nat) : bool :=
  match set with 0%N => false | Npos p => contains_bit p index end.

(* The set after a new item was given number `at_`: larger numbers move up. *)
Fixpoint make_room (set : ItemSet) (at_ : nat) : ItemSet :=
  match at_ with
  | 0 => N.double set
  | S at_ =>
      let rest := make_room (N.div2 set) at_ in
      if N.odd set then N.succ_double rest else N.double rest
  end.

Definition is_empty (set : ItemSet) : bool := match set with 0%N => true | _ => false end.
Definition meet (a b : ItemSet) : bool := negb (is_empty (N.land a b)).

(* The members, increasing, counted from `index`. *)
Fixpoint members_from (p : positive) (index : nat) : list nat :=
  match p with
  | xH => [index]
  | xO p => members_from p (S index)
  | xI p => index :: members_from p (S index)
  end.
Definition members (set : ItemSet) : list nat :=
  match set with 0%N => [] | Npos p => members_from p 0 end.

(* The numbers of the elements that satisfy a predicate. *)
Fixpoint gather {A : Type} (P : A -> bool) (list : Datatypes.list A) : ItemSet :=
  match list with
  | [] => 0%N
  | a :: rest => if P a then N.succ_double (gather P rest) else N.double (gather P rest)
  end.

(* ---- Views ---- *)

Definition View := list ItemSet.

(* Both have as many stages as there are. *)
Fixpoint join_views (a b : View) : View :=
  match a, b with
  | s :: a, t :: b => N.lor s t :: join_views a b
  | _, _ => []
  end.

Fixpoint same_view (a b : View) : bool :=
  match a, b with
  | s :: a, t :: b => N.eqb s t && same_view a b
  | [], [] => true
  | _, _ => false
  end.

Definition includes (a b : View) : bool := same_view (join_views a b) a.

Definition at_stage (v : View) (stage : nat) : ItemSet := nth stage v 0%N.

Fixpoint add_to_stage (v : View) (stage : nat) (items : ItemSet) : View :=
  match v, stage with
  | [], _ => []
  | s :: v, 0 => N.lor s items :: v
  | s :: v, S stage => s :: add_to_stage v stage items
  end.

(* Adds an item that is known through this access. *)
Definition add_item (v : View) (index : nat) (a : Access) : View :=
  add_to_stage v (origin a) (item index).

(* Items known well enough to order an access to the same virtual address (proxy-preserved base
   causality, Lustig 2022, section 6.2; rules 1-5), and to any alias of its location (6-9). *)
Definition known_at_same_address (v : View) (a : Access) : ItemSet :=
  fold_left (fun set stage => N.lor set (at_stage v stage)) (at_same_address a) 0%N.
Definition known_at_aliases (v : View) (a : Access) : ItemSet :=
  match at_aliases a with Some stage => at_stage v stage | None => 0%N end.

(* A proxy fence lies on the path from here on. *)
Definition pass_moves (v : View) (moves : list (nat * nat)) : View :=
  fold_left (fun v m => add_to_stage v (snd m) (at_stage v (fst m))) moves v.

(* Items known at all, at any stage. *)
Definition anywhere (v : View) : ItemSet := fold_left N.lor v 0%N.

(* ---- Knowledge ---- *)

(* One view per scope: what somebody at that distance may learn. *)
Record ScopedViews := { at_cta : View; at_gpu : View; at_sys : View }.

Definition level (views : ScopedViews) (scope : Scope) : View :=
  match scope with cta => at_cta views | gpu => at_gpu views | sys => at_sys views end.

Definition join_scoped (a b : ScopedViews) : ScopedViews := {|
  at_cta := join_views (at_cta a) (at_cta b);
  at_gpu := join_views (at_gpu a) (at_gpu b);
  at_sys := join_views (at_sys a) (at_sys b) |}.

Definition same_scoped (a b : ScopedViews) : bool :=
  same_view (at_cta a) (at_cta b) && same_view (at_gpu a) (at_gpu b)
  && same_view (at_sys a) (at_sys b).

(* Sets the views of all scopes up to `scope`. *)
Definition publish (views : ScopedViews) (scope : Scope) (v : View) : ScopedViews :=
  match scope with
  | cta => {| at_cta := v; at_gpu := at_gpu views; at_sys := at_sys views |}
  | gpu => {| at_cta := v; at_gpu := v; at_sys := at_sys views |}
  | sys => {| at_cta := v; at_gpu := v; at_sys := v |}
  end.

(* Release patterns of one thread that end in a write. Patterns that begin with a fence or a
   generic release are not `surface_headed`; those that begin with a release through the surface
   proxy synchronise only with acquires through that proxy, because moral strength asks for the same
   proxy at both ends. *)
Record ReleaseSource := {
  source_thread : ThreadId; surface_headed : bool; source_views : ScopedViews }.

(* What a write hands on to those that observe it in an acquire pattern: its own release patterns
   and, along observation through read-modify-writes (PTX ISA 8.9.2), those of the writes before it.
   Sorted by thread, then surface_headed. *)
Definition Message := list ReleaseSource.

Fixpoint same_message (a b : Message) : bool :=
  match a, b with
  | [], [] => true
  | s :: a, t :: b =>
      Nat.eqb (source_thread s) (source_thread t) &&
      Bool.eqb (surface_headed s) (surface_headed t) &&
      same_scoped (source_views s) (source_views t) && same_message a b
  | _, _ => false
  end.

(* Whether (number, flag) comes before (number', flag'). *)
Definition earlier_key (n : nat) (f : bool) (n' : nat) (f' : bool) : bool :=
  Nat.ltb n n' || Nat.eqb n n' && negb f && f'.

(* The message with these views added to those of that source. *)
Fixpoint add_source (message : Message) (new : ReleaseSource) : Message :=
  match message with
  | [] => [new]
  | s :: rest =>
      if Nat.eqb (source_thread s) (source_thread new)
         && Bool.eqb (surface_headed s) (surface_headed new)
      then {| source_thread := source_thread s; surface_headed := surface_headed s;
              source_views := join_scoped (source_views s) (source_views new) |} :: rest
      else if earlier_key (source_thread s) (surface_headed s)
                (source_thread new) (surface_headed new)
      then s :: add_source rest new
      else new :: message
  end.

(* A release pattern in waiting: a release write; later strong writes of the thread to the same
   virtual address continue it. *)
Record AddressRelease := {
  released_address : AddressId; released_headed : bool; released_views : ScopedViews }.

(* What one thread knows. *)
Record Knowledge := {
  view : View;              (* base causality up to its next instruction *)
  released : ScopedViews;   (* view at its last release-capable fence of at least that scope *)
  observed : ItemSet;       (* writes it observed by morally strong reads *)
  address_released : list AddressRelease }.  (* sorted by address, then headed *)

Definition with_view (k : Knowledge) (v : View) : Knowledge := {|
  view := v; released := released k; observed := observed k;
  address_released := address_released k |}.

Section Knowledge.

Variable x : Context.

Definition no_view : View := repeat 0%N (stage_total x).
Definition no_scoped : ScopedViews := {| at_cta := no_view; at_gpu := no_view; at_sys := no_view |}.
Definition no_knowledge : Knowledge := {|
  view := no_view; released := no_scoped; observed := 0%N; address_released := [] |}.

Definition known_nothing (views : ScopedViews) : bool :=
  is_empty (anywhere (at_cta views)) && is_empty (anywhere (at_gpu views))
  && is_empty (anywhere (at_sys views)).

(* The thread learns what the message offers to an acquire operation with this scope whose last
   operation uses this proxy (synchronises-with, PTX ISA 8.9.4). *)
Definition learn_from (t : ThreadId) (scope : Scope) (proxy : Proxy) (v : View)
    (source : ReleaseSource) : View :=
  let needed := distance x (source_thread source) t in
  if Bool.eqb (surface_headed source) (negb (is_generic proxy)) && includes_scope scope needed
  then join_views v (level (source_views source) needed) else v.

Definition learn (v : View) (message : Message) (t : ThreadId) (scope : Scope) (proxy : Proxy)
  : View :=
  fold_left (learn_from t scope proxy) message v.

Fixpoint hold (waiting : list AddressRelease) (address : AddressId) (surface : bool)
    (scope : Scope) (v : View) : list AddressRelease :=
  let fresh views := {| released_address := address; released_headed := surface;
                        released_views := publish views scope v |} in
  match waiting with
  | [] => [fresh no_scoped]
  | w :: rest =>
      if Nat.eqb (released_address w) address && Bool.eqb (released_headed w) surface
      then fresh (released_views w) :: rest
      else if earlier_key (released_address w) (released_headed w) address surface
      then w :: hold rest address surface scope v
      else fresh no_scoped :: waiting
  end.

Definition offer (t : ThreadId) (message : Message) (headed : bool) (views : ScopedViews)
  : Message :=
  if known_nothing views then message
  else add_source message
    {| source_thread := t; surface_headed := headed; source_views := views |}.

(* A write's release patterns. The thread already knows the write itself. *)
Definition release_through (k : Knowledge) (a : Access) (message : Message)
  : Knowledge * Message :=
  if negb (strong a) then (k, message)
  else
    let surface := negb (is_generic (access_proxy a)) in
    let waiting :=
      if releases a then hold (address_released k) (access_address a) surface (access_scope a)
                           (view k)
      else address_released k in
    ({| view := view k; released := released k; observed := observed k;
        address_released := waiting |},
     fold_left (fun message w =>
         if Nat.eqb (released_address w) (access_address a)
         then offer (access_thread a) message (released_headed w) (released_views w)
         else message)
       waiting (offer (access_thread a) message false (released k))).

(* Observation continues through a read-modify-write: its write hands on what the write that it
   read from handed on. *)
Definition inherit (message earlier : Message) : Message := fold_left add_source earlier message.

End Knowledge.
