// Integer instructions of kernels: each with values worked out by hand from the PTX ISA, once on
// numbers that the front-end knows and once on numbers from memory.
#include <vector>

#include "tests/litmus/kernel_outcomes.hpp"
#include "tests/litmus/kernel_values.hpp"

using namespace opexplore;
using namespace opexplore::testing;

TEST_CASE("kernel integers: bits are counted, found and turned around", "[kernel][integers]") {
  const std::vector<Computation> all = {{"popc.b32 %o, %a;", {0}, 0},
                                        {"popc.b32 %o, %a;", {-1}, 32},
                                        {"popc.b32 %o, %a;", {0x80000001}, 2},
                                        {"popc.b64 %o, %wa;", {-1}, 64},
                                        {"popc.b64 %o, %wa;", {0x100000001}, 2},
                                        {"clz.b32 %o, %a;", {0}, 32},
                                        {"clz.b32 %o, %a;", {1}, 31},
                                        {"clz.b32 %o, %a;", {-1}, 0},
                                        {"clz.b64 %o, %wa;", {0xFFFF}, 48},
                                        {"brev.b32 %o, %a;", {1}, -2147483648},
                                        {"brev.b32 %o, %a;", {0x12}, 0x48000000},
                                        {"brev.b64 %wo, %wa;", {3}, -4611686018427387904},
                                        {"bfind.u32 %o, %a;", {0}, -1},
                                        {"bfind.u32 %o, %a;", {0x10}, 4},
                                        {"bfind.u32 %o, %a;", {-1}, 31},
                                        {"bfind.s32 %o, %a;", {-1}, -1},
                                        {"bfind.s32 %o, %a;", {-2}, 0},
                                        {"bfind.s32 %o, %a;", {5}, 2},
                                        {"bfind.u64 %o, %wa;", {0x700000000}, 34},
                                        {"bfind.shiftamt.u32 %o, %a;", {0x10}, 27},
                                        {"bfind.shiftamt.u32 %o, %a;", {0}, -1},
                                        {"fns.b32 %o, %a, %b, 2;", {0x16}, 2}};
  for (const Computation& one : all) {
    if (one.code.find("fns") == std::string::npos) check_computed(one);
  }
  CHECK(computed({"fns.b32 %o, %a, 0, 2;", {0x16}}, false) == 2);
  CHECK(computed({"fns.b32 %o, %a, 3, -1;", {0x16}}, false) == 2);
  CHECK(computed({"fns.b32 %o, %a, 3, 0;", {0x16}}, false) == -1);
  CHECK(computed({"fns.b32 %o, %a, 1, 0;", {0x16}}, false) == 1);
  CHECK(computed({"fns.b32 %o, %a, 0, 4;", {0x16}}, false) == -1);
}

TEST_CASE("kernel integers: sums and differences go on in the next register",
          "[kernel][integers]") {
  const std::vector<Computation> all = {
      {"add.cc.u32 %c, %a, %b; addc.u32 %o, %a, %b;", {-1, 1}, 1},
      {"add.cc.u32 %c, %a, %b; addc.u32 %o, %a, 0;", {5, 6}, 5},
      {"sub.cc.u32 %c, %a, %b; subc.u32 %o, 10, 0;", {1, 2}, 9},
      {"sub.cc.u32 %c, %a, %b; subc.u32 %o, 10, 0;", {2, 1}, 10},
      {"add.cc.u64 %wc, %wa, %wb; addc.u64 %wo, 0, 0;", {-1, 1}, 1},
      {"add.cc.u64 %wc, %wa, %wb; addc.cc.u64 %wd, -1, 0; addc.u64 %wo, 0, 0;", {-1, 1}, 1},
      {"sub.cc.u64 %wc, %wa, %wb; subc.u64 %wo, 0, 0;", {1, 2}, -1},
      {"mad.lo.cc.u32 %c, %a, %b, %a; madc.hi.u32 %o, %a, %b, 7;", {-1, -1}, 6},
      {"mad.lo.cc.u64 %wc, %wa, %wb, -1; madc.hi.u64 %wo, %wa, %wb, 0;", {2, 3}, 1}};
  for (const Computation& one : all) check_computed(one);
}

TEST_CASE("kernel integers: fields of bits", "[kernel][integers]") {
  const std::vector<Computation> all = {
      {"bfe.u32 %o, %a, 4, 8;", {0xABCD}, 0xBC},
      {"bfe.u32 %o, %a, 24, 16;", {-1}, 0xFF},
      {"bfe.u32 %o, %a, 4, 0;", {-1}, 0},
      {"bfe.u32 %o, %a, 40, 4;", {-1}, 0},
      {"bfe.s32 %o, %a, 4, 8;", {0xABCD}, -68},
      {"bfe.s32 %o, %a, 4, 4;", {0x50}, 5},
      {"bfe.s32 %o, %a, 24, 16;", {0x80000000}, -128},
      {"bfe.s32 %o, %a, 40, 4;", {-1}, -1},
      {"bfe.s32 %o, %a, 4, 0;", {-1}, 0},
      {"bfe.u32 %o, %a, %b, %c;", {0xABCD, 4, 8}, 0xBC},
      {"bfe.s64 %wo, %wa, 60, 4;", {-1152921504606846976}, -1},
      {"bfe.u64 %wo, %wa, 0, 64;", {-5}, -5},
      {"bfi.b32 %o, %a, %b, 8, 4;", {0x5, 0xFFFF}, 0xF5FF},
      {"bfi.b32 %o, %a, %b, 8, 0;", {0x5, 0xFFFF}, 0xFFFF},
      {"bfi.b32 %o, %a, %b, %c, %d;", {0x5, 0xFFFF, 8, 4}, 0xF5FF},
      {"bfi.b32 %o, %a, %b, 28, 8;", {0x12, 0}, 0x20000000},
      {"bfi.b64 %wo, %wa, %wb, 32, 32;", {1, 7}, 0x100000007},
      {"bmsk.clamp.b32 %o, %a, %b;", {4, 8}, 0xFF0},
      {"bmsk.clamp.b32 %o, %a, %b;", {0, 32}, -1},
      {"bmsk.wrap.b32 %o, %a, %b;", {36, 1}, 0x10},
      {"szext.clamp.s32 %o, %a, %b;", {0xFF, 8}, -1},
      {"szext.clamp.s32 %o, %a, %b;", {0x7F, 8}, 0x7F},
      {"szext.clamp.u32 %o, %a, %b;", {0x1FF, 8}, 0xFF},
      {"szext.clamp.s32 %o, %a, %b;", {-5, 40}, -5},
      {"szext.wrap.u32 %o, %a, %b;", {0x1FF, 36}, 0xF},
      {"prmt.b32 %o, %a, %b, 0x3210;", {0x44332211, 0x88776655}, 0x44332211},
      {"prmt.b32 %o, %a, %b, 0x0746;", {0x44332211, 0x88776655}, 0x11885577},
      {"prmt.b32 %o, %a, %b, 0x000F;", {0x44332211, 0x88776655}, 0x111111FF},
      {"prmt.b32 %o, %a, %b, %c;", {0x44332211, 0x8776655, 0x7654}, 0x08776655}};
  for (const Computation& one : all) check_computed(one);
}

TEST_CASE("kernel integers: shifts by known and unknown amounts", "[kernel][integers]") {
  const std::vector<Computation> all = {
      {"shl.b32 %o, %a, %b;", {3, 4}, 48},
      {"shl.b32 %o, %a, %b;", {3, 31}, -2147483648},
      {"shl.b32 %o, %a, %b;", {3, 32}, 0},
      {"shl.b32 %o, %a, %b;", {3, -1}, 0},
      {"shl.b64 %wo, %wa, %b;", {3, 33}, 0x600000000},
      {"shl.b64 %wo, %wa, 63;", {3}, -9223372036854775807 - 1},
      {"shl.b16 %ho, %ha, %b;", {0x180, 8}, 0x8000},
      {"shr.u32 %o, %a, %b;", {-1, 28}, 15},
      {"shr.u32 %o, %a, %b;", {-1, 32}, 0},
      {"shr.s32 %o, %a, %b;", {-16, 2}, -4},
      {"shr.s32 %o, %a, %b;", {-15, 2}, -4},
      {"shr.s32 %o, %a, %b;", {15, 2}, 3},
      {"shr.s32 %o, %a, %b;", {-16, 99}, -1},
      {"shr.s32 %o, %a, 3;", {-17}, -3},
      {"shr.s64 %wo, %wa, 63;", {-17}, -1},
      {"shr.u64 %wo, %wa, 63;", {-17}, 1},
      {"shr.s16 %ho, %ha, 4;", {0x8000}, 0xF800},
      {"shr.u16 %ho, %ha, 4;", {0x8000}, 0x0800},
      {"shf.l.wrap.b32 %o, %a, %b, 4;", {-2147483648, 1}, 0x18},
      {"shf.r.wrap.b32 %o, %a, %b, %c;", {0x10, 1, 36}, 0x10000001},
      {"shf.r.clamp.b32 %o, %a, %b, %c;", {0x10, 7, 36}, 7},
      {"shf.l.clamp.b32 %o, %a, %b, %c;", {0x10, 7, 36}, 0x10}};
  for (const Computation& one : all) check_computed(one);
}

TEST_CASE("kernel integers: products, quotients and distances", "[kernel][integers]") {
  const std::vector<Computation> all = {
      {"mul.hi.u32 %o, %a, %b;", {-1, -1}, -2},
      {"mul.hi.s32 %o, %a, %b;", {-1, -1}, 0},
      {"mul.hi.s32 %o, %a, %b;", {-1, 1}, -1},
      {"mul.hi.u64 %wo, %wa, %wb;", {-1, -1}, -2},
      {"mul.hi.u64 %wo, %wa, %wb;", {0x123456789, 0x1000000000}, 0x12},
      {"mul.hi.s64 %wo, %wa, %wb;", {-1, 5}, -1},
      {"mul.hi.s64 %wo, %wa, %wb;", {-3, -5}, 0},
      {"mul.hi.u16 %ho, %ha, %hb;", {0x8000, 4}, 2},
      {"mul.wide.u32 %wo, %a, %b;", {-1, 2}, 0x1FFFFFFFE},
      {"mul.wide.s32 %wo, %a, %b;", {-1, 2}, -2},
      {"mul.wide.u16 %o, %ha, %hb;", {0xFFFF, 2}, 0x1FFFE},
      {"mul.wide.s16 %o, %ha, %hb;", {0xFFFF, 2}, -2},
      {"mul.lo.u16 %ho, %ha, %hb;", {0xFFFF, 2}, 0xFFFE},
      {"mad.hi.u32 %o, %a, %b, %c;", {-1, -1, 5}, 3},
      {"mad.wide.u32 %wo, %a, %b, %wc;", {-1, 2, 2}, 0x200000000},
      {"mad.lo.s32 %o, %a, %b, %c;", {7, -3, 1}, -20},
      {"mul24.lo.u32 %o, %a, %b;", {0x1000003, 5}, 15},
      {"mul24.hi.s32 %o, %a, %b;", {0x800000, 2}, -256},
      {"mad24.lo.s32 %o, %a, %b, %c;", {3, 5, -1}, 14},
      {"rem.s32 %o, %a, %b;", {-7, 3}, -1},
      {"rem.u32 %o, %a, %b;", {-1, 10}, 5},
      {"rem.u64 %wo, %wa, %wb;", {-1, 10}, 5},
      {"div.s32 %o, %a, %b;", {-7, 2}, -3},
      {"div.u32 %o, %a, %b;", {-1, 16}, 0xFFFFFFF},
      {"div.u32 %o, %a, 8;", {100}, 12},
      {"div.s16 %ho, %ha, %hb;", {0xFFF9, 2}, 0xFFFD},
      {"abs.s32 %o, %a;", {-5}, 5},
      {"abs.s64 %wo, %wa;", {-5}, 5},
      {"abs.s16 %ho, %ha;", {0xFFFB}, 5},
      {"sad.u32 %o, %a, %b, %c;", {1, -1, 1}, -1},
      {"sad.s32 %o, %a, %b, %c;", {1, -1, 1}, 3},
      {"add.sat.s32 %o, %a, %b;", {2147483647, 1}, 2147483647},
      {"sub.sat.s32 %o, %a, %b;", {-2147483647, 5}, -2147483648},
      {"add.s16 %ho, %ha, %hb;", {0xFFFF, 2}, 1},
      {"neg.s32 %o, %a;", {5}, -5},
      {"dp4a.u32.u32 %o, %a, %b, %c;", {0x01020304, 0x01010101, 1}, 11},
      {"dp4a.s32.s32 %o, %a, %b, %c;", {0xFF, 2, 1}, -1},
      {"dp2a.hi.u32.u32 %o, %a, %b, %c;", {0x00010002, 0x03040000, 1}, 12},
      {"lop3.b32 %o, %a, %b, %c, 0x96;", {0xF0, 0xCC, 0xAA}, 0x96},
      {"lop3.b32 %o, %a, %b, %c, 0xE8;", {0xF0, 0xCC, 0xAA}, 0xE8},
      {"lop3.b32 %o, %a, %b, %c, 0x00;", {0xF0, 0xCC, 0xAA}, 0}};
  for (const Computation& one : all) check_computed(one);
}

TEST_CASE("kernel integers: comparison and selection", "[kernel][integers]") {
  const std::vector<Computation> all = {{"setp.lt.u32 %po, %a, %b;", {1, -1}, 1},
                                        {"setp.lt.s32 %po, %a, %b;", {1, -1}, 0},
                                        {"setp.hs.u64 %po, %wa, %wb;", {-1, 1}, 1},
                                        {"setp.lt.s16 %po, %ha, %hb;", {0xFFFF, 1}, 1},
                                        {"setp.ge.u16 %po, %ha, %hb;", {0xFFFF, 1}, 1},
                                        {"setp.eq.and.s32 %po, %a, %b, %pc;", {4, 4, 1}, 1},
                                        {"setp.eq.and.s32 %po, %a, %b, !%pc;", {4, 4, 1}, 0},
                                        {"setp.ne.or.s32 %po, %a, %b, %pc;", {4, 4, 1}, 1},
                                        {"setp.ne.xor.s32 %po, %a, %b, %pc;", {4, 5, 1}, 0},
                                        {"setp.lt.s32 %pq|%po, %a, %b;", {4, 5}, 0},
                                        {"setp.lt.and.s32 %pq|%po, %a, %b, %pc;", {6, 5, 1}, 1},
                                        {"setp.lt.s32 %po|%pq, %a, %b;", {4, 5}, 1},
                                        {"set.lt.u32.s32 %o, %a, %b;", {4, 5}, -1},
                                        {"set.lt.f32.s32 %o, %a, %b;", {4, 5}, 0x3F800000},
                                        {"set.gt.and.u32.u32 %o, %a, %b, %pc;", {-1, 5, 0}, 0},
                                        {"slct.s32.s32 %o, %a, %b, %c;", {4, 5, -1}, 5},
                                        {"slct.u64.s32 %wo, %wa, %wb, %c;", {4, 5, 0}, 4},
                                        {"min.u32 %o, %a, %b;", {-1, 5}, 5},
                                        {"max.u32 %o, %a, %b;", {-1, 5}, -1},
                                        {"max.s32 %o, %a, %b;", {-1, 5}, 5},
                                        {"min.u64 %wo, %wa, %wb;", {-1, 5}, 5},
                                        {"min.s16 %ho, %ha, %hb;", {0xFFFF, 5}, 0xFFFF},
                                        {"max.u16 %ho, %ha, %hb;", {0xFFFF, 5}, 0xFFFF},
                                        {"not.pred %po, %pa;", {1}, 0},
                                        {"and.pred %po, %pa, %pb;", {1, 0}, 0},
                                        {"or.pred %po, %pa, %pb;", {1, 0}, 1},
                                        {"xor.pred %po, %pa, %pb;", {1, 1}, 0},
                                        {"mov.pred %po, %pa;", {1}, 1},
                                        {"cnot.b32 %o, %a;", {0}, 1},
                                        {"not.b16 %ho, %ha;", {0xFF}, 0xFF00}};
  for (const Computation& one : all) check_computed(one);
}

TEST_CASE("kernel integers: conversions", "[kernel][integers]") {
  const std::vector<Computation> all = {
      {"cvt.s64.s32 %wo, %a;", {-5}, -5},
      {"cvt.u64.u32 %wo, %a;", {-5}, 0xFFFFFFFB},
      {"cvt.s32.s8 %o, %a;", {0x80}, -128},
      {"cvt.s32.s16 %o, %ha;", {0xFFFE}, -2},
      {"cvt.u32.s16 %o, %ha;", {0xFFFE}, -2},
      {"cvt.u32.u16 %o, %ha;", {0xFFFE}, 0xFFFE},
      {"cvt.u16.u8 %ho, %ha;", {0x1FF}, 0xFF},
      {"cvt.s16.s8 %ho, %ha;", {0x1FF}, 0xFFFF},
      {"cvt.s64.s16 %wo, %ha;", {0x8000}, -32768},
      {"cvt.u8.u32 %ho, %a;", {0x1FF}, 0xFF},
      {"cvt.s8.s32 %o, %a;", {0xFF}, -1},
      {"cvt.sat.u8.s32 %ho, %a;", {300}, 255},
      {"cvt.sat.u8.s32 %ho, %a;", {-3}, 0},
      {"cvt.sat.s8.s32 %o, %a;", {-300}, -128},
      {"cvt.sat.s32.u32 %o, %a;", {-1}, 2147483647},
      {"cvt.sat.s64.u64 %wo, %wa;", {-1}, 9223372036854775807},
      {"cvt.sat.u32.s64 %o, %wa;", {0x1000000000}, -1},
      {"mov.b64 %wo, {%a, %b};", {7, -1}, -4294967289},
      {"mov.b64 %wo, {%a, %b};", {-1, 0}, 0xFFFFFFFF},
      {"mov.b64 {%o, %o2}, %wa;", {0x700000005}, 5},
      {"mov.b64 {%o2, %o}, %wa;", {0x700000005}, 7},
      {"mov.b64 {_, %o}, %wa;", {-5}, -1},
      {"mov.b32 %o, {%ha, %hb};", {0xFFFF, 1}, 0x1FFFF},
      {"mov.b32 {_, %ho}, %a;", {0x12345678}, 0x1234},
      {"mov.b64 %wo, {%ha, %hb, %hc, %hd};", {1, 2, 3, 4}, 0x0004000300020001},
      {"mov.b64 {%b, %a}, %wa; sub.s32 %o, %a, %b;", {0x700000005, 0}, 2}};
  for (const Computation& one : all) check_computed(one);
}

TEST_CASE("kernel integers: what PTX leaves open or does not have is refused", "[kernel]") {
  const auto refused = [](const std::string& code, const std::string& says) {
    CHECK_THROWS_WITH(computed({code, {1, 2, 3}}, true), Catch::Contains(says));
  };
  refused("popc.b32 %o;", "has 2 operands");
  refused("popc %o, %a;", "needs a type");
  refused("popc.f32 %o, %a;", "type .f32");
  refused("popc.b32 [%a], %a;", "expected a destination register");
  refused("rem.s32 %o, %a, 0;", "division by zero");
  refused("shf.l.b32 %o, %a, %b, 1;", "shf.l or shf.r");
  refused("lop3.b32 %o, %a, %b, %c, %a;", "the table of the operation");
  refused("fns.b32 %o, %a, %b, 2;", "only when the program runs");
  refused("mov.b64 %wo, {%ha, %hb, %hc};", "no 3 such parts");
  refused("mul24.u32 %o, %a, %b;", ".lo or .hi");
  refused("prmt.b32.f4e %o, %a, %b, 1;", "modifier 'f4e'");
  refused("setp.s32 %po, %a, %b;", "needs a comparison");
  refused("setp.eq.and.or.s32 %po, %a, %b, %pc;", "'or' in");
  refused("set.eq.u32 %o, %a, %b;", "needs two types");
  refused("add.s32 %o, !%pa, 1;", "expected a register or a number");
}

TEST_CASE("kernel: memory that nobody writes may be read past the caches", "[kernel]") {
  const Test test = kernel_test("ld.global.nc.L1::no_allocate.u32 %r1, [%rd1]; st.u32 [%rd2], %r1;",
                                usual_launch(2, "locations [ y; ]"));
  CHECK(spelled(test) == std::vector<std::string>{"ld.weak r2, x", "st.weak y, r2"});
}

TEST_CASE("kernel: what is read past the caches may be old if somebody writes it", "[kernel]") {
  const std::string body = "st.u32 [%rd1], 1; ld.global.nc.u32 %r1, [%rd1]; st.u32 [%rd2], %r1;";
  const auto can_be = [&](int y) {
    return kernel_test(body, usual_launch(1, "exists (y=" + std::to_string(y) + ")"));
  };
  CHECK(reached(can_be(0)));
  CHECK(reached(can_be(1)));
  CHECK_FALSE(reached(can_be(0), "ptx"));
}
