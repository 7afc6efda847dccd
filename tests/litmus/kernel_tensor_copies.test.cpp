// Copies of boxes of tensors in kernels: what becomes of them in a program, and what launches say
// of tensormaps.
#include <string>
#include <variant>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/kernels/launch_words.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/tensor_map.hpp"
#include "opmodel/asynchronous.hpp"
#include "tests/catch.hpp"
#include "tests/litmus/kernel_launch.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

using TensorWords = std::vector<std::string>;

/// A kernel that is given two maps, arg0, and a pointer, arg1; it has a from_tile of 256 bytes, and
/// an mbarrier behind it.
std::string tensor_module(const std::string& body) {
  return ".version 9.0\n.target sm_90\n.address_size 64\n.global .align 128 .b8 maps[256];\n"
         ".visible .entry k(.param .align 128 .b8 map[256], .param .u64 in)\n{\n"
         ".reg .pred %p<4>;\n.reg .b16 %rs<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n"
         ".shared .align 128 .b8 tile[264];\n.local .align 128 .b8 mine[128];\n"
         "mov.b64 %rd2, map;\ncvta.param.u64 %rd1, %rd2;\nld.param.u64 %rd3, [in];\n" +
         body + "\nret;\n}\n";
}

kernel::LaunchedKernel read_tensors(const std::string& body, const TensorWords& inputs) {
  const std::string text = tensor_module(body);
  const kernel::ModuleFile file(text, "k.ptx");
  kernel::LaunchWords words;
  words.blocks = {"--grid", "1", "", {}};
  words.threads = {"--block", "1", "", {}};
  for (const std::string& input : inputs) words.inputs.push_back({"--input", input, "", {}});
  kernel::Launch how = kernel::launch_of(words, file.module(), {}, "k.ptx");
  how.looked = kernel::Looked::all_executions;
  return kernel::read_launched(text, "k.ptx", how);
}

Test read_tensor_test(const std::string& body, const TensorWords& inputs) {
  return read_tensors(body, inputs).test;
}

const std::string tensor_load =
    "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes ";
const std::string tensor_store = "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group ";
const std::string from_tile = ", [tile];";

std::string tensor_load_at(const std::string& coordinates) {
  return tensor_load + "[tile], [%rd1, {" + coordinates + "}], [tile+256];";
}

std::string tensor_store_at(const std::string& coordinates) {
  return tensor_store + "[%rd1, {" + coordinates + "}], [tile];";
}

/// The last_operation that the body ends with.
AsynchronousOperation last_operation(const Test& test) {
  const Action& action = test.program.threads.at(0).instructions.back().action;
  return std::get<AsynchronousOperation>(std::get<Asynchronous>(action).what);
}

std::string named_at(const Test& test, AddressId address) {
  return test.program.addresses.at(address).name;
}

/// Each element as "tile_at_0 <- in_4", "tile_at_0 <- 5".
TensorWords moves_of(const Test& test) {
  TensorWords result;
  for (const CopiedElement& element : last_operation(test).elements) {
    std::string text;
    for (const AddressId to : element.destinations) text += named_at(test, to) + ' ';
    text += "<- ";
    text += element.source ? named_at(test, *element.source)
                           : std::to_string(std::get<Value>(element.operand));
    result.push_back(text);
  }
  return result;
}

/// The numbers that a tensor_load writes, in order.
std::vector<Value> loaded_numbers(const Test& test) {
  std::vector<Value> result;
  for (const CopiedElement& element : last_operation(test).elements) {
    CHECK_FALSE(element.source);
    result.push_back(std::get<Value>(element.operand));
  }
  return result;
}

std::string refusal_with(const std::string& body, const TensorWords& inputs) {
  try {
    read_tensors(body, inputs);
  } catch (const InputError& error) {
    CHECK_FALSE(error.suggestion.empty());
    return error.message + "; " + error.suggestion;
  } catch (const UsageError& error) {
    CHECK_FALSE(error.suggestion.empty());
    return error.what() + std::string("; ") + error.suggestion;
  }
  return "taken";
}

/// Of a tensormap that nobody uses.
std::string refused_map(const std::string& tensormap) {
  return refusal_with("", {"0=" + tensormap});
}

const TensorWords sixteen_numbers = {"0=tensor:in:8x2:box=4x2",
                                     "in=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"};

}  // namespace

TEST_CASE("tensor copies: a box is loaded row by row", "[kernel][tensor]") {
  const Test test = read_tensor_test(tensor_load_at("4, 0"), sixteen_numbers);
  CHECK(moves_of(test) == TensorWords{"tile_at_0 <- 5", "tile_at_4 <- 6", "tile_at_8 <- 7",
                                      "tile_at_12 <- 8", "tile_at_16 <- 13", "tile_at_20 <- 14",
                                      "tile_at_24 <- 15", "tile_at_28 <- 16"});
  CHECK(last_operation(test).kind == AsynchronousOperation::Kind::bulk);
  CHECK(last_operation(test).bytes == 32);
  CHECK_FALSE(last_operation(test).descriptor);
  REQUIRE(last_operation(test).mbarriers.size() == 1);
  CHECK(named_at(test, last_operation(test).mbarriers[0]) == "tile_at_256");
}

TEST_CASE("tensor copies: what is outside of the tensor is loaded as zero, and counts",
          "[kernel][tensor]") {
  using Values = std::vector<Value>;
  const Test beyond = read_tensor_test(tensor_load_at("6, 1"), sixteen_numbers);
  CHECK(loaded_numbers(beyond) == Values{15, 16, 0, 0, 0, 0, 0, 0});
  CHECK(last_operation(beyond).bytes == 32);
  CHECK(loaded_numbers(read_tensor_test(tensor_load_at("-1, -1"), sixteen_numbers)) ==
        Values{0, 0, 0, 0, 0, 1, 2, 3});
  CHECK(loaded_numbers(read_tensor_test(tensor_load_at("-4, 0"), sixteen_numbers)) ==
        Values{0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(loaded_numbers(read_tensor_test(tensor_load_at("0, 0x7fffffff"), sixteen_numbers)) ==
        Values(8, 0));
  CHECK(loaded_numbers(read_tensor_test("mov.u32 %r1, 0xffffffff;\n" + tensor_load_at("%r1, 0"),
                                        sixteen_numbers)) == Values{0, 1, 2, 3, 0, 9, 10, 11});
}

TEST_CASE("tensor copies: rows may have gaps, and the tensor begins where it is said to",
          "[kernel][tensor]") {
  using Values = std::vector<Value>;
  const std::string numbers = "in=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16";
  CHECK(loaded_numbers(read_tensor_test(tensor_load_at("0, 0"),
                                        {"0=tensor:in:3x2:box=4x2:strides=32", numbers})) ==
        Values{1, 2, 3, 0, 9, 10, 11, 0});
  CHECK(loaded_numbers(
            read_tensor_test(tensor_load_at("0, 0"), {"0=tensor:in+4:4x3:box=4x2", numbers})) ==
        Values{5, 6, 7, 8, 9, 10, 11, 12});
  CHECK(loaded_numbers(read_tensor_test(
            "cp.async.bulk.tensor.3d.shared::cta.global.mbarrier::complete_tx::bytes "
            "[tile], [%rd1, {0, 1, 1}], [tile+256];",
            {"0=tensor:in:4x2x2:box=4x1x2", numbers})) == Values{13, 14, 15, 16, 0, 0, 0, 0});
}

TEST_CASE("tensor copies: elements are as long as the map says", "[kernel][tensor]") {
  const Test wide =
      read_tensor_test(tensor_load_at("0, 0"), {"0=tensor:in:2x1:box=2x1:uint64", "in=1,-1"});
  CHECK(moves_of(wide) == TensorWords{"tile_0 <- 1", "tile_1 <- -1"});
  const Test narrow = read_tensor_test(tensor_load_at("0, 0"), {"0=tensor:in:8x1:box=8x1:float16"});
  CHECK(last_operation(narrow).elements.size() == 8);
  CHECK(last_operation(narrow).bytes == 16);
  // Others access halves of them.
  const Test split = read_tensor_test("st.shared.u32 [tile+4], 1;\n" + tensor_load_at("0, 0"),
                                      {"0=tensor:in:2x1:box=2x1:uint64", "in=1,-1"});
  CHECK(moves_of(split) ==
        TensorWords{"tile_at_0 <- 1", "tile_at_4 <- 0", "tile_at_8 <- -1", "tile_at_12 <- -1"});
}

TEST_CASE("tensor copies: the tensor may be the memory of a pointer", "[kernel][tensor]") {
  const Test test = read_tensor_test("st.global.u32 [%rd3+16], 1;\n" + tensor_load_at("0, 1"),
                                     {"0=tensor:arg1:4x2:box=4x1"});
  CHECK(moves_of(test) == TensorWords{"tile_at_0 <- arg1_4", "tile_at_4 <- arg1_5",
                                      "tile_at_8 <- arg1_6", "tile_at_12 <- arg1_7"});
}

TEST_CASE("tensor copies: what is inside of the tensor is stored", "[kernel][tensor]") {
  const TensorWords inputs = {"0=tensor:out:8x2:box=4x2"};
  const Test test = read_tensor_test(tensor_store_at("6, 1"), inputs);
  CHECK(moves_of(test) == TensorWords{"out_14 <- tile_0", "out_15 <- tile_1"});
  CHECK(last_operation(test).mbarriers.empty());
  CHECK(moves_of(read_tensor_test(tensor_store_at("-3, -1"), inputs)) ==
        TensorWords{"out_0 <- tile_7"});
  CHECK(
      read_tensor_test(tensor_store_at("8, 0"), inputs).program.threads.at(0).instructions.empty());
}

TEST_CASE("tensor copies: a reduction combines elements of the map's type", "[kernel][tensor]") {
  const auto reduce = [](const std::string& op, const std::string& type) {
    const std::string body = "cp.reduce.async.bulk.tensor.1d.global.shared::cta." + op +
                             ".tile.bulk_group [%rd1, {0}], [tile];";
    return read_tensor_test(body, {"0=tensor:out:8:box=8:" + type});
  };
  const AsynchronousOperation sum = last_operation(reduce("add", "int32"));
  CHECK(sum.kind == AsynchronousOperation::Kind::bulk_reduce);
  CHECK(sum.op == AtomicOp::add);
  CHECK(sum.order == Order::relaxed);
  CHECK(sum.scope == Scope::gpu);
  CHECK(sum.elements.size() == 8);
  CHECK(last_operation(reduce("xor", "uint64")).op == AtomicOp::bit_xor);
  CHECK(last_operation(reduce("inc", "uint32")).op == AtomicOp::inc);
  CHECK(last_operation(reduce("min", "int64")).op == AtomicOp::min);
  for (const auto& [op, type] :
       std::vector<std::pair<std::string, std::string>>{{"add", "float32"},
                                                        {"add", "int64"},
                                                        {"min", "uint32"},
                                                        {"inc", "int32"},
                                                        {"and", "uint16"}}) {
    INFO(op << ' ' << type);
    CHECK_THROWS_WITH(reduce(op, type), Catch::Contains("not modelled") && Catch::Contains(type));
  }
}

TEST_CASE("tensor copies: a multicast goes to the CTAs of its mask", "[kernel][tensor]") {
  std::string text = tensor_module(
      "mov.b16 %rs1, 3;\n"
      "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes."
      "multicast::cluster.L2::cache_hint [tile], [%rd1, {0}], [tile+256], %rs1, %rd3;");
  text.insert(text.find("\n{\n"), " .reqnctapercluster 2, 1, 1");
  kernel::TensorMap tensormap{"map", "x", 0, "int32", {4}, {}, {4}};
  const Test test = kernel::read_kernel(
      text, "k.ptx",
      launch(grid("k", {2, 1, 1}, {1, 1, 1}, {{"map", tensormap}, buffer("in", "in")}), ""));
  const AsynchronousOperation copy = last_operation(test);
  REQUIRE(copy.elements.size() == 4);
  REQUIRE(copy.elements[0].destinations.size() == 2);
  CHECK(named_at(test, copy.elements[0].destinations[1]) == "tile_cta1_at_0");
  CHECK(copy.mbarriers.size() == 2);
  CHECK(copy.bytes == 16);
}

TEST_CASE("tensor copies: maps lie in parameters, in memory and in variables", "[kernel][tensor]") {
  const std::string copy = "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group ";
  const TensorWords stored = {"out_0 <- tile_0", "out_1 <- tile_1", "out_2 <- tile_2",
                              "out_3 <- tile_3"};
  const std::string tensormap = "=tensor:out:4:box=4";
  const auto moved = [&](const std::string& address, const std::string& offset,
                         const std::string& name) {
    return moves_of(read_tensor_test("mov.b64 %rd4, " + address + ";\nadd.s64 %rd5, %rd4, " +
                                         offset + ";\n" + copy + "[%rd5, {0}]" + from_tile,
                                     {name + tensormap}));
  };
  CHECK(moved("%rd1", "128", "0+128") == stored);
  CHECK(moved("%rd3", "0", "1") == stored);
  CHECK(moved("%rd3", "128", "1[1]") == stored);
  CHECK(moved("maps", "128", "maps[1]") == stored);
}

TEST_CASE("tensor copies: a map that nobody describes is refused, with what to write",
          "[kernel][tensor]") {
  CHECK(refusal_with(tensor_load_at("0, 0"), {}).find("--input arg0=tensor:") != std::string::npos);
  CHECK(refusal_with("add.s64 %rd1, %rd1, 128;\n" + tensor_load_at("0, 0"), sixteen_numbers)
            .find("--input arg0+128=tensor:") != std::string::npos);
  CHECK(refusal_with(tensor_store + "[maps, {0, 0}], [tile];", {}).find("--input maps=tensor:") !=
        std::string::npos);
}

TEST_CASE("tensor copies: what cannot be followed is refused", "[kernel][tensor]") {
  const auto refused = [](const std::string& body, const TensorWords& inputs,
                          const std::string& says) {
    INFO(body);
    CHECK_THAT(refusal_with(body, inputs), Catch::Contains(says));
  };
  refused("ld.global.u32 %r1, [%rd3];\nst.global.u32 [%rd3], 1;\n" + tensor_load_at("%r1, 0"),
          sixteen_numbers, "a coordinate that is known only when the program runs");
  refused("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%rd1, {0}], [tile];",
          sixteen_numbers, "'0' describes a tensor of 2 dimensions");
  refused(tensor_store + "[%rd1, {0}], [tile];", sixteen_numbers,
          "needs a tensormap and 2 coordinates");
  refused(tensor_store + "[%rd1], [tile];", sixteen_numbers, "needs a tensormap and 2 coordinates");
  refused(tensor_store + "[%rd1+128, {0, 0}], [tile];", sixteen_numbers, "has no offset");
  refused(tensor_store + "[%rd1, {0, 0}], [%rd3];", sixteen_numbers, "to and from shared memory");
  refused("st.global.u64 [maps], 1;\n" + tensor_store + "[maps, {0, 0}], [tile];",
          {"maps=tensor:out:4x1:box=4x1"}, "a tensormap that the kernel may write");
  refused(tensor_store + "[maps, {0, 0}], [tile];\nst.global.u64 [maps], 1;",
          {"maps=tensor:out:4x1:box=4x1"}, "a tensormap that the kernel may write");
  refused(
      "cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes "
      "[tile], [%rd1, {0, 0, 0}], [tile+256], {%rs1};",
      sixteen_numbers, "im2col tensor copies");
}

TEST_CASE("tensor copies: a misuse stops the thread", "[kernel][tensor]") {
  const auto told = [](const std::string& body, const TensorWords& inputs) {
    const auto stops = read_tensors(body, inputs).facts.assertions;
    REQUIRE(stops.size() == 1);
    CHECK(stops[0].kind == kernel::StopKind::misuse);
    return stops[0].text;
  };
  CHECK(told(tensor_load + "[tile+16], [%rd1, {0, 0}], [tile+256];", sixteen_numbers) ==
        "the copy is 16 bytes into 'tile', which is no multiple of 128");
  CHECK(told(tensor_load + "[tile+128], [%rd1, {0, 0}], [tile+264];", sixteen_numbers) ==
        "the mbarrier is at byte 264 of 'tile', which has 264 bytes");
  CHECK_THAT(told(tensor_store_at("0, 0"), {"0=tensor:arg1:8x2:box=4x2", "arg1=buffer(8)"}),
             Catch::Contains("of 'arg1', which has 32 bytes"));
  // As nvcc copies a parameter whose address is taken, without __grid_constant__.
  CHECK_THAT(told("ld.param.u64 %rd5, [map+8];\nst.local.u64 [mine+8], %rd5;\n"
                  "cvta.local.u64 %rd4, mine;\n" +
                      tensor_store + "[%rd4, {0, 0}], [tile];",
                  sixteen_numbers),
             Catch::Contains("const __grid_constant__ CUtensorMap"));
  CHECK_THAT(told("cvta.local.u64 %rd4, mine;\n" + tensor_store + "[%rd4, {0, 0}], [tile];", {}),
             Catch::Contains("const __grid_constant__ CUtensorMap"));
}

TEST_CASE("tensor copies: what only tells a cache is nothing", "[kernel][tensor]") {
  const Test test = read_tensor_test(
      "prefetch.tensormap [%rd1];\n"
      "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {0, 0}];\n"
      "cp.async.bulk.prefetch.L2.global [%rd3], 16;\n"
      "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;",
      {});
  CHECK(test.program.threads.at(0).instructions.empty());
}

TEST_CASE("tensormaps: a report says what is taken for what", "[kernel][tensor]") {
  const auto notes =
      read_tensors(tensor_load_at("0, 0"), {"0=tensor:in:3x2:box=4x2:strides=32"}).facts.notes;
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].text ==
        "`0` describes `in` as a tensor of 3x2 int32 with strides of 32 bytes, and a copy carries "
        "a box of 4x2: nothing is swizzled, and what is outside of the tensor reads as zero");
}

TEST_CASE("tensormaps: what the driver would not encode is refused", "[kernel][tensor]") {
  const auto refused = [](const std::string& tensormap, const std::string& says) {
    INFO(tensormap);
    CHECK_THAT(refused_map(tensormap), Catch::Contains(says));
  };
  CHECK(refused_map("tensor:in:8x4:box=4x2") == "taken");
  CHECK(refused_map("tensor:in:5x4:box=4x2:strides=32") == "taken");
  CHECK(refused_map("tensor:in:5:box=256:uint8") == "taken");
  refused("tensor:in", "a memory, sizes and a box");
  refused("tensor::8x4:box=4x2", "names the memory");
  refused("tensor:in:8y4:box=4x2", "'8y4' are no sizes");
  refused("tensor:in:8x4", "its box none; say the elements");
  refused("tensor:in:8x4:box=4", "2 dimensions, and its box 1");
  refused("tensor:in:8x4:box=4x0", "1 to 256 elements");
  refused("tensor:in:8x4:box=4x257", "1 to 256 elements");
  refused("tensor:in:8x0:box=4x1", "1 to 2^32 elements");
  refused("tensor:in:4294967297x4:box=4x1:strides=16", "1 to 2^32 elements");
  refused("tensor:in:8x4:box=3x2", "a row of the box has 12 bytes");
  refused("tensor:in:8x4:box=4x2:float16", "a row of the box has 8 bytes");
  refused("tensor:in:1x1x1x1x1x1:box=4x1x1x1x1x1", "1 to 5 dimensions");
  refused("tensor:in:512x512:box=256x256", "the box has 262144 bytes");
  refused("tensor:in:5x4:box=4x2", "a stride of 20 bytes");
  refused("tensor:in:5x4:box=4x2", "strides=32");
  refused("tensor:in:8x4:box=4x2:strides=16", "rows overlap");
  refused("tensor:in:8x4:box=4x2:strides=32x128", "has 1 strides, and here 2");
  refused("tensor:in:4x4294967296x4294967296:box=4x1x1", "no GPU has so much memory");
  refused("tensor:in:4x4x4:box=4x1x1:strides=16x1099511627776", "no multiple of 16 below 2^40");
  refused("tensor:in+1:8x4:box=4x2", "begins at byte 4");
  refused("tensor:in+x:8x4:box=4x2", "'x' is no number of elements");
  refused("tensor:in:8x4:box=4x2:int23", "did you mean 'int32'?");
  refused("tensor:in:8x4:boxes=4x2", "did you mean 'box'?");
  CHECK_THAT(refusal_with("", {"0+64=tensor:in:4:box=4"}), Catch::Contains("taken"));
  CHECK_THAT(refusal_with("", {"0+192=tensor:in:4:box=4"}),
             Catch::Contains("there is no tensormap"));
  CHECK_THAT(refusal_with("", {"0+32=tensor:in:4:box=4"}),
             Catch::Contains("there is no tensormap"));
  CHECK_THAT(refusal_with("", {"mpas=tensor:in:4:box=4"}),
             Catch::Contains("no parameter or variable"));
}

TEST_CASE("tensormaps: a launch file says the same", "[kernel][tensor][launch]") {
  const auto read_launch = [](const std::string& tensormap) {
    return kernel::read_launch(R"({"parameters": {"map": )" + tensormap +
                                   R"json(}, "memory": [{"location": "in", "initial": [5, 6]}],
                                    "condition": "exists (x=1)"})json",
                               "l.json");
  };
  const kernel::Launch launch = read_launch(
      R"({"tensor": "in", "offset": 4, "type": "uint32", "sizes": [5, 4], "strides": [32],
          "box": [4, 2]})");
  const auto& tensormap = std::get<kernel::TensorMap>(launch.grids.at(0).parameters.at(0).argument);
  CHECK(tensormap.name == "map");
  CHECK(tensormap.location == "in");
  CHECK(tensormap.offset == 16);
  CHECK(tensormap.type == "uint32");
  CHECK(tensormap.sizes == std::vector<Value>{5, 4});
  CHECK(tensormap.strides == std::vector<Value>{32});
  CHECK(tensormap.box == std::vector<Value>{4, 2});
  CHECK(launch.memory.at(0).initial == std::vector<Value>{5, 6});
  const auto plain = read_launch(R"({"tensor": "in", "sizes": [8, 4], "box": [4, 2]})");
  CHECK(std::get<kernel::TensorMap>(plain.grids[0].parameters[0].argument).strides ==
        std::vector<Value>{32});
  const auto refused = [&](const std::string& text, const std::string& says) {
    CHECK_THROWS_WITH(read_launch(text), Catch::Contains(says));
  };
  refused(R"({"tensor": "in", "sizes": [8, 4]})", "box");
  refused(R"({"tensor": "in", "sizes": [8, 4], "box": [4]})", "2 dimensions, and its box 1");
  refused(R"({"tensor": "in", "type": "int", "sizes": [4], "box": [4]})", "of the type 'int'");
  refused(R"({"tensor": "in", "sizes": [4], "box": [4], "swizzle": 1})", "swizzle");
}
