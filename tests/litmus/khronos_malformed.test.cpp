// What is wrong with a test of Khronos is said where it stands, with advice.
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/litmus/khronos_text.hpp"
#include "tests/litmus/refused.hpp"

using namespace opexplore;
using opexplore::testing::Bad;
using opexplore::testing::check_all_refused;
using opexplore::testing::khronos_thread;
using opexplore::testing::repeated;

namespace {

const std::string asked_below = '\n' + testing::khronos_question;

}  // namespace

TEST_CASE("khronos: wrong words of instructions", "[litmus][khronos]") {
  // Line 4 is the instruction.
  const std::vector<Bad> table{
      {"lod.sc0 x", 4, 1, "unknown instruction 'lod'; did you mean 'ld'?"},
      {"ld.sc4 x", 4, 4, "unknown modifier 'sc4'; the classes are 0 to 3"},
      {"ld.semsc9 x", 4, 4, "the classes are 0 to 3"},
      {"st.atom.dv.sc0 x = 1", 4, 9, "scopes are written scopesg, scopewg, scopeqf and scopedev"},
      {"membar.acq_rel.scopedev.semsc0", 4, 8, "write .acq.rel"},
      {"ld..sc0 x", 4, 4, "unknown modifier ''"},
      {"ld.sc0. x", 4, 8, "unknown modifier ''"},
      {"ld.ütom.sc0.atm x", 4, 4, "unknown modifier 'ütom'"},
      {"ld.sc0.sc0 x", 4, 8, "'sc0' stands here twice"},
      {"atom.scopedev.sc0 x", 4, 1, "it names no instruction; instructions are ld, st, rmw"},
      {"ld.st.scopedev.sc0 x", 4, 4, "one line is 'ld' and 'st'; what reads and writes is"},
      {"ld.st.atom.cbar.scopedev.sc0 x", 4, 12, "'cbar' does not go with 'ld' and 'st'"},
      {"membar.cbar.scopedev 1", 4, 8, "one line is 'membar' and 'cbar'"},
      {"avdevice.scopedev", 4, 10, "it takes no other word"},
      {"st.sc0.sc1 x = 1", 4, 8, "it has two storage classes"},
      {"st.av.scopewg.scopedev.sc0 x = 1", 4, 15, "it has two scopes"},
      {"st x = 1", 4, 1, "an access has the storage class of what it accesses; add .sc0 to .sc3"},
      {"ld.av.scopedev.sc0 x", 4, 4, "what does not write makes nothing available"},
      {"st.vis.scopedev.sc0 x = 1", 4, 4, "what does not read makes nothing visible"},
      {"membar.acq.scopedev.sc0.semsc0", 4, 21, "only an access has 'sc0'"},
      {"cbar.atom.scopedev 1", 4, 6, "only an access has 'atom'"},
      {"st.rel.sc0.semsc0 x = 1", 4, 4, "only an atomic access has an order; add .atom"},
      {"st.atom.acq.scopedev.sc0.semsc0 x = 1", 4, 9, "what does not read acquires nothing"},
      {"ld.atom.rel.scopedev.sc0.semsc0 x", 4, 9, "what does not write releases nothing"},
      {"membar.scopedev", 4, 1, "a fence has an order; add .acq, .rel or both"},
      {"membar.rel.scopedev", 4, 8, "an order names the storage classes that it is for"},
      {"cbar.scopewg.semsc0 1", 4, 14, "without .acq or .rel it orders no storage classes"},
      {"membar.acq.scopedev.semsc0.semav", 4, 28, "only what releases makes other writes"},
      {"ld.atom.semvis.scopedev.sc0 x", 4, 9, "only what acquires makes other writes visible"},
      {"st.av.sc0 x = 1", 4, 1, "it needs a scope; add .scopesg, .scopewg, .scopeqf or .scopedev"},
      {"membar.acq.semsc0", 4, 1, "it needs a scope"},
      {"cbar 1", 4, 1, "it needs a scope"},
      {"rmw.sc0 x = 0 1", 4, 1, "it needs a scope"}};
  check_all_refused(table, khronos_thread, asked_below);
}

TEST_CASE("khronos: wrong operands", "[litmus][khronos]") {
  const std::vector<Bad> table{
      {"ld.sc0", 4, 7, "expected a location, found the end of the line"},
      {"ld.sc0 1", 4, 8, "'1' cannot name a location; names are letters, digits and _"},
      {"ld.sc0 r1", 4, 8, "'r1' cannot name a location"},
      {"ld.sc0 P1", 4, 8, "'P1' cannot name a location"},
      {"ld.sc0 x-y", 4, 8, "'x-y' cannot name a location"},
      {"ld.sc0 exists", 4, 8, "'exists' is a reserved word"},
      {"ld.sc0 x =", 4, 11, "expected the value that is read, found the end of the line"},
      {"st.sc0 x = y", 4, 12, "expected the value that is written, found 'y'"},
      {"st.sc0 x = 1x", 4, 12, "malformed number '1x'"},
      {"st.sc0 x = 99999999999999999999", 4, 12, "does not fit in 64 bits"},
      {"st.sc0 x = 1 2", 4, 14, "expected the end of the line, found '2'; write 'x = 1'; only"},
      {"ld.sc0 x y", 4, 10, "expected the end of the line, found 'y'"},
      {"rmw.scopedev.sc0 x = 1 2 3", 4, 26, "write 'x = 1 2' for what reads 1 and writes 2"},
      {"st.sc0 x = 1 // one", 4, 14, "expected the end of the line, found '//'"},
      {"ld.sc0 x = 5", 4, 8, "nobody writes 5 to 'x'; a read has the value that it returns"},
      {"cbar.scopewg", 4, 13, "expected the number of the barrier, found the end of the line"},
      {"cbar.scopewg x", 4, 14, "expected the number of the barrier, found 'x'"},
      {"cbar.scopewg 1 2", 4, 16, "it has no further operand"},
      {"avdevice x", 4, 10, "it has no further operand"},
      {"cbar.scopewg 1\ncbar.scopewg 1", 5, 1, "the thread comes to barrier 1 twice"},
      {"cbar.scopewg 1\nNEWTHREAD\ncbar.scopedev 1", 6, 1,
       "two kinds of barrier 1: 'cbar.scopewg' in line 4; one barrier has one scope"},
      {repeated("ld.sc0 x\n", 65), 68, 8, "too many registers in one thread: the limit is 64"}};
  check_all_refused(table, khronos_thread, asked_below);
}

TEST_CASE("khronos: wrong lines around instructions", "[litmus][khronos]") {
  const std::string one = khronos_thread + "st.sc0 x = 1\n";
  const std::vector<Bad> table{
      {"// nothing\n", 1, 1, "expected NEWWG, found the end of the file"},
      {"st.sc0 x = 1" + asked_below, 1, 1,
       "expected a thread, found 'st.sc0'; write NEWTHREAD before"},
      {"NEWTHREAD" + asked_below, 1, 1,
       "expected NEWWG, found 'NEWTHREAD'; threads are in subgroups"},
      {"NEWWG\nNEWTHREAD" + asked_below, 2, 1, "expected NEWSG, found 'NEWTHREAD'"},
      {"NEWQF\nNEWSG" + asked_below, 2, 1, "expected NEWWG, found 'NEWSG'"},
      {"NEWWG\nNEWWG" + asked_below, 2, 1, "expected NEWSG, found 'NEWWG'"},
      {"NEWWG 1" + asked_below, 1, 7,
       "expected the end of the line, found '1'; a group has no name"},
      {one + "NEWSG" + asked_below, 6, 1, "the test ends without a thread in its last group"},
      {one + "NEWTHREAD" + asked_below, 5, 1, "the thread has no instruction; leave it out"},
      {khronos_thread + "NEWSG" + asked_below, 3, 1, "the thread has no instruction"},
      {one + "NEWTHREAD A" + asked_below, 5, 11, "expected the number of the thread, found 'A'"},
      {one + "NEWTHREAD 1\navdevice\nNEWTHREAD 1" + asked_below, 7, 11,
       "there is a thread '1' already"},
      {one + "SSW 0" + asked_below, 5, 6,
       "expected the number of a thread, found the end of the line"},
      {one + "SSW 0 1 2" + asked_below, 5, 9,
       "expected the end of the line, found '2'; write 'SSW 0 1'"},
      {one + "SSW 0 1" + asked_below, 5, 5, "no thread is called '0'; give it its number where it"},
      {one + "NEWTHREAD 0\navdevice\nNEWTHREAD 1\navdevice\nSSW 0 1\nSSW 1 0" + asked_below, 10, 1,
       "all of P2 would come before itself"},
      {one + "NEWTHREAD 0\navdevice\nNEWTHREAD 1\navdevice\nSSW 0 1\nSSW 0 1" + asked_below, 10, 1,
       "this pair stands here twice"},
      {one + "SLOC x" + asked_below, 5, 7,
       "expected the name of a location, found the end of the line"},
      {one + "SLOC x z" + asked_below, 5, 8, "nobody accesses the location 'z'"},
      {one + "SATISFYABLE consistent[X]\n", 5, 1, "did you mean 'SATISFIABLE'?"},
      {one, 4, 1, "a test needs a question; write 'SATISFIABLE consistent[X]' or"},
      {repeated("NEWWG\nNEWSG\nNEWTHREAD\navdevice\n", 65) + asked_below, 259, 1,
       "too many threads"}};
  check_all_refused(table, "", "");
}
