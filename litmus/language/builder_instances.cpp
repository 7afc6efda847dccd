// What the program under construction has of asynchronous operations: objects, instances of shared
// memory, clusters and grids.
#include <algorithm>
#include <string>

#include "litmus/language/builder.hpp"

namespace opexplore::detail {

Token ProgramBuilder::instance(const Token& name, std::uint32_t cta) {
  note_asynchronous();
  Token result = name;
  result.text = element_names_.emplace_back(std::string(name.text) + '@' + std::to_string(cta));
  return result;
}

// The instance with the name, made if it is new; nothing if that is no name of an instance.
InstanceName* ProgramBuilder::instance_named(const Token& name) {
  if (!is_instance_name(name.text)) return nullptr;
  if (const auto known = find_address(name.text)) {
    return &instances_.named[*known - first_instance];
  }
  if (instances_.named.size() == max_instance_names) {
    source_.fail(name.place,
                 "too many names of instances: the limit is " + std::to_string(max_instance_names));
  }
  Token base = name;
  base.text = family_name(name.text);
  if (!find_address(base.text)) {
    declare_location(base, 0);
    implied_.insert(base.text);
  }
  const std::string number(name.text.substr(base.text.size() + 1));
  const auto cta = static_cast<std::uint32_t>(std::stoul(number));
  addresses_.emplace(name.text, static_cast<AddressId>(first_instance + instances_.named.size()));
  instances_.named.push_back({*find_address(base.text), cta, name.place});
  return &instances_.named.back();
}

bool ProgramBuilder::declare_implied(const Token& name, ObjectKind kind, Value initial) {
  if (implied_.erase(name.text) == 0) return false;
  Location& location = program_.locations[program_.addresses[*find_address(name.text)].location];
  if (location.object != kind) {
    source_.fail(name.place, quote(name) + " is another kind of object than its instances",
                 "all instances of a location are of one kind");
  }
  location.initial = initial;
  return true;
}

void ProgramBuilder::declare_instance(const Token& name, ObjectKind kind, Value initial) {
  const bool fresh = !find_address(family_name(name.text));
  InstanceName& instance = *instance_named(name);
  Location& location = program_.locations[program_.addresses[instance.of].location];
  if (instance.initial) {
    source_.fail(name.place, quote(name) + " is declared twice",
                 "the first time was in line " + std::to_string(instance.place.line));
  }
  if (fresh) location.object = kind;
  if (location.object != kind) {
    source_.fail(name.place,
                 quote(name) + " is another kind of object than " + quote(family_name(name.text)),
                 "all instances of a location are of one kind");
  }
  if (is_of_cta(kind)) location.region = Region::shared;
  instance.initial = initial;
}

void ProgramBuilder::declare_object(const ObjectDeclaration& declaration) {
  note_asynchronous();
  const Token& name = declaration.name;
  const auto* const number = std::get_if<Value>(&declaration.initial);
  if (is_instance_name(name.text)) {
    declare_instance(name, declaration.kind, number != nullptr ? *number : 0);
    if (number != nullptr) return;
    const auto index = static_cast<std::size_t>(*find_address(name.text) - first_instance);
    address_number(std::get<Token>(declaration.initial),
                   {.where = AddressNumber::Where::instance, .index = index});
    return;
  }
  const Value initial = number != nullptr ? *number : 0;
  if (!declare_implied(name, declaration.kind, initial)) declare_location(name, initial);
  const LocationId id = program_.addresses[*find_address(name.text)].location;
  program_.locations[id].object = declaration.kind;
  if (is_of_cta(declaration.kind)) program_.locations[id].region = Region::shared;
  if (number != nullptr) return;
  const Value address = address_number(std::get<Token>(declaration.initial),
                                       {.where = AddressNumber::Where::location, .index = id});
  program_.locations[id].initial = address;
}

Value ProgramBuilder::address_number(const Token& location, AddressNumber note) {
  note.address = address(location);
  note.place = location.place;
  instances_.numbers.push_back(note);
  return note.address < first_instance ? numeric_address(program_, note.address) : 0;
}

void ProgramBuilder::note_multicast(MulticastNote note) {
  note.instruction = static_cast<InstructionId>(program_.threads[note.thread].instructions.size());
  operands_.multicasts.push_back(note);
}

void ProgramBuilder::note_moved_address(ThreadId thread, AddressId address, Value rank,
                                        SourcePlace place) {
  instances_.numbers.push_back({.where = AddressNumber::Where::instruction,
                                .thread = thread,
                                .index = program_.threads[thread].instructions.size(),
                                .address = address,
                                .place = place,
                                .rank = rank});
}

bool ProgramBuilder::has_instances(std::string_view name) const {
  return std::ranges::any_of(program_.addresses, [&](const Address& address) {
    return is_instance_name(address.name) && family_name(address.name) == name;
  });
}

// A CTA is in one cluster and one grid, and so is a cluster in one grid (PTX ISA 2.2).
void ProgramBuilder::require_consistent(ThreadId thread, const Token& written) const {
  const Thread& placed = program_.threads[thread];
  for (std::size_t i = 0; i < program_.threads.size(); ++i) {
    const Thread& other = program_.threads[i];
    if (!placed_[i] || other.gpu != placed.gpu) continue;
    const std::string cta = "CTA " + std::to_string(placed.cta);
    const std::string before = thread_name(i) + " is in it, too";
    if (other.cta == placed.cta && other.cluster != placed.cluster) {
      source_.fail(written.place, cta + " is in two clusters",
                   before + ", in " +
                       (other.cluster ? "cluster " + std::to_string(*other.cluster)
                                      : "a cluster that is not named"));
    }
    if (other.cta == placed.cta && other.grid != placed.grid) {
      source_.fail(written.place, cta + " is in two grids",
                   before + ", in grid " + std::to_string(other.grid));
    }
    if (placed.cluster && other.cluster == placed.cluster && other.grid != placed.grid) {
      source_.fail(written.place, "cluster " + std::to_string(*placed.cluster) + " is in two grids",
                   before + ", in grid " + std::to_string(other.grid));
    }
  }
}

void ProgramBuilder::place_instances() {
  const auto mention = [&](std::string_view name) { return first_mention(name); };
  const std::map<std::string_view, AddressId> texts = addresses_;
  const Program before = program_;
  const PlacedInstances placed = detail::place_instances(program_, instances_, source_, mention);
  addresses_.clear();
  std::map<AddressId, std::size_t> arrays;
  for (const auto& [name, id] : texts) {
    if (id >= first_instance) continue;
    const std::map<std::uint32_t, AddressId> instances = placed.instances(id);
    if (instances.size() == 1) addresses_.emplace(name, instances.begin()->second);
    if (instances.size() == 1 && arrays_.contains(id)) {
      arrays.emplace(instances.begin()->second, arrays_.at(id));
    }
    const bool shared = before.locations[before.addresses[id].location].region == Region::shared;
    for (const auto& [cta, instance] : instances) {
      if (!shared) continue;
      addresses_.emplace(element_names_.emplace_back(std::string(name) + '@' + std::to_string(cta)),
                         instance);
    }
  }
  arrays_ = std::move(arrays);
  check_operands(program_, placed, operands_, source_);
}

}  // namespace opexplore::detail
