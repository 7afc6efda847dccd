#include "litmus/kernels/host_marks.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "litmus/kernels/code_places.hpp"
#include "litmus/kernels/cuda_words.hpp"
#include "litmus/kernels/found_launch.hpp"

namespace opexplore::kernel {

namespace {

constexpr std::size_t shown_bytes = 256;  // of each memory
constexpr std::size_t word_bytes = 8;

/// Stands in front of what the user wrote.
constexpr std::string_view prelude = R"(
static dim3 opx_blocks, opx_threads;
static size_t opx_shared;
static int opx_place = -1;
template <class T>
static inline __attribute__((always_inline)) void opx_word(T value) {
  asm volatile("#opx word %0" : : "ir"(value));
}
template <class T, class... Rest>
static inline __attribute__((always_inline)) cudaError_t opx_allocate(
    char* memory, T** to, size_t bytes, Rest...) {
  *to = (T*)memory;
  asm volatile("#opx memory" : :);  // with colons it leaves memory alone
  opx_word(memory);
  opx_word(bytes);
  return cudaSuccess;
}
static void opx_copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
template <class T>
static inline __attribute__((always_inline)) cudaError_t opx_copy_to(
    char* memory, const T& symbol, const void* from, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t = 0) {
  asm volatile("#opx memory" : :);
  opx_word(memory);
  opx_word(sizeof symbol);
  asm volatile("#opx symbol" : :);
  opx_word((const char*)&symbol);
  opx_word(memory);
  opx_copy(memory + offset, from, bytes, kind);
  return cudaSuccess;
}
static inline __attribute__((always_inline)) void opx_configuration(
    int place, dim3 blocks, dim3 threads, size_t shared) {
  opx_word(place);
  opx_word(blocks.x);
  opx_word(blocks.y);
  opx_word(blocks.z);
  opx_word(threads.x);
  opx_word(threads.y);
  opx_word(threads.z);
  opx_word(shared);
}
__attribute__((always_inline)) void opx_set(int place, dim3 blocks, dim3 threads, size_t shared) {
  opx_place = place;  // anybody may call it, else a stub knows what nobody sets
  opx_blocks = blocks;
  opx_threads = threads;
  opx_shared = shared;
}
static inline void opx_nothing() {}
static inline __attribute__((always_inline)) unsigned opx_configure(
    int place, dim3 blocks, dim3 threads, size_t shared = 0, void* = 0) {
  asm volatile("#opx configure" : :);
  opx_configuration(place, blocks, threads, shared);
  opx_set(place, blocks, threads, shared);
  return 0;
}
)";

/// Stands behind everything: the functions of the runtime that launch and set memory (CUDA Runtime
/// API, "Execution Control", "Memory Management"), and those that nvcc's stubs call.
constexpr std::string_view runtime = R"(
#define OPX extern "C" __attribute__((always_inline)) inline
static inline __attribute__((always_inline)) bool opx_cooperates(const cudaLaunchConfig_t* how) {
  for (unsigned i = 0; i < 4; ++i) {
    if (i < how->numAttrs && how->attrs[i].id == cudaLaunchAttributeCooperative &&
        how->attrs[i].val.cooperative) return true;
  }
  return false;
}
OPX cudaError_t __cudaPopCallConfiguration(dim3* blocks, dim3* threads, size_t* bytes, void* stream) {
  *blocks = opx_blocks;
  *threads = opx_threads;
  *bytes = opx_shared;
  *(void**)stream = 0;
  return cudaSuccess;
}
OPX cudaError_t __cudaGetKernel(cudaKernel_t* handle, const void* kernel) {
  *handle = (cudaKernel_t)kernel;
  return cudaSuccess;
}
OPX cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 blocks, dim3 threads, void** arguments,
                                   size_t shared, cudaStream_t) {
  opx_launch((const void*)kernel, opx_place, false, blocks, threads, shared, arguments);
  return cudaSuccess;
}
OPX cudaError_t cudaLaunchKernel(const void* kernel, dim3 blocks, dim3 threads, void** arguments,
                                 size_t shared, cudaStream_t) {
  opx_launch(kernel, -1, false, blocks, threads, shared, arguments);
  return cudaSuccess;
}
OPX cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 blocks, dim3 threads,
                                            void** arguments, size_t shared, cudaStream_t) {
  opx_launch(kernel, -1, true, blocks, threads, shared, arguments);
  return cudaSuccess;
}
OPX cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* how, const void* kernel,
                                    void** arguments) {
  opx_launch(kernel, -1, opx_cooperates(how), how->gridDim, how->blockDim, how->dynamicSmemBytes,
             arguments);
  return cudaSuccess;
}
static inline __attribute__((always_inline)) void opx_wait() {
  asm volatile("#opx wait" : :);
}
static inline __attribute__((always_inline)) void opx_enqueue(void* to, cudaStream_t stream) {
  if (__builtin_constant_p(stream) && stream == 0) return opx_wait();  // behind what is there
  asm volatile("#opx aside" : :);
  opx_word((char*)to);
}
static inline __attribute__((always_inline)) cudaError_t opx_fill(void* to, int value, size_t bytes) {
  __builtin_memset(to, value, bytes);
  __builtin_memset((char*)to + opx_beside, value, bytes);
  return cudaSuccess;
}
OPX cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  opx_wait();
  return opx_fill(to, value, bytes);
}
OPX cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  opx_enqueue(to, stream);
  return opx_fill(to, value, bytes);
}
OPX cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  opx_wait();
  opx_copy(to, from, bytes, kind);
  return cudaSuccess;
}
OPX cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                cudaStream_t stream) {
  opx_enqueue(to, stream);
  opx_copy(to, from, bytes, kind);
  return cudaSuccess;
}
OPX cudaError_t cudaHostGetDevicePointer(void** to, void* memory, unsigned) {
  *to = memory;
  return cudaSuccess;
}
OPX cudaError_t cudaGetLastError() { return cudaSuccess; }
OPX cudaError_t cudaDeviceSynchronize() {
  opx_wait();
  return cudaSuccess;
}
)";

constexpr std::string_view program_start = R"(
template <class T>
static inline __attribute__((always_inline)) int opx_call(int (*start)(int, T**)) {
  static char name[] = "program";
  static char* words[] = {name, 0};
  return start(1, (T**)words);
}
int opx_start() { return opx_call(opx_main); }
)";

const char* number_of(std::uint32_t bytes) {
  return bytes == 1 ? "signed char" : bytes == 2 ? "short" : "int";
}

std::uint32_t parameter_bytes(const Variable& parameter) {
  return parameter.type.bits / 8 * parameter.count.value_or(1);
}

/// A copy in two ways: byte by byte, so that the compiler knows each number, and beside the memory
/// in words, so that it knows addresses; one copy of both it does not see through. Beside the
/// memory of the host is nothing.
std::string copy_function() {
  std::string text = R"(
constexpr size_t opx_beside = 1ul << 31;
static inline __attribute__((always_inline)) void opx_copy(
    void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  char* const bs = (char*)to;
  const char* const as = (const char*)from;
  const bool of_device = kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyHostToHost;
  if (!of_device || !__builtin_constant_p(bytes) || bytes > opx_shown) {
    __builtin_memcpy(bs, as, bytes);
    if (of_device) __builtin_memcpy(bs + opx_beside, as, bytes);
    return;
  }
)";
  for (std::size_t i = 0; i < shown_bytes; ++i) {
    const std::string at = std::to_string(i);
    text += "  if (bytes > " + at + ") bs[" + at + "] = as[" + at + "];\n";
    if (i % word_bytes != 0) continue;
    text += "  if (bytes > " + at + ") *(long*)(bs + opx_beside + " + at + ") = bytes >= " + at +
            " + sizeof(long) ? *(const long*)(as + " + at + ") : 0;\n";
  }
  return "constexpr size_t opx_shown = " + std::to_string(shown_bytes) + ";\n" + text + "}\n";
}

/// What a call allocates, or copies to by a symbol.
struct Allocation {
  std::string name;          ///< in the code
  bool host_writes = false;  ///< not only by calls: what lies beside it may be old
};

/// Notes what memory holds, its bytes, and its words, which may be addresses.
std::string content_functions() {
  std::string bytes, addresses;
  for (std::size_t i = 0; i < shown_bytes; ++i) {
    const std::string at = " + " + std::to_string(i) + "));\n";
    bytes += "  opx_word((long)*(signed char*)(begin" + at;
    if (i % word_bytes == 0) addresses += "  opx_word(*(char**)(begin" + at;
  }
  const std::string head = "static inline __attribute__((always_inline)) void ";
  return head + "opx_content(const char* begin) {\n" + bytes + "}\n" + head +
         "opx_addresses(const char* begin) {\n  asm volatile(\"#opx addresses\" : :);\n" +
         addresses + "}\n";
}

/// Notes a parameter, or a word of one.
std::string parameter_marks(std::size_t parameter, std::uint32_t offset, std::uint32_t bytes,
                            const std::string& key) {
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return {};
  const std::string at =
      "((char*)arguments[" + std::to_string(parameter) + "] + " + std::to_string(offset) + ')';
  // As an address where it may be one: a number made of it would be in a register.
  return "  asm volatile(\"#opx parameter " + key + "\" : :);\n  opx_word(" +
         (bytes == word_bytes ? "*(char**)" + at
                              : "(long)*(" + std::string(number_of(bytes)) + "*)" + at) +
         ");\n";
}

/// The function that notes a launch, each parameter by the layout that the module has, and what
/// memory holds then, but for stubs that are compiled on their own. Marks with colons leave memory
/// alone; the last one does not, for the kernel writes there.
std::string launch_function(const NamedEntry& entry, std::span<const Allocation> memories) {
  std::string marks;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    if (entry.has_fields(i)) continue;
    marks += parameter_marks(i, 0, parameter_bytes(entry.entry->parameters[i]), std::to_string(i));
  }
  for (const ParameterField& field : entry.fields) {
    if (field.kind == ParameterField::Kind::function) continue;
    marks += parameter_marks(field.parameter, field.offset, field.bytes, field.key());
  }
  marks += "  if (__builtin_constant_p(place)) {\n";
  for (const Allocation& memory : memories) {
    marks += "  asm volatile(\"#opx content " + memory.name + "\" : :);\n  opx_content(" +
             memory.name + ");\n  opx_addresses(" + memory.name + ");\n";
    if (!memory.host_writes) marks += "  opx_addresses(" + memory.name + " + opx_beside);\n";
  }
  return "static inline __attribute__((always_inline)) void opx_launch(const void* kernel, int "
         "place,\n"
         "    bool cooperative, dim3 blocks, dim3 threads, size_t shared, void** arguments) {\n"
         "  asm volatile(\"#opx launch %0\" : : \"ir\"(kernel));\n"
         "  opx_word(cooperative);\n"
         "  opx_configuration(place, blocks, threads, shared);\n" +
         marks + "  }\n  asm volatile(\"#opx end\" : : : \"memory\");\n}\n";
}

/// Copies the code, and changes what the user wrote, and nvcc's stubs.
class Marker {
 public:
  explicit Marker(const std::string& code) : code_(code) {}

  MarkedCode run(const NamedEntry& entry) {
    std::string_view rest = code_;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      read_line(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (starts_) {
      declared_ = std::string("static int opx_main(") + (takes_words_ ? "int, char**" : "") +
                  ") __attribute__((always_inline));\n";
    }
    for (const Allocation& memory : memories_) {
      declared_ += "extern \"C\" char " + memory.name + "[1ul << 32];\n";
    }
    marked_.code.insert(std::min(begin_, marked_.code.size()), std::string(prelude) + declared_);
    marked_.code += copy_function();
    marked_.code += content_functions();
    marked_.code += launch_function(entry, memories_);
    marked_.code += runtime;
    if (starts_)
      marked_.code += takes_words_ ? program_start : "int opx_start() { return opx_main(); }\n";
    return std::move(marked_);
  }

 private:
  void read_line(std::string_view line) {
    if (line.starts_with("# ")) {
      read_marker(line);
      add(line);
    } else {
      const bool begins = is_users_ && has_runtime_ && begin_ == std::string::npos;
      if (begins) begin_ = marked_.code.size();
      add(is_users_  ? changed(with_memory(std::string(line)))
          : in_stub_ ? without_state(std::string(line))
                     : std::string(line));
      ++line_;
    }
  }

  void add(std::string_view line) {
    marked_.code += line;
    marked_.code += '\n';
  }

  /// `# 12 "kernel.cu" 2`; the number 3 says that the file is a system header.
  void read_marker(std::string_view line) {
    const std::size_t open = line.find('"'), close = line.rfind('"');
    std::from_chars(line.data() + 2, line.data() + line.size(), line_);
    if (open == std::string_view::npos || close <= open) return;
    file_ = line.substr(open + 1, close - open - 1);
    has_runtime_ = has_runtime_ || file_.ends_with("/cuda_runtime.h");
    in_stub_ = in_stub_ || file_.ends_with(".stub.c");
    const bool system = line.find(" 3", close) != std::string_view::npos;
    is_users_ = !in_stub_ && !system && !file_.starts_with('<') &&
                file_.find(".cudafe1.") == std::string::npos && !is_of_toolkit(file_);
  }

  /// Stubs keep a handle from one call to the next.
  static std::string without_state(std::string line) {
    const auto replace = [&](std::string_view from, std::string_view to) {
      for (std::size_t at = line.find(from); at != std::string::npos;
           at = line.find(from, at + to.size())) {
        line.replace(at, from.size(), to);
      }
    };
    replace("static cudaKernel_t __handle", "cudaKernel_t __handle");
    replace("volatile static bool __tmp", "bool __tmp");
    replace("volatile static char *__f", "char *__f");
    replace("void __device_stub__", "__attribute__((always_inline)) void __device_stub__");
    return line;
  }

  /// Puts memory in the place of null: the runtime sets such pointers when a program starts.
  std::string with_memory(std::string line) {
    constexpr std::string_view section = "__attribute__((section(\"__nv_managed_data__\")))";
    constexpr std::string_view null = " = 0;";
    for (std::size_t at = line.find(section); at != std::string::npos;
         at = line.find(section, at)) {
      line.erase(at, section.size());
      const std::size_t end = line.find(null, at);
      const std::size_t star = line.rfind('*', end);  // `static int (*a)[4] = 0;`
      if (end == std::string::npos || star == std::string::npos || star < at) continue;
      const std::vector<CudaWord> words = cuda_words(std::string_view(line).substr(star + 1));
      const std::string name(words.front().text), memory = new_memory(true);
      marked_.managed.emplace_back(name, memory);
      line.replace(end, null.size(), " = (decltype(" + name + "))" + memory + ';');
      line.insert(star + 1, "const ");
    }
    return line;
  }

  std::string changed(std::string_view line) {
    const std::vector<CudaWord> words = cuda_words(line);
    std::string text;
    std::size_t copied = 0;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (!words[i + 1].is("(")) continue;
      const bool member = i > 0 && (words[i - 1].is(".") || words[i - 1].is(">"));
      const std::string_view behind_open =
          line.substr(static_cast<std::size_t>(words[i + 1].text.data() - line.data()) + 1);
      const std::string other = member ? "" : instead_of(words[i].text, behind_open);
      if (other.empty()) continue;
      const bool none = i + 2 < words.size() && (words[i + 2].is(")") || words[i + 2].is("void"));
      if (words[i].is("main")) takes_words_ = !none;
      const auto at = static_cast<std::size_t>(words[i].text.data() - line.data());
      const std::size_t behind = at + words[i].text.size();
      const bool takes_open = other.ends_with(", ");
      text += line.substr(copied, at - copied);
      text += other;
      copied = takes_open ? line.find('(', behind) + 1 : behind;
    }
    return text + std::string(line.substr(copied));
  }

  /// What a name in front of a bracket becomes; with the bracket and a first argument, if a comma
  /// ends it; empty: it stays. `arguments` stands behind the bracket.
  std::string instead_of(std::string_view name, std::string_view arguments) {
    if (name == "__cudaPushCallConfiguration") {
      marked_.places.emplace_back(file_, SourcePlace{line_, 1});
      return "opx_configure(" + std::to_string(marked_.places.size() - 1) + ", ";
    }
    if (name == "cudaMalloc" || name == "cudaMallocManaged" || name == "cudaMallocHost" ||
        name == "cudaHostAlloc" || name == "cudaMallocAsync") {
      const bool host_writes = name != "cudaMalloc" && name != "cudaMallocAsync";
      return "opx_allocate(" + new_memory(host_writes) + ", ";
    }
    if (name == "cudaMemcpyToSymbol" || name == "cudaMemcpyToSymbolAsync") {
      const auto symbol = std::string(arguments.substr(0, arguments.find(',')));
      const auto [known, added] = variables_.emplace(symbol, "");
      if (added) known->second = new_memory(false);
      return "opx_copy_to(" + known->second + ", ";
    }
    if (name == "__nv_init_managed_rt" && arguments.starts_with(')')) return "opx_nothing";
    if (name == "cudaGetSymbolAddress") marked_.sets_variables = true;
    if (name != "main") return {};
    starts_ = true;
    return "opx_main";
  }

  std::string new_memory(bool host_writes) {
    const std::string name = "opx_memory_" + std::to_string(memories_.size());
    memories_.push_back({name, host_writes});
    if (host_writes) marked_.of_host.insert(name);
    return name;
  }

  const std::string& code_;
  MarkedCode marked_;
  std::string declared_;
  std::size_t begin_ = std::string::npos;
  std::vector<Allocation> memories_;
  std::map<std::string, std::string> variables_;  ///< by their symbols, the memories for them
  std::string file_;
  std::uint32_t line_ = 0;
  bool has_runtime_ = false;  ///< its header, which nvcc includes first
  bool is_users_ = false;
  bool in_stub_ = false;
  bool starts_ = false;       ///< there is a main
  bool takes_words_ = false;  ///< it has parameters
};

}  // namespace

MarkedCode with_marks(const std::string& code, const NamedEntry& entry) {
  return Marker(code).run(entry);
}

}  // namespace opexplore::kernel
