#include "studies/second/finding.hpp"

#include <algorithm>
#include <utility>

#include "litmus/input/input_error.hpp"

namespace opexplore::second {

std::string to_string(const Place& place) {
  if (place.file.empty()) {
    return place.function + (place.offset.empty() ? "" : '+' + place.offset);
  }
  return place.file + (place.line == 0 ? "" : ':' + std::to_string(place.line));
}

std::string_view name_of(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return "load";
    case AccessKind::store:
      return "store";
    case AccessKind::atomic:
      return "atomic";
  }
  return {};
}

std::string_view name_of(Strength strength) {
  switch (strength) {
    case Strength::weak:
      return "weak";
    case Strength::volatile_:
      return "volatile";
    case Strength::relaxed:
      return "relaxed";
    case Strength::acquire:
      return "acquire";
    case Strength::release:
      return "release";
    case Strength::acq_rel:
      return "acq_rel";
    case Strength::sc:
      return "sc";
  }
  return {};
}

std::string_view name_of(Others others) {
  switch (others) {
    case Others::unknown:
      return "unknown";
    case Others::ended:
      return "ended";
    case Others::elsewhere:
      return "elsewhere";
    case Others::waiting:
      return "waiting";
  }
  return {};
}

void add_once(Finding finding, std::vector<Finding>& all) {
  const auto same = std::ranges::find_if(all, [&](const Finding& other) {
    const auto of_same = [&](std::size_t i) {
      return other.accesses[i].at == finding.accesses[i].at &&
             other.accesses[i].kind == finding.accesses[i].kind;
    };
    return other.kind == finding.kind && other.told == finding.told && of_same(0) && of_same(1);
  });
  if (same == all.end()) {
    all.push_back(std::move(finding));
  } else {
    same->count += finding.count;
  }
}

Report read_report(const std::string& text, const std::string& path) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) {
    throw InputError(path, {1, 1}, "expected a report, found nothing",
                     "write it with compute-sanitizer --tool racecheck --log-file FILE");
  }
  if (text[first] == '<') return read_sanitizer_xml(text, path);
  if (text[first] == '{') return read_findings_json(text, path);
  return read_sanitizer_text(text, path);
}

}  // namespace opexplore::second
