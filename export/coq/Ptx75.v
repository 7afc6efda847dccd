(* The axioms of the PTX memory model with proxies, as decidable predicates on executions.

   Source: axioms/models/ptx75.cat, line by line and with its names, to be read beside it; there are
   the references to PTX ISA 7.5, chapter 8, and to Lustig, Cooksey and Giroux, ISCA 2022. A
   hyphen is an underscore here; `|` is `||`, `&` is `&&`, `;` is `;;`, the product `*` is `**`,
   `[S]` is `on S`. *)

From Coq Require Import NArith List Bool.
From Opexplore Require Export Execution.
Import ListNotations.

Section Ptx75.

Variable X : Execution.

(* ---- Sets and products (docs/axioms.md, "Sets") ---- *)

Definition order_eq_dec (a b : Order) : {a = b} + {a <> b}.
Proof. decide equality. Defined.
Definition proxy_eq_dec (a b : Proxy) : {a = b} + {a <> b}.
Proof. decide equality. Defined.

Definition with_order (order : Order) : EventSet :=
  the X (fun e => match order_at e with
                  | Some o => if order_eq_dec o order then true else false
                  | None => false
                  end).
Definition with_proxy (proxy : Proxy) : EventSet :=
  the X (fun e => match proxy_at e with
                  | Some p => if proxy_eq_dec p proxy then true else false
                  | None => false
                  end).

Local Definition R := the X is_read.
Local Definition W := the X is_write.
Local Definition M := (R || W)%set.
Local Definition F := the X is_fence.
Local Definition RLX := with_order relaxed.
Local Definition ACQ := with_order acquire.
Local Definition REL := with_order release.
Local Definition ACQ_REL := with_order acq_rel.
Local Definition SC := with_order sc.
Local Definition GEN := with_proxy generic.
Local Definition TEX := with_proxy texture.
Local Definition SUR := with_proxy surface.
Local Definition CON := with_proxy constant.
Local Definition ALIAS :=
  the X (fun e => match what e with ProxyFence fence_alias => true | _ => false end).

Local Notation "S ** T" := (product (size X) S%set T%set) (at level 38) : relation_scope.
Local Definition on (S : EventSet) : Relation := (id X && S ** S)%rel.

Local Notation po := (po X).
Local Notation rf := (rf X).
Local Notation co := (co X).
Local Notation fr := (fr X).
Local Notation rmw := (rmw X).
Local Notation addr := (addr X).
Local Notation data := (data X).
Local Notation ctrl := (ctrl X).
Local Notation loc := (loc X).
Local Notation vloc := (vloc X).
Local Notation sr := (sr X).
Local Notation scta := (scta X).
Local Notation id := (id X).
Local Notation sync_fence := (sync_fence X).
Local Notation sync_barrier := (sync_barrier X).

Local Open Scope relation_scope.

(* ---- Operations (ISA 8.2, 8.3) ---- *)

Definition strong : EventSet := (RLX || ACQ || REL || ACQ_REL || SC)%set.
Definition thread_fence : EventSet := (F && strong)%set.
Definition release_fence : EventSet := (F && (REL || ACQ_REL || SC))%set.
Definition acquire_fence : EventSet := (F && (ACQ || ACQ_REL || SC))%set.
Definition same_proxy : Relation := GEN ** GEN || TEX ** TEX || SUR ** SUR || CON ** CON.
Definition po_vloc : Relation := po && vloc.

(* ---- Morally strong (ISA 8.7; ISCA 2022, 6.2.2) ---- *)

Definition operation : EventSet := (M || thread_fence)%set.
Definition ordered_or_strong : Relation := po || inverse po || sr.
Definition overlap : Relation := vloc || (operation ** operation \ M ** M).
Definition ms : Relation :=
  (ordered_or_strong && same_proxy && overlap && operation ** operation) \ id.

(* ---- Release and acquire patterns (ISA 8.8) ---- *)

Definition release : Relation :=
     on (W && REL)
  || on (W && REL) ;; po_vloc ;; on (W && strong)
  || on release_fence ;; po ;; on (W && strong).
Definition acquire : Relation :=
     on (R && ACQ)
  || on (R && strong) ;; po_vloc ;; on (R && ACQ)
  || on (R && strong) ;; po ;; on acquire_fence.

(* ---- Causality order (ISA 8.9) ---- *)

(* From here on a definition has as arguments the relations that are computed before it. *)
Definition observation (ms : Relation) : Relation := ms && rf || rmw.

Definition synchronizes (ms observation : Relation) : Relation :=
  ms && (release ;; closure observation ;; acquire) || sync_fence || sync_barrier.
Definition base (synchronizes : Relation) : Relation := closure (po || synchronizes).

(* Proxy-preserved base causality. *)
Definition fence_of : Relation := (TEX ** TEX || SUR ** SUR || CON ** CON) && scta && M ** F.
Definition generic_after (base : Relation) : Relation :=
  on (M && GEN) ;; base || (base && fence_of) ;; base.
Definition into_proxy (base : Relation) : Relation :=
  on F ;; (base && inverse fence_of) ;; on M.
Definition past_alias (base generic_after : Relation) : Relation :=
  generic_after ;; on (F && ALIAS) ;; base.

Definition preserved (base generic_after into_proxy past_alias : Relation) : Relation :=
     base && vloc && same_proxy && scta
  || (generic_after && vloc) ;; on (M && GEN)
  || (generic_after ;; into_proxy) && vloc
  || (past_alias && loc) ;; on (M && GEN)
  || (past_alias ;; into_proxy) && loc.

Definition cause (observation preserved : Relation) : Relation :=
  preserved || observation ;; preserved.

(* ---- Axioms (ISA 8.10) ---- *)

Definition Coherence (cause : Relation) : bool := is_empty ((W ** W && loc && cause) \ co).
Definition MorallyStrongWrites (ms : Relation) : bool :=
  is_empty ((W ** W && ms) \ (co || inverse co)).
Definition FenceSC (ms base : Relation) : bool :=
  is_empty (((F && SC) ** (F && SC) && ms && base) \ sync_fence).
Definition Atomicity (ms : Relation) : bool := is_empty (rmw && ((ms && fr) ;; (ms && co))).
Definition NoThinAir : bool := acyclic (rf || addr || data || ctrl).
Definition SC_per_Location (ms : Relation) : bool := acyclic (ms && (rf || co || fr) || po_vloc).
Definition Causality (cause : Relation) : bool := irreflexive ((rf || fr) ;; cause).

(* ---- All together ---- *)

Record Derived := {
  derived_ms : Relation; derived_observation : Relation; derived_synchronizes : Relation;
  derived_base : Relation; derived_generic_after : Relation; derived_into_proxy : Relation;
  derived_past_alias : Relation; derived_preserved : Relation; derived_cause : Relation }.

Definition derived : Derived :=
  let ms := ms in
  let observation := observation ms in
  let synchronizes := synchronizes ms observation in
  let base := base synchronizes in
  let generic_after := generic_after base in
  let into_proxy := into_proxy base in
  let past_alias := past_alias base generic_after in
  let preserved := preserved base generic_after into_proxy past_alias in
  {| derived_ms := ms; derived_observation := observation; derived_synchronizes := synchronizes;
     derived_base := base; derived_generic_after := generic_after;
     derived_into_proxy := into_proxy; derived_past_alias := past_alias;
     derived_preserved := preserved; derived_cause := cause observation preserved |}.

(* Each axiom by itself, in the order above. *)
Definition axioms : list bool :=
  let d := derived in
  [ Coherence (derived_cause d); MorallyStrongWrites (derived_ms d);
    FenceSC (derived_ms d) (derived_base d); Atomicity (derived_ms d); NoThinAir;
    SC_per_Location (derived_ms d); Causality (derived_cause d) ].

Definition ptx75 : bool := forallb (fun holds => holds) axioms.

End Ptx75.
