#include "litmus/language/amdgpu_format/synchronisation_reader.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

SyncScope read_sync_scope(Tokens& tokens) {
  if (!tokens.accept("syncscope")) return SyncScope::system;
  tokens.expect("(", "'('", "write 'syncscope(\"agent\")'");
  const Token word = tokens.expect_word("a syncscope", "write 'syncscope(\"agent\")'");
  const std::optional<SyncScope> scope = find_word(sync_scope_words(), word.text);
  if (word.text.ends_with("one-as") || tokens.peek().is("-")) {
    const std::string whole(word.text.substr(0, word.text.find('-')));
    tokens.fail(word, "not modelled: syncscopes of one address space",
                whole == "one" ? "nearest: no syncscope, which is the system's"
                               : "nearest: 'syncscope(\"" + whole + "\")', which orders all");
  }
  if (!scope) {
    tokens.fail(word, "unknown syncscope " + quote(word),
                word.is("system") ? "the system has no name: leave the syncscope out"
                                  : did_you_mean(word.text, texts(sync_scope_words()),
                                                 "they are singlethread, wavefront, workgroup, "
                                                 "cluster and agent; none is the system's"));
  }
  tokens.expect(")", "')'");
  return *scope;
}

Order read_llvm_order(Tokens& tokens, std::string_view what, std::initializer_list<Order> allowed) {
  std::string list;
  for (const Order order : allowed) {
    list += (list.empty() ? "" : ", ") + std::string(llvm_name(order));
  }
  const Token word = tokens.expect_word("the order of " + std::string(what),
                                        "the orders of " + std::string(what) + " are " + list);
  const std::optional<Order> order = find_word(llvm_orders(), word.text);
  if (word.is("unordered")) {
    tokens.fail(word, "not modelled: the order 'unordered'", "nearest: 'monotonic'");
  }
  if (!order) {
    tokens.fail(word, "unknown order " + quote(word),
                word.is("relaxed")
                    ? "LLVM calls it 'monotonic'"
                    : did_you_mean(word.text, texts(llvm_orders()),
                                   "the orders of " + std::string(what) + " are " + list));
  }
  if (std::ranges::find(allowed, *order) == allowed.end()) {
    tokens.fail(word, std::string(what) + " cannot be " + quote(word),
                "the orders of " + std::string(what) + " are " + list);
  }
  return *order;
}

bool read_av_none(Tokens& tokens, Order order) {
  tokens.accept(",");
  if (!tokens.peek().is("!")) return false;
  const Token mark = tokens.take();
  tokens.expect("av", "'av-none'", "the mark is written '!av-none'");
  tokens.expect("-", "'av-none'", "the mark is written '!av-none'");
  tokens.expect("none", "'av-none'", "the mark is written '!av-none'");
  if (order == Order::relaxed) {
    tokens.fail(mark, "a monotonic operation makes nothing available or visible for others",
                "leave the mark out");
  }
  return true;
}

}  // namespace opexplore::detail
