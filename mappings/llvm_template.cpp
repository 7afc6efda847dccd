#include "mappings/llvm_template.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

#include "opmodel/words.hpp"

namespace opexplore::mappings {
namespace {

// Those of C++, but that relaxed is called monotonic.
std::optional<Order> llvm_order(std::string_view word) {
  if (word == "monotonic") return Order::relaxed;
  const auto order = find_word(cxx_orders(), word);
  return order == Order::weak || order == Order::relaxed ? std::nullopt : order;
}

/// One line, word by word.
class LlvmLine {
 public:
  LlvmLine(std::size_t number, const std::string& line) : number_(number), line_(line) {
    std::string blanks = line;
    std::ranges::replace(blanks, ',', ' ');
    std::istringstream stream(blanks);
    for (std::string word; stream >> word;) words_.push_back(word);
  }

  Step step() {
    Step result;
    const bool returns = accept("{destination}");
    if (returns) expect("=");
    if (accept("load")) {
      result.action = load(returns, result);
    } else if (accept("store")) {
      result.action = store(result);
    } else if (accept("atomicrmw")) {
      result.action = update(returns, result);
    } else if (accept("cmpxchg")) {
      result.action = exchange_if_equal(returns, result);
    } else if (accept("fence")) {
      const Scope scope = scope_of_line(result);
      result.action = Fence{order(), scope};
    } else {
      fail("expected load, store, atomicrmw, cmpxchg or fence");
    }
    if (next_ != words_.size()) fail("'" + words_[next_] + "' is too much");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw TemplateError{number_, 0, what + ", in '" + line_ + "'",
                        "write {destination} = atomicrmw {op} {address}, {value} acq_rel"};
  }
  bool accept(std::string_view word) {
    if (next_ == words_.size() || words_[next_] != word) return false;
    ++next_;
    return true;
  }
  void expect(std::string_view word) {
    if (!accept(word)) fail("expected " + std::string(word));
  }
  Order order() {
    const auto found = next_ == words_.size() ? std::nullopt : llvm_order(words_[next_]);
    if (!found) fail("expected an order: monotonic, acquire, release, acq_rel, seq_cst");
    ++next_;
    return *found;
  }
  // Without a word it is the whole system's.
  Scope scope_of_line(Step& step) {
    step.source_scope = accept("syncscope({scope})");
    return step.source_scope ? Scope::gpu : Scope::sys;
  }
  void ordered(MemoryAccess& access, bool atomic, Step& step) {
    if (!atomic) return;
    access.scope = scope_of_line(step);
    access.order = order();
  }

  Load load(bool returns, Step& step) {
    if (!returns) fail("a load has {destination} =");
    Load result;
    result.destination = destination_hole;
    const bool atomic = accept("atomic");
    expect("{address}");
    ordered(result, atomic, step);
    return result;
  }
  Store store(Step& step) {
    Store result;
    result.value = RegisterOperand{value_hole};
    const bool atomic = accept("atomic");
    expect("{value}");
    expect("{address}");
    ordered(result, atomic, step);
    return result;
  }
  Atomic update(bool returns, Step& step) {
    Atomic result;
    if (returns) result.destination = destination_hole;
    result.operand = RegisterOperand{value_hole};
    step.source_op = accept("{op}");
    if (!step.source_op) {
      expect("xchg");
      result.op = AtomicOp::exch;
    }
    expect("{address}");
    expect("{value}");
    ordered(result, true, step);
    return result;
  }
  Atomic exchange_if_equal(bool returns, Step& step) {
    Atomic result;
    result.op = AtomicOp::cas;
    if (returns) result.destination = destination_hole;
    result.operand = RegisterOperand{value_hole};
    result.expected = RegisterOperand{expected_hole};
    expect("{address}");
    expect("{expected}");
    expect("{value}");
    ordered(result, true, step);
    result.failure = order();
    return result;
  }

  std::size_t number_;
  const std::string& line_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

}  // namespace

Template read_llvm_template(const std::vector<std::string>& lines) {
  Template result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    result.steps.push_back(LlvmLine(i, lines[i]).step());
  }
  result.written = lines;
  return result;
}

}  // namespace opexplore::mappings
