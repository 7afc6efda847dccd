// opfix on kernels: tests/repair/kernels.csv says of recorded ones what was derived from their PTX
// and the table of costs by hand, before opfix took kernels. A change must not cost more than the
// kernel that was mended by hand, `mended`.
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/tools/cuda_table.hpp"
#include "tests/tools/with_nvcc.hpp"

namespace opexplore::testing {

namespace {

using Json = nlohmann::ordered_json;

// "cuda/handoff" is in tests/kernels, "grid_barrier" in tests/repair.
std::string module_of(const std::string& file) {
  const bool of_repairs = file.find('/') == std::string::npos;
  return (of_repairs ? "tests/repair/" : "tests/kernels/") + file + ".sm_90.ptx";
}

CommandResult opfix_kernel(const std::string& arguments) { return run("opfix " + arguments); }

Json document_of(const std::string& task, const std::string& file, const std::string& options) {
  const CommandResult result = opfix_kernel(task + ' ' + file + ' ' + options + " --json -");
  REQUIRE((result.status == 0 || result.status == 20));
  return Json::parse(result.output);
}

// A row of the table for what is found, without the last cell.
std::vector<std::string> row_of(const std::vector<std::string>& cells) {
  const Json found = document_of(cells.at(2), module_of(cells.at(0)), cells.at(1));
  CHECK(found["disagreement"].is_null());
  CHECK(found["not_known"].is_null());
  const Json& fixes = found["fixes"];
  return {cells.at(0),
          cells.at(1),
          cells.at(2),
          found["conclusion"].get<std::string>(),
          found["cost"].dump(),
          fixes.empty() ? "" : fixes.front()["cost"].dump(),
          std::to_string(fixes.size())};
}

}  // namespace

TEST_CASE("opfix: kernels with known answers", "[cli][repair][kernel]") {
  for (const std::vector<std::string>& cells : rows_of("tests/repair/kernels.csv")) {
    INFO(cells.at(0) << ' ' << cells.at(2));
    CHECK(row_of(cells) == std::vector<std::string>(cells.begin(), cells.end() - 1));
    if (cells.back().empty()) continue;
    const Json mended = document_of("repair", module_of(cells.back()), cells.at(1));
    CHECK(mended["conclusion"] == "nothing to do");
    CHECK(mended["cost"].get<int>() >= std::stoi(cells.at(5)));
  }
}

TEST_CASE("opfix: changes of a module mend it", "[cli][repair][kernel]") {
  const Folder folder;
  const std::string ptx = docs::read("tests/kernels/cuda/handoff.sm_90.ptx");
  const std::string file = folder.add("handoff.ptx", ptx);
  const CommandResult result = opfix_kernel("repair '" + file + "'");
  CHECK(result.status == 0);
  CHECK(contains(result.output, "data race on `data`"));
  CHECK(contains(result.output, "ld.acquire.sys.global.u32 %r2, [flag]"));
  CHECK(contains(result.output, "\n+\tfence.acq_rel.gpu;\n"));
  CHECK(opfix_kernel("repair '" + file + "' --patch - | (cd '" + folder.path("") +
                     "' && patch -p0 -s '" + file + "')")
            .status == 0);
  CHECK(program("'" + file + "'").status == 0);
  CHECK(contains(opfix_kernel("repair '" + file + "'").output, "nothing to do: no data race"));
}

TEST_CASE("opfix: changes of CUDA are told in its lines", "[cli][repair][kernel]") {
  if (!nvcc_or_skip()) return;
  const CommandResult result = opfix_kernel("repair tests/kernels/cuda/handoff_reader.cu");
  CHECK(result.status == 0);
  CHECK(contains(result.output,
                 "+ cuda::atomic_thread_fence(cuda::memory_order_acq_rel, "
                 "cuda::thread_scope_device);  before  flag = 1;\n"));
  CHECK_FALSE(contains(result.output, "+++"));
  const CommandResult kept =
      opfix_kernel("repair tests/kernels/cuda/handoff_reader.cu --keep 9 --moves fence");
  CHECK(kept.status == 20);
  const std::string patched = "opfix repair tests/kernels/cuda/handoff_reader.cu --patch - 2>&1";
  CHECK(contains(run(patched).output, "changes of a .cu file are told"));
}

TEST_CASE("opfix: a race that takes a barrier, and one that takes an atomic",
          "[cli][repair][kernel]") {
  const std::string zero = "repair tests/kernels/cuda/any_zero.sm_90.ptx --grid 2 --block 2";
  const CommandResult race = opfix_kernel(zero);
  CHECK(race.status == 20);
  CHECK(contains(race.output, "data race on `found`, whatever may be changed\n"));
  const CommandResult atomic = opfix_kernel(zero + " --moves access,fence,plain");
  CHECK(atomic.status == 0);
  CHECK(contains(atomic.output, "->  st.relaxed.gpu.global.u32 [%rd6], %r3"));
  const CommandResult apart =
      opfix_kernel("repair tests/kernels/cuda/divergent_barrier_two.sm_90.ptx --grid 1 --block 2");
  CHECK(apart.status == 20);
  CHECK(contains(apart.output, "threads come to barriers apart, whatever may be changed\n"));
  const CommandResult hang =
      opfix_kernel("repair tests/kernels/cuda/awaited_assert.sm_90.ptx --grid 2 --block 1");
  CHECK(hang.status == 20);
  CHECK(contains(hang.output, "it can go on for ever, whatever may be changed\n"));
}

TEST_CASE("opfix: each order and fence of a kernel is explained", "[cli][repair][kernel]") {
  const std::string text =
      opfix_kernel("explain tests/kernels/cuda/handoff_fences.sm_90.ptx").output;
  CHECK(contains(text, "(PTX line 53) `membar.gl` may be fence.acq_rel.gpu (-15),\n"));
  CHECK(contains(text, "may be\n  ld.relaxed.gpu.global.u32 %r2, [flag] (-1), if nothing else"));
  CHECK(contains(text, "reads data=0 although block 0 wrote data=42"));
}

TEST_CASE("opfix: what is not asked of kernels is refused", "[cli][repair][kernel]") {
  const auto complaint = [](const std::string& arguments) {
    return run("opfix " + arguments + " 2>&1 1>/dev/null").output;
  };
  const std::string handoff = "tests/kernels/cuda/handoff.sm_90.ptx";
  CHECK(contains(complaint("repair " + handoff + " --grid 1..2"), "one launch at a time"));
  CHECK(contains(complaint("repair litmus/ptx/MP.litmus --grid 2"), "--grid is for kernels"));
  CHECK(contains(complaint("repair " + handoff + " --condition-only"), "nothing is asked"));
  CHECK(contains(complaint("weaken tests/kernels/cuda/slots.sm_90.ptx --grid 64 --block 64"),
                 "launch fewer threads"));
}

TEST_CASE("opfix: documents of kernels follow their schema", "[cli][repair][kernel]") {
  const Folder folder;
  const std::string options = "tests/kernels/cuda/last_block_writer.sm_90.ptx --grid 2 --block 1";
  const CommandResult result = opfix_kernel("optimise " + options + " --json -");
  CHECK(schema_fault(result.output, "opfix.schema.json") == "");
  const Json document = Json::parse(result.output);
  CHECK(document["kernel"]["launch"] == "<<<2, 1>>>");
  // What two blocks execute is one place.
  std::set<std::string> places;
  for (const Json& point : document["points"]) {
    if (point["kind"] == "access") CHECK(places.insert(point["place"].get<std::string>()).second);
  }
  const std::string file = folder.add("fix.json", result.output);
  CHECK(contains(run("opfix verify '" + file + "' 2>&1").output,
                 "documents of kernels are not verified"));
  const Json log = Json::parse(opfix_kernel("optimise " + options + " --sarif -").output);
  const Json& results = log["runs"][0]["results"];
  REQUIRE(results.size() == 2);
  CHECK(results[0]["ruleId"] == "fence-redundant");
  CHECK(results[1]["ruleId"] == "order-too-weak");
  CHECK(results[0]["fixes"][0]["artifactChanges"][0]["replacements"].size() == 2);
}

}  // namespace opexplore::testing
