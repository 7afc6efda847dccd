#include "tools/launch.hpp"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "litmus/files.hpp"
#include "mappings/table_document.hpp"

namespace opexplore {
namespace {

using kernel::Argument;
using kernel::Binding;
using kernel::Buffer;
using kernel::Grid;
using kernel::Results;
using kernel::Triple;
using mappings::detail::Document;
using mappings::detail::Node;

class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : document_(text, path) {}

  kernel::Launch read() {
    const Node root = document_.root();
    document_.require_object(root, "a launch");
    kernel::Launch launch;
    launch.path = document_.path();
    const Node question = document_.required(root, "condition");
    launch.question = document_.text(question, "the condition");
    launch.question_place = document_.place_of(question);
    ++launch.question_place.column;  // behind the quotation mark
    if (Document::has(root, "name")) {
      launch.name = document_.text(Document::member(root, "name"), "the name of the test");
    }
    if (Document::has(root, "kernels")) {
      document_.check_names(root, {"$schema", "name", "kernels", "variables", "condition"});
      const Node kernels = Document::member(root, "kernels");
      document_.require_array(kernels, "the kernels");
      for (std::size_t i = 0; i < kernels.json.size(); ++i) {
        const Node kernel = Document::element(kernels, i);
        document_.require_object(kernel, "a kernel");
        document_.check_names(kernel, {"kernel", "grid", "block", "gpu", "threads", "parameters"});
        launch.grids.push_back(grid(kernel));
      }
    } else {
      document_.check_names(root, {"$schema", "name", "kernel", "grid", "block", "gpu", "threads",
                                   "parameters", "variables", "condition"});
      launch.grids.push_back(grid(root));
    }
    if (Document::has(root, "variables")) {
      launch.variables = bindings(Document::member(root, "variables"), "the variables");
    }
    return launch;
  }

 private:
  Value number(const Node& node, std::string_view what) const {
    if (!node.json.is_number_integer()) {
      document_.fail(node, "expected " + std::string(what) + " as a whole number, found " +
                               std::string(node.json.type_name()));
    }
    constexpr std::uint64_t most = std::numeric_limits<Value>::max();
    if (node.json.is_number_unsigned() && node.json.get<std::uint64_t>() > most) {
      document_.fail(node, node.json.dump() + " is too large: values have 64 bits and a sign",
                     "the largest one is " + std::to_string(most));
    }
    return node.json.get<Value>();
  }

  std::uint32_t count(const Node& node, std::string_view what) const {
    const Value value = number(node, what);
    if (value < 0 || value > std::numeric_limits<std::uint16_t>::max()) {
      document_.fail(node, "expected " + std::string(what) + ", from 0 to 65535");
    }
    return static_cast<std::uint32_t>(value);
  }

  std::optional<std::uint32_t> optional_count(const Node& object, const std::string& name) const {
    if (!Document::has(object, name)) return std::nullopt;
    return count(Document::member(object, name), "a number");
  }

  /// `2` or `[2, 1, 1]`; what is not written is `rest`.
  Triple triple(const Node& object, const std::string& name, std::uint32_t rest) const {
    if (!Document::has(object, name)) return {rest, rest, rest};
    const Node node = Document::member(object, name);
    if (!node.json.is_array()) return {count(node, "a number or a list"), rest, rest};
    std::array<std::uint32_t, 3> values = {rest, rest, rest};
    if (node.json.empty() || node.json.size() > values.size()) {
      document_.fail(node, "expected one to three numbers");
    }
    for (std::size_t i = 0; i < node.json.size(); ++i) {
      values.at(i) = count(Document::element(node, i), "a number");
    }
    return {values[0], values[1], values[2]};
  }

  Grid grid(const Node& node) const {
    Grid result;
    if (Document::has(node, "kernel")) {
      result.entry = document_.text(Document::member(node, "kernel"), "the name of the kernel");
    }
    result.blocks = triple(node, "grid", 1);
    result.threads_per_block = triple(node, "block", 1);
    result.gpu = optional_count(node, "gpu").value_or(0);
    if (Document::has(node, "threads")) {
      const Node threads = Document::member(node, "threads");
      document_.require_array(threads, "the threads");
      if (threads.json.empty()) document_.fail(threads, "expected at least one thread");
      for (std::size_t i = 0; i < threads.json.size(); ++i) {
        result.threads.push_back(thread(Document::element(threads, i)));
      }
    }
    if (Document::has(node, "parameters")) {
      result.parameters = bindings(Document::member(node, "parameters"), "the parameters");
    }
    return result;
  }

  kernel::LaunchedThread thread(const Node& node) const {
    document_.require_object(node, "a thread");
    document_.check_names(node, {"block", "thread", "gpu", "cta", "warp"});
    return {triple(node, "block", 0), triple(node, "thread", 0), optional_count(node, "gpu"),
            optional_count(node, "cta"), optional_count(node, "warp")};
  }

  /// A list in the order of the parameters, or an object by name.
  std::vector<Binding> bindings(const Node& node, std::string_view what) const {
    std::vector<Binding> result;
    if (node.json.is_array()) {
      for (std::size_t i = 0; i < node.json.size(); ++i) {
        result.push_back({std::to_string(i), argument(Document::element(node, i))});
      }
      return result;
    }
    document_.require_object(node, what);
    for (const auto& [name, value] : node.json.items()) {
      result.push_back({name, argument(Document::member(node, name))});
    }
    return result;
  }

  Argument argument(const Node& node) const {
    if (node.json.is_number_integer()) return number(node, "a number");
    if (node.json.is_string()) {
      return Buffer{document_.text(node, "a location"), std::nullopt, std::nullopt, {}};
    }
    if (!node.json.is_object()) {
      document_.fail(node, "expected a number, a location or an object, found " +
                               std::string(node.json.type_name()));
    }
    if (Document::has(node, "results")) return results(node);
    document_.check_names(node, {"location", "count", "width", "initial"});
    Buffer buffer;
    buffer.location = document_.text(document_.required(node, "location"), "a location");
    buffer.count = optional_count(node, "count");
    buffer.width = width(node);
    if (Document::has(node, "initial")) {
      const Node initial = Document::member(node, "initial");
      if (!initial.json.is_array()) {
        buffer.initial.push_back(number(initial, "a number or a list"));
      } else {
        for (std::size_t i = 0; i < initial.json.size(); ++i) {
          buffer.initial.push_back(number(Document::element(initial, i), "a number"));
        }
      }
    }
    return buffer;
  }

  std::optional<std::uint32_t> width(const Node& object) const {
    const auto bytes = optional_count(object, "width");
    if (bytes && *bytes != 1 && *bytes != 2 && *bytes != 4 && *bytes != 8) {
      document_.fail(Document::member(object, "width"), "an element has 1, 2, 4 or 8 bytes");
    }
    return bytes;
  }

  Argument results(const Node& node) const {
    document_.check_names(node, {"results", "width"});
    Results result;
    const Node names = Document::member(node, "results");
    document_.require_array(names, "the registers");
    for (std::size_t i = 0; i < names.json.size(); ++i) {
      const Node name = Document::element(names, i);
      result.registers.push_back(document_.text(name, "a register"));
      const std::string& text = result.registers.back();
      const bool reg = text.size() > 1 && text[0] == 'r' &&
                       text.find_first_not_of("0123456789", 1) == std::string::npos;
      if (!reg) document_.fail(name, "expected a register, r0, r1, …, found '" + text + "'");
    }
    if (result.registers.empty()) document_.fail(names, "expected at least one register");
    result.width = width(node).value_or(4);
    return result;
  }

  Document document_;
};

}  // namespace

kernel::Launch read_launch(std::string_view text, const std::string& path) {
  return Reader(text, path).read();
}

kernel::Launch read_launch_file(const std::filesystem::path& path) {
  return read_launch(detail::file_text(path), path.string());
}

bool is_kernel_file(const std::filesystem::path& path) { return path.extension() == ".ptx"; }

}  // namespace opexplore
