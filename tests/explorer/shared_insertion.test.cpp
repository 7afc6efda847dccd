// Insertion by several threads against insertion one by one: the same states at the same places,
// from the same predecessors by the same steps, in as much memory.
#include "explorer/store/shared_insertion.hpp"

#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace opexplore;

namespace {

struct Offered {
  std::string bytes;
  Position predecessor = 0;
  Step step;
};

/// Lists with many states in common; half of the lists have states of one length alone.
std::vector<std::vector<Offered>> random_lists(std::mt19937_64& random, std::size_t lists,
                                               std::uint64_t different, bool one_length) {
  std::vector<std::vector<Offered>> result(lists);
  for (std::size_t list = 0; list < lists; ++list) {
    for (std::size_t index = 0; index < 1500; ++index) {
      const std::uint64_t number = random() % different;
      Offered offered;
      offered.bytes = "state " + std::to_string(1'000'000 + number);
      if (!one_length && list % 2 == 0) offered.bytes.append(number % 7, '.');
      offered.predecessor = static_cast<Position>(list);
      offered.step = {static_cast<std::uint8_t>(list), 1, static_cast<std::uint16_t>(index)};
      result[list].push_back(std::move(offered));
    }
  }
  return result;
}

void insert_one_by_one(VisitedSet& set, const std::vector<std::vector<Offered>>& lists) {
  for (const auto& list : lists) {
    for (const Offered& one : list) {
      set.insert(one.bytes, hash_bytes(one.bytes), one.predecessor, one.step);
    }
  }
}

void offer_all(Team& team, SharedInsertion& shared,
               const std::vector<std::vector<Offered>>& lists) {
  shared.begin(lists.size());
  team.run(lists.size(), [&](std::size_t list) {
    for (const Offered& one : lists[list]) {
      shared.offer(list, one.bytes, hash_bytes(one.bytes), one.predecessor, one.step);
    }
  });
}

void check_equal(const VisitedSet& left, const VisitedSet& right) {
  REQUIRE(left.size() == right.size());
  CHECK(left.state_bytes() == right.state_bytes());
  CHECK(left.peak_memory() == right.peak_memory());
  for (Position position = 0; position != left.end(); ++position) {
    const Record one = left.at(position);
    const Record other = right.at(position);
    REQUIRE(one.bytes == other.bytes);
    REQUIRE(one.predecessor == other.predecessor);
    REQUIRE(one.step == other.step);
    REQUIRE(left.find(one.bytes, hash_bytes(one.bytes)) == position);
    REQUIRE(right.find(one.bytes, hash_bytes(one.bytes)) == position);
  }
}

}  // namespace

TEST_CASE("several threads insert what one would", "[explorer][store][threads]") {
  std::mt19937_64 random(11);
  Team team(4);
  std::size_t stored = 0, grown = 0;
  for (const bool one_length : {true, false}) {
    VisitedSet together, one_by_one;
    SharedInsertion shared(together);
    // Few at first, one by one, so that the table has room for candidates.
    for (int batch = 0; batch < 12; ++batch) {
      const auto lists = random_lists(random, 16, 30'000 + 30'000U * batch, one_length);
      insert_one_by_one(one_by_one, lists);
      const std::uint64_t memory = together.peak_memory();
      offer_all(team, shared, lists);
      if (const auto fresh = shared.count(team)) {
        CHECK(*fresh == one_by_one.size() - together.size());
        shared.commit(team);
        ++stored;
        grown += together.peak_memory() - memory > (std::uint64_t{1} << 18) ? 1U : 0U;
      } else {
        shared.discard();
        insert_one_by_one(together, lists);
      }
      check_equal(together, one_by_one);
    }
  }
  CHECK(stored > 8);
  CHECK(grown > 2);
}

TEST_CASE("an insertion that is discarded leaves nothing", "[explorer][store][threads]") {
  std::mt19937_64 random(12);
  Team team(4);
  VisitedSet set, same;
  const auto known = random_lists(random, 16, 20'000, false);
  insert_one_by_one(set, known);
  insert_one_by_one(same, known);
  SharedInsertion shared(set);
  const auto lists = random_lists(random, 2, 40'000, false);
  offer_all(team, shared, lists);
  REQUIRE(shared.count(team));
  shared.discard();
  check_equal(set, same);
  const std::string other = "state 1039999......";
  CHECK_FALSE(set.find(other, hash_bytes(other)).has_value());
  // And the same set goes on.
  offer_all(team, shared, lists);
  REQUIRE(shared.count(team));
  shared.commit(team);
  insert_one_by_one(same, lists);
  check_equal(set, same);
}

TEST_CASE("insertion by several threads leaves limits to one", "[explorer][store][threads]") {
  std::mt19937_64 random(13);
  Team team(2);
  const auto known = random_lists(random, 16, 12'000, true);
  auto lists = random_lists(random, 2, 20'000, true);
  VisitedSet measured;
  insert_one_by_one(measured, known);
  const auto commits = [&](std::uint64_t memory_limit) {
    VisitedSet set(memory_limit);
    insert_one_by_one(set, known);
    REQUIRE(set.size() == measured.size());
    SharedInsertion shared(set);
    offer_all(team, shared, lists);
    const bool counted = shared.count(team).has_value();
    shared.discard();
    check_equal(set, measured);
    return counted;
  };
  CHECK(commits(std::numeric_limits<std::uint64_t>::max()));
  CHECK_FALSE(commits(measured.peak_memory() + 1000));
  lists[0][0].bytes = std::string(65'535, 'x');
  CHECK(commits(std::numeric_limits<std::uint64_t>::max()));
  lists[0][0].bytes = std::string(65'536, 'x');
  CHECK_FALSE(commits(std::numeric_limits<std::uint64_t>::max()));
}
