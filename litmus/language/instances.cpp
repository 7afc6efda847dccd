#include "litmus/language/instances.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>

#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

bool share_cluster(const Thread& a, const Thread& b) {
  const Scope scope = common_scope(a, b);
  return scope == Scope::cta || scope == Scope::cluster;
}

}  // namespace

std::string_view family_name(std::string_view name) { return name.substr(0, name.find('@')); }

std::string name_in_code(const Program& program, const Thread& thread, AddressId address) {
  const std::string& name = program.addresses[address].name;
  const Location& location = program.locations[program.addresses[address].location];
  const bool own = location.cta == thread.cta && location.gpu == thread.gpu;
  return own ? std::string(family_name(name)) : name;
}

std::vector<std::uint32_t> cluster_ctas(const Program& program, const Thread& thread) {
  std::set<std::uint32_t> ctas;
  for (const Thread& other : program.threads) {
    if (share_cluster(thread, other)) ctas.insert(other.cta);
  }
  return {ctas.begin(), ctas.end()};
}

AddressId PlacedInstances::resolve(ThreadId thread, AddressId provisional) const {
  const bool named = provisional >= first_instance;
  const AddressId of = named ? named_[provisional - first_instance].first : provisional;
  const std::size_t cta = named ? named_[provisional - first_instance].second : ctas_[thread];
  return of_[of].size() == 1 ? of_[of].front() : of_[of][cta];
}

std::optional<AddressId> PlacedInstances::at_rank(ThreadId thread, AddressId provisional,
                                                  Value rank) const {
  const std::vector<std::size_t>& cluster = clusters_[thread];
  if (rank < 0 || static_cast<std::size_t>(rank) >= cluster.size()) return std::nullopt;
  const bool named = provisional >= first_instance;
  const AddressId of = named ? named_[provisional - first_instance].first : provisional;
  if (of_[of].size() == 1) return of_[of].front();
  return of_[of][cluster[static_cast<std::size_t>(rank)]];
}

std::map<std::uint32_t, AddressId> PlacedInstances::instances(AddressId provisional) const {
  std::map<std::uint32_t, AddressId> result;
  const std::vector<AddressId>& all = of_[provisional];
  for (std::size_t i = 0; i < all.size(); ++i) result.emplace(numbers_[i], all[i]);
  return result;
}

// One program whose shared locations become one of each CTA.
class InstancePlacement {
 public:
  InstancePlacement(Program& program, const InstanceNotes& notes, const Source& source,
                    const std::function<SourcePlace(std::string_view)>& first_mention)
      : program_(program), notes_(notes), source_(source), first_mention_(first_mention) {
    std::set<Cta> ctas;
    for (const Thread& thread : program.threads) ctas.insert(cta_of(thread));
    ctas_ = {ctas.begin(), ctas.end()};
  }

  PlacedInstances run() {
    note_ctas();
    require_names();
    place_locations();
    place_addresses();
    for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
      for (Instruction& instruction : program_.threads[thread].instructions) {
        rewrite(static_cast<ThreadId>(thread), instruction.action);
      }
    }
    for (const AddressNumber& number : notes_.numbers) set_number(number);
    return std::move(placed_);
  }

 private:
  struct Cta {
    std::uint32_t gpu = 0;
    std::uint32_t cta = 0;
    auto operator<=>(const Cta&) const = default;
  };

  static Cta cta_of(const Thread& thread) { return {thread.gpu, thread.cta}; }

  void note_ctas() {
    const auto index = [&](const Thread& thread) {
      return static_cast<std::uint32_t>(std::ranges::find(ctas_, cta_of(thread)) - ctas_.begin());
    };
    for (const Cta& cta : ctas_) placed_.numbers_.push_back(cta.cta);
    for (const Thread& thread : program_.threads) {
      placed_.ctas_.push_back(index(thread));
      std::set<std::size_t> cluster;
      for (const Thread& other : program_.threads) {
        if (share_cluster(thread, other)) cluster.insert(index(other));
      }
      placed_.clusters_.emplace_back(cluster.begin(), cluster.end());
    }
  }

  bool is_shared(AddressId address) const {
    return program_.locations[program_.addresses[address].location].region == Region::shared;
  }

  std::string known_ctas() const {
    std::string text = ctas_.size() == 1 ? "the only CTA is " : "the CTAs are ";
    for (std::size_t i = 0; i < ctas_.size(); ++i) {
      text += (i == 0 ? "" : i + 1 == ctas_.size() ? " and " : ", ") + std::to_string(ctas_[i].cta);
    }
    return text;
  }

  // What is written `s@1` is shared, and there is such a CTA.
  void require_names() {
    for (const InstanceName& name : notes_.named) {
      const std::string written = program_.addresses[name.of].name;
      if (!is_shared(name.of)) {
        source_.fail(name.place,
                     quote(written) + " is in global memory, of which CTAs have no parts",
                     "write " + quote(written) + " alone, or add " + quote(written + ": shared") +
                         " to the memory map");
      }
      const auto known = std::ranges::find(ctas_, name.cta, &Cta::cta);
      if (known == ctas_.end()) {
        source_.fail(name.place, "there is no CTA " + std::to_string(name.cta), known_ctas());
      }
      if (notes_.placed.contains(name.of)) fail_on_placed(name.of);
      const auto index = static_cast<std::size_t>(known - ctas_.begin());
      placed_.named_.emplace_back(name.of, index);
    }
  }

  [[noreturn]] void fail_on_placed(AddressId address) const {
    const std::string& name = program_.addresses[address].name;
    source_.fail(first_mention_(name),
                 "not modelled: " + quote(name) +
                     ", an array or an address given as a number, in the shared memory of several "
                     "CTAs",
                 "declare one location for each element");
  }

  // The instances of a location are named by the numbers of their CTAs.
  void require_different_ctas(const std::string& name) const {
    std::set<std::uint32_t> seen;
    for (const Cta& cta : ctas_) {
      if (seen.insert(cta.cta).second) continue;
      source_.fail(first_mention_(name),
                   "which instance of " + quote(name) + " CTA " + std::to_string(cta.cta) +
                       " has is not clear: there is one on two GPUs",
                   "give the CTAs of the test different numbers");
    }
  }

  bool splits(const Location& location) const {
    return location.region == Region::shared && ctas_.size() > 1;
  }

  void place_locations() {
    std::vector<Location> locations;
    for (const Location& location : program_.locations) {
      locations_.emplace_back();
      const bool several = splits(location);
      if (several) require_different_ctas(location.name);
      for (std::size_t i = 0; i < (several ? ctas_.size() : 1); ++i) {
        Location instance = location;
        if (several) instance.name += "@" + std::to_string(ctas_[i].cta);
        if (location.region == Region::shared) {
          instance.cta = ctas_[i].cta;
          instance.gpu = ctas_[i].gpu;
        }
        locations_.back().push_back(static_cast<LocationId>(locations.size()));
        locations.push_back(std::move(instance));
      }
    }
    for (std::size_t i = 0; i < notes_.named.size(); ++i) {
      const InstanceName& name = notes_.named[i];
      if (name.initial) locations[location_of(i)].initial = *name.initial;
    }
    program_.locations = std::move(locations);
  }

  LocationId location_of(std::size_t named) const {
    const LocationId of = program_.addresses[notes_.named[named].of].location;
    return locations_[of].size() == 1 ? locations_[of].front()
                                      : locations_[of][placed_.named_[named].second];
  }

  void place_addresses() {
    std::vector<Address> addresses;
    for (std::size_t id = 0; id < program_.addresses.size(); ++id) {
      const Address& address = program_.addresses[id];
      const std::vector<LocationId>& locations = locations_[address.location];
      placed_.of_.emplace_back();
      if (locations.size() > 1 && notes_.placed.contains(static_cast<AddressId>(id))) {
        fail_on_placed(static_cast<AddressId>(id));
      }
      for (std::size_t i = 0; i < locations.size(); ++i) {
        if (addresses.size() == max_addresses) {
          source_.fail(first_mention_(address.name),
                       "too many locations: the limit is " + std::to_string(max_addresses) +
                           ", and each CTA has its own of those that are shared");
        }
        placed_.of_.back().push_back(static_cast<AddressId>(addresses.size()));
        Address instance = address;
        if (locations.size() > 1) instance.name += "@" + std::to_string(ctas_[i].cta);
        instance.location = locations[i];
        instance.generic = placed_.of_[address.generic][i];
        addresses.push_back(std::move(instance));
      }
    }
    program_.addresses = std::move(addresses);
  }

  void rewrite(ThreadId thread, Action& action) const {
    MemoryAccess* const access = memory_access(action);
    // Where a pointer leads is found out later.
    if (access != nullptr && !access->pointer) {
      access->address = placed_.resolve(thread, access->address);
    }
    if (auto* const other = std::get_if<Asynchronous>(&action)) {
      for_each_address(other->what,
                       [&](AddressId& address) { address = placed_.resolve(thread, address); });
    }
  }

  [[noreturn]] void fail_on_several(const AddressNumber& number, const std::string& name) const {
    const std::string family(family_name(name));
    source_.fail(number.place, "the address of which " + quote(family) + "? Each CTA has its own",
                 "write " + quote(family + "@" + std::to_string(ctas_.front().cta)));
  }

  void set_number(const AddressNumber& number) {
    using Where = AddressNumber::Where;
    const bool in_code = number.where == Where::reg || number.where == Where::instruction;
    const bool several = number.address < first_instance && placed_.of_[number.address].size() > 1;
    AddressId address = placed_.resolve(number.thread, number.address);
    if (number.rank) address = ranked(number);
    if (!in_code && several) fail_on_several(number, program_.addresses[address].name);
    const Value value = numeric_address(program_, address);
    switch (number.where) {
      case Where::reg:
        program_.threads[number.thread].registers[number.index].initial = value;
        break;
      case Where::instruction: {
        Action& action = program_.threads[number.thread].instructions[number.index].action;
        bool first = true;  // the only one that a move has
        for_each_operand(action, [&](Operand& operand) {
          if (std::exchange(first, false)) operand = value;
        });
        break;
      }
      case Where::location:
        for (const LocationId id : locations_[number.index]) {
          if (!has_own_initial(id)) program_.locations[id].initial = value;
        }
        break;
      case Where::instance:
        program_.locations[location_at(number.index)].initial = value;
        break;
    }
  }

  AddressId ranked(const AddressNumber& number) const {
    const auto address = placed_.at_rank(number.thread, number.address, *number.rank);
    const std::size_t size = placed_.clusters_[number.thread].size();
    if (!address) {
      source_.fail(number.place, "there is no CTA of rank " + std::to_string(*number.rank),
                   "ranks count the CTAs of the cluster from 0, which are " + std::to_string(size) +
                       " here");
    }
    if (program_.locations[program_.addresses[*address].location].region != Region::shared) {
      source_.fail(number.place,
                   quote(program_.addresses[*address].name) +
                       " is in global memory, of which CTAs have no parts",
                   "add it to the memory map as shared");
    }
    return *address;
  }

  bool has_own_initial(LocationId id) const {
    for (std::size_t i = 0; i < notes_.named.size(); ++i) {
      if (notes_.named[i].initial && location_at(i) == id) return true;
    }
    return false;
  }

  // Of an InstanceName, when addresses are final.
  LocationId location_at(std::size_t named) const {
    const auto id = static_cast<AddressId>(first_instance + named);
    return program_.addresses[placed_.resolve(0, id)].location;
  }

  Program& program_;
  const InstanceNotes& notes_;
  const Source& source_;
  const std::function<SourcePlace(std::string_view)>& first_mention_;
  std::vector<Cta> ctas_;
  std::vector<std::vector<LocationId>> locations_;  // by location of the text and CTA, or only one
  PlacedInstances placed_;
};

PlacedInstances place_instances(Program& program, const InstanceNotes& notes, const Source& source,
                                const std::function<SourcePlace(std::string_view)>& first_mention) {
  return InstancePlacement(program, notes, source, first_mention).run();
}

}  // namespace opexplore::detail
