#include "answers/racing_access.hpp"

#include <optional>
#include <vector>

#include "answers/places.hpp"
#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

using Kind = AsynchronousOperation::Kind;

// One of those that an instruction makes.
struct Made {
  RacingAccess access;
  bool anywhere = false;  // a descriptor says where
};

// PTX ISA 9.7.9.25.2.
std::string_view proxy_of(Kind kind) {
  const bool generic = kind == Kind::copy || kind == Kind::store || kind == Kind::reduce;
  return generic ? "generic" : "asynchronous";
}

std::vector<Made> made_by(const AsynchronousOperation& operation) {
  const bool combines = operation.kind == Kind::reduce || operation.kind == Kind::bulk_reduce;
  RacingAccess read{.reads = true, .proxy = proxy_of(operation.kind), .apart = true};
  RacingAccess write = read;
  write.reads = combines;
  write.writes = true;
  write.order = operation.order;
  write.scope = operation.scope;
  std::vector<Made> made;
  const auto add = [&](RacingAccess access, AddressId at) {
    access.address = at;
    made.push_back({access});
  };
  if (operation.descriptor) {
    RacingAccess descriptor = read;
    descriptor.proxy = "tensormap";
    add(descriptor, *operation.descriptor);
    const CopiedElement& element = operation.elements.front();
    if (!element.source) made.push_back({read, true});
    if (element.destinations.empty()) made.push_back({write, true});
  }
  for (const CopiedElement& element : operation.elements) {
    if (element.source) add(read, *element.source);
    for (const AddressId destination : element.destinations) add(write, destination);
  }
  return made;
}

std::vector<Made> made_by(const Action& action) {
  if (const MemoryAccess* const access = memory_access(action)) {
    return {{{access->address, reads_memory(action), writes_memory(action), access->order,
              access->scope, to_string(access->proxy)}}};
  }
  if (const auto* const operation = asynchronous_as<AsynchronousOperation>(action)) {
    return made_by(*operation);
  }
  if (const auto* const copy = asynchronous_as<FencedCopy>(action)) {
    return {{{.address = copy->source, .reads = true}},
            {{.address = copy->destination, .writes = true}}};
  }
  return {};
}

std::optional<RacingAccesses> meeting(const Program& program, const Made& one, const Made& other) {
  if (!one.access.writes && !other.access.writes) return std::nullopt;
  RacingAccesses both{one.access, other.access};
  if (one.anywhere) both.first.address = both.second.address;
  if (other.anywhere) both.second.address = both.first.address;
  const auto location = [&](const RacingAccess& access) {
    return program.addresses[access.address].location;
  };
  if (location(both.first) != location(both.second)) return std::nullopt;
  return both;
}

}  // namespace

RacingAccesses racing_accesses(const Program& program, const RacingPair& pair) {
  const std::vector<Made> first = made_by(action_at(program, pair.first_thread, pair.first));
  const std::vector<Made> second = made_by(action_at(program, pair.second_thread, pair.second));
  for (const bool guesses : {false, true}) {
    for (const Made& one : first) {
      for (const Made& other : second) {
        if (!guesses && (one.anywhere || other.anywhere)) continue;
        if (const auto both = meeting(program, one, other)) return *both;
      }
    }
  }
  return {};
}

bool are_plain(const Program& program, const RacingPair& pair) {
  return memory_access(action_at(program, pair.first_thread, pair.first)) != nullptr &&
         memory_access(action_at(program, pair.second_thread, pair.second)) != nullptr;
}

}  // namespace opexplore
