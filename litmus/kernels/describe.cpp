#include "litmus/kernels/describe.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "litmus/kernels/names.hpp"

namespace opexplore::kernel {

namespace {

/// "1" in one dimension, "(1,0)" in two, "(1,0,0)" in three.
std::string index_text(const Triple& index, const Triple& shape) {
  std::string text = std::to_string(index.x);
  if (shape.y == 1 && shape.z == 1) return text;
  text = '(' + text + ',' + std::to_string(index.y);
  if (shape.z != 1) text += ',' + std::to_string(index.z);
  return text + ')';
}

/// What stands behind the words, up to a blank, a comma or the end of the line.
std::string word_behind(std::string_view text, std::string_view words) {
  const std::size_t at = text.find(words);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = text.substr(at + words.size());
  return std::string(rest.substr(0, rest.find_first_of(", \t\r\n")));
}

const Entry* entry_of(const std::vector<LaunchedExecutor>& threads, std::size_t grid) {
  const auto thread = std::ranges::find_if(
      threads, [&](const LaunchedExecutor& of) { return of.executor.grid == grid; });
  return thread == threads.end() ? nullptr : thread->entry;
}

/// By grid: the kernel's name; where one is launched twice, with the number of the launch.
std::vector<std::string> grid_names(std::size_t grids,
                                    const std::vector<LaunchedExecutor>& threads) {
  std::vector<std::string> names(grids);
  std::map<std::string, int> times;
  for (std::size_t grid = 0; grid < grids; ++grid) {
    const Entry* const entry = entry_of(threads, grid);
    if (entry != nullptr) names[grid] = plain_name(entry->name.text);
    ++times[names[grid]];
  }
  for (std::size_t grid = 0; grid < grids; ++grid) {
    if (times[names[grid]] > 1) names[grid] += " (launch " + std::to_string(grid) + ")";
  }
  return names;
}

/// Names behind those of the elements are other ways to these.
void describe_aliases(const Program& program, Facts& facts) {
  for (std::size_t i = facts.locations.size(); i < program.addresses.size(); ++i) {
    const AddressId generic = program.addresses[i].generic;
    facts.locations.push_back(facts.locations[generic]);
    facts.location_bytes.push_back(facts.location_bytes[generic]);
    facts.location_floats.push_back(facts.location_floats[generic]);
    facts.location_pointers.push_back(facts.location_pointers[generic]);
    facts.location_host.push_back(facts.location_host[generic]);
    facts.location_structures.push_back(facts.location_structures[generic]);
  }
}

}  // namespace

std::string shape_text(const Triple& shape) {
  if (shape.y == 1 && shape.z == 1) return std::to_string(shape.x);
  return "dim3(" + std::to_string(shape.x) + ", " + std::to_string(shape.y) + ", " +
         std::to_string(shape.z) + ")";
}

void describe_launch(const Surroundings& around, const std::vector<LaunchedExecutor>& threads,
                     Facts& facts) {
  for (std::size_t i = 0; i < around.launch.grids.size(); ++i) {
    const Grid& grid = around.launch.grids[i];
    const Entry* const entry = entry_of(threads, i);
    if (entry != nullptr) facts.kernels.push_back(signature(entry->name.text));
    if (i > 0) facts.launch += ", ";
    facts.launch +=
        "<<<" + shape_text(grid.blocks) + ", " + shape_text(grid.threads_per_block) + ">>>";
  }
  if (!around.launch.remark.empty()) {
    facts.launch_remark =
        around.launch.remark + "; explored as " + facts.launch + ": say --grid and --block";
  }
  if (!around.module.target.empty()) {
    facts.target = around.module.target;
    const std::string clang = word_behind(around.source.text, "clang version ");
    if (!clang.empty()) facts.compiler = "clang " + clang.substr(0, clang.find('"'));
    return;
  }
  const std::string release = word_behind(around.source.text, "Cuda compilation tools, release ");
  if (!release.empty()) facts.compiler = "nvcc " + release;
  facts.target = word_behind(around.source.text, "\n.target ");
}

std::vector<std::string> thread_labels(const Surroundings& around,
                                       const std::vector<LaunchedExecutor>& threads) {
  const std::size_t grids = around.launch.grids.size();
  const std::vector<std::string> names = grid_names(grids, threads);
  std::vector<std::string> labels;
  for (const LaunchedExecutor& thread : threads) {
    const Executor& executor = thread.executor;
    std::string label;
    if (grids > 1) label += names[executor.grid] + ", ";
    if (around.several_gpus) label += "GPU " + std::to_string(executor.gpu) + ", ";
    label += "block " + index_text(executor.block, executor.blocks);
    if (executor.threads_per_block != Triple{1, 1, 1}) {
      label += ", thread " + index_text(executor.thread, executor.threads_per_block);
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

void describe_locations(const Surroundings& around, const Program& program, Facts& facts) {
  for (const Element& element : around.memory.elements_of_addresses()) {
    facts.locations.push_back(around.memory.shown_name(element));
    facts.location_bytes.push_back(element.width);
    facts.location_floats.push_back(around.memory.is_float(element));
    const Object& object = around.memory.at(element.object);
    facts.location_host.push_back(object.host_writes);
    facts.location_structures.push_back(around.memory.shown_address(element));
    facts.location_pointers.push_back(object.of_parameter && facts.locations.back() == object.name);
  }
  describe_aliases(program, facts);
}

}  // namespace opexplore::kernel
