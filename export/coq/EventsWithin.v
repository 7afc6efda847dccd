(* When one event is another in a weaker form: the same, with an order and a scope that are no
   stronger. What is proved: what this means for the sets of Ptx75.v.

   Source: studies/repair/levels.hpp. The orders are those of PTX ISA 8.7 to 8.9, where fence.sc has
   all that fence.acq_rel has. *)

From Coq Require Import List Bool.
From Opexplore Require Import Execution.
From Opexplore Require Ptx75.
Import ListNotations.

(* ---- Orders and scopes ---- *)

(* Of one half of an access: an acquire or a release is within itself alone. *)
Definition half_within (lower upper : Order) : bool :=
  match lower, upper with
  | weak, _ => true
  | relaxed, weak => false
  | relaxed, _ => true
  | _, _ => if Ptx75.order_eq_dec lower upper then true else false
  end.

(* Of a fence. *)
Definition fence_within (lower upper : Order) : bool :=
  match lower, upper with
  | (acquire | release), (acq_rel | sc) | acq_rel, sc => true
  | _, _ => if Ptx75.order_eq_dec lower upper then true else false
  end.

(* A scope of a weak access says nothing. *)
Definition scope_within (order : Order) (lower upper : Scope) : bool :=
  match order with weak => true | _ => at_least upper lower end.

(* ---- Events ---- *)

Definition access_within (a b : Access) : Prop :=
  access_location a = access_location b /\ access_address a = access_address b /\
  access_proxy a = access_proxy b /\ access_value a = access_value b /\
  half_within (access_order a) (access_order b) = true /\
  scope_within (access_order a) (access_scope a) (access_scope b) = true.

Definition operation_within (a b : Operation) : Prop :=
  match a, b with
  | InitialWrite l v, InitialWrite m w => l = m /\ v = w
  | Read x, Read y | Write x, Write y => access_within x y
  | Fence o s, Fence p t => fence_within o p = true /\ at_least t s = true
  | ProxyFence k, ProxyFence l => k = l
  | Meet x, Meet y => x = y
  | _, _ => False
  end.

(* What it depends on is a matter of relations. *)
Definition event_within (a b : Event) : Prop :=
  place a = place b /\ operation_within (what a) (what b).

Lemma at_least_trans s t u : at_least s t = true -> at_least t u = true -> at_least s u = true.
Proof. destruct s, t, u; simpl; auto. Qed.

Section Event.

Variables a b : Event.
Hypothesis W : event_within a b.

Ltac by_operation :=
  destruct W as [P O]; destruct a as [wa pa ? ? ? ? ?], b as [wb pb ? ? ? ? ?]; simpl in *;
  destruct wa, wb; simpl in *; try contradiction; unfold access_within in *.

Lemma within_is_read : is_read a = is_read b.
Proof. unfold is_read. by_operation; auto. Qed.
Lemma within_is_write : is_write a = is_write b.
Proof. unfold is_write. by_operation; auto. Qed.
Lemma within_is_initial : is_initial a = is_initial b.
Proof. unfold is_initial. by_operation; auto. Qed.
Lemma within_is_barrier : is_barrier a = is_barrier b.
Proof. unfold is_barrier. by_operation; auto. Qed.
Lemma within_is_fence : is_fence a = is_fence b.
Proof. unfold is_fence. by_operation; auto. Qed.
Lemma within_is_fence_sc : is_fence_sc a = true -> is_fence_sc b = true.
Proof. unfold is_fence_sc. by_operation; auto. destruct O as [O _]. destruct order, order0; auto.
  Qed.
Lemma within_location : location_at a = location_at b.
Proof. unfold location_at. by_operation; decompose [and] O; try subst; congruence. Qed.
Lemma within_value : value_at a = value_at b.
Proof. unfold value_at. by_operation; decompose [and] O; try subst; congruence. Qed.
Lemma within_proxy : proxy_at a = proxy_at b.
Proof. unfold proxy_at. by_operation; decompose [and] O; try subst; congruence. Qed.
Lemma within_address :
  match access_of a, access_of b with
  | Some x, Some y => access_address x = access_address y
  | None, None => True
  | _, _ => False
  end.
Proof. unfold access_of. by_operation; tauto. Qed.
Lemma within_scope s : scope_at a = Some s -> exists t, scope_at b = Some t /\ at_least t s = true.
Proof.
  unfold scope_at. by_operation; try discriminate.
  1-2: destruct O as (_ & _ & _ & _ & H & S); unfold half_within, scope_within in *;
    destruct (access_order access) eqn:E, (access_order access0) eqn:F; try discriminate;
    intros [= <-]; eauto.
  destruct O. intros [= <-]. eauto.
Qed.

(* Whether it has an order of the list. *)
Definition ordered (orders : list Order) (e : Event) : Prop :=
  exists o, order_at e = Some o /\ In o orders.

Lemma within_half o :
  is_fence a = false -> order_at a = Some o -> o <> weak -> o <> relaxed -> order_at b = Some o.
Proof.
  unfold is_fence, order_at. by_operation; try discriminate; intros _ [= <-] N M;
    destruct O as (_ & _ & _ & _ & H & _); unfold half_within in H;
    destruct (access_order access), (access_order access0); try congruence; discriminate H.
Qed.
Lemma within_strong :
  ordered [relaxed; acquire; release; acq_rel; sc] a ->
  ordered [relaxed; acquire; release; acq_rel; sc] b.
Proof.
  unfold ordered, order_at. intros (o & E & I). by_operation; try discriminate; injection E as <-.
  1-2: destruct O as (_ & _ & _ & _ & H & _); unfold half_within in H; eexists;
    (split; [reflexivity|]); destruct (access_order access), (access_order access0); simpl in *;
    try discriminate; intuition congruence.
  destruct O as [H _]. eexists. split; [reflexivity|]. destruct order, order0; simpl in *;
    try discriminate; intuition congruence.
Qed.
Lemma within_ordered_fence orders :
  orders = [release; acq_rel; sc] \/ orders = [acquire; acq_rel; sc] ->
  is_fence a = true -> ordered orders a -> ordered orders b.
Proof.
  intros D. unfold ordered, order_at, is_fence. intros F (o & E & I). by_operation; try discriminate.
  injection E as <-. destruct O as [H _]. eexists. split; [reflexivity|].
  destruct D as [-> | ->]; destruct order, order0; simpl in *; try discriminate;
    intuition congruence.
Qed.
Lemma within_alias_fence :
  match what a with ProxyFence fence_alias => true | _ => false end =
  match what b with ProxyFence fence_alias => true | _ => false end.
Proof. by_operation; auto. now subst. Qed.

End Event.
