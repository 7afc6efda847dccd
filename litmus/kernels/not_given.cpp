#include "litmus/kernels/not_given.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "code/uses.hpp"
#include "litmus/kernels/assumptions.hpp"
#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/names.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

constexpr std::uint32_t address_bits = 64;

bool mentions(const Entry& entry, std::string_view name) {
  bool found = false;
  for (const code::Instruction& instruction : entry.code.instructions) {
    for_each_operand(instruction,
                     [&](const code::Operand& operand) { found = found || operand.text == name; });
  }
  return found;
}

/// Bytes of memory: the object, and where in it.
using Place = std::pair<std::uint16_t, Value>;

/// What the addresses of a module's accesses are made of.
class Sources {
 public:
  Sources(const Surroundings& around, const Program& program) : around_(around) {
    const std::vector<Element> elements = around.memory.elements_of_addresses();
    const std::vector<bool> at_start = read_at_start(program);
    for (const Thread& thread : program.threads) {
      for (const Instruction& instruction : thread.instructions) {
        const MemoryAccess* const access = memory_access(instruction.action);
        if (access == nullptr) continue;
        const LocationId location = program.addresses[access->address].location;
        if (location >= elements.size()) continue;
        const Element& element = elements[location];
        if (writes_memory(instruction.action)) written_.insert(element.object);
        if (!at_start[location]) overwritten_.emplace(element.object, element.offset);
        const auto at = std::pair{instruction.place.line, instruction.place.column};
        if (reads_memory(instruction.action)) loaded_[at].emplace(element.object, element.offset);
      }
    }
  }

  std::optional<std::string> of(const Statement& statement) {
    for (const auto* const bodies : {&around_.module.entries, &around_.module.functions}) {
      for (const Entry& entry : *bodies) {
        const Statement* const first = entry.statements.data();
        if (&statement < first || &statement >= first + entry.statements.size()) continue;
        follow(entry, statement);
      }
    }
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      for (const Place& place : places_of(*loads_[i])) {
        if (!is_given(place.first) && !overwritten_.contains(place)) {
          return around_.memory.shown_name({place.first, place.second, address_bits / 8});
        }
        if (written_.contains(place.first)) add_all_loads();
      }
    }
    return std::nullopt;
  }

 private:
  static bool is_address(const Entry& entry, std::uint16_t reg) {
    return entry.registers[reg].type.bits == address_bits && entry.registers[reg].type.kind != 'f';
  }

  /// Follows the registers that the statement reads an address from to where they were loaded.
  void follow(const Entry& entry, const Statement& statement) {
    const std::vector<code::Instruction>& all = entry.code.instructions;
    std::set<std::uint16_t> seen;
    std::vector<const code::Instruction*> open = {&all[index_of(entry, statement)]};
    while (!open.empty()) {
      const code::Uses use = code::uses_of(*open.back());
      open.pop_back();
      for (const std::uint16_t reg : use.read) {
        if (!is_address(entry, reg) || !seen.insert(reg).second) continue;
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (!defines(all[i], reg)) continue;
          if (!gets(all[i])) {
            open.push_back(&all[i]);
          } else if (!is_parameter_of_kernel(entry, all[i])) {
            add_load(entry, i);
          }
        }
      }
    }
  }

  static std::size_t index_of(const Entry& entry, const Statement& statement) {
    return static_cast<std::size_t>(&statement - entry.statements.data());
  }

  static bool defines(const code::Instruction& instruction, std::uint16_t reg) {
    const code::Uses use = code::uses_of(instruction);
    return std::ranges::find(use.written, reg) != use.written.end() ||
           std::ranges::find(use.perhaps_written, reg) != use.perhaps_written.end();
  }

  /// Whether what it gives comes from memory.
  static bool gets(const code::Instruction& instruction) {
    return code::is<code::Access>(instruction) && instruction.results != 0;
  }

  static bool is_in(const code::Instruction& load, Space space) {
    return std::get<code::Access>(load.operation).space == space;
  }

  bool is_parameter_of_kernel(const Entry& entry, const code::Instruction& load) const {
    const Entry* const first = around_.module.entries.data();
    const bool kernel = &entry >= first && &entry < first + around_.module.entries.size();
    return kernel && is_in(load, Space::parameter) &&
           std::ranges::any_of(entry.parameters, [&](const Variable& parameter) {
             return parameter.name.is(load.operands[1].text);
           });
  }

  /// What it loads may come from anywhere if no place of it is known: it was passed to a function,
  /// or lies in local memory.
  void add_load(const Entry& entry, std::size_t at) {
    const Statement* const load = &entry.statements[at];
    if (std::ranges::find(loads_, load) != loads_.end()) return;
    loads_.push_back(load);
    const code::Instruction& instruction = entry.code.instructions[at];
    if (is_in(instruction, Space::parameter) || is_in(instruction, Space::local)) add_all_loads();
  }

  void add_all_loads() {
    if (std::exchange(all_, true)) return;
    for (const auto* const bodies : {&around_.module.entries, &around_.module.functions}) {
      for (const Entry& entry : *bodies) {
        for (std::size_t i = 0; i < entry.code.instructions.size(); ++i) {
          const code::Instruction& instruction = entry.code.instructions[i];
          if (!gets(instruction)) continue;
          const code::Uses use = code::uses_of(instruction);
          const auto is_one = [&](std::uint16_t reg) { return is_address(entry, reg); };
          if (std::ranges::any_of(use.written, is_one)) add_load(entry, i);
        }
      }
    }
  }

  std::set<Place> places_of(const Statement& load) const {
    std::set<Place> places;
    const auto loaded = loaded_.find({load.place.line, load.place.column});
    if (loaded != loaded_.end()) places = loaded->second;
    const auto known = around_.known_loads.find(&load);
    if (known == around_.known_loads.end()) return places;
    for (std::uint16_t object = 0; object < around_.memory.objects(); ++object) {
      for (const auto& [key, offset] : known->second) {
        if (around_.memory.key_of(object) == key) places.emplace(object, offset);
      }
    }
    return places;
  }

  /// Shared memory is for the kernel to fill, and so is what no host can reach.
  bool is_given(std::uint16_t number) const {
    const Object& object = around_.memory.at(number);
    if (object.space != Space::global && object.space != Space::constant) return true;
    if (object.hidden || !object.results.empty()) return true;
    if (object.of_parameter) return !object.in_part && !is_unknown(object);
    if (!object.initial.empty() || !object.written.empty()) return true;
    if (!around_.launch.knows_variables) return false;
    const std::string& key = around_.memory.key_of(number);
    const std::string symbol = key.substr(key.find(' ') + 1);
    return std::ranges::none_of(around_.module.entries, [&](const Entry& entry) {
      return mentions(entry, symbol) && !is_run(entry);
    });
  }

  bool is_run(const Entry& entry) const {
    const Launch& launch = around_.launch;
    return (launch.setup && is_called(entry.name.text, launch.setup->entry)) ||
           std::ranges::any_of(launch.grids, [&](const Grid& grid) {
             return &launched_entry(around_, grid) == &entry;
           });
  }

  const Surroundings& around_;
  std::set<std::uint16_t> written_;  ///< objects that the program writes
  std::set<Place> overwritten_;      ///< before anybody reads what was there
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<Place>> loaded_;  ///< by line, column
  std::vector<const Statement*> loads_;
  bool all_ = false;
};

}  // namespace

std::optional<std::string> memory_not_given(const Surroundings& around, const Program& program,
                                            const Statement& statement) {
  return Sources(around, program).of(statement);
}

}  // namespace opexplore::kernel
