#include "litmus/kernels/executors.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <utility>

#include "code/uses.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/describe.hpp"
#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/tensor_memory.hpp"
#include "litmus/kernels/thread.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

[[noreturn]] void fail(const Surroundings& around, const std::string& message,
                       const std::string& suggestion = "") {
  throw InputError(around.launch.path, {}, message, suggestion);
}

[[noreturn]] void fail_of_size(const Surroundings& around, const std::string& message) {
  fail(around, message, "launch fewer: what goes wrong between many goes wrong between a few");
}

bool inside(const Triple& index, const Triple& shape) {
  return index.x < shape.x && index.y < shape.y && index.z < shape.z;
}

}  // namespace

std::uint64_t size(const Triple& shape) { return std::uint64_t{shape.x} * shape.y * shape.z; }

std::uint32_t linear(const Triple& index, const Triple& shape) {
  return index.x + shape.x * (index.y + shape.y * index.z);
}

Triple from_linear(std::uint32_t number, const Triple& shape) {
  return {number % shape.x, number / shape.x % shape.y, number / shape.x / shape.y};
}

const Entry& entry_named(const Surroundings& around, const std::string& name) {
  std::vector<std::string_view> names;
  const Entry* called = nullptr;
  for (const Entry& entry : around.module.entries) {
    if (entry.name.text == name) return entry;
    names.push_back(entry.name.text);
    if (!is_called(entry.name.text, name)) continue;
    if (called != nullptr) {
      fail(around, "there are several kernels " + quote(name),
           "name " + signature(called->name.text) + " or " + signature(entry.name.text));
    }
    called = &entry;
  }
  if (called != nullptr) return *called;
  const auto function = std::ranges::find_if(around.module.functions, [&](const Entry& known) {
    return is_called(known.name.text, name);
  });
  if (function != around.module.functions.end()) {
    fail(around, quote(name) + " is a function, not a kernel", "launch a kernel that calls it");
  }
  fail(around, "the module has no kernel " + quote(name),
       names.empty() ? "it has none"
                     : detail::did_you_mean(name, names, "it has " + std::string(names.front())));
}

const Entry& launched_entry(const Surroundings& around, const Grid& grid) {
  const std::vector<Entry>& entries = around.module.entries;
  if (entries.empty()) {
    around.source.fail({1, 1}, "the module has no kernel", "kernels begin with '.entry name'");
  }
  if (!grid.entry.empty()) return entry_named(around, grid.entry);
  // One that prepares memory is not what is launched.
  const auto is_setup = [&](const Entry& entry) {
    return entries.size() > 1 && around.launch.setup &&
           is_called(entry.name.text, around.launch.setup->entry);
  };
  const auto only = std::ranges::find_if_not(entries, is_setup);
  if (only != entries.end() && std::all_of(only + 1, entries.end(), is_setup)) return *only;
  fail(around, "the module has several kernels", "say in \"kernel\" which one is launched");
}

namespace {

/// The shape of its clusters: as the launch says it, or else the kernel.
Triple cluster_of(const Grid& grid, const Entry& entry) {
  if (grid.cluster) return *grid.cluster;
  return {entry.cluster[0], entry.cluster[1], entry.cluster[2]};
}

/// A limit that keeps all products in range.
void check_shape(const Surroundings& around, const Grid& grid) {
  constexpr std::uint32_t most = 1U << 16U;
  for (const Triple& shape : {grid.blocks, grid.threads_per_block}) {
    if (size(shape) == 0 || shape.x > most || shape.y > most || shape.z > most ||
        size(shape) > most) {
      fail(around, "a grid or block of " + std::to_string(shape.x) + " x " +
                       std::to_string(shape.y) + " x " + std::to_string(shape.z) +
                       " is not what can be launched");
    }
  }
}

/// A grid is made of whole clusters (PTX ISA 11.7.1).
void check_cluster(const Surroundings& around, const Grid& grid, const Entry& entry) {
  const Triple cluster = cluster_of(grid, entry);
  const bool whole = cluster.x != 0 && cluster.y != 0 && cluster.z != 0 &&
                     grid.blocks.x % cluster.x == 0 && grid.blocks.y % cluster.y == 0 &&
                     grid.blocks.z % cluster.z == 0;
  if (whole) return;
  fail(around,
       "a grid of " + shape_text(grid.blocks) + " blocks is not made of clusters of " +
           shape_text(cluster),
       "launch a multiple of " + std::to_string(size(cluster)) + " blocks");
}

// So many threads are looked at for those that do something.
constexpr std::uint64_t most_launched = 4096;

/// Whether threads of the module may wait for each other, or exchange registers: then it matters
/// which ones there are.
bool has_meetings(const Module& module) {
  for (const std::vector<Entry>* const bodies : {&module.entries, &module.functions}) {
    for (const Entry& entry : *bodies) {
      const auto meets = [](const code::Instruction& instruction) {
        return code::is<code::BarrierOperation>(instruction) ||
               code::is<code::WarpOperation>(instruction) || code::is_of_matrices(instruction);
      };
      if (std::ranges::any_of(entry.code.instructions, meets)) return true;
    }
  }
  return false;
}

// WART: listed-threads. No barrier waits for the others.
std::vector<LaunchedThread> threads_of(const Surroundings& around, const Grid& grid) {
  if (!grid.threads.empty()) return grid.threads;
  const std::uint64_t count = size(grid.blocks) * size(grid.threads_per_block);
  if (count > most_launched || (count > max_threads && has_meetings(around.module))) {
    fail_of_size(around, "the launch has " + std::to_string(count) + " threads: the limit is " +
                             std::to_string(max_threads));
  }
  std::vector<LaunchedThread> threads;
  const auto per_block = static_cast<std::uint32_t>(size(grid.threads_per_block));
  for (std::uint32_t i = 0; i < count; ++i) {
    threads.push_back({from_linear(i / per_block, grid.blocks),
                       from_linear(i % per_block, grid.threads_per_block), std::nullopt,
                       std::nullopt, std::nullopt});
  }
  return threads;
}

}  // namespace

std::pair<std::string, Value> parameter_of(const Surroundings& around, const Entry& entry,
                                           const std::string& key) {
  const std::size_t plus = key.find('+');
  const std::string base = key.substr(0, plus);
  Value offset = 0;
  if (plus != std::string::npos) {
    const char* const end = key.data() + key.size();
    const auto [stop, error] = std::from_chars(key.data() + plus + 1, end, offset);
    if (error != std::errc{} || stop != end || offset < 0) {
      fail(around, "the parameter " + quote(key) + " has a malformed offset", "write '0+8'");
    }
  }
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const std::string name(entry.parameters[i].name.text);
    if (base == name || base == std::to_string(i)) return {name, offset};
    names.push_back(entry.parameters[i].name.text);
  }
  fail(around, "the kernel " + quote(entry.name) + " has no parameter " + quote(base),
       names.empty() ? "it has none"
                     : detail::did_you_mean(base, names,
                                            "parameters are given by name or by number, from 0"));
}

std::uint16_t buffer_object(Surroundings& around, const Buffer& buffer) {
  Object object;
  object.name = buffer.location;
  object.count = buffer.count;
  object.width = buffer.width;
  object.bytes = buffer.bytes;
  object.initial = buffer.initial;
  object.initial_width = buffer.initial_width;
  object.written_initial = buffer.written;
  object.float_bytes = buffer.float_bytes;
  object.record = buffer.record;
  object.of_parameter = true;
  object.tensormaps = buffer.tensormaps;
  object.in_part = buffer.in_part;
  object.host_writes = buffer.host_writes;
  if (!object.count && !object.bytes && buffer.initial.size() > 1) {
    object.count = static_cast<std::uint32_t>(buffer.initial.size());
  }
  return around.memory.object("buffer " + buffer.location, object);
}

namespace {

/// What a parameter holds, for the thread of that number.
Abstract bound(Surroundings& around, const Argument& argument, std::size_t thread,
               LaunchedExecutor& launched) {
  if (const auto* const number = std::get_if<Value>(&argument)) return constant(*number);
  if (const auto* const buffer = std::get_if<Buffer>(&argument)) {
    return address(buffer_object(around, *buffer), buffer->offset);
  }
  if (const auto* const named = std::get_if<FunctionName>(&argument)) {
    const Entry* const function = function_called(around.module, named->name);
    if (function != nullptr) return function_address(around.memory, around.module, *function);
    fail(around, "the module has no function " + quote(named->name) + " with a body",
         "the compiler leaves out functions that nobody uses, and those that it inlines: declare "
         "it __noinline__");
  }
  const auto& results = std::get<Results>(argument);
  Object object;
  object.name = "the results of thread " + std::to_string(thread);
  object.count = static_cast<std::uint32_t>(results.registers.size());
  object.width = results.width;
  object.results = results.registers;
  std::string key = "results " + std::to_string(thread);
  for (const std::string& name : results.registers) {
    key += ' ' + name;
    launched.results.push_back({std::nullopt, name, {'s', 8 * results.width}});
  }
  return address(around.memory.object(key, object), 0);
}

/// Puts addresses of memory into memory, once all that has a name is there.
void store_addresses(Surroundings& around, const Buffer& buffer, std::uint16_t object) {
  for (const StoredAddress& address : buffer.addresses) {
    const Buffer to{address.location, std::nullopt, std::nullopt, {}};
    const Value number = around.memory.number_of(buffer_object(around, to), address.offset);
    // A kernel that ran before may have put something else there.
    if (!around.memory.at(object).written.contains(address.at)) {
      around.memory.store({object, address.at, 8}, number);
    }
  }
}

void store_addresses_in_variables(Surroundings& around, const Executor& executor) {
  for (const Binding& binding : around.launch.variables) {
    const auto* const buffer = std::get_if<Buffer>(&binding.argument);
    if (buffer == nullptr || buffer->addresses.empty()) continue;
    for (const Variable& variable : around.module.variables) {
      if (!names_variable(binding.name, variable.name.text)) continue;
      const Abstract place = variable_address(around, executor, variable, "");
      store_addresses(around, *buffer, place.object);
    }
  }
}

}  // namespace

void bind_parameters(Surroundings& around, const std::vector<Binding>& parameters,
                     std::size_t thread, LaunchedExecutor& launched) {
  for (const Binding& binding : parameters) {
    const auto parameter = parameter_of(around, *launched.entry, binding.name);
    if (const auto* const map = std::get_if<TensorMap>(&binding.argument)) {
      bind_tensormap(around, parameter, *map, launched);
    } else {
      launched.executor.parameters.insert_or_assign(
          parameter, bound(around, binding.argument, thread, launched));
    }
  }
  for (const Buffer& buffer : around.launch.memory) buffer_object(around, buffer);
  for (const Binding& binding : parameters) {
    const auto* const buffer = std::get_if<Buffer>(&binding.argument);
    if (buffer != nullptr) store_addresses(around, *buffer, buffer_object(around, *buffer));
  }
  for (const Buffer& buffer : around.launch.memory) {
    store_addresses(around, buffer, buffer_object(around, buffer));
  }
  store_addresses_in_variables(around, launched.executor);
}

namespace {

class Launcher {
 public:
  explicit Launcher(Surroundings& around) : around_(around) {}

  std::vector<LaunchedExecutor> run() {
    for (std::size_t i = 0; i < around_.launch.grids.size(); ++i) add(i);
    if (launched_.empty()) fail(around_, "the launch has no threads");
    compare();
    return std::move(launched_);
  }

  LaunchedExecutor first() {
    const Grid& grid = around_.launch.grids.front();
    check_shape(around_, grid);
    add(0, grid, launched_entry(around_, grid), {});
    launched_.front().executor.shares_private_objects = true;
    return std::move(launched_.front());
  }

 private:
  void add(std::size_t number) {
    const Grid& grid = around_.launch.grids[number];
    check_shape(around_, grid);
    if (grid.dependent) ++dependences_;
    const Entry& entry = launched_entry(around_, grid);
    check_cluster(around_, grid, entry);
    const std::vector<LaunchedThread> threads = threads_of(around_, grid);
    std::size_t idle = 0;
    for (const LaunchedThread& thread : threads) {
      if (!inside(thread.block, grid.blocks) || !inside(thread.thread, grid.threads_per_block)) {
        fail(around_, "thread " + std::to_string(launched_.size()) + " is not in the grid",
             "blocks and threads are numbered from 0");
      }
      add(number, grid, entry, thread);
      if (threads.size() > max_threads && is_idle(launched_.back())) {
        launched_.pop_back();
        ++idle;
      }
      if (launched_.size() > max_threads) {
        fail_of_size(around_, "too many threads: the limit is " + std::to_string(max_threads) +
                                  ", and these are " + std::to_string(threads.size()));
      }
    }
    if (idle != 0) {
      around_.assumptions.insert(std::to_string(idle) + " of the " +
                                 std::to_string(threads.size()) +
                                 " threads do nothing, and are left out");
    }
    first_cta_[grid.gpu] += static_cast<std::uint32_t>(size(grid.blocks));
  }

  void add(std::size_t number, const Grid& grid, const Entry& entry, const LaunchedThread& thread) {
    LaunchedExecutor launched;
    launched.entry = &entry;
    Executor& executor = launched.executor;
    const std::uint32_t in_block = linear(thread.thread, grid.threads_per_block);
    executor.number = static_cast<ThreadId>(launched_.size());
    executor.in_block = in_block;
    executor.cluster = cluster_of(grid, entry);
    executor.awaits = dependences_;
    executor.grid = number;
    executor.block = thread.block;
    executor.thread = thread.thread;
    executor.blocks = grid.blocks;
    executor.threads_per_block = grid.threads_per_block;
    executor.dynamic_shared = grid.dynamic_shared;
    executor.gpu = thread.gpu.value_or(grid.gpu);
    executor.cta = thread.cta.value_or(first_cta_[grid.gpu] + linear(thread.block, grid.blocks));
    executor.warp = thread.warp.value_or(in_block / warp_size);
    executor.lane = in_block % warp_size;
    bind_parameters(around_, grid.parameters, launched_.size(), launched);
    launched_.push_back(std::move(launched));
  }

  /// Whether nobody could tell that the thread runs. Nobody waits for it.
  bool is_idle(const LaunchedExecutor& launched) {
    const Memory memory = around_.memory;
    const ThreadCode code = thread_code(around_, launched.executor, *launched.entry, {});
    around_.memory = memory;
    return code.instructions.empty();
  }

  /// What threads know of each other.
  void compare() {
    for (LaunchedExecutor& mine : launched_) {
      Executor& executor = mine.executor;
      for (const LaunchedExecutor& other : launched_) {
        const Executor& its = other.executor;
        if (its.gpu != executor.gpu) around_.several_gpus = true;
        if (its.gpu != executor.gpu || its.cta != executor.cta) {
          around_.several_ctas = true;
          continue;
        }
        const Mate mate{its.number, its.warp, its.lane};
        executor.cta_mates.push_back(mate);
        if (its.warp == executor.warp) executor.warp_mates.push_back(mate);
      }
    }
  }

  Surroundings& around_;
  std::vector<LaunchedExecutor> launched_;
  std::map<std::uint32_t, std::uint32_t> first_cta_;  ///< by GPU, of the next grid
  std::uint32_t dependences_ = 0;
};

}  // namespace

LaunchedExecutor first_executor(Surroundings& around) { return Launcher(around).first(); }

std::vector<LaunchedExecutor> executors_of(Surroundings& around) { return Launcher(around).run(); }

}  // namespace opexplore::kernel
