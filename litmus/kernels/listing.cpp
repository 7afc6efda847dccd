#include "litmus/kernels/listing.hpp"

#include "code/text.hpp"
#include "litmus/kernels/code_places.hpp"
#include "litmus/kernels/default_launch.hpp"

namespace opexplore::kernel {

namespace {

std::string listing(const Entry& entry, const CodePlaces& places) {
  return code::to_string(entry.code, [&](std::size_t at) {
    const Statement& statement = entry.statements[at];
    const std::optional<CodePlace> place = places.of(statement);
    const std::string where =
        place ? place->file + ':' + std::to_string(place->place.line) + ": " : "";
    return where + statement.text;
  });
}

}  // namespace

std::string listing(const Source& source, const std::string& name) {
  const Module module = read_module(source);
  const CodePlaces places(module, source.path);
  const Entry* const only = name.empty() ? nullptr : entry_named(module, CudaSource{}, name).entry;
  std::string text;
  for (const std::vector<Entry>* const bodies : {&module.entries, &module.functions}) {
    for (const Entry& entry : *bodies) {
      const bool other = only != nullptr && bodies == &module.entries && &entry != only;
      if (!entry.has_body || other) continue;
      if (!text.empty()) text += '\n';
      text += listing(entry, places);
    }
  }
  return text;
}

}  // namespace opexplore::kernel
