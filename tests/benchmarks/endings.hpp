// How long it takes to say whether programs end.
#pragma once

namespace opexplore {

/// Prints a row for each machine that says it: the conformance tests beside the source tree, all
/// models at once, beside what Dartagnan takes (Tong et al., ASPLOS 2024, table 5, liveness).
/// `smoke`: some of the tests.
void bench_endings(bool smoke);

}  // namespace opexplore
