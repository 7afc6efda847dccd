// Names of C++ as compilers write them (Itanium C++ ABI, 5.1 "External Names").
#pragma once

#include <string>
#include <string_view>

namespace opexplore::kernel {

/// "handoff(int*)" for "_Z7handoffPi"; what is not mangled comes back as it is.
std::string demangled(std::string_view name);

/// A kernel as it is declared, without its result: "reduce<4>(int*)" for "_Z6reduceILi4EEvPi".
std::string signature(std::string_view name);

/// The name alone: "handoff" for "_Z7handoffPi", without namespaces' or templates' arguments:
/// "a::reduce" for "_ZN1a6reduceILi4EEEvPi". What is not mangled comes back as it is.
std::string plain_name(std::string_view name);

/// Whether the kernel is meant by its symbol, or by "k", "k<4>", "k(int*)" or "k<4>(int*)", with or
/// without the scopes that it is in.
bool is_called(std::string_view symbol, const std::string& name);

/// A variable of a function, "s" of "handoff".
struct LocalName {
  std::string function;  ///< its plain name; empty if the variable belongs to none
  std::string name;
};

/// What a variable is called, and in which function: "handoff" and "s" for "_ZZ7handoffPiE1s".
LocalName local_name(std::string_view variable);

/// Whether the variable is meant by its symbol, or by what it is called.
bool names_variable(std::string_view name, std::string_view symbol);

}  // namespace opexplore::kernel
