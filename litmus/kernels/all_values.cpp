#include "litmus/kernels/all_values.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "code/uses.hpp"
#include "litmus/kernels/launch_inputs.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/number_flow.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// Finds the numbers for one input.
class AllValues {
 public:
  AllValues(const LaunchWord& word, const std::string& name, const AskedKernel& kernel)
      : word_(word), name_(name), kernel_(kernel), entry_(*kernel.entry.entry) {}

  std::vector<Value> of_parameter(const InputPlace& place) {
    if (place.type == "bool") return {0, 1};
    NumberFlow flow(entry_, grid(), 8 * place.bytes);
    for (const code::Instruction& instruction : entry_.code.instructions) {
      if (!reads_parameter(instruction, place.parameter)) continue;
      if (!is_whole(instruction, place)) refuse(instruction, "a part of it is read");
      if (offset_of(instruction) == place.offset) flow.add_load(instruction);
    }
    return numbers(flow, place.type);
  }

  /// An element of memory, which any load of that memory may read.
  std::vector<Value> of_memory(const std::string& memory) {
    if (calls() && std::ranges::any_of(kernel_.module.functions, &Entry::has_body)) {
      refuse(entry_.code.instructions.front(), "a function may read it");
    }
    std::vector<const code::Instruction*> loads;
    std::uint32_t bits = 0;
    for (const code::Instruction& instruction : entry_.code.instructions) {
      if (code::is<code::Asynchronous>(instruction)) refuse(instruction, "a copy may read it");
      const auto* const access = std::get_if<code::Access>(&instruction.operation);
      if (access == nullptr || access->kind == code::Access::Kind::store) continue;
      if (!may_access(instruction, memory)) continue;
      if (access->kind == code::Access::Kind::update) refuse(instruction, "an atomic reads it");
      const std::uint32_t here = access->type.kind == 'f' ? 0 : access->type.bits;
      if (here == 0 || (bits != 0 && here != bits)) {
        refuse(instruction, "loads of several sizes read it");
      }
      bits = here;
      loads.push_back(&instruction);
    }
    if (loads.empty()) return {0};  // nobody reads it
    NumberFlow flow(entry_, grid(), bits);
    for (const code::Instruction* const load : loads) flow.add_load(*load);
    return numbers(flow, type_behind(memory));
  }

 private:
  const Grid& grid() const { return kernel_.launch.grids.front(); }

  [[noreturn]] void refuse(const code::Instruction& instruction, const std::string& why) const {
    const auto index = static_cast<std::size_t>(&instruction - entry_.code.instructions.data());
    const Statement& at = entry_.statements[index];
    std::string place;
    if (at.mark && *at.mark < kernel_.module.marks.size()) {
      const LineMark& mark = kernel_.module.marks[*at.mark];
      const auto file = kernel_.module.files.find(mark.file);
      const std::string path = file == kernel_.module.files.end() ? "" : file->second;
      place = " at " + std::filesystem::path(path).filename().string() + ':' +
              std::to_string(mark.place.line);
    }
    fail(word_,
         "no small set of numbers is known to stand for all of " + quote(name_) + ": " + why +
             place + " (" + at.text + ')',
         "say which are of interest: --input " + name_ + "=0..3");
  }

  std::vector<Value> numbers(NumberFlow& flow, const std::string& type) {
    if (const auto unknown = flow.follow()) refuse(*unknown->at, unknown->why);
    if (flow.store() != nullptr) check_store(*flow.store(), flow);
    const bool is_signed = type.find("unsigned") == std::string::npos &&
                           type.find("uint") == std::string::npos &&
                           type.find("size_t") == std::string::npos;
    const auto all = flow.classes().numbers(is_signed);
    if (!all) {
      fail(word_, "too many numbers would have to stand for all of " + quote(name_),
           "say which are of interest: --input " + name_ + "=0..3");
    }
    return *all;
  }

  /// What is stored can be read, compared with what others store, and asked about.
  void check_store(const code::Instruction& store, NumberFlow& flow) const {
    for (const code::Instruction& instruction : entry_.code.instructions) {
      const bool accesses =
          std::holds_alternative<code::Access>(instruction.operation) && &instruction != &store;
      if ((accesses && !reads_parameters(instruction)) || code::is<code::Call>(instruction)) {
        refuse(store, "it is stored, and there are other accesses");
      }
    }
    std::string number;
    for (const char c : kernel_.launch.question + ' ') {
      if ((c >= '0' && c <= '9') || (c == '-' && number.empty())) {
        number += c;
        continue;
      }
      if (const auto asked = number_in(number)) flow.classes().split_at(*asked);
      number.clear();
    }
  }

  bool reads_parameter(const code::Instruction& instruction, std::size_t parameter) const {
    return names(instruction, entry_.parameters[parameter].name.text);
  }

  /// Whether the operands of the instruction have the name.
  static bool names(const code::Instruction& instruction, std::string_view name) {
    bool found = false;
    for_each_operand(instruction,
                     [&](const code::Operand& operand) { found = found || operand.text == name; });
    return found;
  }

  /// "[p+8]": where in the parameter a load reads.
  static Value offset_of(const code::Instruction& load) { return load.operands.back().number; }

  /// Whether the load reads all of that word of the parameter, or none of it.
  static bool is_whole(const code::Instruction& instruction, const InputPlace& place) {
    if (!code::is_load(instruction)) return false;
    const auto& load = std::get<code::Access>(instruction.operation);
    const Value at = offset_of(instruction);
    const Value bytes = load.type.bits / 8, all = load.elements * bytes;
    const bool apart = at + all <= place.offset || at >= place.offset + place.bytes;
    const bool same = at == place.offset && all == place.bytes && load.elements == 1;
    return apart || (same && load.type.kind != 'f');
  }

  bool calls() const { return std::ranges::any_of(entry_.code.instructions, code::is<code::Call>); }

  static bool reads_parameters(const code::Instruction& instruction) {
    return code::is_load(instruction) &&
           std::get<code::Access>(instruction.operation).space == Space::parameter;
  }

  /// Whether what the address is computed from may lead to that memory: pointers that are read from
  /// memory may lead to any.
  bool may_access(const code::Instruction& access, const std::string& memory) const {
    const auto space = std::get<code::Access>(access.operation).space;
    if (space && is_own(*space)) return false;
    std::set<std::uint16_t> seen;
    std::vector<const code::Instruction*> open = {&access};
    while (!open.empty()) {
      const code::Instruction& at = *open.back();
      open.pop_back();
      if (leads_to(at, memory)) return true;
      for (const std::uint16_t reg : code::uses_of(at).read) {
        if (entry_.registers[reg].type.bits != 64 || !seen.insert(reg).second) continue;
        for (const code::Instruction& other : entry_.code.instructions) {
          if (!writes(other, reg)) continue;
          if (code::is<code::Access>(other) && !reads_parameters(other)) return true;
          open.push_back(&other);
        }
      }
    }
    return false;
  }

  static bool writes(const code::Instruction& instruction, std::uint16_t reg) {
    const code::Uses uses = code::uses_of(instruction);
    return std::ranges::find(uses.written, reg) != uses.written.end() ||
           std::ranges::find(uses.perhaps_written, reg) != uses.perhaps_written.end();
  }

  /// Whether it names the memory: a variable of it, or a parameter that is bound to it.
  bool leads_to(const code::Instruction& instruction, const std::string& memory) const {
    bool found = false;
    for_each_operand(instruction, [&](const code::Operand& operand) {
      found = found || names_variable(memory, operand.text);
    });
    for (std::size_t i = 0; i < entry_.parameters.size() && !found; ++i) {
      found = reads_parameter(instruction, i) && is_bound_to(i, memory);
    }
    return found;
  }

  bool is_bound_to(std::size_t parameter, const std::string& memory) const {
    const std::string key = std::to_string(parameter);
    return std::ranges::any_of(grid().parameters, [&](const Binding& binding) {
      const auto* const buffer = std::get_if<Buffer>(&binding.argument);
      const bool of_it = binding.name == key || binding.name.starts_with(key + '+');
      return of_it && buffer != nullptr && buffer->location == memory;
    });
  }

  /// Of what a pointer to the memory points to.
  std::string type_behind(const std::string& memory) const {
    for (const CudaParameter& parameter : kernel_.entry.parameters) {
      if (parameter.name == memory) return parameter.type;
    }
    return {};
  }

  const LaunchWord& word_;
  const std::string& name_;
  const AskedKernel& kernel_;
  const Entry& entry_;
};

}  // namespace

std::vector<Value> values_for_all(const LaunchWord& word, const std::string& name,
                                  const AskedKernel& kernel) {
  AllValues values(word, name, kernel);
  if (const auto place = place_of_input(name, kernel.entry)) {
    if (place->pointer) fail(word, "of memory each element is said", "write " + name + "[0]=any");
    return values.of_parameter(*place);
  }
  if (name.find('.') != std::string::npos) {
    fail(word, "what a member of memory may be is not followed",
         "say which numbers are of interest: --input " + name + "=0..3");
  }
  return values.of_memory(name.substr(0, name.find('[')));
}

}  // namespace opexplore::kernel
