// The driver, and what is on a device, with a driver of the test's own.
#include <set>

#include "hardware/device/driver.hpp"
#include "hardware/device/test_device.hpp"
#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"
#include "tests/hardware/fake_gpu.hpp"

using namespace opexplore;
using namespace opexplore::hardware;
using opexplore::testing::FakeGpu;

namespace {

// An alias, a shared location, a plain one: all kinds of memory.
Prepared with_everything() {
  Prepared test;
  test.test = read(
      "PTX all\n{ x = 3; xa @ generic aliases x; y = -1; s = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu "
      "0 ;\n"
      " st.weak x, 1 | ld.weak r0, xa ;\n st.weak y, 1 | ld.weak r1, y ;\n"
      " st.weak s, 1 | ld.weak r2, s ;\n"
      "exists (1:r0=1 /\\ 1:r1=-1 /\\ 1:r2=0)",
      "all");
  test.test.program.locations[2].region = Region::shared;
  test.roles.resize(2);
  test.roles[1].place.warp = 1;
  return test;
}

// All that a run does with a device.
void use_everything(FakeGpu& fake) {
  const Driver driver = fake.driver();
  const Gpu gpu(driver);
  const std::vector<std::byte> cubin(16);
  TestDevice device(gpu, with_everything(), cubin, 1);
  device.use(standard_environment(), 0);
  device.run(2);
  const Counted counted = device.counted();
  for (const CountedOutcome& outcome : counted.outcomes) device.samples(outcome, 3);
}

void one_outcome(const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
  if (name == "check") testing::record(launch, {1, 0xffffffffU, 0}, 5);
}

std::vector<std::string> symbols() {
  std::vector<std::string> result;
  cuda::Table table;
  cuda::for_each_call(table, [&](auto& call) { result.emplace_back(call.symbol); });
  return result;
}

// What gives something back, while all goes well or while another error is on its way. An error
// that matters comes back from the next call.
const std::set<std::string> given_back{"cuDevicePrimaryCtxRelease_v2",
                                       "cuModuleUnload",
                                       "cuMemFree_v2",
                                       "cuMemRelease",
                                       "cuMemAddressFree",
                                       "cuMemUnmap",
                                       "cuEventDestroy_v2"};

}  // namespace

TEST_CASE("device: the table of the driver lists each function once", "[hardware]") {
  const std::vector<std::string> all = symbols();
  CHECK(std::set(all.begin(), all.end()).size() == all.size());
  // Each member is a function, so none is left out.
  CHECK(sizeof(cuda::Table) == all.size() * sizeof(cuda::Call<>));
}

TEST_CASE("device: the GPU says what it is", "[hardware]") {
  FakeGpu fake;
  const Driver driver = fake.driver();
  const Gpu gpu(driver);
  CHECK(gpu.sm() == 90);
  CHECK(gpu.device() ==
        Device{"Fake GPU", "9.0", 2, 1 << 16, "13.2", "00112233-4455-6677-8899-aabbccddeeff"});
  CHECK(gpu.limits().threads_per_cta == 256);
  CHECK(gpu.limits().aliases);
}

TEST_CASE("device: without a GPU there is a sentence", "[hardware]") {
  FakeGpu fake;
  SECTION("none is found") {
    fake.devices = 0;
    CHECK_THROWS_WITH(Gpu(fake.driver()), "no GPU: the driver finds none");
  }
  SECTION("the driver does not start") {
    fake.failures["cuInit"] = 100;
    CHECK_THROWS_WITH(Gpu(fake.driver()),
                      "no GPU: cuInit: CUDA_ERROR_MADE_UP (100): the test wants it so");
  }
  SECTION("not so many") {
    CHECK_THROWS_WITH(Gpu(fake.driver(), 3), "no GPU number 3: there are 1, counted from 0");
  }
  CHECK_THROWS_AS(Gpu(fake.driver(), -1), NoDevice);
  CHECK(fake.open.empty());
}

TEST_CASE("device: every failure of the driver is reported by name", "[hardware]") {
  FakeGpu whole;
  whole.kernel = one_outcome;
  use_everything(whole);
  CHECK(whole.open.empty());
  for (const std::string& symbol : symbols()) {
    INFO(symbol);
    if (symbol.starts_with("cuGetError")) continue;
    CHECK(whole.calls[symbol] > 0);
    FakeGpu fake;
    fake.kernel = one_outcome;
    fake.failures[symbol] = 719;
    if (given_back.contains(symbol)) {
      CHECK_NOTHROW(use_everything(fake));
      continue;
    }
    try {
      use_everything(fake);
      FAIL("no exception");
    } catch (const DeviceError& error) {
      CHECK(error.call == symbol);
      CHECK(error.status == 719);
      CHECK(error.what() == symbol + ": CUDA_ERROR_MADE_UP (719): the test wants it so");
    } catch (const NoDevice& error) {
      CHECK(std::string(error.what()).find("no GPU: " + symbol + ": ") == 0);
    }
    CHECK(fake.open.empty());  // whatever was taken is given back
  }
}

TEST_CASE("device: an error without a name is still an error", "[hardware]") {
  FakeGpu fake;
  fake.failures = {{"cuGetErrorName", 1}, {"cuMemAlloc_v2", 2}};
  CHECK_THROWS_WITH(use_everything(fake),
                    "cuMemAlloc_v2: an unknown error (2): the test wants it so");
}

TEST_CASE("device: the names of an alias are the same memory, other addresses are not",
          "[hardware]") {
  FakeGpu fake;
  Launch seen{};
  fake.kernel = [&](const std::string& name, const Launch& launch, const FakeGpu::LaunchShape&) {
    if (name == "litmus") seen = launch;
  };
  use_everything(fake);
  // x, xa, y, s
  CHECK(seen.addresses == 4);
  CHECK(seen.address[0].location == seen.address[1].location);
  CHECK(seen.address[0].base != seen.address[1].base);
  CHECK(seen.address[2].base != seen.address[0].base);
  CHECK(seen.address[3].base >= address_offset(3));
  CHECK(seen.address[3].base < 1 << 16);
  CHECK(seen.location[0].initial == 3);
  CHECK(seen.location[1].initial == 0xffffffffU);
  CHECK(fake.calls["cuMemMap"] == 2);
  CHECK(needs_aliases(with_everything()));
}

TEST_CASE("device: words are read as the values of the model", "[hardware]") {
  FakeGpu fake;
  fake.kernel = one_outcome;
  const Driver driver = fake.driver();
  const Gpu gpu(driver);
  const std::vector<std::byte> cubin(16);
  Prepared test = with_everything();
  SECTION("32 bits have a sign") {
    TestDevice device(gpu, test, cubin, 1);
    device.use(standard_environment(), 0);
    device.run(3);
    const Counted counted = device.counted();
    REQUIRE(counted.outcomes.size() == 1);
    CHECK(counted.outcomes[0].values == Outcome{1, -1, 0});
    CHECK(counted.outcomes[0].count == 15);
    CHECK(counted.outcomes[0].launches == 3);
    const std::vector<Sample> samples = device.samples(counted.outcomes[0], 7);
    REQUIRE(samples.size() == 7);
    CHECK(samples[6] == Sample{0, 2, 1, {10, 11}});
    device.forget();
    CHECK(device.counted().outcomes.empty());
    CHECK(device.launches() == 0);
  }
  SECTION("64 bits are what they are") {
    test.word_bytes = 8;
    TestDevice device(gpu, test, cubin, 1);
    device.use(standard_environment(), 0);
    device.run(1);
    CHECK(device.counted().outcomes.at(0).values == Outcome{1, 0xffffffff, 0});
  }
}

TEST_CASE("device: launches have the shape of their layout, and differ", "[hardware]") {
  FakeGpu fake;
  std::vector<Launch> launches;
  std::vector<std::string> names;
  fake.kernel = [&](const std::string& name, const Launch& launch,
                    const FakeGpu::LaunchShape& shape) {
    names.push_back(name);
    CHECK(shape.threads % 32 == 0);
    if (name != "litmus") return;
    launches.push_back(launch);
    CHECK(shape.ctas == launch.ctas);
    CHECK(shape.threads == launch.warps * 32);
    CHECK(shape.shared_bytes > 0);
  };
  const Driver driver = fake.driver();
  const Gpu gpu(driver);
  const std::vector<std::byte> cubin(16);
  const auto stress_of = [&](std::uint64_t seed) {
    launches.clear();
    TestDevice device(gpu, with_everything(), cubin, seed);
    device.use(standard_environment(), 0);
    device.run(4);
    std::vector<std::uint32_t> result;
    for (const Launch& launch : launches) result.push_back(launch.stress_target[0]);
    return result;
  };
  const std::vector<std::uint32_t> first = stress_of(1);
  CHECK(names == std::vector<std::string>{"reset", "litmus", "check", "litmus", "check", "litmus",
                                          "check", "litmus", "check"});
  CHECK(launches[0].number == 1);
  CHECK(launches[3].number == 4);
  CHECK(std::set(first.begin(), first.end()).size() > 1);
  CHECK(stress_of(1) == first);
  CHECK(stress_of(2) != first);
}

TEST_CASE("device: a kernel that needs much runs in smaller CTAs", "[hardware]") {
  FakeGpu fake;
  fake.most_threads = 100;
  const Driver driver = fake.driver();
  const Gpu gpu(driver);
  const std::vector<std::byte> cubin(16);
  TestDevice device(gpu, with_everything(), cubin, 1);
  const Environment used = device.use(standard_environment(), 0);
  CHECK(used[Knob::warps] == 2);  // of 8; the test needs them
  CHECK(used[Knob::testing_warps] == 2);
}

TEST_CASE("device: a kernel that needs too much is an error", "[hardware]") {
  FakeGpu fake;
  fake.ctas_per_multiprocessor = 0;
  CHECK_THROWS_WITH(use_everything(fake), "the kernel needs more than a multiprocessor has");
}
