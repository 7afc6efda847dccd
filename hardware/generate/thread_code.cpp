#include "hardware/generate/thread_code.hpp"

#include <optional>
#include <set>
#include <variant>

#include "hardware/generate/role_text.hpp"
#include "hardware/generate/thread_facts.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/words.hpp"

namespace opexplore::hardware {

namespace {

// WART: pinned-by-sleeping. Whether a chip orders accesses meanwhile is not known.
/// What keeps ptxas from merging, moving and deleting the accesses before and after it, while all
/// lanes may be anywhere: a nanosleep of no time. (bar.warp.sync does it too, but ptxas then writes
/// the whole rest of the role twice, once for warps that have diverged.)
constexpr const char* pin = "nanosleep.u32 0;";

std::string reg(std::size_t id) { return "r" + std::to_string(id); }
std::string label(std::size_t instruction) { return "L" + std::to_string(instruction); }

class ThreadCode {
 public:
  ThreadCode(const Prepared& prepared, ThreadId thread)
      : role_(prepared.roles[thread]),
        thread_(prepared.test.program.threads[thread]),
        context_{prepared.test.program, thread_, prepared.word_bytes, prepared.target.profile,
                 returned_words(role_)},
        pinned_(prepared.target.profile == Profile::pinned),
        writes_(writes(thread_)) {
    for (const Instruction& instruction : thread_.instructions) {
      const Branch* const branch = branch_of(instruction.action);
      if (branch != nullptr) targets_.insert(branch->target);
    }
  }

  Lines write() {
    begin();
    for (index_ = 0; index_ < thread_.instructions.size(); ++index_) {
      if (targets_.contains(index_)) lines_.push_back(label(index_) + ":");
      const Action& action = thread_.instructions[index_].action;
      separate(action);
      std::visit([this](const auto& one) { instruction(one); }, action);
    }
    end();
    Lines result = declarations();
    result.insert(result.end(), lines_.begin(), lines_.end());
    return result;
  }

 private:
  std::string bits() const { return context_.bits(); }
  void add(std::string line) { lines_.push_back(std::move(line)); }

  void begin() {
    for (std::size_t id = 0; id < thread_.registers.size(); ++id) {
      add("mov.b" + bits() + " " + reg(id) + ", " +
          number(thread_.registers[id].initial, context_.word_bytes) + ";");
    }
    if (!role_.has_loops) return;
    // ptxas would unroll a loop of a known number of rounds.
    add((context_.word_bytes == 4 ? "mov.b32 left, " : "cvt.u32.u64 left, ") + context_.zero() +
        ";");
    add("add.s32 left, left, " + std::to_string(loop_bound) + ";");
    add("mov.b" + bits() + " ended, 0;");
  }

  Lines declarations() const {
    Lines result;
    if (!thread_.registers.empty()) {
      result.push_back(".reg .b" + bits() + " r<" + std::to_string(thread_.registers.size()) +
                       ">;");
    }
    result.push_back(".reg .b" + bits() + " t<2>;");
    result.push_back(".reg .b32 n<2>;");
    result.push_back(".reg .b64 pointer;");
    result.push_back(".reg .b32 pointer32;");
    result.push_back(".reg .pred condition;");
    if (role_.has_loops) {
      result.push_back(".reg .b32 left;");
      result.push_back(".reg .b" + bits() + " ended;");
    }
    if (kept_ == 0) return result;
    result.push_back(".reg .b" + bits() + " k<" + std::to_string(kept_) + ">;");
    for (std::size_t i = 0; i < kept_; ++i) {
      result.push_back("mov.b" + bits() + " k" + std::to_string(i) + ", 0;");
    }
    return result;
  }

  /// In pinned roles: a pin between any two accesses or fences.
  void separate(const Action& action) {
    if (!pinned_ || is_local(action)) return;
    if (accessed_ || role_.has_loops) add(pin);
    accessed_ = true;
  }

  /// Where a loaded value goes. ptxas deletes a load whose value nobody reads; in a pinned role a
  /// register that is written again gets its value from one that is kept to the end.
  void loaded(RegisterId destination, const auto& write) {
    if (!pinned_ || writes_[destination] < 2) return write(reg(destination));
    const std::string kept = "k" + std::to_string(kept_++);
    write(kept);
    add("mov.b" + bits() + " " + reg(destination) + ", " + kept + ";");
  }

  void instruction(const Load& load) {
    loaded(load.destination,
           [&](const std::string& to) { write_load(context_, load, to, lines_); });
  }
  void instruction(const Store& store) { write_store(context_, store, lines_); }
  void instruction(const Atomic& atomic) {
    if (!atomic.destination) return write_atomic(context_, atomic, "", lines_);
    loaded(*atomic.destination,
           [&](const std::string& to) { write_atomic(context_, atomic, to, lines_); });
  }
  void instruction(const AnyFence auto& fence) { add(fence_text(fence) + ";"); }
  void instruction(const Barrier&) {}       // refused
  void instruction(const Asynchronous&) {}  // likewise
  void instruction(const Arithmetic& arithmetic) { write_arithmetic(context_, arithmetic, lines_); }

  void instruction(const Branch& branch) {
    const std::string target = label(branch.target);
    if (branch.comparison) write_comparison(context_, branch, lines_);
    if (!jumps_back(thread_, index_)) {
      add((branch.comparison ? "@condition bra " : "bra ") + target + ";");
      return;
    }
    const std::string out = "OUT" + std::to_string(index_);
    if (branch.comparison) add("@!condition bra " + out + ";");
    add("sub.s32 left, left, 1;");
    add("setp.ne.s32 condition, left, 0;");
    add("@condition bra " + target + ";");
    add("mov.b" + bits() + " ended, 1;");
    add("bra END;");
    if (branch.comparison) add(out + ":");
  }

  void end() {
    if (targets_.contains(thread_.instructions.size())) {
      add(label(thread_.instructions.size()) + ":");
    }
    if (role_.has_loops) add("END:");
    keep();
    std::size_t result = 0;
    for (const RegisterId id : role_.registers) {
      const std::string to = "%" + std::to_string(result);
      // Loaded values are returned, so that what is kept finds a first result.
      if (result == 0 && kept_ != 0) {
        add("or.b" + bits() + " " + to + ", " + reg(id) + ", k0;");
      } else {
        add("mov.b" + bits() + " " + to + ", " + reg(id) + ";");
      }
      ++result;
    }
    if (role_.has_loops) add("mov.b" + bits() + " %" + std::to_string(result) + ", ended;");
  }

  /// k0 becomes 0, but ptxas does not know, from all kept values.
  void keep() {
    if (kept_ == 0) return;
    for (std::size_t i = 1; i < kept_; ++i) {
      add("or.b" + bits() + " k0, k0, k" + std::to_string(i) + ";");
    }
    add("and.b" + bits() + " k0, k0, " + context_.zero() + ";");
  }

  const Role& role_;
  const Thread& thread_;
  CodeContext context_;
  bool pinned_;
  std::vector<std::size_t> writes_;
  std::set<std::size_t> targets_;
  Lines lines_;
  std::size_t index_ = 0;
  std::size_t kept_ = 0;
  bool accessed_ = false;
};

}  // namespace

Lines thread_code(const Prepared& prepared, ThreadId thread) {
  return ThreadCode(prepared, thread).write();
}

}  // namespace opexplore::hardware
