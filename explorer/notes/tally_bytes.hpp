// A tally as bytes, for files and other processes of the same program.
#pragma once

#include <string>

#include "explorer/store/tally.hpp"
#include "opmodel/parts/encoding.hpp"

namespace opexplore {

/// Appends all of it.
void put_tally(std::string& bytes, const Tally& tally);

/// Reads what put_tally wrote. Precondition: the bytes are its.
Tally get_tally(ByteReader& bytes);

}  // namespace opexplore
