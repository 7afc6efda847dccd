#include "litmus/kernels/names.hpp"

#include <cxxabi.h>

#include <algorithm>
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

/// Blanks and the letters behind numbers, "4u", are left out: nobody has to know them.
std::string bare_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool suffix = (c == 'u' || c == 'l') && !text.empty() &&
                        text.find_last_not_of("0123456789") + 1 < text.size() &&
                        std::string_view("<,(").find(text[text.find_last_not_of("0123456789")]) !=
                            std::string_view::npos;
    if (c != ' ' && !suffix) text += c;
  }
  return text;
}

/// Whether `whole` is `name`, or is it in a scope.
bool ends_in(const std::string& whole, const std::string& name) {
  return whole == name || whole.ends_with("::" + name);
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

std::string signature(std::string_view name) {
  constexpr std::string_view result = "void ";
  const std::string text = demangled(name);
  return text.starts_with(result) ? text.substr(result.size()) : text;
}

std::string plain_name(std::string_view name) {
  std::string whole = demangled(name);
  return whole == name ? whole : function_name(whole);
}

bool is_called(std::string_view symbol, const std::string& name) {
  const std::string whole = signature(symbol);
  const std::string wanted = bare_name(name);
  const std::string plain = bare_name(plain_name(symbol));
  if (symbol == name || ends_in(plain, wanted)) return true;
  // The name with the scopes that the user wrote.
  const std::size_t end = wanted.find_first_of("<(");
  if (end == std::string::npos || !ends_in(plain, wanted.substr(0, end))) return false;
  const std::string rest = wanted.substr(end), behind = bare_name(whole).substr(plain.size());
  if (behind == rest) return true;
  // Without parameters, or without arguments of the template.
  const std::size_t open = behind.rfind('(');
  return behind.substr(0, open) == rest || behind.substr(std::min(open, behind.size())) == rest;
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

bool names_variable(std::string_view name, std::string_view symbol) {
  return name == symbol || name == local_name(symbol).name;
}

}  // namespace opexplore::kernel
