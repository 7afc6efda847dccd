// Sentences in the words of several languages.
#include "opmodel/phrase.hpp"

#include "answers/findings/vocabulary.hpp"
#include "opmodel/vocabulary.hpp"
#include "tests/catch.hpp"

namespace opexplore {
namespace {

// Two blocks of one thread, as a kernel calls them, and an address.
Program labelled() {
  Program program;
  program.threads.resize(2);
  program.threads[0].label = "block 0";
  program.threads[1].cta = 1;
  program.threads[1].label = "block 1";
  program.addresses = {{"q+8", 0, 0}};
  return program;
}

Phrase falls_short() {
  return Phrase(Scope::cta) + " does not reach " + Phrase::OfThread{1} + ", in another " +
         Noun::cta;
}

}  // namespace

TEST_CASE("phrases: each language has its words", "[phrase]") {
  const Program program = labelled();
  CHECK(told(falls_short(), program) == "cta does not reach P1, in another CTA");
  CHECK(told(falls_short(), vocabulary(kernel::SourceLanguage::cuda), program) ==
        "block scope does not reach block 1, in another block");
  Program cxx = program;
  cxx.language = Language::cxx;
  CHECK(told(falls_short(), cxx) == "block does not reach P1, in another block");
  const Phrase started = Phrase(Noun::block) + " 1 has not started; " + Noun::threads + " wait";
  CHECK(told(started, program) == "block 1 has not started; threads wait");
  CHECK(told(started, vocabulary(kernel::SourceLanguage::glsl), program) ==
        "workgroup 1 has not started; invocations wait");
}

TEST_CASE("phrases: what is quoted is left as it is", "[phrase]") {
  const Program program = labelled();
  const Phrase phrase = Phrase(Phrase::OfThread{0}) + " is at line 3: `ld.relaxed.gpu r1, P1`";
  CHECK(told(phrase, vocabulary(kernel::SourceLanguage::cuda), program) ==
        "block 0 is at line 3: `ld.relaxed.gpu r1, P1`");
}

TEST_CASE("phrases: addresses have the names that the source gives them", "[phrase]") {
  const Program program = labelled();
  const Phrase phrase = Phrase(Phrase::OfAddress{0}) + "=1";
  CHECK(told(phrase, program) == "q+8=1");
  CHECK(told(phrase, vocabulary(kernel::SourceLanguage::cuda), program,
             std::vector<std::string>{"q.tail"}) == "q.tail=1");
}

TEST_CASE("phrases: the same words make the same sentence", "[phrase]") {
  Phrase list;
  append_part(list, "one");
  append_part(list, "two");
  CHECK(list == Phrase("one; two"));
  CHECK(list.parts().size() == 1);
  CHECK(Phrase("").empty());
  CHECK_FALSE(Phrase("P1") == Phrase(Phrase::OfThread{1}));
}

}  // namespace opexplore
