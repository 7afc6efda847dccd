// Random tests in which a thread is there several times, unobserved, beside another one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "litmus/generate/random_program.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore {

/// Where the copies are put.
enum class CopyPlaces : std::uint8_t { own_ctas, own_gpus, one_cta, with_the_other, pairs };

inline constexpr std::size_t copy_places = 5;

/// The first thread of that random program `copies` times, its second one once and observed,
/// with all locations.
inline Test with_copies(const random_programs::Profile& profile, std::uint64_t seed,
                        std::size_t copies, CopyPlaces places) {
  Test test = random_programs::generate(profile, seed);
  Program& program = test.program;
  Thread copied = program.threads.front();
  Thread other = program.threads.back();
  other.cta = other.gpu = 0;
  program.threads = {other};
  for (std::size_t i = 0; i < copies; ++i) {
    const auto number = static_cast<std::uint32_t>(i);
    copied.gpu = places == CopyPlaces::own_gpus ? number + 1 : 0;
    copied.cta = 1;
    if (places == CopyPlaces::own_ctas) copied.cta = number + 1;
    if (places == CopyPlaces::with_the_other) copied.cta = 0;
    if (places == CopyPlaces::pairs) copied.cta = number / 2 + 1;
    program.threads.push_back(copied);
  }
  std::erase_if(test.observables, [](const Observable& observable) {
    return std::holds_alternative<RegisterTerm>(observable);
  });
  for (std::size_t r = 0; r < other.registers.size(); ++r) {
    test.observables.push_back(RegisterTerm{0, static_cast<RegisterId>(r)});
  }
  test.shown = test.observables.size();
  test.condition = {};
  test.filter.reset();
  test.quantifier = Quantifier::exists;
  return test;
}

/// The same with one location for each copy in the place of one that is for all, asked for as well.
inline Test with_own_locations(Test test) {
  Program& program = test.program;
  const AddressId shared = 0;
  for (std::size_t t = 2; t < program.threads.size(); ++t) {
    const auto own = static_cast<AddressId>(program.addresses.size());
    const auto location = static_cast<LocationId>(program.locations.size());
    Address address = program.addresses[shared];
    address.name += std::to_string(t);
    Location copy = program.locations[address.location];
    copy.name = address.name;
    address.location = location;
    address.generic = own;
    program.addresses.push_back(address);
    program.locations.push_back(copy);
    test.observables.push_back(LocationTerm{own});
    for (Instruction& instruction : program.threads[t].instructions) {
      MemoryAccess* const access = memory_access(instruction.action);
      if (access != nullptr && access->address == shared) access->address = own;
    }
  }
  test.shown = test.observables.size();
  return test;
}

/// The test of this number: every profile, every place of the copies, two to four of them; one in
/// two with a location of its own for each of them.
inline Test drawn_copies(std::uint64_t number) {
  const auto profiles = random_programs::profiles();
  const auto places = static_cast<CopyPlaces>(number / 3 % copy_places);
  const std::size_t copies = places == CopyPlaces::pairs ? 4 : 2 + number % 3;
  const Test test = with_copies(profiles[number % profiles.size()], number, copies, places);
  return number / 15 % 2 == 0 ? test : with_own_locations(test);
}

}  // namespace opexplore
