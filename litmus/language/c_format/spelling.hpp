// Single instructions of C++ programs as text.
#pragma once

#include <string>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// By LocationId: the type that a C++ program gives its objects. The program does not say; it is
/// the narrowest one, int before unsigned, that no access has to convert.
std::vector<NumberType> object_types(const Program& program);

/// Spells the actions of one thread of a C++ program, with libcu++'s names.
class CxxSpelling {
 public:
  CxxSpelling(const Program& program, const Thread& thread)
      : program_(program), thread_(thread), types_(object_types(program)) {}

  /// E.g. "r0 = *x" or "cuda::atomic_ref<int, cuda::thread_scope_block>(*x).store(1, …)". A
  /// compare-exchange is shown with the value expected, though C++ wants a variable there, and a
  /// jump names the label `LC` + index of the instruction it goes to.
  std::string text(const Action& action) const;

  /// What a load, an atomic or arithmetic gives: "*x", "r0 + 1". Empty for others.
  std::string value(const Action& action) const;

  /// "r1 == 2", "!ok"; what a jump asks, or the opposite.
  std::string condition(const Branch& branch, bool sense) const;

  /// "cuda::atomic_ref<…>(*x).compare_exchange_strong(e, 1, …)" on that variable.
  std::string compare_exchange(const Atomic& atomic, const std::string& expected) const;

  std::string text(const Operand& operand) const;
  const std::string& name(RegisterId reg) const { return thread_.registers[reg].name; }
  const std::vector<NumberType>& types() const { return types_; }

 private:
  std::string object(AddressId address, Order order, Scope scope) const;
  std::string load(const Load& load) const;
  std::string store(const Store& store) const;
  std::string operation(const Atomic& atomic) const;
  std::string arithmetic(const Arithmetic& action) const;
  bool compares_as_written(const Branch& branch) const;
  NumberType type_of(const Operand& operand) const;
  NumberType type_at(AddressId address) const {
    return types_[program_.addresses[address].location];
  }

  const Program& program_;
  const Thread& thread_;
  std::vector<NumberType> types_;
};
}  // namespace opexplore::detail
