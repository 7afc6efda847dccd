#include "litmus/kernels/names.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace opexplore::kernel {

namespace {

/// Removes the scopes that nobody wrote: of unnamed namespaces, "(anonymous namespace)::" for the
/// ABI and "_GLOBAL__N__…::" for nvcc, and of variables that nvcc keeps in their file,
/// "_INTERNAL_…::".
std::string without_hidden_scopes(std::string text) {
  for (const std::string_view scope : {"(anonymous namespace)", "_GLOBAL__N_", "_INTERNAL_"}) {
    for (std::size_t at = text.find(scope); at != std::string::npos; at = text.find(scope, at)) {
      const std::size_t end = text.find("::", at);
      if (end == std::string::npos) break;
      text.erase(at, end + 2 - at);
    }
  }
  return text;
}

/// "a::reduce" of "void a::reduce<4>(int*)".
std::string function_name(const std::string& text) {
  const std::string name = text.substr(0, text.find_first_of("(<"));
  return name.substr(name.rfind(' ') + 1);  // a template's has its result before it
}

}  // namespace

std::string demangled(std::string_view name) {
  std::string symbol(name);
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? without_hidden_scopes(text.get()) : symbol;
}

std::string plain_name(std::string_view name) {
  std::string whole = demangled(name);
  return whole == name ? whole : function_name(whole);
}

LocalName local_name(std::string_view variable) {
  const std::string whole = demangled(variable);
  // "handoff(int*)::s"; the parameters of the function may have colons of their own.
  const std::size_t end = whole.rfind(')');
  const bool local = end != std::string::npos && whole.find("::", end) == end + 1;
  if (local) return {function_name(whole), whole.substr(end + 3)};
  const std::size_t scope = whole.rfind("::");
  return {"", scope == std::string::npos ? whole : whole.substr(scope + 2)};
}

}  // namespace opexplore::kernel
