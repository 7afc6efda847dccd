#include "litmus/language/ptx_code/thread_table_writer.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "litmus/language/pointers.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

using Column = std::vector<std::string>;

using Offsets = std::map<std::pair<ThreadId, InstructionId>, Value>;

Column column(std::size_t number, const Program& program, PtxStyle style, const Offsets& offsets,
              std::string heading) {
  const Thread& thread = program.threads[number];
  const Spelling spelling(style, program, thread);
  const std::vector<bool> labels = spelling.labels();
  const auto text = [&](std::size_t i) {
    const auto offset =
        offsets.find({static_cast<ThreadId>(number), static_cast<InstructionId>(i)});
    return spelling.text(thread.instructions[i].action,
                         offset == offsets.end() ? 0 : offset->second);
  };
  Column cells = {std::move(heading)};
  for (std::size_t i = 0; i <= thread.instructions.size(); ++i) {
    if (labels[i]) cells.push_back(label(static_cast<InstructionId>(i)) + ":");
    if (i == thread.instructions.size()) break;
    std::string cell = text(i);
    if (const std::optional<std::string> guard = spelling.guard(i); guard && !labels[i + 1]) {
      cell = *guard + " " + text(++i);
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

bool uses_pointers(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return pointer_of(instruction.action).has_value();
    });
  });
}

}  // namespace

std::string columns_text(const std::vector<std::vector<std::string>>& columns) {
  std::vector<std::size_t> widths;
  std::size_t height = 0;
  for (const Column& cells : columns) {
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, cell.size());
    widths.push_back(width);
    height = std::max(height, cells.size());
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

std::string thread_table_text(const Program& program, PtxStyle style,
                              const std::function<std::string(std::size_t)>& heading) {
  const Offsets offsets = uses_pointers(program) ? pointer_offsets(program) : Offsets{};
  std::vector<Column> columns;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    columns.push_back(column(thread, program, style, offsets, heading(thread)));
  }
  return columns_text(columns);
}

}  // namespace opexplore::detail
