#include "code/asynchronous_text.hpp"

#include <array>
#include <string_view>
#include <variant>

#include "code/words.hpp"
#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/words.hpp"

namespace opexplore::code {

namespace {

std::string_view word(OperationGroup group) {
  return word_of(
      std::array<std::string_view, 5>{"copies", "bulk", "matrix", "tensor_loads", "tensor_stores"},
      group);
}

std::string_view word(opexplore::Space space) {
  return word_of(std::array<std::string_view, 4>{"", "global", "shared_cta", "shared_cluster"},
                 space);
}

std::string text_of(const AsynchronousOperation& what) {
  constexpr std::array<std::string_view, 11> kinds = {
      "copy",        "bulk",         "store",       "reduce",        "bulk_reduce", "matrix",
      "tensor_load", "tensor_store", "tensor_copy", "tensor_matrix", "tensor_shift"};
  const bool reduces = combines(what);
  const bool strong = what.order != Order::weak;
  return phrase({"asynchronous", word_of(kinds, what.kind), reduces ? to_string(what.op) : "",
                 strong ? to_string(what.order) : "", strong ? to_string(what.scope) : "",
                 what.descriptor ? "tensor" : "", what.mbarriers.empty() ? "" : "at_mbarrier"});
}

std::string text_of(const CommitGroup& what) { return phrase({"commit", word(what.group)}); }

std::string text_of(const WaitGroup& what) {
  return phrase({"wait", word(what.group), std::to_string(what.pending),
                 what.reads_only ? "read" : "", what.commits ? "of_all" : ""});
}

std::string text_of(const MbarrierOperation& what) {
  constexpr std::array<std::string_view, 8> kinds = {"init",          "inval",  "expect_tx",
                                                     "complete_tx",   "arrive", "arrive_drop",
                                                     "arrive_copies", "wait"};
  return phrase({"mbarrier", word_of(kinds, what.kind), to_string(what.order),
                 to_string(what.scope), what.expected ? "expecting" : "",
                 what.no_complete ? "no_complete" : "", what.no_increment ? "no_increment" : ""});
}

std::string text_of(const AsynchronousFence& what) {
  constexpr std::array<std::string_view, 14> kinds = {"async",
                                                      "async_release",
                                                      "async_acquire",
                                                      "async_read_release",
                                                      "tensormap_release",
                                                      "tensormap_acquire",
                                                      "alias_release",
                                                      "alias_acquire",
                                                      "mbarrier_init",
                                                      "restricted_release",
                                                      "restricted_acquire",
                                                      "matrix",
                                                      "tensor_before",
                                                      "tensor_after"};
  return phrase({"fence", word_of(kinds, what.kind), word(what.space),
                 has_scope(what.kind) ? to_string(what.scope) : ""});
}

std::string text_of(const FencedCopy& what) {
  return phrase({"fenced_copy", to_string(what.scope)});
}

std::string text_of(const ClusterBarrier& what) {
  return phrase({"cluster", what.arrives ? "arrive" : "wait", to_string(what.order)});
}

std::string text_of(const GridControl& what) {
  return what.launches ? "grid launch_dependents" : "grid wait";
}

std::string text_of(const TensorCommit& what) {
  return phrase({"tensor_commit", what.operands_only ? "operands" : ""});
}

}  // namespace

std::string asynchronous_text(const AsynchronousAction& action) {
  return std::visit([](const auto& what) { return text_of(what); }, action);
}

}  // namespace opexplore::code
