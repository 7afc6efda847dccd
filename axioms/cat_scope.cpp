#include "axioms/cat_scope.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace opexplore::axioms {

namespace {

constexpr std::array<std::string_view, 3> primitives{"domain", "range", "fencerel"};

}  // namespace

bool is_primitive(const std::string& name) {
  return std::ranges::find(primitives, name) != primitives.end();
}

const Definition* CatScope::find(const std::string& name) const {
  for (std::size_t i = visible_.value_or(definitions_.size()); i-- > 0;) {
    if (definitions_[i].name == name) return &definitions_[i];
  }
  return nullptr;
}

std::vector<std::string> CatScope::names() const {
  std::vector<std::string> result(primitives.begin(), primitives.end());
  for (const Definition& definition : definitions_) result.push_back(definition.name);
  for (const auto& [name, value] : locals_) result.push_back(name);
  return result;
}

const Typed* CatScope::find_local(const std::string& name) const {
  const auto found = std::find_if(locals_.rbegin(), locals_.rend(),
                                  [&](const auto& local) { return local.first == name; });
  return found == locals_.rend() ? nullptr : &found->second;
}

void CatScope::exchange(View& other) {
  std::swap(locals_, other.locals);
  std::swap(visible_, other.visible);
}

}  // namespace opexplore::axioms
