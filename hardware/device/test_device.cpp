#include "hardware/device/test_device.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace opexplore::hardware {
namespace {

constexpr std::uint32_t table_capacity = 4096;  // outcomes; tests show tens
constexpr std::uint32_t check_threads = 256;
constexpr std::uint32_t cta_maps = 8;

// Launches of the same environment must not draw what those of another do.
std::seed_seq seed_words(std::uint64_t seed, std::uint32_t environment, std::uint64_t number) {
  constexpr unsigned half = 32;
  return {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> half), environment,
          static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> half)};
}

template <class T>
T* pointer(const DeviceMemory& memory) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(memory.address()));
}

std::size_t names_of(LocationId location, const Program& program) {
  return static_cast<std::size_t>(
      std::ranges::count(program.addresses, location, &Address::location));
}

bool has_aliases(LocationId location, const Program& program) {
  return program.locations[location].region == Region::global && names_of(location, program) > 1;
}

/// What the model calls the word: prepare() has chosen its width so that 4 bytes are a signed
/// value.
Value value_of(std::uint64_t word, std::uint32_t bytes) {
  if (bytes == 4) return static_cast<std::int32_t>(static_cast<std::uint32_t>(word));
  return static_cast<Value>(word);
}

}  // namespace

bool needs_aliases(const Prepared& test) {
  const Program& program = test.test.program;
  for (std::size_t i = 0; i < program.locations.size(); ++i) {
    if (has_aliases(static_cast<LocationId>(i), program)) return true;
  }
  return false;
}

TestDevice::TestDevice(const Gpu& gpu, Prepared test, std::span<const std::byte> cubin,
                       std::uint64_t seed)
    : gpu_(gpu),
      test_(std::move(test)),
      seed_(seed),
      module_(gpu, cubin),
      litmus_(module_.function("litmus")),
      check_(module_.function("check")),
      reset_(module_.function("reset")),
      begin_(gpu),
      end_(gpu) {
  forget();
}

void TestDevice::forget() {
  const std::size_t observables = test_.test.observables.size();
  slots_ = DeviceMemory(gpu_, table_capacity * sizeof(OutcomeSlot));
  values_ = DeviceMemory(gpu_, table_capacity * observables * sizeof(std::uint64_t));
  samples_ = DeviceMemory(gpu_, std::size_t{table_capacity} * samples_kept * sizeof(OutcomeSample));
  counters_ = DeviceMemory(gpu_, sizeof(Counters));
  number_ = 0;
}

void TestDevice::start(cuda::Function kernel, std::uint32_t ctas, std::uint32_t threads,
                       std::uint32_t shared) const {
  std::array<void*, 1> parameters{&launch_};
  gpu_.driver().call(gpu_.driver().table().launch, kernel, ctas, 1U, 1U, threads, 1U, 1U, shared,
                     nullptr, parameters.data(), nullptr);
}

std::uint32_t TestDevice::resident_ctas(const Environment& environment) const {
  const Driver& driver = gpu_.driver();
  const std::uint32_t shared = shared_bytes(environment, test_);
  if (shared > 0) {
    driver.call(driver.table().function_attribute, litmus_, cuda::max_dynamic_shared_size_bytes,
                static_cast<int>(shared));
  }
  int ctas = 0;
  driver.call(driver.table().occupancy, &ctas, litmus_,
              static_cast<int>(environment[Knob::warps] * warp_lanes), std::size_t{shared});
  return static_cast<std::uint32_t>(ctas) * gpu_.limits().multiprocessors;
}

Environment TestDevice::use(const Environment& wanted, std::uint32_t id) {
  DeviceLimits limits = gpu_.limits();
  Environment environment = fitted(wanted, test_, limits);
  std::uint32_t resident = resident_ctas(environment);
  // A kernel with many registers runs in small CTAs alone.
  while (resident == 0 && limits.threads_per_cta > warp_lanes) {
    limits.threads_per_cta /= 2;
    environment = fitted(wanted, test_, limits);
    resident = resident_ctas(environment);
  }
  if (resident == 0) throw std::runtime_error("the kernel needs more than a multiprocessor has");
  layout_ = layout_of(environment, test_, limits, resident);
  environment_ = id;
  Launch launch = launch_of(layout_, test_);
  launch.seed = seed_;
  allocate(launch);
  launch_ = launch;
  start(reset_, 2 * limits.multiprocessors, check_threads, 0);
  gpu_.driver().call(gpu_.driver().table().synchronize);
  return layout_.environment;
}

void TestDevice::allocate(Launch& launch) {
  const std::size_t word = layout_.word_bytes;
  const std::size_t instances = layout_.instances;
  // The old memory goes first.
  locations_.clear();
  for (DeviceMemory* memory : {&registers_, &shared_finals_, &marks_, &scratch_}) {
    *memory = DeviceMemory();
  }
  maps_.clear();
  map_pointers_.clear();

  place_locations(launch);
  registers_ = DeviceMemory(gpu_, launch.observables * instances * word);
  marks_ = DeviceMemory(gpu_, launch.roles * instances * sizeof(Mark));
  scratch_ = DeviceMemory(gpu_, layout_.scratch_words * sizeof(std::uint32_t));
  launch.registers = pointer<void>(registers_);
  launch.marks = pointer<Mark>(marks_);
  launch.scratch = pointer<std::uint32_t>(scratch_);
  if (layout_.shared_bytes > 0) {
    shared_finals_ = DeviceMemory(gpu_, launch.locations * instances * word);
    launch.shared_finals = pointer<void>(shared_finals_);
  }
  launch.table = {pointer<OutcomeSlot>(slots_), pointer<std::uint64_t>(values_),
                  pointer<OutcomeSample>(samples_), table_capacity};
  launch.counters = pointer<Counters>(counters_);

  if (layout_.environment[Knob::shuffle_percent] == 0) return;
  LaunchNumbers numbers(seed_words(seed_, environment_, 0));
  for (std::uint32_t i = 0; i < cta_maps; ++i) {
    const std::vector<std::uint32_t> map = permutation(layout_.ctas, numbers);
    const DeviceMemory& memory = maps_.emplace_back(gpu_, map.size() * sizeof map[0]);
    memory.write(std::as_bytes(std::span(map)));
    map_pointers_.push_back(pointer<const std::uint32_t>(memory));
  }
}

void TestDevice::place_locations(Launch& launch) {
  const Program& program = test_.test.program;
  locations_.resize(layout_.locations.size());
  for (std::size_t i = 0; i < locations_.size(); ++i) {
    const LocationSpace& space = layout_.locations[i];
    const auto id = static_cast<LocationId>(i);
    if (space.shared) continue;
    if (has_aliases(id, program)) {
      locations_[i].aliased.emplace(gpu_, space.bytes, names_of(id, program));
    } else {
      locations_[i].plain.emplace(gpu_, space.bytes);
    }
  }
  std::vector<std::size_t> names(locations_.size(), 0);  // that have their mapping already
  for (std::size_t i = 0; i < program.addresses.size(); ++i) {
    const Location& location = locations_[program.addresses[i].location];
    if (location.plain) launch.address[i].base = location.plain->address();
    if (location.aliased) {
      std::size_t& name = names[program.addresses[i].location];
      launch.address[i].base = location.aliased->address(name++);
    }
  }
}

double TestDevice::run(std::uint32_t launches) {
  begin_.record();
  for (std::uint32_t i = 0; i < launches; ++i) {
    ++number_;
    launch_.number = number_;
    LaunchNumbers numbers(seed_words(seed_, environment_, number_));
    vary(launch_, layout_, test_, map_pointers_, numbers);
    start(litmus_, layout_.ctas, layout_.threads, layout_.shared_bytes);
    start(check_, 2 * gpu_.limits().multiprocessors, check_threads, 0);
  }
  end_.record();
  end_.wait();
  return end_.seconds_since(begin_);
}

Counted TestDevice::counted() const {
  Counted result;
  counters_.read(std::as_writable_bytes(std::span(&result.counters, 1)));
  std::vector<OutcomeSlot> slots(table_capacity);
  slots_.read(std::as_writable_bytes(std::span(slots)));
  const std::size_t observables = test_.test.observables.size();
  std::vector<std::uint64_t> words(table_capacity * observables);
  values_.read(std::as_writable_bytes(std::span(words)));
  for (std::uint32_t slot = 0; slot < table_capacity; ++slot) {
    if (slots[slot].count == 0) continue;
    CountedOutcome outcome{{}, slots[slot].count, slots[slot].launches, slot};
    for (std::size_t k = 0; k < observables; ++k) {
      outcome.values.push_back(value_of(words[slot * observables + k], test_.word_bytes));
    }
    result.outcomes.push_back(std::move(outcome));
  }
  std::ranges::sort(result.outcomes, {}, &CountedOutcome::values);
  return result;
}

std::vector<Sample> TestDevice::samples(const CountedOutcome& outcome, std::size_t most) const {
  const std::size_t count = std::min({most, std::size_t{samples_kept}, std::size_t{outcome.count}});
  std::vector<OutcomeSample> raw(count);
  samples_.read(std::as_writable_bytes(std::span(raw)),
                std::size_t{outcome.slot} * samples_kept * sizeof(OutcomeSample));
  std::vector<Sample> result;
  for (const OutcomeSample& sample : raw) {
    result.push_back({0,
                      sample.launch,
                      sample.instance,
                      {sample.multiprocessor, sample.multiprocessor + test_.roles.size()}});
  }
  return result;
}

}  // namespace opexplore::hardware
