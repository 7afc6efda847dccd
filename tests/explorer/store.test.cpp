#include "explorer/store/store.hpp"

#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace opexplore;

namespace {

VisitedSet::Insertion insert(VisitedSet& set, const std::string& bytes, Position predecessor = 0,
                             Step step = {}) {
  return set.insert(bytes, hash_bytes(bytes), predecessor, step);
}

// Strings of very different lengths, many alike but for one byte.
std::string sample(std::mt19937_64& random) {
  std::string bytes(random() % (random() % 64 == 0 ? 3000 : 40), 'a');
  if (!bytes.empty()) bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
  return bytes;
}

}  // namespace

TEST_CASE("a visited set holds exactly what was inserted", "[explorer][store]") {
  std::mt19937_64 random(7);
  VisitedSet set;
  std::map<std::string, Position> reference;
  std::vector<Position> order;
  std::uint64_t bytes_together = 0;
  for (int count = 0; count < 60000; ++count) {
    const std::string bytes = sample(random);
    const bool known = reference.contains(bytes);
    REQUIRE(insert(set, bytes) ==
            (known ? VisitedSet::Insertion::known : VisitedSet::Insertion::added));
    if (known) continue;
    reference[bytes] = set.last();
    order.push_back(set.last());
    bytes_together += bytes.size();
  }
  CHECK(set.size() == reference.size());
  CHECK(set.state_bytes() == bytes_together);
  for (const auto& [bytes, position] : reference) {
    REQUIRE(set.find(bytes, hash_bytes(bytes)) == position);
    REQUIRE(set.at(position).bytes == bytes);
    const std::string other = bytes + "x";
    REQUIRE(set.find(other, hash_bytes(other)).has_value() == reference.contains(other));
  }
  // States are numbered in the order of insertion, across all chunks.
  REQUIRE(set.end() == order.size());
  for (Position position = 0; position != set.end(); ++position) {
    REQUIRE(position == order.at(position));
  }
}

TEST_CASE("states with equal hashes are told apart", "[explorer][store]") {
  constexpr std::uint64_t hash = 0x123456789abcdef0;
  VisitedSet set(std::numeric_limits<std::uint64_t>::max(),
                 [](std::string_view) -> std::uint64_t { return hash; });
  for (int number = 0; number < 200; ++number) {
    REQUIRE(set.insert(std::to_string(number), hash, 0, {}) == VisitedSet::Insertion::added);
  }
  for (int number = 0; number < 200; ++number) {
    REQUIRE(set.insert(std::to_string(number), hash, 0, {}) == VisitedSet::Insertion::known);
  }
  CHECK_FALSE(set.find("200", hash).has_value());
  CHECK(set.size() == 200);
}

TEST_CASE("states of one length take their bytes, an origin and slots", "[explorer][store]") {
  VisitedSet set;
  constexpr std::uint32_t states = 100'000;
  for (std::uint32_t number = 0; number < states; ++number) {
    std::string bytes(6, 'x');
    std::memcpy(bytes.data(), &number, sizeof number);
    REQUIRE(insert(set, bytes) == VisitedSet::Insertion::added);
  }
  // 2^17 slots of 4 bytes; 7 chunks of 2^14 states, each of 8 + 6 bytes, and a little more in the
  // first, which grew.
  const std::uint64_t least = (std::uint64_t{1} << 17) * 4 + (std::uint64_t{7} << 14) * 14;
  CHECK(set.peak_memory() >= least);
  CHECK(set.peak_memory() < least + 30'000);
}

TEST_CASE("a chunk may begin with states of one length and go on with others",
          "[explorer][store]") {
  VisitedSet set;
  std::vector<std::string> inserted;
  for (std::size_t number = 0; number < 40'000; ++number) {
    std::string bytes = "state " + std::to_string(100'000 + number);
    if (number % 16'384 > 16'000 || number > 38'000) bytes.append(number % 5, '.');
    REQUIRE(insert(set, bytes) == VisitedSet::Insertion::added);
    inserted.push_back(bytes);
  }
  for (std::size_t number = 0; number < inserted.size(); ++number) {
    REQUIRE(set.at(static_cast<Position>(number)).bytes == inserted[number]);
    REQUIRE(set.find(inserted[number], hash_bytes(inserted[number])) == number);
  }
}

TEST_CASE("a record keeps its predecessor and step", "[explorer][store]") {
  VisitedSet set;
  REQUIRE(insert(set, "") == VisitedSet::Insertion::added);
  REQUIRE(insert(set, "next", 0, Step{200, 255, 65535}) == VisitedSet::Insertion::added);
  const Record record = set.at(set.last());
  CHECK(record.predecessor == 0);
  CHECK(record.step == Step{200, 255, 65535});
  CHECK(record.bytes == "next");
  CHECK(set.at(0).bytes.empty());
}

TEST_CASE("the memory limit is kept and leaves the set as it was", "[explorer][store]") {
  constexpr std::uint64_t limit = 100000;
  VisitedSet set(limit);
  int added = 0;
  while (insert(set, "state " + std::to_string(added)) == VisitedSet::Insertion::added) ++added;
  CHECK(added > 500);
  CHECK(set.size() == static_cast<std::uint64_t>(added));
  CHECK(set.peak_memory() <= limit);
  const std::string refused = "state " + std::to_string(added);
  CHECK(insert(set, refused) == VisitedSet::Insertion::no_memory);
  CHECK_FALSE(set.find(refused, hash_bytes(refused)).has_value());
  for (int number = 0; number < added; ++number) {
    REQUIRE(insert(set, "state " + std::to_string(number)) == VisitedSet::Insertion::known);
  }
}

TEST_CASE("a state too long for a record is refused", "[explorer][store]") {
  VisitedSet set;
  CHECK(insert(set, std::string(65535, 'x')) == VisitedSet::Insertion::added);
  CHECK(insert(set, std::string(65536, 'x')) == VisitedSet::Insertion::too_long);
  CHECK(set.size() == 1);
}

TEST_CASE("a small set is small", "[explorer][store]") {
  VisitedSet set;
  CHECK(insert(set, "one") == VisitedSet::Insertion::added);
  CHECK(set.peak_memory() < 1024);
}

TEST_CASE("the upper half of the hash separates as chance would", "[explorer][store]") {
  // 2^16 similar states in 2^32 classes: half a collision expected, 8 hardly possible.
  std::map<std::uint32_t, int> classes;
  std::string bytes(24, '\0');
  for (unsigned number = 0; number < 1U << 16; ++number) {
    bytes[3] = static_cast<char>(number & 0xff);
    bytes[19] = static_cast<char>(number >> 8);
    ++classes[static_cast<std::uint32_t>(hash_bytes(bytes) >> 32)];
  }
  CHECK(classes.size() > (1U << 16) - 8);
  CHECK(hash_bytes("") != hash_bytes(std::string(1, '\0')));
  CHECK(hash_bytes(std::string(2, '\0')) != hash_bytes(std::string(3, '\0')));
}
