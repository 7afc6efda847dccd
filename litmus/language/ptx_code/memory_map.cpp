#include "litmus/language/ptx_code/memory_map.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/condition_reader.hpp"
#include "litmus/language/instances.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

using Places = std::map<LocationId, SourcePlace>;

AddressId read_known_location(Tokens& tokens, const ProgramBuilder& builder) {
  const Token name = tokens.expect_word("a location");
  if (const std::optional<AddressId> address = builder.find_address(name.text)) return *address;
  std::vector<std::string_view> known;
  for (const Address& address : builder.program().addresses) known.push_back(address.name);
  tokens.fail(name, "unknown location " + quote(name),
              did_you_mean(name.text, known, "neither the code nor the initial state uses it"));
}

Region read_region(Tokens& tokens) {
  const std::string rule = "the regions are shared and global";
  const Token word = tokens.expect_word("'shared' or 'global'", rule);
  if (const std::optional<Region> region = find_word<Region>(word.text)) return *region;
  tokens.fail(word, "unknown region " + quote(word),
              did_you_mean(word.text, texts(words<Region>()), rule));
}

Places read_entries(Tokens& tokens, ProgramBuilder& builder) {
  Places places;
  do {
    const Token name = tokens.peek();
    const Address& address = builder.program().addresses[read_known_location(tokens, builder)];
    tokens.expect(":", "':'", "write " + quote(std::string(name.text) + ": global"));
    const Region region = read_region(tokens);
    const auto [known, first] = places.emplace(address.location, name.place);
    if (!first) {
      const std::string& location = builder.program().locations[address.location].name;
      const bool alias = location != name.text;
      tokens.fail(name, "the region of " + quote(name) + " is given twice",
                  "the first time was in line " + std::to_string(known->second.line) +
                      (alias ? ": it is another name of " + quote(location) : ""));
    }
    const ObjectKind object = builder.program().locations[address.location].object;
    if (object == ObjectKind::tensor) {
      tokens.fail(name, quote(name) + " is in tensor memory, which is no state space",
                  "leave it out of the memory map");
    }
    if (object == ObjectKind::mbarrier && region == Region::global) {
      tokens.fail(name, "the mbarrier " + quote(name) + " cannot be in global memory",
                  "mbarriers are in shared memory, also where nothing says so");
    }
    builder.set_region(address.location, region);
  } while (tokens.accept(","));
  if (tokens.peek().kind == TokenKind::word && tokens.peek(1).is(":")) {
    tokens.fail_expected("','", "write 'x: shared, y: global'");
  }
  tokens.accept(";");
  return places;
}

}  // namespace

bool at_memory_map(const Tokens& tokens) {
  if (tokens.peek().kind != TokenKind::word || !tokens.peek(1).is(":")) return false;
  const Token& region = tokens.peek(2);
  // No instruction is called so; the second form is a map with a misspelt region.
  return find_word<Region>(region.text) ||
         (region.kind == TokenKind::word && tokens.peek(3).is(",") && tokens.peek(5).is(":"));
}

void read_memory_map(Tokens& tokens, ProgramBuilder& builder) { read_entries(tokens, builder); }

void read_complete_memory_map(Tokens& tokens, ProgramBuilder& builder) {
  Places places;
  const bool missing = tokens.peek().kind == TokenKind::end || at_question(tokens);
  if (!missing) places = read_entries(tokens, builder);
  const std::vector<Location>& locations = builder.program().locations;
  for (std::size_t id = 0; id < locations.size(); ++id) {
    if (places.contains(static_cast<LocationId>(id))) continue;
    if (is_of_cta(locations[id].object)) continue;
    const std::string& name = locations[id].name;
    tokens.source().fail(builder.first_mention(name),
                         "the location " + quote(name) + " has no region",
                         "add " + quote(name + ": global") + " or " + quote(name + ": shared") +
                             " to the memory map, which follows the scope tree");
  }
}

std::string memory_map_text(const Program& program, PtxStyle style) {
  std::string text;
  std::string_view last;
  for (const Location& location : program.locations) {
    const std::string_view family = family_name(location.name);
    // The instances of a location stand side by side; what asks for an ending is no memory.
    const bool again = family == std::exchange(last, family);
    const bool unsaid = location.region == Region::global || is_of_cta(location.object);
    const bool nowhere =
        location.object == ObjectKind::ending || location.object == ObjectKind::tensor;
    if (again || nowhere) continue;
    if (style == PtxStyle::brief && unsaid) continue;
    if (!text.empty()) text += ", ";
    text += std::string(family) + ": " + std::string(to_string(location.region));
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace opexplore::detail
