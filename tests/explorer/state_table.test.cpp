// The table of states by level, against a map.
#include "explorer/search/levels/state_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "explorer/store/hash.hpp"
#include "tests/catch.hpp"

namespace opexplore {
namespace {

StateTable::Insertion put(StateTable& table, const std::string& bytes, std::uint8_t before = 0) {
  return table.insert({bytes, hash_bytes(bytes), before});
}

TEST_CASE("a state table holds what was inserted, level by level", "[explorer][store]") {
  std::mt19937_64 random(11);
  StateTable table;
  std::map<std::string, std::uint8_t> least;
  std::vector<std::vector<std::string>> levels;
  for (std::size_t number = 0; number != 5; ++number) {
    std::vector<std::string>& level = levels.emplace_back();
    std::map<std::string, std::uint8_t> of_level;
    for (std::size_t i = 0; i != (number == 3 ? 0U : 20'000U); ++i) {
      // Lengths from nothing to more than what is left in most chunks.
      std::string bytes = std::to_string(random() % 60'000);
      if (bytes == "7") bytes = "";
      if (bytes.ends_with("77")) bytes.append(random() % 2 * 3'000, 'x');
      const auto before = static_cast<std::uint8_t>(random());
      const bool is_new = !least.contains(bytes);
      CHECK(put(table, bytes, before) ==
            (is_new ? StateTable::Insertion::added : StateTable::Insertion::known));
      if (is_new) level.push_back(bytes);
      if (is_new || of_level.contains(bytes)) {
        std::uint8_t& mark = of_level.try_emplace(bytes, before).first->second;
        mark = std::min(mark, before);
        least[bytes] = mark;
      }
    }
    table.end_level();
  }
  CHECK(table.size() == least.size());
  REQUIRE(table.levels() == levels.size());
  for (std::size_t number = 0; number != levels.size(); ++number) {
    std::vector<std::string> found;
    for (auto at = table.level(number); !at.at_end(); at.next()) found.emplace_back(at.state());
    CHECK(found == levels[number]);
    CHECK(table.states_of(number) == found.size());
  }
  for (const auto& [bytes, mark] : least) {
    CHECK(table.mark_before(bytes, hash_bytes(bytes)) == mark);
  }
  CHECK_FALSE(table.mark_before("never", hash_bytes("never")));
}

TEST_CASE("a state table stays within its memory, and says what it has no room for",
          "[explorer][store]") {
  StateTable table(20'000);
  std::size_t added = 0;
  while (put(table, std::to_string(added)) == StateTable::Insertion::added) ++added;
  CHECK(added > 100);
  CHECK(table.size() == added);
  CHECK(table.peak_memory() <= 20'000);
  CHECK(put(table, std::to_string(added)) == StateTable::Insertion::no_memory);
  CHECK(put(table, std::to_string(added - 1)) == StateTable::Insertion::known);
  CHECK(put(table, std::string(65'536, 'x')) == StateTable::Insertion::too_long);
  CHECK(table.size() == added);
}

}  // namespace
}  // namespace opexplore
