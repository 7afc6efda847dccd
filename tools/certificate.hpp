// The certificates of --coq.
#pragma once

#include "explorer/explore.hpp"
#include "litmus/reader.hpp"
#include "tools/single.hpp"

namespace opexplore {

/// Throws UsageError where --coq is asked for and there are no certificates for what answers the
/// tests.
void require_certifiable(const Options& options, const Semantics& semantics);

/// Throws UsageError where one file is to be the certificate of so many tests, and they are not
/// one.
void require_certificates(const Options& options, std::size_t tests);

/// Searches again, as the machine in Coq does, and adds the certificate to the files of the result;
/// where there can be none, the result is that of a wrong input. `result` is what the test's own
/// search gave.
void add_certificate(const Context& context, const SpelledTest& read, const ExploreOptions& explore,
                     SingleResult& result);

}  // namespace opexplore
