// The identity of a test, for comparing logs.
#pragma once

#include <string>
#include <string_view>

#include "opmodel/condition.hpp"

namespace opexplore {

/// MD5 of the bytes, as 32 lower-case hexadecimal digits (RFC 1321).
/// Throws std::runtime_error if libcrypto may not compute it, std::bad_alloc if it lacks memory.
std::string md5(std::string_view bytes);
/// The same as 16 bytes.
std::string md5_bytes(std::string_view bytes);

/// 32 hexadecimal digits that depend on the initial state, the code and the
/// observed registers and locations of the test; not on its name, the way it is
/// laid out, or the question it asks. The test written again has the same. Logs of
/// C tests have herd7's hash instead, where it has one (SpelledTest::herd_hash),
/// which depends on the layout of the code.
std::string hash(const Test& test);

}  // namespace opexplore
