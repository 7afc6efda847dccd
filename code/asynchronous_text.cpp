#include "code/asynchronous_text.hpp"

#include <array>
#include <string_view>
#include <variant>

#include "code/words.hpp"
#include "opmodel/words.hpp"

namespace opexplore::code {

namespace {

std::string_view word(OperationGroup group) {
  return word_of(std::array<std::string_view, 3>{"copies", "bulk", "matrix"}, group);
}

std::string_view word(opexplore::Space space) {
  return word_of(std::array<std::string_view, 4>{"", "global", "shared_cta", "shared_cluster"},
                 space);
}

std::string text_of(const AsynchronousOperation& what) {
  constexpr std::array<std::string_view, 6> kinds = {"copy",   "bulk",        "store",
                                                     "reduce", "bulk_reduce", "matrix"};
  using Kind = AsynchronousOperation::Kind;
  const bool reduces = what.kind == Kind::reduce || what.kind == Kind::bulk_reduce;
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
  constexpr std::array<std::string_view, 12> kinds = {"async",
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
                                                      "matrix"};
  using Kind = AsynchronousFence::Kind;
  const bool scoped = what.kind != Kind::async && what.kind != Kind::matrix;
  return phrase(
      {"fence", word_of(kinds, what.kind), word(what.space), scoped ? to_string(what.scope) : ""});
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

}  // namespace

std::string asynchronous_text(const AsynchronousAction& action) {
  return std::visit([](const auto& what) { return text_of(what); }, action);
}

}  // namespace opexplore::code
