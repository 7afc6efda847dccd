// What every instruction of a role is written with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hardware/prepared.hpp"

namespace opexplore::hardware {

/// The registers of an asm block. The registers of the test are words, r0, r1, … by RegisterId;
/// besides there are t0, t1 (words), n0, n1 (32 bits), pointer (64), pointer32 and condition.
/// The operands of the asm statement are the results, the addresses, and `zero`.
struct CodeContext {
  const Program& program;
  const Thread& thread;
  std::uint32_t word_bytes = 4;
  Profile profile = Profile::as_written;
  std::size_t results = 0;  ///< registers that are returned

  std::string bits() const { return word_bytes == 4 ? "32" : "64"; }
  std::string address(AddressId id) const { return "%" + std::to_string(results + id); }
  std::string zero() const { return "%" + std::to_string(results + program.addresses.size()); }
  Region region(AddressId id) const {
    return program.locations[program.addresses[id].location].region;
  }
  bool is_shared(AddressId id) const { return region(id) == Region::shared; }
};

/// A number as PTX: its low `bytes` bytes.
std::string number(Value value, std::uint32_t bytes);

/// "r3" or a number of the words' size.
std::string operand_text(const Operand& operand, std::uint32_t word_bytes);

using Lines = std::vector<std::string>;

/// \name One instruction of the test as lines of PTX; later ones see what earlier ones left in r0,
/// …
/// @{
void write_load(const CodeContext& context, const Load& load, const std::string& destination,
                Lines& lines);
void write_store(const CodeContext& context, const Store& store, Lines& lines);
/// `destination` is not empty if and only if the atomic has one.
void write_atomic(const CodeContext& context, const Atomic& atomic, const std::string& destination,
                  Lines& lines);
void write_arithmetic(const CodeContext& context, const Arithmetic& arithmetic, Lines& lines);
/// `condition` becomes the branch's comparison, which it must have.
void write_comparison(const CodeContext& context, const Branch& branch, Lines& lines);
/// @}

}  // namespace opexplore::hardware
