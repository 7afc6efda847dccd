#include "studies/second/xml.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "litmus/input/input_error.hpp"

namespace opexplore::second {
namespace {

// More deeply nested is no report, and would be a deep recursion.
constexpr unsigned deepest = 64;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_of_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':' || c == '-' || c == '.' || byte >= 0x80;
}

void append_utf8(std::uint32_t code, std::string& text) {
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xC0 | (code >> 6U));
  } else {
    if (code < 0x10000) {
      byte(0xE0 | (code >> 12U));
    } else {
      byte(0xF0 | (code >> 18U));
      byte(0x80 | ((code >> 12U) & 0x3FU));
    }
    byte(0x80 | ((code >> 6U) & 0x3FU));
  }
  byte(0x80 | (code & 0x3FU));
}

class XmlReader {
 public:
  XmlReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  XmlElement document() {
    between_elements();
    if (!rest().starts_with('<')) fail("expected an element");
    XmlElement root = element(0);
    between_elements();
    if (at_ < text_.size()) fail("expected the end of the file");
    return root;
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }

  [[noreturn]] void fail(const std::string& message, const std::string& advice = "") const {
    throw InputError(path_, place_,
                     message + (at_ == text_.size() ? ", found the end of the file" : ""), advice);
  }

  void pass(std::size_t count) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        ++place_.line;
        place_.column = 1;
      } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {  // columns are characters
        ++place_.column;
      }
    }
  }

  void pass_behind(std::string_view end, const std::string& what) {
    const std::size_t found = text_.find(end, at_);
    if (found == text_.npos) fail(what + " without its end");
    pass(found + end.size() - at_);
  }

  void blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) pass(1);
  }

  // What is neither element nor text; whether there was some.
  bool aside() {
    if (rest().starts_with("<!--")) {
      pass_behind("-->", "a comment");
    } else if (rest().starts_with("<?")) {
      pass_behind("?>", "a processing instruction");
    } else {
      return false;
    }
    return true;
  }

  void between_elements() {
    if (rest().starts_with("\xEF\xBB\xBF")) at_ += 3;
    do {
      blanks();
    } while (aside());
    if (rest().starts_with("<!")) {
      fail("a document type", "compute-sanitizer writes none; leave it out");
    }
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_name(text_[at_])) pass(1);
    if (at_ == begin) fail("expected a name");
    return std::string(text_.substr(begin, at_ - begin));
  }

  void attributes() {
    for (blanks(); at_ < text_.size() && text_[at_] != '>' && text_[at_] != '/'; blanks()) {
      name();
      blanks();
      if (!rest().starts_with('=')) fail("expected `=` behind the name of an attribute");
      pass(1);
      blanks();
      const char quote = at_ < text_.size() ? text_[at_] : '\0';
      if (quote != '"' && quote != '\'') fail("expected the value of an attribute in quotes");
      pass(1);
      pass_behind(std::string_view(&quote, 1), "a value");
    }
  }

  void reference(std::string& text) {
    constexpr std::array<std::pair<std::string_view, char>, 5> named = {
        {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    for (const auto& [word, meaning] : named) {
      if (!rest().starts_with(word)) continue;
      text += meaning;
      return pass(word.size());
    }
    const std::size_t end = rest().find(';');
    if (!rest().starts_with("&#") || end == text_.npos) {
      fail("an unknown entity", "write &amp; for the character &");
    }
    std::string_view digits = rest().substr(2, end - 2);
    const bool hex = digits.starts_with('x');
    if (hex) digits.remove_prefix(1);
    std::uint32_t code = 0;
    const auto [last, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
    const bool character = code != 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    if (error != std::errc() || last != digits.data() + digits.size() || !character) {
      fail("no character has that number");
    }
    append_utf8(code, text);
    pass(end + 1);
  }

  void content(XmlElement& element, unsigned depth) {
    constexpr std::string_view cdata = "<![CDATA[";
    bool begun = false;
    while (!rest().starts_with("</")) {
      if (at_ == text_.size()) fail("<" + element.name + "> without its end");
      if (aside()) continue;
      if (rest().starts_with(cdata)) {
        pass(cdata.size());
        const std::size_t begin = at_;
        pass_behind("]]>", "a CDATA section");
        element.text += text_.substr(begin, at_ - 3 - begin);
      } else if (text_[at_] == '<') {
        element.children.push_back(this->element(depth + 1));
      } else if (!begun && is_blank(text_[at_])) {
        pass(1);
      } else {
        if (!std::exchange(begun, true)) element.text_place = place_;
        if (text_[at_] == '&') {
          reference(element.text);
        } else {
          element.text += text_[at_];
          pass(1);
        }
      }
    }
  }

  XmlElement element(unsigned depth) {
    if (depth == deepest) fail("elements nested too deeply");
    XmlElement result;
    result.place = result.text_place = place_;
    pass(1);
    result.name = name();
    attributes();
    if (rest().starts_with("/>")) {
      pass(2);
      return result;
    }
    if (!rest().starts_with('>')) fail("expected `>`");
    pass(1);
    content(result, depth);
    const SourcePlace end = place_;
    pass(2);
    const std::string closed = name();
    if (closed != result.name) {
      throw InputError(path_, end, "expected </" + result.name + ">, found </" + closed + '>');
    }
    blanks();
    if (!rest().starts_with('>')) fail("expected `>`");
    pass(1);
    while (!result.text.empty() && is_blank(result.text.back())) result.text.pop_back();
    return result;
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  SourcePlace place_{1, 1};
};

}  // namespace

const XmlElement* XmlElement::find(std::string_view child) const {
  const auto found = std::ranges::find(children, child, &XmlElement::name);
  return found == children.end() ? nullptr : &*found;
}

std::string XmlElement::text_of(std::string_view child) const {
  const XmlElement* const found = find(child);
  return found == nullptr ? std::string() : found->text;
}

XmlElement read_xml(std::string_view text, const std::string& path) {
  return XmlReader(text, path).document();
}

}  // namespace opexplore::second
