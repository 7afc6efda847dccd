// The containers that states are made of.
#include <algorithm>
#include <set>
#include <vector>

#include "opmodel/parts/bit_set.hpp"
#include "opmodel/parts/plain_vector.hpp"
#include "opmodel/parts/rare_vector.hpp"
#include "opmodel/program.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

std::set<std::size_t> numbers_in(const BitSet<2>& set) {
  std::set<std::size_t> result;
  set.for_each([&](std::size_t number) { result.insert(number); });
  return result;
}

BitSet<2> set_of(const std::set<std::size_t>& numbers) {
  BitSet<2> result;
  for (const std::size_t number : numbers) result |= BitSet<2>::of(number);
  return result;
}

}  // namespace

TEST_CASE("numbers of a set move when one comes or goes", "[opmodel][bit_set]") {
  const std::set<std::size_t> all{0, 1, 5, 62, 63, 64, 65, 100, 126};
  for (const std::size_t at : {0U, 1U, 2U, 5U, 62U, 63U, 64U, 65U, 66U, 126U, 127U}) {
    CAPTURE(at);
    std::set<std::size_t> with_room;
    std::set<std::size_t> without;
    for (const std::size_t number : all) {
      with_room.insert(number + (number >= at ? 1 : 0));
      if (number != at) without.insert(number - (number > at ? 1 : 0));
    }
    CHECK(numbers_in(set_of(all).make_room(at)) == with_room);
    CHECK(numbers_in(set_of(all).close_gap(at)) == without);
    CHECK(BitSet<2>().make_room(at).empty());
    CHECK(BitSet<2>().close_gap(at).empty());
  }
}

TEST_CASE("sets that differ in one word differ", "[opmodel][bit_set]") {
  const BitSet<2> set = set_of({3, 90});
  CHECK(set == set_of({3, 90}));
  CHECK_FALSE(set == set_of({4, 90}));
  CHECK_FALSE(set == set_of({3, 91}));
}

TEST_CASE("a plain vector holds few inside and many elsewhere", "[opmodel][plain_vector]") {
  PlainVector<Value, 2> numbers;
  std::vector<Value> expected;
  for (Value value = 10; value < 15; ++value) {
    numbers.push_back(value);
    expected.push_back(value);
    CHECK(std::vector<Value>(numbers.begin(), numbers.end()) == expected);
  }
  PlainVector<Value, 2> copy = numbers;
  copy[4] = 0;
  CHECK(numbers[4] == 14);
  CHECK_FALSE(copy == numbers);
  CHECK(copy < numbers);
  for (const std::size_t count : {1U, 3U, 2U, 0U}) {
    copy.assign(count, 7);
    CHECK(std::vector<Value>(copy.begin(), copy.end()) == std::vector<Value>(count, 7));
    CHECK(span_of(copy).size() == count);
  }
}

TEST_CASE("a rare vector is as a vector, and copies own what they hold", "[opmodel][rare_vector]") {
  RareVector<Value> numbers;
  CHECK(numbers.empty());
  CHECK(numbers.begin() == numbers.end());
  CHECK(numbers == RareVector<Value>(numbers));
  numbers.clear();
  numbers.resize(0);
  CHECK(numbers.size() == 0);

  CHECK(*numbers.insert(numbers.begin(), 2) == 2);
  CHECK(*numbers.insert(numbers.begin(), 1) == 1);
  numbers.push_back(3);
  const std::vector<Value> expected{1, 2, 3};
  CHECK(std::ranges::equal(numbers, expected));

  RareVector<Value> copy = numbers;
  copy[0] = 9;
  CHECK(numbers[0] == 1);
  CHECK_FALSE(copy == numbers);
  CHECK(*copy.erase(copy.begin()) == 2);
  CHECK(copy.size() == 2);
  erase_if(copy, [](Value value) { return value == 2; });
  CHECK(std::ranges::equal(copy, std::vector<Value>{3}));

  copy = RareVector<Value>();
  CHECK(copy.empty());
  copy = numbers;
  copy = RareVector<Value>(numbers);
  CHECK(copy == numbers);
  const RareVector<Value>& same = copy;
  copy = same;
  CHECK(copy == numbers);
  const RareVector<Value> none;
  copy = none;
  CHECK(copy == none);
  CHECK(numbers.size() == 3);
  copy.assign(2, 7);
  CHECK(std::ranges::equal(copy, std::vector<Value>{7, 7}));
  CHECK_FALSE(copy == none);
}
