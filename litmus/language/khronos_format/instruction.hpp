// An instruction of a test of Khronos as it is written: `ld.atom.acq.scopewg.sc0.semsc0 y = 1`.
#pragma once

#include <optional>

#include "litmus/language/khronos_format/lines.hpp"
#include "litmus/language/vulkan_format/modifiers.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

enum class KhronosKind : std::uint8_t {
  load,
  store,
  read_modify_write,
  fence,
  barrier,
  device_available,
  device_visible
};

struct KhronosInstruction {
  KhronosKind kind = KhronosKind::load;
  VulkanModifiers modifiers;
  Token first;                   ///< its first word
  std::string_view text;         ///< the line
  Token location;                ///< of an access
  std::optional<Value> read;     ///< the value that it has to return, if one is written
  std::optional<Value> written;  ///< the value that it writes, if one is written
  Value instance = 0;            ///< of a barrier

  bool reads() const { return kind == KhronosKind::load || kind == KhronosKind::read_modify_write; }
  bool writes() const {
    return kind == KhronosKind::store || kind == KhronosKind::read_modify_write;
  }
  bool is_access() const { return reads() || writes(); }
};

/// Reads a line that is one. Throws InputError.
KhronosInstruction read_khronos_instruction(const KhronosLine& line);

}  // namespace opexplore::detail
