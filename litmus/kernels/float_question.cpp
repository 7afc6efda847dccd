#include "litmus/kernels/float_question.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string_view>

#include "litmus/kernels/float_values.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::is_digit;
using detail::is_word;
using detail::quote;

/// What matters of a question.
struct Part {
  enum class Kind : std::uint8_t { location, number, comparison, other };

  Kind kind = Kind::other;
  std::string_view text;  ///< as written
  std::string_view name;  ///< of a location, without brackets
};

class PartReader {
 public:
  explicit PartReader(std::string_view text) : text_(text) {}

  std::vector<Part> read() {
    std::vector<Part> parts;
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) parts.push_back(next());
    return parts;
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip_blanks() {
    while (std::isspace(static_cast<unsigned char>(peek())) != 0) ++at_;
  }
  std::string_view word() {
    const std::size_t begin = at_;
    while (is_word(peek())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  Part next() {
    const std::size_t begin = at_;
    Part part;
    if (is_digit(peek(peek() == '-' ? 1 : 0))) {
      number(part);
    } else if (peek() == '[' || is_word(peek())) {
      location(part);
    } else {
      symbol(part);
    }
    part.text = text_.substr(begin, at_ - begin);
    return part;
  }

  /// `-1.5e-3`, or `0` of `0:r1`, which is no number.
  void number(Part& part) {
    const bool hexadecimal = peek() == '0' && peek(1) == 'x';
    for (++at_; is_word(peek()) || peek() == '.'; ++at_) {
      const bool exponent = !hexadecimal && (peek() == 'e' || peek() == 'E');
      if (exponent && (peek(1) == '-' || peek(1) == '+')) ++at_;
    }
    part.kind = peek() == ':' ? Part::Kind::other : Part::Kind::number;
  }

  /// `x` or `[x]`.
  void location(Part& part) {
    const bool bracketed = peek() == '[';
    if (bracketed) ++at_;
    skip_blanks();
    part.name = word();
    part.kind = Part::Kind::location;
    if (!bracketed) return;
    skip_blanks();
    if (peek() == ']') ++at_;
  }

  /// A comparison, or something else; `:r1` is one thing.
  void symbol(Part& part) {
    const char first = text_[at_++];
    const bool compares = first == '=' || first == '<' || first == '>';
    if (compares || (first == '!' && peek() == '=')) {
      part.kind = Part::Kind::comparison;
      if (peek() == '=') ++at_;
    } else if (first == ':') {
      word();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

class FloatQuestion {
 public:
  FloatQuestion(const detail::Source& question, const Program& program,
                const std::vector<std::uint32_t>& float_bytes)
      : question_(question), program_(program), float_bytes_(float_bytes) {}

  std::string run() {
    const std::vector<Part> parts = PartReader(question_.text).read();
    std::size_t copied = 0;
    for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
      if (parts[i].kind != Part::Kind::comparison) continue;
      const auto bits = compared(parts[i - 1], parts[i], parts[i + 1]);
      if (!bits) continue;
      result_ += question_.text.substr(copied, offset(parts[i - 1]) - copied);
      result_ += *bits;
      copied = offset(parts[i + 1]) + parts[i + 1].text.size();
    }
    return result_ + std::string(question_.text.substr(copied));
  }

 private:
  std::size_t offset(const Part& part) const {
    return static_cast<std::size_t>(part.text.data() - question_.text.data());
  }

  [[noreturn]] void fail(const Part& part, const std::string& message,
                         const std::string& advice) const {
    const std::string_view before = question_.text.substr(0, offset(part));
    const auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
    const std::size_t begin = line == 0 ? 0 : before.rfind('\n') + 1;
    question_.fail({line + 1, static_cast<std::uint32_t>(before.size() - begin + 1)}, message,
                   advice);
  }

  std::uint32_t bytes_of(const Part& part) const {
    if (part.kind != Part::Kind::location) return 0;
    const auto address = std::ranges::find(program_.addresses, part.name, &Address::name);
    const auto index = static_cast<std::size_t>(address - program_.addresses.begin());
    return index < float_bytes_.size() ? float_bytes_[index] : 0;
  }

  /// The comparison in bits, if it is one of a floating-point number.
  std::optional<std::string> compared(const Part& left, const Part& comparison,
                                      const Part& right) const {
    const bool is_left = bytes_of(left) != 0;
    const Part& location = is_left ? left : right;
    const Part& number = is_left ? right : left;
    const std::uint32_t bytes = bytes_of(location);
    if (bytes == 0) return std::nullopt;
    const bool is_equal = comparison.text == "=" || comparison.text == "==";
    if (!is_equal && comparison.text != "!=") {
      fail(
          comparison,
          "not modelled: the order of floating-point numbers (" + quote(location.name) + " is one)",
          "ask with == and != for the numbers that matter");
    }
    const auto bits =
        number.kind == Part::Kind::number ? float_bits(number.text, bytes) : std::nullopt;
    if (!bits) {
      fail(number, quote(location.name) + " is a floating-point number, and is compared with one",
           "write a number, such as 1.5");
    }
    const std::string one = in_bits(location, comparison, *bits);
    const bool is_zero =
        !number.text.starts_with("0x") && (*bits == 0 || *bits == float_bits("-0", bytes));
    if (!is_zero) return one;
    const Value other = *bits == 0 ? *float_bits("-0", bytes) : 0;
    return '(' + one + (is_equal ? " \\/ " : " /\\ ") + in_bits(location, comparison, other) + ')';
  }

  static std::string in_bits(const Part& location, const Part& comparison, Value bits) {
    return '[' + std::string(location.name) + ']' + std::string(comparison.text) +
           std::to_string(bits);
  }

  const detail::Source& question_;
  const Program& program_;
  const std::vector<std::uint32_t>& float_bytes_;
  std::string result_;
};

}  // namespace

std::string with_float_bits(const detail::Source& question, const Program& program,
                            const std::vector<std::uint32_t>& float_bytes) {
  return FloatQuestion(question, program, float_bytes).run();
}

}  // namespace opexplore::kernel
