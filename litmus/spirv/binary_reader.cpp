// Binary modules (SPIR-V specification, 2.3 "Physical Layout of a SPIR-V Module and Instruction").
// Whatever the bytes are, the reader ends with a module or an InputError that names the word.
#include <algorithm>
#include <array>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/input/files.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/spirv/operand_reader.hpp"

namespace opexplore::spirv {

namespace {

constexpr std::size_t header_words = 5;
// "Universal Limits" of the SPIR-V specification: ids are less.
constexpr std::uint32_t most_ids = 0x3FFFFF;

std::vector<std::uint32_t> words_in(std::string_view bytes, const Module& module) {
  if (bytes.size() > max_file_size) {
    module.fail(Place{},
                "the file is too large: the limit is " + std::to_string(max_file_size) + " bytes");
  }
  if (bytes.size() % 4 != 0) {
    module.fail(Place{0, 0, static_cast<std::uint32_t>(bytes.size() / 4)},
                "the file ends in the middle of a word", "it may have been cut off");
  }
  const bool little = static_cast<unsigned char>(bytes.front()) == (magic_number & 0xFFU);
  std::vector<std::uint32_t> words(bytes.size() / 4);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t byte = little ? i % 4 : 3 - i % 4;
    words[i / 4] |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << 8 * byte;
  }
  return words;
}

/// Reads operands between two words.
class BinaryCursor {
 public:
  BinaryCursor(const Module& module, const std::vector<std::uint32_t>& words, std::size_t begin,
               std::size_t end)
      : module_(module), words_(words), begin_(begin), next_(begin + 1), end_(end) {}

  bool at_end() const { return next_ >= end_; }
  Place place() const { return {0, 0, static_cast<std::uint32_t>(next_)}; }

  [[noreturn]] void fail(const std::string& message, const std::string& advice) const {
    fail_at(std::min(next_, end_ - 1), message, advice);
  }

  std::uint32_t id() {
    const std::uint32_t id = take();
    if (id == 0 || id >= module_.bound) {
      fail_at(next_ - 1, "the id " + std::to_string(id) + " is not between 0 and the bound " +
                             std::to_string(module_.bound));
    }
    return id;
  }
  std::uint32_t integer() { return take(); }
  std::uint32_t extended(const std::string&) { return take(); }

  std::vector<std::uint32_t> text() {
    const std::size_t begin = next_;
    while (!at_end()) {
      const std::uint32_t word = take();
      for (std::size_t byte = 0; byte < 4; ++byte) {
        if ((word >> 8 * byte & 0xFFU) == 0) return taken_from(begin);
      }
    }
    fail_at(begin, "the text does not end within the instruction");
  }

  std::vector<std::uint32_t> number(const detail::NumberFormat& format) {
    const std::size_t begin = next_;
    for (std::uint32_t bits = 0; bits < std::max(format.bits, 1U); bits += 32) take();
    return taken_from(begin);
  }

  std::uint32_t operation() {
    const std::uint32_t opcode = take();
    if (find_instruction(opcode) == nullptr) {
      fail_at(next_ - 1, "the operation has the unknown opcode " + std::to_string(opcode));
    }
    return opcode;
  }

  std::uint32_t enumerant(const OperandKind& kind) {
    const std::uint32_t value = take();
    const auto require = [&](std::uint32_t part) {
      if (find_enumerant(kind, part) != nullptr) return;
      fail_at(next_ - 1, "unknown " + std::string(kind.name) + ' ' + std::to_string(part));
    };
    if (kind.category == Category::value) {
      if (kind.name != "SourceLanguage") require(value);  // languages come later than grammars
      return value;
    }
    for (std::uint32_t bit = 1; bit != 0; bit <<= 1U) {
      if ((value & bit) != 0) require(bit);
    }
    return value;
  }

 private:
  std::uint32_t take() {
    if (at_end())
      fail("its operands go beyond its " + std::to_string(end_ - begin_) + " words", "");
    return words_[next_++];
  }
  std::vector<std::uint32_t> taken_from(std::size_t begin) const {
    return {words_.begin() + static_cast<std::ptrdiff_t>(begin),
            words_.begin() + static_cast<std::ptrdiff_t>(next_)};
  }
  [[noreturn]] void fail_at(std::size_t word, const std::string& message,
                            const std::string& advice = "") const {
    const std::uint32_t opcode = words_[begin_] & 0xFFFFU;
    module_.fail(Place{0, 0, static_cast<std::uint32_t>(word)},
                 std::string(find_instruction(opcode)->name) + ": " + message, advice);
  }

  const Module& module_;
  const std::vector<std::uint32_t>& words_;
  std::size_t begin_;
  std::size_t next_;
  std::size_t end_;
};

class BinaryReader {
 public:
  BinaryReader(std::string_view bytes, const std::string& path) {
    module_.path = path;
    module_.binary = true;
    words_ = words_in(bytes, module_);
  }

  Module read() {
    read_header();
    for (std::size_t at = header_words; at < words_.size();) at = read_instruction(at);
    name();
    return std::move(module_);
  }

 private:
  Place at(std::size_t word) const { return {0, 0, static_cast<std::uint32_t>(word)}; }

  void read_header() {
    if (words_.size() < header_words) {
      module_.fail(at(words_.size()), "the file ends within the header of five words",
                   "it may have been cut off");
    }
    module_.version = words_[1];
    module_.bound = words_[3];
    if ((module_.version & 0xFFFF00FFU) != 0x00010000U) {
      module_.fail(at(1), "unknown version of SPIR-V", "this reads version 1.0 to 1.6");
    }
    if (module_.bound == 0 || module_.bound > most_ids) {
      module_.fail(at(3), "the bound of ids is " + std::to_string(module_.bound),
                   "it is from 1 to " + std::to_string(most_ids));
    }
    if (words_[4] != 0) module_.fail(at(4), "unknown schema", "the word is 0");
  }

  std::size_t read_instruction(std::size_t begin) {
    const std::uint32_t opcode = words_[begin] & 0xFFFFU;
    const std::size_t length = words_[begin] >> 16U;
    const InstructionRule* const rule = find_instruction(opcode);
    const std::string name =
        rule != nullptr ? std::string(rule->name) : "opcode " + std::to_string(opcode);
    if (length == 0) module_.fail(at(begin), name + ": its length is 0 words");
    if (length > words_.size() - begin) {
      module_.fail(at(begin),
                   name + ": the file ends within its " + std::to_string(length) + " words",
                   "it may have been cut off");
    }
    if (rule == nullptr) {
      module_.fail(at(begin), name + " is unknown", "SPIR-V 1.6 does not have it");
    }
    Instruction instruction;
    instruction.opcode = static_cast<std::uint16_t>(opcode);
    instruction.place = at(begin);
    BinaryCursor cursor(module_, words_, begin, begin + length);
    detail::OperandReader<BinaryCursor>(read_, cursor, instruction).read();
    if (instruction.result != 0 && !results_.insert(instruction.result).second) {
      module_.fail(instruction, "its id " + std::to_string(instruction.result) +
                                    " is that of another instruction");
    }
    read_.note(instruction);
    module_.instructions.push_back(std::move(instruction));
    return begin + length;
  }

  /// Names of OpName that could be those of a text, and are of one id alone.
  void name() {
    std::map<std::string, std::vector<Id>> ids;
    for (const Instruction& instruction : module_.instructions) {
      if (spv::Op{instruction.opcode} != spv::Op::OpName) continue;
      ids[text_of(instruction.operands[1])].push_back(instruction.word(0));
    }
    for (const auto& [text, of] : ids) {
      const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
      };
      const bool number = text.find_first_not_of("0123456789") == std::string::npos;
      if (of.size() == 1 && !number && std::ranges::all_of(text, is_word)) {
        module_.names.emplace(of.front(), text);
      }
    }
  }

  Module module_;
  std::vector<std::uint32_t> words_;
  detail::Read read_;
  std::set<Id> results_;
};

}  // namespace

Module read_binary(std::string_view bytes, const std::string& path) {
  return BinaryReader(bytes, path).read();
}

}  // namespace opexplore::spirv
