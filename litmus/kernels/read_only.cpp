// `ld.global.nc` goes through the cache of textures, which is not kept coherent with stores of the
// generic proxy (PTX ISA 9.7.9 "ld.global.nc", 8.4 "Proxies"). Where nobody writes that makes no
// difference.
#include "litmus/kernels/read_only.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "litmus/language/limits.hpp"
#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

/// A name that no other address has.
std::string free_name(const Program& program, std::string name) {
  name += "_nc";
  while (std::ranges::find(program.addresses, name, &Address::name) != program.addresses.end()) {
    name += '_';
  }
  return name;
}

AddressId add_alias(Program& program, AddressId generic) {
  Address alias = program.addresses[generic];
  alias.name = free_name(program, alias.name);
  alias.generic = generic;
  alias.proxy = Proxy::texture;
  program.addresses.push_back(std::move(alias));
  return static_cast<AddressId>(program.addresses.size() - 1);
}

}  // namespace

std::vector<bool> written_addresses(const Program& program) {
  std::vector<bool> result(program.addresses.size());
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (writes_memory(instruction.action)) result[*address_of(instruction.action)] = true;
      const auto* const other = std::get_if<Asynchronous>(&instruction.action);
      if (other == nullptr) continue;
      for (const AddressId address : addresses_written(other->what)) result[address] = true;
    }
  }
  return result;
}

bool separate_read_only(const std::vector<SourcePlace>& places, Program& program) {
  const std::vector<bool> is_written = written_addresses(program);
  std::map<AddressId, AddressId> aliases;
  for (Thread& thread : program.threads) {
    for (Instruction& instruction : thread.instructions) {
      MemoryAccess* const load = memory_access(instruction.action);
      const bool read_only = std::ranges::find(places, instruction.place) != places.end();
      if (load == nullptr || !read_only || !is_written[load->address]) continue;
      if (!aliases.contains(load->address)) {
        if (program.addresses.size() == max_addresses) return false;
        aliases.emplace(load->address, add_alias(program, load->address));
      }
      load->address = aliases.at(load->address);
      load->proxy = Proxy::texture;
    }
  }
  return true;
}

void add_note_on_read_only(LaunchedKernel& launched) {
  for (const Thread& thread : launched.test.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const MemoryAccess* const access = memory_access(instruction.action);
      if (access == nullptr || access->proxy != Proxy::texture) continue;
      launched.facts.notes.push_back(
          {"the compiler loads as from memory that nobody writes (ld.global.nc), as const and "
           "__restrict__ promise, and it is written through the other pointer: that is undefined",
           instruction.code});
      return;
    }
  }
}

}  // namespace opexplore::kernel
