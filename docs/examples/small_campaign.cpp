// small_campaign MACHINE MACHINE: on which tests made to order two machines differ, and how the
// first of them looks when it is made as small as it can be.
#include <exception>
#include <iostream>

#include "answers/pairing.hpp"
#include "litmus/generate/exhaustive.hpp"
#include "litmus/language/writer.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/campaign/check.hpp"
#include "studies/minimise/smaller_test.hpp"

namespace {

/// All programs of two threads with at most two accesses each, to at most two locations.
opexplore::CampaignPart small_tests(const opexplore::Pairing& pairing) {
  opexplore::ExploreOptions explore;
  explore.max_states = 100'000;  // of each test; beyond that it is undecided
  opexplore::CampaignPart part;
  part.tests = "two accesses";
  part.specification = opexplore::generate::ExhaustiveTests{
      .size = {.threads = 2, .accesses = 2, .locations = 2}, .alternatives = {}};
  part.pairing = name_of(pairing);
  part.check = check_of(pairing, explore);
  return part;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: small_campaign MACHINE MACHINE\n";
    return 2;
  }
  try {
    const opexplore::Pairing pairing{opexplore::chosen_semantics(argv[1], {}),
                                     opexplore::chosen_semantics(argv[2], {})};
    const opexplore::CampaignPart part = small_tests(pairing);
    const opexplore::CampaignResult result = opexplore::run_campaign({&part, 1}, {});
    const opexplore::PartResult& found = result.parts.front();
    std::cout << found.pairing << ": " << found.checked << " tests, " << found.different
              << " different\n";
    if (found.differences.empty()) return 0;
    const opexplore::Test& first = found.differences.front().test;
    const auto smaller = opexplore::smaller_test(
        pairing, {first, opexplore::native_dialect(opexplore::Language::ptx), {}}, {});
    std::cout << opexplore::write(smaller ? smaller->minimised.test : first);
    return 1;
  } catch (const std::exception& error) {  // opexplore::UsageError: which machines there are
    std::cerr << "small_campaign: " << error.what() << '\n';
    return 2;
  }
}
