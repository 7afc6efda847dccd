// What PTX says about the families and idioms that have any number of threads, if all threads are
// written alike.
#pragma once

#include <optional>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore::generate {

/// How every access of a test is written, and what is between neighbours. Scopes include all
/// threads.
struct Style {
  /// weak, relaxed, or acq_rel: reads acquire, writes release.
  Order accesses = Order::weak;
  std::optional<Order> fence = {};  ///< acq_rel or sc
};

/// Whether PTX forbids the outcome that a scalable family asks for, with however many threads.
/// After the axioms Causality, Coherence and Fence-SC (PTX ISA 8.10).
inline bool is_forbidden(std::string_view family, Style style) {
  const bool sc = style.fence == Order::sc;
  const bool strong = style.accesses != Order::weak;
  const bool synchronises = style.accesses == Order::acq_rel || (strong && style.fence.has_value());
  // Rings in which no write is read, or what is read is not passed on: only the order of the fences
  // forbids them.
  if (family == "SB" || family == "R" || family == "2+2W") return sc;
  // What a weak load reads says nothing to its fence: the write was not observed.
  if (family == "IRIW") return sc && strong;
  if (family == "WRC") return synchronises;
  // MP, S, LB: reading from behind a fence.sc orders the fences, be the accesses weak or not.
  return synchronises || sc;
}

/// Whether an idiom does what it is for, with two threads or more in CTAs of their own: `order` is
/// that of taking and giving back.
inline bool is_correct(std::string_view idiom, Order order, bool fences) {
  return order == Order::acq_rel || fences || idiom == "fetch-add";
}

}  // namespace opexplore::generate
