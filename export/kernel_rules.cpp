#include "export/kernel_rules.hpp"

#include <array>

#include "answers/findings/findings.hpp"
#include "litmus/kernels/watches/watch.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

struct BugRule {
  std::string_view id, title, text, help;
};

// In the order of BugKind; what is watched has the rule of its question.
constexpr std::array rules{
    BugRule{
        "data-race", "Two accesses of which nothing says the order",
        "Two threads access the same memory, at least one of them writes, no synchronisation "
        "orders them, and they are not both strong operations whose scopes include each other's "
        "thread (PTX ISA 8.7.1). A load may then return an old value, or one from between.",
        "Publish what was written: a release store of a cuda::atomic, or __threadfence() before "
        "the store that signals. Wait for it on the other side: an acquire load, or "
        "__threadfence() behind the load that saw the signal. One side alone is not enough, and "
        "the scope must include both threads. Within a block __syncthreads() orders all of it."},
    BugRule{
        "same-value-race", "Stores of one value of which nothing says the order",
        "Two threads store to the same memory, nothing orders them, and they are not both strong "
        "operations whose scopes include each other's thread: a data race (PTX ISA 8.7.1). In "
        "every execution both store the same value, so that it makes no difference who comes last. "
        "In C++ it is undefined behaviour all the same, which compilers may rely on.",
        "Let one thread store, or store with a relaxed cuda::atomic_ref whose scope includes all "
        "who do."},
    BugRule{"assertion", "An assert that fails",
            "There is an execution of the kernel in which the condition of an assert is false.",
            "The steps show how the value comes about. If a load returned something old, its two "
            "sides lack synchronisation; if the values are right, the algorithm is wrong."},
    BugRule{"misuse", "An instruction that is used as it must not be",
            "A thread comes to an instruction with operands for which PTX does not say what "
            "happens: a mask of lanes that names one which does not run, or not the thread itself.",
            "Let the mask name the lanes that come there, and no others: __activemask(), or a mask "
            "computed with __ballot_sync() before the branch."},
    BugRule{
        "barrier-divergence", "A barrier that not all threads of a block come to together",
        "Threads of a block wait at a __syncthreads() that another one of the block leaves out, "
        "or at two different ones at a time. CUDA C++ and PTX (ISA 9.7.13.1) leave undefined "
        "what happens then, also where a GPU happens to go on.",
        "Let every thread of the block come to the same __syncthreads(): take it out of the "
        "branch or the loop that only some take, and let no thread return before it. Threads "
        "that may come to different ones need barrier.sync: block.sync() of cooperative "
        "groups."},
    BugRule{"unexpected", "A result that is excluded, and happens",
            "There is an execution that ends with a result which was said never to be there, or "
            "without one that was said to be there always.",
            "The steps show how the result comes about: look for the first load whose value is not "
            "the one that you had in mind."},
    BugRule{
        "deadlock", "Threads wait at a barrier, and nobody comes",
        "Threads wait at a barrier for others that have ended, or that wait at another one. The "
        "kernel does not come back.",
        "Let every thread of the block come to the same __syncthreads(), or none: no barrier in "
        "a branch that only some take, and no return before one."},
    BugRule{
        "hang", "Threads go round for ever",
        "There is an execution in which a thread spins for ever, although each thread that the "
        "platform guarantees to make progress goes on.",
        "Look who should end the loop. If it is a thread of another block, that block may not be "
        "resident: launch cooperatively, or do not wait for blocks. If the loop reads memory "
        "without volatile or an atomic, the compiler may have read it once."}};

constexpr BugRule no_bug{
    note_rule, "Something worth knowing that is no bug",
    "What the compiler made of the kernel, or what a launch does not promise, may hide bugs "
    "from view or show some that the source does not have.",
    "Read it before you trust a result without bugs."};

static_assert(rules.size() == static_cast<std::size_t>(BugKind::watched));

}  // namespace

std::string_view level_of(std::string_view rule) {
  if (rule == note_rule) return "note";
  return rule == name_of(BugKind::same_value) ? "warning" : "error";
}

Json sarif_rules() {
  Json list = Json::array();
  const auto add = [&](const auto& rule) {
    list.push_back({{"id", rule.id},
                    {"shortDescription", {{"text", rule.title}}},
                    {"fullDescription", {{"text", rule.text}}},
                    {"help", {{"text", rule.help}}},
                    {"defaultConfiguration", {{"level", level_of(rule.id)}}}});
  };
  for (const BugRule& rule : rules) add(rule);
  for (const kernel::Watch* const question : kernel::watches()) add(question->rule);
  add(no_bug);
  return list;
}

}  // namespace opexplore
