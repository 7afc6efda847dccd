#include "litmus/kernels/setup_launch.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "litmus/kernels/describe.hpp"
#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/found_launch.hpp"
#include "litmus/kernels/launch_word.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

constexpr std::uint64_t most_threads = 4096;

bool stands_before(const CudaLaunch& one, const CudaLaunch& other) {
  if (one.file != other.file || one.place.line == 0 || other.place.line == 0) return false;
  return std::pair(one.place.line, one.place.column) <
         std::pair(other.place.line, other.place.column);
}

/// What the kernel of the launch is given under the same name, for a parameter of the setup.
std::optional<Argument> shared_argument(const NamedEntry& launched, const Grid& grid,
                                        const std::string& name) {
  for (const Binding& binding : grid.parameters) {
    const auto* const buffer = std::get_if<Buffer>(&binding.argument);
    if (buffer != nullptr && buffer->location == name) return binding.argument;
    const std::optional<Value> number = number_in(binding.name);
    if (!number || static_cast<std::size_t>(*number) >= launched.parameters.size()) continue;
    if (launched.parameters[static_cast<std::size_t>(*number)].name == name) {
      return binding.argument;
    }
  }
  return std::nullopt;
}

/// What main hands over: a number, or memory that it also gives the kernel.
std::optional<Argument> given_argument(const CudaArgument& argument, const Grid& grid,
                                       const CudaLaunch& explored) {
  if (argument.value.number) return *argument.value.number;
  if (argument.value.memory.empty()) return std::nullopt;
  for (const CudaArgument& other : explored.arguments) {
    if (other.value.memory != argument.value.memory) continue;
    const auto bound = std::ranges::find(grid.parameters, other.parameter, &Binding::name);
    if (bound == grid.parameters.end()) continue;
    const auto* const buffer = std::get_if<Buffer>(&bound->argument);
    if (buffer == nullptr) continue;
    Buffer same = *buffer;
    same.offset = argument.value.offset;
    return same;
  }
  return std::nullopt;
}

void bind(Grid& grid, const std::string& parameter, Argument argument) {
  std::erase_if(grid.parameters, [&](const Binding& one) { return one.name == parameter; });
  grid.parameters.push_back({parameter, std::move(argument)});
}

std::string launch_text(const CudaLaunch& launch) {
  return "<<<" + shape_text(*launch.blocks) + ", " + shape_text(*launch.threads) + ">>>";
}

/// Takes the shape that main launches it in, or says why not.
void set_shape(const CudaLaunch& launch, const std::string& name, Setup& setup,
               std::vector<std::string>& notes) {
  const bool known = launch.blocks && launch.threads;
  const std::uint64_t threads = known ? size(*launch.blocks) * size(*launch.threads) : 0;
  if (known && threads > 0 && threads <= most_threads) {
    setup.blocks = *launch.blocks;
    setup.threads_per_block = *launch.threads;
    return;
  }
  notes.push_back("the setup " + quote(name) + " was run by one thread: its launch" +
                  place_of(launch) +
                  (known ? ", " + launch_text(launch) + ", has too many" : ' ' + launch.unread));
}

}  // namespace

const CudaLaunch* launch_before(const NamedEntry& entry, const CudaSource& source,
                                const CudaLaunch& other) {
  const auto found = std::ranges::find_if(source.launches, [&](const CudaLaunch& launch) {
    return is_of(launch, entry) && stands_before(launch, other);
  });
  return found == source.launches.end() ? nullptr : &*found;
}

CudaLaunch with_memory_of(CudaLaunch launch, const CudaLaunch& earlier) {
  for (auto& [name, memory] : launch.memories) {
    const auto before = earlier.memories.find(name);
    if (before == earlier.memories.end()) continue;
    const HostMemory& old = before->second;
    for (const auto& [at, address] : old.addresses) {
      const bool known = std::ranges::any_of(memory.content, [&](const auto& byte) {
        const auto index = static_cast<std::uint64_t>(&byte - memory.content.data());
        return byte && index / 8 == at / 8;
      });
      if (!known) memory.addresses.emplace(at, address);
    }
    memory.content.resize(std::max(memory.content.size(), old.content.size()));
    for (std::size_t i = 0; i < old.content.size(); ++i) {
      if (!memory.content[i] && !memory.addresses.contains(i / 8 * 8)) {
        memory.content[i] = old.content[i];
      }
    }
  }
  return launch;
}

void set_setup(const NamedEntry& setup, const Module& module, const CudaSource& source,
               const NamedEntry& launched, const CudaLaunch* explored, Launch& launch) {
  Grid alone = default_grid(module, setup);
  for (std::size_t i = 0; i < setup.parameters.size(); ++i) {
    const auto shared = shared_argument(launched, launch.grids.front(), setup.parameters[i].name);
    if (shared) bind(alone, std::to_string(i), *shared);
  }
  Setup result{alone.entry, {}};
  const CudaLaunch* const of_main =
      explored == nullptr ? nullptr : launch_before(setup, source, *explored);
  if (of_main != nullptr) {
    for (const CudaArgument& argument : of_main->arguments) {
      const auto given = given_argument(argument, launch.grids.front(), *explored);
      if (given) bind(alone, argument.parameter, *given);
    }
    set_shape(*of_main, setup.name, result, launch.notes);
  }
  choose_functions(module, setup, alone, launch.assumed);
  choose_numbers(setup, alone, launch);
  result.parameters = std::move(alone.parameters);
  launch.setup = std::move(result);
}

void add_notes_on_earlier(const CudaLaunch& explored, const Module& module,
                          const CudaSource& source, Launch& launch) {
  for (const Entry& entry : module.entries) {
    const NamedEntry named{&entry, plain_name(entry.name.text), {}, {}};
    const CudaLaunch* const earlier = launch_before(named, source, explored);
    const bool is_setup = launch.setup && is_called(entry.name.text, launch.setup->entry);
    if (earlier == nullptr || is_of(explored, named) || is_setup) continue;
    launch.notes.push_back("the kernel " + quote(named.name) + ", launched before" +
                           place_of(*earlier) +
                           ", was not run: what it leaves in memory is not there" +
                           (launch.setup ? "" : "; --setup " + named.name + " runs it first"));
  }
}

}  // namespace opexplore::kernel
