// The argument of a rule: which instance of the rule a step is. A struct says what it is made of,
// and Step::argument holds it packed, the first field in the lowest bits:
//
//     struct LoadArgument {
//       std::size_t entry = 0;
//       From from = From::view;
//       static constexpr std::tuple fields{field("entry", 8, &LoadArgument::entry),
//                                          field("from", 8, &LoadArgument::from)};
//     };
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include "opmodel/rule.hpp"

namespace opexplore {

/// A field of the struct: its text, and where the struct has it.
template <class Argument, class Member>
struct Field {
  ArgumentField text;
  Member Argument::*member;
};

/// A field of so many bits, next to those before it.
template <class Argument, class Member>
consteval Field<Argument, Member> field(std::string_view name, unsigned bits,
                                        Member Argument::*member) {
  return {{name, bits}, member};
}

/// Of a rule with one instance per thread.
struct NoArgument {
  static constexpr std::tuple<> fields{};
};

/// Names and widths of the fields.
template <class Argument>
inline constexpr auto argument_fields = std::apply(
    [](const auto&... each) { return std::array<ArgumentField, sizeof...(each)>{each.text...}; },
    Argument::fields);

/// Bits of all fields.
template <class Argument>
inline constexpr unsigned argument_bits =
    std::apply([](const auto&... each) { return (0U + ... + each.text.bits); }, Argument::fields);

/// Throws std::out_of_range: the field is too narrow for the value.
[[noreturn]] inline void throw_too_narrow(const ArgumentField& field, std::uint64_t value) {
  throw std::out_of_range("the argument `" + std::string(field.name) + "` of a step has " +
                          std::to_string(field.bits) + " bits, too few for " +
                          std::to_string(value));
}

/// As Step::argument. Throws std::out_of_range if a field is too narrow for its value.
template <class Argument>
constexpr std::uint16_t packed(const Argument& argument) {
  std::uint64_t bits = 0;
  unsigned shift = 0;
  const auto put = [&](const auto& each) {
    const auto value = static_cast<std::uint64_t>(argument.*each.member);
    if (value >> each.text.bits != 0) throw_too_narrow(each.text, value);
    bits |= value << shift;
    shift += each.text.bits;
  };
  std::apply([&](const auto&... each) { (put(each), ...); }, Argument::fields);
  return static_cast<std::uint16_t>(bits);
}

/// The inverse of packed().
template <class Argument>
constexpr Argument unpacked(std::uint16_t bits) {
  Argument argument;
  std::uint32_t rest = bits;
  const auto take = [&]<class Member>(const Field<Argument, Member>& each) {
    argument.*each.member = static_cast<Member>(rest % (1U << each.text.bits));
    rest >>= each.text.bits;
  };
  std::apply([&](const auto&... each) { (take(each), ...); }, Argument::fields);
  return argument;
}

}  // namespace opexplore
