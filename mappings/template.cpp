// A template is read by the reader of litmus tests: its holes become registers and a location of
// a test with one thread. So templates know every instruction that tests know, and no other.
#include "mappings/template.hpp"

#include <utility>

#include "litmus/language/reader.hpp"
#include "mappings/template_check.hpp"
#include "mappings/template_lines.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings {
namespace {

using detail::filled_location;
using detail::FilledLine;
using detail::Holes;

// Of the first row of instructions in the test.
constexpr std::uint32_t first_line = 4;

[[noreturn]] void fail(std::size_t line, std::string message, std::string suggestion = "") {
  throw TemplateError{line, 0, std::move(message), std::move(suggestion)};
}

// An action with holes for registers.
struct WithHoles {
  const std::vector<RegisterId>& holes;  ///< by register of the test
  std::size_t line = 0;                  ///< of the action, in the template

  Action operator()(Load action) const {
    plain(action);
    action.destination = hole(action.destination);
    return action;
  }
  Action operator()(Store action) const {
    plain(action);
    action.value = hole(action.value);
    return action;
  }
  Action operator()(Atomic action) const {
    plain(action);
    if (action.destination) action.destination = hole(*action.destination);
    action.operand = hole(action.operand);
    if (action.op == AtomicOp::cas) action.expected = hole(action.expected);
    return action;
  }
  Action operator()(const AnyFence auto& action) const {
    if (facts_of(action).proxy) fail(line, "no operation of C++ becomes a proxy fence");
    return action;
  }
  Action operator()(Arithmetic action) const {
    action.destination = hole(action.destination);
    action.left = hole(action.left);
    action.right = hole(action.right);
    return action;
  }
  Action operator()(Branch action) const {
    action.left = hole(action.left);
    action.right = hole(action.right);
    return action;
  }
  Action operator()(const Barrier&) const { fail(line, "no operation of C++ becomes a barrier"); }
  Action operator()(const Asynchronous&) const {
    fail(line, "no operation of C++ becomes an asynchronous one");
  }

  void plain(const MemoryAccess& access) const {
    if (access.proxy != Proxy::generic) {
      fail(line, "a template accesses memory through the generic proxy alone");
    }
  }
  RegisterId hole(RegisterId id) const { return holes[id]; }
  Operand hole(const Operand& operand) const {
    if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) {
      return RegisterOperand{hole(reg->id)};
    }
    return operand;
  }
};

class TemplateReader {
 public:
  explicit TemplateReader(const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      lines_.push_back(detail::fill_line(i, lines[i], holes_));
    }
  }

  Template result() const {
    const Test test = read_test();
    const Program& program = test.program;
    if (program.addresses.size() > 1) {
      fail(0, "a template accesses {address} alone, not '" + program.addresses[1].name + "'");
    }
    return with_steps(program.threads.front());
  }

 private:
  // The question is complete, so that a line of the template cannot add to it.
  std::string text() const {
    const std::string location(filled_location);
    std::string result = "PTX template\n{ " + location + " = 0; }\n P0@cta 0,gpu 0 ;\n";
    for (const FilledLine& line : lines_) result += line.text + " ;\n";
    return result + "locations [ " + location + "; ]\nfilter (true)\nexists (true)\n";
  }

  Test read_test() const {
    try {
      return read(text(), "");
    } catch (const InputError& error) {
      const std::string message = detail::with_holes(error.message, holes_);
      const std::string suggestion = detail::with_holes(error.suggestion, holes_);
      const std::size_t line = error.line < first_line ? 0 : error.line - first_line;
      if (line >= lines_.size()) fail(lines_.size() - 1, message, suggestion);
      const std::vector<std::uint32_t>& columns = lines_[line].columns;
      const bool inside = error.column != 0 && error.column <= columns.size();
      throw TemplateError{line, inside ? columns[error.column - 1] : 0, message, suggestion};
    }
  }

  Template with_steps(const Thread& thread) const {
    Template result;
    for (std::size_t hole = first_temporary; hole < holes_.size(); ++hole) {
      result.temporaries.push_back({.name = holes_.name(hole)});
    }
    std::vector<RegisterId> holes;
    for (const Register& reg : thread.registers) {
      const std::size_t hole = detail::hole_of(reg.name);
      holes.push_back(static_cast<RegisterId>(hole));
      if (hole >= first_temporary) result.temporaries[hole - first_temporary].type = reg.type;
    }
    for (const Instruction& instruction : thread.instructions) {
      const std::size_t line = instruction.place.line - first_line;
      Step step{std::visit(WithHoles{holes, line}, instruction.action)};
      const bool jump = branch_of(step.action) != nullptr;
      step.source_scope = lines_[line].scope && !jump;
      step.source_op = lines_[line].op && !jump;
      step.extent = lines_[line].extent;
      result.steps.push_back(std::move(step));
    }
    return result;
  }

  Holes holes_;
  std::vector<FilledLine> lines_;
};

}  // namespace

Template read_template(const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  Template result = TemplateReader(lines).result();
  if (const std::string fault = detail::register_fault(result); !fault.empty()) {
    fail(0, fault, "keep intermediate values in temporaries, and move the result at the end");
  }
  return result;
}

}  // namespace opexplore::mappings
