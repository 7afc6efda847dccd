#include "litmus/writer.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/c_format/spelling.hpp"
#include "litmus/c_format/test_writer.hpp"
#include "litmus/mnemonic.hpp"
#include "litmus/placement.hpp"
#include "litmus/pointers.hpp"
#include "litmus/spelling.hpp"

namespace opexplore {

namespace {

/// What a register starts with: a number, or the location whose address that is.
std::string initial_text(const Register& reg, const Program& program) {
  if (detail::has_64_bits(reg.type)) {
    const std::optional<AddressId> address = detail::address_with(program, reg.initial);
    if (address) return program.addresses[*address].name;
  }
  return std::to_string(reg.initial);
}

/// `0: .reg .b64 r1 = x;`, or `0:r1=x;` where the type goes without saying.
std::string register_text(std::size_t thread, const Register& reg, const Program& program,
                          Dialect dialect) {
  const std::string initial = initial_text(reg, program);
  const std::string prefix = std::to_string(thread) + ":";
  if (dialect == Dialect::ptx && reg.type == NumberType::s64) {
    return " " + prefix + reg.name + "=" + initial + ";\n";
  }
  const std::string declared =
      prefix + " .reg ." + std::string(to_string(reg.type)) + " " + reg.name;
  const std::string text = reg.initial == 0 ? declared : declared + " = " + initial;
  return (dialect == Dialect::ptx ? " " : "") + text + ";\n";
}

std::string registers(const Program& program, Dialect dialect) {
  std::string text;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    for (const Register& reg : program.threads[thread].registers) {
      text += register_text(thread, reg, program, dialect);
    }
  }
  return text;
}

std::string locations(const Program& program, Dialect dialect) {
  std::string text;
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    const Address& address = program.addresses[id];
    const Location& location = program.locations[address.location];
    if (dialect == Dialect::ptx) text += " ";
    if (location.name == address.name) {
      text += address.name + (dialect == Dialect::ptx ? "=" : " = ") +
              std::to_string(location.initial) + ";\n";
      continue;
    }
    const std::string& bound =
        address.generic == id ? location.name : program.addresses[address.generic].name;
    text +=
        address.name + " @ " + std::string(to_string(address.proxy)) + " aliases " + bound + ";\n";
  }
  return text;
}

/// `P0@cta 0,gpu 0`, or `T0` where a scope tree follows.
std::string heading(std::size_t number, const Program& program, Dialect dialect) {
  std::string name = thread_name(dialect, number);
  if (dialect == Dialect::gpu_ptx) return name;
  const Thread& thread = program.threads[number];
  const bool own = thread.warp == default_warp(program, static_cast<ThreadId>(number));
  const std::string warp = own ? "" : "warp " + std::to_string(thread.warp) + ",";
  return name + "@" + warp + "cta " + std::to_string(thread.cta) + ",gpu " +
         std::to_string(thread.gpu);
}

using Column = std::vector<std::string>;

Column column(std::size_t number, const Program& program, Dialect dialect) {
  const Thread& thread = program.threads[number];
  const detail::Spelling spelling(dialect, program, thread);
  const std::vector<bool> labels = spelling.labels();
  Column cells = {heading(number, program, dialect)};
  for (std::size_t i = 0; i <= thread.instructions.size(); ++i) {
    if (labels[i]) cells.push_back(detail::label(static_cast<InstructionId>(i)) + ":");
    if (i == thread.instructions.size()) break;
    std::string cell = spelling.text(thread.instructions[i].action);
    if (const std::optional<std::string> guard = spelling.guard(i); guard && !labels[i + 1]) {
      cell = *guard + " " + spelling.text(thread.instructions[++i].action);
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

std::string table(const Program& program, Dialect dialect) {
  std::vector<Column> columns;
  std::size_t height = 0;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    columns.push_back(column(thread, program, dialect));
    height = std::max(height, columns.back().size());
  }
  std::vector<std::size_t> widths;
  for (const Column& cells : columns) {
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, cell.size());
    widths.push_back(width);
  }
  std::string text;
  for (std::size_t row = 0; row < height; ++row) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::string cell = row < columns[i].size() ? columns[i][row] : "";
      cell.resize(widths[i], ' ');
      text += (i == 0 ? " " : " | ") + cell;
    }
    text += " ;\n";
  }
  return text;
}

/// Where a thread runs, outermost level first.
std::array<std::uint32_t, 3> place(const Thread& thread) {
  return {thread.gpu, thread.cta, thread.warp};
}

/// The lists of one level among the threads, in the order of their first threads:
/// `(cta (warp T0)) (cta 7 (warp T1))`.
std::string scope_lists(const Program& program, const std::vector<std::size_t>& threads,
                        std::size_t level) {
  constexpr std::array<std::string_view, 3> words = {"device", "cta", "warp"};
  std::vector<std::uint32_t> numbers;
  for (const std::size_t thread : threads) {
    const std::uint32_t number = place(program.threads[thread]).at(level);
    if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) {
      numbers.push_back(number);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text += std::string(i == 0 ? "(" : " (") + std::string(words.at(level));
    if (numbers[i] != i) text += " " + std::to_string(numbers[i]);
    std::vector<std::size_t> inside;
    for (const std::size_t thread : threads) {
      if (place(program.threads[thread]).at(level) == numbers[i]) inside.push_back(thread);
    }
    if (level + 1 < words.size()) {
      text += " " + scope_lists(program, inside, level + 1);
    } else {
      for (const std::size_t thread : inside) text += " " + thread_name(Dialect::gpu_ptx, thread);
    }
    text += ")";
  }
  return text;
}

std::string scope_tree(const Program& program) {
  std::vector<std::size_t> threads;
  for (std::size_t i = 0; i < program.threads.size(); ++i) threads.push_back(i);
  return "ScopeTree\n" + scope_lists(program, threads, 0) + "\n";
}

/// `x: shared, y: global`; the PTX dialect leaves out what is global.
std::string memory_map(const Program& program, Dialect dialect) {
  std::string text;
  for (const Location& location : program.locations) {
    if (dialect == Dialect::ptx && location.region == Region::global) continue;
    if (!text.empty()) text += ", ";
    text += location.name + ": " + std::string(to_string(location.region));
  }
  return text.empty() ? text : text + "\n";
}

void note_mentioned(const Proposition& proposition, std::vector<bool>& mentioned) {
  for (const Term* const term : {&proposition.left, &proposition.right}) {
    if (const auto* const index = std::get_if<ObservableIndex>(term))
      mentioned[index->index] = true;
  }
  for (const Proposition& part : proposition.parts) note_mentioned(part, mentioned);
}

std::string question(const Test& test) {
  std::vector<bool> mentioned(test.observables.size());
  note_mentioned(test.condition, mentioned);
  std::string others;
  for (std::size_t i = 0; i < test.shown; ++i) {
    if (!mentioned[i]) others += " " + to_string(test.observables[i], test.program) + ";";
  }
  std::string text = others.empty() ? "" : "locations [" + others + " ]\n";
  if (test.filter) text += "filter (" + to_string(*test.filter, test) + ")\n";
  return text + condition_line(test) + "\n";
}

}  // namespace

std::string to_string(const Action& action, const Thread& thread, const Program& program) {
  if (program.language == Language::cxx) return detail::CxxSpelling(program, thread).text(action);
  return detail::Spelling(Dialect::ptx, program, thread).text(action);
}

std::string write(const Test& test) { return write(test, native_dialect(test.program)); }

std::string write(const Test& test, Dialect dialect) {
  const Program& program = test.program;
  constexpr std::array<std::string_view, 3> words = {"PTX ", "GPU_PTX ", "C "};
  std::string text(words.at(static_cast<std::size_t>(dialect)));
  text += test.name + "\n";
  for (const std::string& comment : test.comments) text += "\"" + comment + "\"\n";
  if (dialect == Dialect::cxx) return text + detail::cxx_program_text(test) + question(test);
  if (dialect == Dialect::ptx) {
    return text + "{\n" + locations(program, dialect) + registers(program, dialect) + "}\n" +
           table(program, dialect) + memory_map(program, dialect) + question(test);
  }
  const std::string map = memory_map(program, dialect);
  return text + "{\n" + registers(program, dialect) + locations(program, dialect) + "}\n" +
         table(program, dialect) + "\n" + scope_tree(program) + "\n" +
         (map.empty() ? "" : map + "\n") + question(test);
}

}  // namespace opexplore
