// Searches for a smallest difference, on the ladder and in the corpus.
#include "studies/distinguish/distinguish.hpp"

#include <algorithm>
#include <atomic>

#include "answers/compare.hpp"
#include "axioms/library.hpp"
#include "explorer/explore.hpp"
#include "litmus/corpus/corpus.hpp"
#include "litmus/language/program_size.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/results/answer.hpp"
#include "studies/campaign/check.hpp"
#include "tests/catch.hpp"
#include "tools/opgen.hpp"

namespace opexplore {
namespace {

std::size_t instructions_of(const Test& test) { return count_instructions(test.program); }

Check check_between(const Semantics& first, const Semantics& second) {
  return check_of({first, second, Asked::equality}, {});
}

// What is seen, and how small it would be made.
struct Notes {
  std::vector<std::string> names;
  std::size_t small = 0;  // 0: as large as it is

  Seen seen() {
    return [this](const FirstDifference& now) {
      names.push_back(now.found->test.name);
      return small > 0 ? small : instructions_of(now.found->test);
    };
  }
};

const std::vector<Rung>& rungs() {
  static const std::vector<Rung> all = ladder(parse_specification);
  return all;
}

std::vector<Rung> rungs_up_to(std::size_t most) {
  std::vector<Rung> result = rungs();
  std::erase_if(result, [&](const Rung& rung) { return rung.instructions > most; });
  return result;
}

void check_rungs(const std::vector<Rung>& ladder) {
  std::size_t before = 1;
  for (const Rung& rung : ladder) {
    INFO(rung.tests.arguments);
    CHECK(rung.instructions >= before);
    CHECK(rung.instructions <= before + 1);
    before = rung.instructions;
    CHECK(rung.tests.name.ends_with('-' + std::to_string(rung.instructions)));
    CHECK(rung.tests.every == 1);
    unsigned seen = 0;
    bool right = true;
    // Spread, for neighbours are like each other.
    std::uint64_t index = 0;
    generate::for_each_make(rung.tests.specification, [&](const generate::Make& make) {
      if (index++ % 37 != 0) return true;
      right = right && instructions_of(make(generate::Finish::bare)) == rung.instructions;
      return ++seen < 100;
    });
    CHECK(seen > 0);
    CHECK(right);
  }
  CHECK(before >= 8);
}

}  // namespace

TEST_CASE("ladder: its rungs lead upwards, and each has tests of its size alone", "[ladder]") {
  check_rungs(rungs());
  check_rungs(ladder(parse_specification, Language::vulkan));
  CHECK(ladder(parse_specification, Language::cxx).empty());
}

TEST_CASE("ladder: what is seen early does not hide what is smaller", "[ladder]") {
  const auto differing_from = [](std::size_t size, bool loads_only) -> Check {
    return [size, loads_only](const Test& test, const Stop&) {
      const bool differs = instructions_of(test) >= size &&
                           (!loads_only || std::holds_alternative<Load>(
                                               test.program.threads[0].instructions[0].action));
      return differs ? Checked{Checked::Kind::different, "is large enough"} : Checked{};
    };
  };
  Notes notes;
  CampaignOptions options;
  options.threads = 2;
  // The lowest rungs have it, so nothing else is looked at.
  const auto low =
      smallest_difference(rungs(), {}, "fake", differing_from(2, false), options, notes.seen());
  REQUIRE(low.found);
  CHECK(instructions_of(low.found->test) == 2);
  CHECK(low.all_up_to == 1U);
  CHECK(notes.names.empty());
  // A family has it, and nothing lower.
  const auto early =
      smallest_difference(rungs(), {}, "fake", differing_from(3, false), options, notes.seen());
  REQUIRE(early.found);
  CHECK(instructions_of(early.found->test) == 3);
  CHECK(early.all_up_to == 2U);
  CHECK(early.file.empty());
  CHECK(notes.names == std::vector{early.found->test.name});
  // Ended early, it gives what was seen.
  notes.names.clear();
  options.interrupted = [&] { return !notes.names.empty(); };
  const auto cut =
      smallest_difference(rungs(), {}, "fake", differing_from(5, true), options, notes.seen());
  REQUIRE(cut.found);
  CHECK(notes.names == std::vector{cut.found->test.name});
  CHECK(cut.campaign.incomplete == Incomplete::interrupted);
}

TEST_CASE("ladder: the corpus comes before the middle, and what is smaller after it", "[ladder]") {
  const std::vector<Test> tests = corpus(Language::ptx);
  // Differs if it has so many instructions, and is of the corpus or asked for.
  const auto differing = [](std::size_t most, std::size_t generated) -> Check {
    return [most, generated](const Test& test, const Stop&) {
      const std::size_t size = instructions_of(test);
      const bool of_corpus = test.path.starts_with("litmus/");
      return size >= (of_corpus ? most : generated)
                 ? Checked{Checked::Kind::different, "is large enough"}
                 : Checked{};
    };
  };
  CampaignOptions options;
  options.threads = 2;
  Notes notes;
  notes.small = 4;  // once made smaller
  // Generated tests with four instructions are no smaller.
  const auto alone =
      smallest_difference(rungs(), tests, "fake", differing(6, 4), options, notes.seen());
  REQUIRE(alone.found);
  CHECK(alone.tests == "corpus");
  CHECK(alone.file.starts_with("litmus/"));
  CHECK(alone.all_up_to == 3U);
  CHECK(notes.names == std::vector{alone.found->test.name});
  const auto same_file = [&](const Test& test) { return test.path == alone.file; };
  const auto in_corpus = std::ranges::find_if(tests, same_file);
  REQUIRE(in_corpus != tests.end());
  CHECK(write(*in_corpus) == write(alone.found->test));
  CHECK(instructions_of(*in_corpus) == 6);
  // Those with three are.
  const auto smaller =
      smallest_difference(rungs(), tests, "fake", differing(6, 3), options, notes.seen());
  REQUIRE(smaller.found);
  CHECK(instructions_of(smaller.found->test) == 3);
  CHECK(smaller.file.empty());
  CHECK(smaller.all_up_to == 2U);
}

TEST_CASE("ladder: the corpus shows in seconds what the ladder is too low for", "[ladder]") {
  const std::string from =
      GENERATE("let observation = (ms & rf) | rmw", "  | [R & strong]; po; [acquire-fence]\n");
  const std::string to = from.ends_with("rmw") ? "let observation = (ms & rf)" : "";
  INFO(from);
  const auto models = axioms::embedded_models();
  const auto ptx75 = std::ranges::find(models, "ptx75.cat", &EmbeddedFile::name);
  REQUIRE(ptx75 != models.end());
  std::string text(ptx75->text);
  REQUIRE(text.find(from) != std::string::npos);
  text.replace(text.find(from), from.size(), to);
  const ChosenModel mine{axioms::read_model(text, "mine.cat")};
  const Check check = check_between(chosen_semantics("ptx75", {}), mine);
  const std::vector<Test> tests = corpus(Language::ptx);
  std::string name;
  for (const unsigned threads : {1U, 3U}) {
    Notes notes;
    CampaignOptions options;
    options.threads = threads;
    options.interrupted = [&] { return !notes.names.empty(); };
    const auto answer =
        smallest_difference(rungs(), tests, "ptx75, mine.cat", check, options, notes.seen());
    REQUIRE(answer.found);
    CHECK(answer.campaign.sum(&PartResult::checked) < 20'000);
    CHECK(answer.tests == "corpus");
    CHECK(answer.file.starts_with("litmus/ptx/"));
    if (name.empty()) name = answer.found->test.name;
    CHECK(answer.found->test.name == name);
  }
}

TEST_CASE("ladder: the first difference is one of the smallest", "[ladder]") {
  const Check check = [](const Test& test, const Stop&) {
    const auto& threads = test.program.threads;
    const bool differs = threads.size() == 2 && instructions_of(test) >= 3 &&
                         std::holds_alternative<Atomic>(threads[1].instructions[0].action);
    return differs ? Checked{Checked::Kind::different, "has an atomic"} : Checked{};
  };
  const std::vector<Rung> rungs = rungs_up_to(4);
  std::string name;
  for (const unsigned threads : {1U, 4U}) {
    CampaignOptions options;
    options.threads = threads;
    const FirstDifference answer = first_difference(rungs, "a, b", check, options);
    REQUIRE(answer.found);
    CHECK(instructions_of(answer.found->test) == 3);
    CHECK(answer.tests == "atomics-3");
    CHECK(answer.all_up_to == 2U);
    CHECK(answer.campaign.stopped_at_difference);
    if (name.empty()) name = answer.found->test.name;
    CHECK(answer.found->test.name == name);
  }
}

TEST_CASE("ladder: without a difference, it says how far it went", "[ladder]") {
  const Check equal = [](const Test&, const Stop&) { return Checked{}; };
  const std::vector<Rung> rungs = rungs_up_to(2);
  const FirstDifference answer = first_difference(rungs, "a, b", equal, {});
  CHECK_FALSE(answer.found);
  CHECK(answer.all_up_to == 2U);
  CHECK(answer.campaign.sum(&PartResult::equal) > 5000);

  CampaignOptions some;
  some.every = 10;  // nothing can be said of all
  CHECK_FALSE(first_difference(rungs, "a, b", equal, some).all_up_to);

  CampaignOptions stopped;
  std::atomic<unsigned> checked{0};
  stopped.interrupted = [&] { return checked > 1000; };
  const Check counting = [&](const Test&, const Stop&) {
    ++checked;
    return Checked{};
  };
  const FirstDifference early = first_difference(rungs, "a, b", counting, stopped);
  CHECK(early.all_up_to == 1U);
  CHECK(early.campaign.incomplete == Incomplete::interrupted);
}

TEST_CASE("ladder: machines that differ", "[ladder]") {
  const MachineEntry* const first = find_machine("sc");
  const MachineEntry* const second = find_machine("ptx");
  REQUIRE(first != nullptr);
  REQUIRE(second != nullptr);
  const Check check = [&](const Test& test, const Stop& stop) {
    ExploreOptions options;
    options.threads = 1;
    options.interrupted = stop;
    const Answer a = first->explore(test, options);
    const Answer b = second->explore(test, options);
    const bool equal = compare(test, a, b).agreement() == Agreement::equal;
    return equal ? Checked{} : Checked{Checked::Kind::different, "the outcomes differ"};
  };
  // A weak store and an atomic race, so the atomic may be torn apart.
  const FirstDifference answer = first_difference(rungs(), "sc, ptx", check, {});
  REQUIRE(answer.found);
  CHECK(instructions_of(answer.found->test) == 2);
  CHECK(answer.all_up_to == 1U);

  // Tests of one's own, in their order.
  const std::vector<std::string> values{"--family MP,SB", "--one-location --accesses 3"};
  const FirstDifference own =
      first_difference(campaign_tests(values, parse_specification), "sc, ptx", check, {});
  REQUIRE(own.found);
  CHECK(own.found->test.name == "MP");
  CHECK(own.tests == "family");
  CHECK_FALSE(own.all_up_to);
}

TEST_CASE("distinguish: given tests alone, or the ladder and the corpus", "[ladder]") {
  DistinguishQuestion question{
      {chosen_semantics("sc", {}), chosen_semantics("tso", {})}, {}, {}, {}, rungs_up_to(2)};
  Notes notes;
  const FirstDifference of_corpus = distinguish(question, notes.seen());
  REQUIRE(of_corpus.found);
  CHECK(of_corpus.tests == "corpus");
  CHECK(of_corpus.file.starts_with("litmus/"));
  CHECK(of_corpus.all_up_to == 2U);
  CHECK(notes.names == std::vector{of_corpus.found->test.name});

  const std::vector<std::string> values{"--family MP,SB"};
  question.tests = campaign_tests(values, parse_specification);
  const FirstDifference given = distinguish(question, notes.seen());
  REQUIRE(given.found);
  CHECK(given.found->test.name == "SB");
  CHECK(given.campaign.sum(&PartResult::equal) == 1);
  CHECK(notes.names.size() == 1);

  question.pairing = {chosen_semantics("cxx", {}), chosen_semantics("cxx:cxx=rc11", {})};
  question.tests.clear();
  question.ladder.clear();
  const FirstDifference in_cxx = distinguish(question, notes.seen());
  REQUIRE(in_cxx.found);
  CHECK(in_cxx.file.starts_with("litmus/cxx/"));
}

}  // namespace opexplore
