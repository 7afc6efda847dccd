#include "litmus/kernels/host_launches.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "litmus/kernels/host_registers.hpp"
#include "litmus/kernels/names.hpp"

namespace opexplore::kernel {

namespace {

/// A mark: "launch", and what stands behind it; what registers hold is in their place.
using Mark = std::pair<std::string_view, std::string>;

/// Also of where functions begin, "function", and of where memory is written, "store".
std::vector<Mark> marks_in(std::string_view assembly) {
  std::vector<Mark> marks;
  HostRegisters registers;
  constexpr std::string_view sign = "#opx ";
  while (!assembly.empty()) {
    std::string_view line = assembly.substr(0, assembly.find('\n'));
    assembly.remove_prefix(std::min(line.size() + 1, assembly.size()));
    const std::size_t at = line.find(sign);
    if (at != std::string_view::npos) {
      line.remove_prefix(at + sign.size());
      const std::size_t blank = std::min(line.find(' '), line.size());
      marks.emplace_back(line.substr(0, blank),
                         registers.value_of(line.substr(std::min(blank + 1, line.size()))));
      continue;
    }
    const std::string_view stored = written_memory(line);
    if (stored.starts_with("opx_memory_")) marks.emplace_back("store", stored);
    for (const std::string_view waits : {"cudaStreamSynchronize", "cudaEventSynchronize"}) {
      if (line.find("call") < line.find(waits) && line.find(waits) != std::string_view::npos) {
        marks.emplace_back("wait", "");
      }
    }
    registers.read(line);
    if (line.ends_with(':') && !line.starts_with('.')) {
      marks.emplace_back("function", line);
    }
  }
  return marks;
}

/// An operand is `$5` or `#5`, `$name` or `$name+16`, or a register.
std::string_view immediate(std::string_view operand) {
  if (operand.starts_with('$') || operand.starts_with('#')) operand.remove_prefix(1);
  return operand;
}

std::optional<Value> immediate_number(std::string_view operand) {
  operand = immediate(operand);
  Value value = 0;
  const auto [stop, error] =
      std::from_chars(operand.data(), operand.data() + operand.size(), value);
  if (error != std::errc{} || stop != operand.data() + operand.size()) return std::nullopt;
  return value;
}

/// Reads launches of one kernel.
class LaunchMarkReader {
 public:
  LaunchMarkReader(const MarkedCode& marked, const NamedEntry& entry)
      : marked_(marked), entry_(entry) {}

  std::vector<CudaLaunch> read(std::string_view assembly) {
    const std::vector<Mark> marks = marks_in(assembly);
    for (std::size_t i = 0; i + 2 < marks.size(); ++i) {
      const std::string_view kind = marks[i].first;
      if (kind == "memory") add_memory(marks[i + 1].second, marks[i + 2].second);
      if (kind == "symbol") {
        variables_[std::string(immediate(marks[i + 1].second))].insert(
            std::string(immediate(marks[i + 2].second)));
      }
    }
    find_later_writes(marks);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const std::string_view kind = marks[i].first;
      const auto rest = std::span(marks).subspan(i);
      if (kind == "configure") configured_ = configuration_in(rest.subspan(1));
      if (kind == "launch") read_launch(rest, i);
      if (kind == "launch" || kind == "function") configured_.clear();
    }
    return known_ones();
  }

 private:
  static constexpr std::size_t configuration = 8;  // words

  struct Memory {
    int times = 0;
    std::optional<std::uint64_t> bytes;
  };

  struct Found {
    Value place = 0;  ///< -1: of no configuration in brackets
    CudaLaunch launch;
  };

  void add_memory(std::string_view name, std::string_view size) {
    Memory& memory = memories_[std::string(immediate(name))];
    const std::optional<Value> bytes = immediate_number(size);
    const bool again = memory.times++ > 0 && memory.bytes != bytes;
    memory.bytes.reset();
    if (bytes && !again) memory.bytes = static_cast<std::uint64_t>(*bytes);
  }

  static Triple shape_of(std::span<const std::optional<Value>> words) {
    const auto part = [&](std::size_t i) { return static_cast<std::uint32_t>(*words[i]); };
    return {part(0), part(1), part(2)};
  }

  /// In the order of the marks: place, two shapes, dynamic shared memory.
  static std::vector<std::optional<Value>> configuration_in(std::span<const Mark> marks) {
    std::vector<std::optional<Value>> words;
    for (std::size_t i = 0; i < std::min(configuration, marks.size()); ++i) {
      words.push_back(immediate_number(marks[i].second));
    }
    words.resize(configuration);
    return words;
  }

  /// The memory that an operand is in, "opx_memory_0" for "$opx_memory_0+4".
  static std::string memory_in(std::string_view operand) {
    operand = immediate(operand);
    return std::string(operand.substr(0, operand.find_first_of("+(")));
  }

  /// What is written to between a launch and where the host waits for it: by the host, to its own
  /// memory, or by copies of another stream. Other writes are known for where they are.
  void find_later_writes(std::span<const Mark> marks) {
    std::optional<std::size_t> launch;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const auto& [kind, text] = marks[i];
      if (kind == "launch") launch = i;
      if (kind == "wait" || kind == "function") launch.reset();
      const bool aside = kind == "aside" && i + 1 < marks.size();
      if (!aside && (kind != "store" || !marked_.of_host.contains(memory_in(text)))) continue;
      if (launch) {
        later_[*launch].insert(memory_in(aside ? marks[i + 1].second : text));
      } else {
        stores_.push_back(text);
      }
    }
  }

  void read_launch(std::span<const Mark> marks, std::size_t at) {
    constexpr std::size_t fixed = 1 + configuration;
    const std::string symbol(immediate(marks.front().second));
    if (marks.size() < fixed + 2 || demangled(symbol) != demangled(entry_.entry->name.text)) return;
    const std::optional<Value> cooperative = immediate_number(marks[1].second);
    std::vector<std::optional<Value>> words = configuration_in(marks.subspan(2));
    // What is called between the brackets may have changed it, for all that the compiler knows.
    if (!words[0] && !configured_.empty()) words = configured_;
    if (!words[0]) return;  // a stub that is compiled on its own
    Found found{*words[0], {symbol}};
    CudaLaunch& launch = found.launch;
    if (*words[0] >= 0 && static_cast<std::size_t>(*words[0]) < marked_.places.size()) {
      const auto& [file, place] = marked_.places[static_cast<std::size_t>(*words[0])];
      launch.file = file;
      launch.place = place;
    }
    launch.cooperative = cooperative.value_or(0) != 0;
    const auto shape = std::span(words).subspan(1, 6);
    if (std::ranges::all_of(shape, [](const auto& word) { return word.has_value(); })) {
      launch.blocks = shape_of(shape.first(3));
      launch.threads = shape_of(shape.subspan(3, 3));
    }
    launch.dynamic_shared = words[7];
    launch.worked_out = true;
    launch.sets_variables = marked_.sets_variables;
    for (const auto& [name, memory] : marked_.managed) launch.memories[memory];
    read_words(marks.subspan(fixed + 1), launch);
    for (const std::string& memory : later_[at]) launch.memories[memory].written_later = true;
    add_variables(launch);
    set_apart(launch);
    found_.push_back(std::move(found));
  }

  HostWord word_in(std::string_view operand) const {
    HostWord word;
    word.number = immediate_number(operand);
    const std::string_view place = immediate(operand);
    const std::size_t plus = std::min(place.find('+'), place.size());
    const auto offset = plus == place.size() ? Value{0} : immediate_number(place.substr(plus + 1));
    const std::string memory(place.substr(0, plus));
    const bool managed = std::ranges::any_of(
        marked_.managed, [&](const auto& variable) { return variable.second == memory; });
    if ((!managed && !memories_.contains(memory)) || !offset) return word;
    word.memory = memory;
    word.offset = *offset;
    return word;
  }

  /// The words behind a mark, as far as the next one of another kind.
  static std::span<const Mark> words_behind(std::span<const Mark> marks) {
    std::size_t end = 1;
    while (end < marks.size() && marks[end].first == "word") ++end;
    return marks.subspan(1, end - 1);
  }

  /// Marks "content opx_memory_0" and two of "addresses", each with its words.
  void read_content(std::span<const Mark> marks, HostMemory& memory) const {
    const auto bytes = words_behind(marks);
    for (const Mark& byte : bytes) {
      const std::optional<Value> number = immediate_number(byte.second);
      memory.content.push_back(number ? std::optional(static_cast<std::uint8_t>(*number))
                                      : std::nullopt);
    }
    marks = marks.subspan(1 + bytes.size());
    while (!marks.empty() && marks.front().first == "addresses") {
      const auto words = words_behind(marks);
      for (std::size_t i = 0; i < words.size(); ++i) {
        HostWord word = word_in(words[i].second);
        if (!word.memory.empty() && !holds_number(memory, 8 * i)) {
          memory.addresses.emplace(8 * i, std::move(word));
        }
      }
      marks = marks.subspan(1 + words.size());
    }
  }

  /// Whether some of the eight bytes there is a known number, so that they are no address.
  static bool holds_number(const HostMemory& memory, std::size_t at) {
    for (std::size_t i = at; i < std::min(at + 8, memory.content.size()); ++i) {
      if (memory.content[i]) return true;
    }
    return false;
  }

  void read_words(std::span<const Mark> marks, CudaLaunch& launch) const {
    for (const auto& [name, memory] : memories_) launch.memories[name].bytes = memory.bytes;
    for (std::size_t i = 0; i < marks.size() && marks[i].first != "end"; ++i) {
      const auto& [kind, text] = marks[i];
      if (kind == "parameter" && i + 1 < marks.size()) {
        launch.arguments.push_back({std::string(text), word_in(marks[i + 1].second)});
      } else if (kind == "content" && launch.memories.contains(std::string(text))) {
        read_content(marks.subspan(i), launch.memories[text]);
      }
    }
  }

  /// Those that one copy writes; which of several was the last, nobody knows here.
  void add_variables(CudaLaunch& launch) const {
    for (const auto& [symbol, memories] : variables_) {
      if (memories.size() == 1 && launch.memories.contains(*memories.begin())) {
        launch.variables.push_back({symbol, *memories.begin()});
      } else {
        launch.sets_variables = true;
      }
    }
    for (const auto& [name, memory] : marked_.managed) add_managed(name, memory, launch);
  }

  /// Its bytes that the host does not write are as the module has them.
  void add_managed(const std::string& name, const std::string& memory, CudaLaunch& launch) const {
    const HostMemory& of = launch.memories[memory];
    for (const std::string& store : stores_) {
      if (memory_in(store) != memory) continue;
      const HostWord word = word_in(store.substr(0, store.find('(')));
      const auto at = static_cast<std::size_t>(word.offset);
      const bool known = store.find("(%rip)") != std::string::npos && at < of.content.size() &&
                         (of.content[at] || of.addresses.contains(at));
      launch.sets_variables = launch.sets_variables || !known;
    }
    launch.variables.push_back({name, memory, true});
  }

  /// What is allocated at one place that is compiled several times may be one memory or several.
  void set_apart(CudaLaunch& launch) const {
    const auto is_one = [&](const HostWord& word) {
      const auto memory = memories_.find(word.memory);
      return memory == memories_.end() || memory->second.times < 2;
    };
    for (auto& [name, memory] : launch.memories) {
      std::erase_if(memory.addresses, [&](const auto& one) { return !is_one(one.second); });
    }
    for (CudaArgument& argument : launch.arguments) {
      if (is_one(argument.value)) continue;
      const std::string other = argument.value.memory + '_' + argument.parameter;
      launch.memories[other].bytes = launch.memories[argument.value.memory].bytes;
      argument.value.memory = other;
    }
  }

  /// Of one place the launches that are known, if any is: a function may be inlined, and be there
  /// on its own, too.
  std::vector<CudaLaunch> known_ones() const {
    std::vector<CudaLaunch> result;
    for (const Found& one : found_) {
      const auto is_better = [&](const Found& other) {
        return other.place == one.place && other.launch.blocks && !one.launch.blocks;
      };
      if (!std::ranges::any_of(found_, is_better)) result.push_back(one.launch);
    }
    return result;
  }

  const MarkedCode& marked_;
  const NamedEntry& entry_;
  std::map<std::string, Memory, std::less<>> memories_;
  std::map<std::string, std::set<std::string>> variables_;  ///< by symbol, the memories for it
  std::map<std::size_t, std::set<std::string>> later_;  ///< by mark of a launch, written behind it
  std::vector<std::string> stores_;                     ///< other ones, of the host's own memory
  std::vector<std::optional<Value>> configured_;  ///< for the next launch; empty: there is none
  std::vector<Found> found_;
};

}  // namespace

std::vector<CudaLaunch> marked_launches(const std::string& assembly, const MarkedCode& marked,
                                        const NamedEntry& entry) {
  return LaunchMarkReader(marked, entry).read(assembly);
}

}  // namespace opexplore::kernel
