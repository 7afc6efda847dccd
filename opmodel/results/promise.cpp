#include "opmodel/results/promise.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <stdexcept>

#include "opmodel/program.hpp"

namespace opexplore {
namespace {

constexpr std::array<std::string_view, 6> model_names{"FAIR",    "HSA",  "OBE",
                                                      "HSA_OBE", "LOBE", "UNFAIR"};
constexpr std::array levels{ScopeLevel::sys, ScopeLevel::gpu, ScopeLevel::cta, ScopeLevel::warp};
// Of Vulkan: device, queue family, workgroup, subgroup.
constexpr std::array<std::string_view, 4> vulkan_names{"dv", "qf", "wg", "sg"};

std::string in_case(std::string_view text, int (*to)(int)) {
  std::string result;
  for (const char letter : text) {
    result.push_back(static_cast<char>(to(static_cast<unsigned char>(letter))));
  }
  return result;
}

std::string lower(std::string_view text) { return in_case(text, &std::tolower); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<ProgressModel> model_named(std::string_view text) {
  const auto place = std::ranges::find(model_names, in_case(text, &std::toupper));
  if (place == model_names.end()) return std::nullopt;
  return static_cast<ProgressModel>(place - model_names.begin());
}

std::optional<std::size_t> level_named(const std::string& text) {
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (text == to_string(levels[level]) || text == vulkan_names[level]) return level;
  }
  return std::nullopt;
}

[[noreturn]] void refuse(std::string_view what, std::string_view text, std::string_view expected) {
  throw std::invalid_argument(std::string(what) + " '" + std::string(text) +
                              "': " + std::string(expected));
}

constexpr std::string_view known_models = "a model is FAIR, HSA, OBE, HSA_OBE, LOBE or UNFAIR";

ProgressModel model_of(std::string_view text) {
  if (const auto model = model_named(text)) return *model;
  refuse("unknown progress model", text, known_models);
}

std::uint32_t number_of_ctas(std::string_view text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || number == 0) {
    refuse("wrong number of resident CTAs", text, "a number from 1 on is expected");
  }
  return number;
}

// How warps run, by words that no other level has.
constexpr std::string_view stack_word = "stack";
constexpr std::string_view its_word = "its";

// One "gpu=OBE" of a list. What is set twice is refused by the caller's marks.
class PromiseReader {
 public:
  explicit PromiseReader(std::string_view text) { promise_.name = std::string(text); }

  void read(std::string_view item) {
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      refuse("no progress model in", item, "write for example gpu=OBE,cta=FAIR,warp=FAIR");
    }
    const std::string key = lower(trimmed(item.substr(0, equals)));
    const std::string_view value = trimmed(item.substr(equals + 1));
    if (key == "resident") {
      set(1, key);
      promise_.resident = number_of_ctas(value);
    } else if (key == "default") {
      if (default_) refuse("given twice:", key, "each level has one model");
      refuse_words_of_warps(key, value);
      default_ = model_of(value);
    } else if (const auto level = level_named(key)) {
      set(*level, key);
      read_model(*level, key, value);
    } else {
      refuse("unknown level", key,
             "the levels are sys, gpu, cta and warp, and resident=K is for gpu");
    }
  }

  Promise finish() {
    for (std::size_t level = 0; level < is_set_.size(); ++level) {
      if (!is_set_[level] && default_) promise_.models[level] = *default_;
    }
    return std::move(promise_);
  }

 private:
  void read_model(std::size_t level, std::string_view key, std::string_view value) {
    if (level != static_cast<std::size_t>(ScopeLevel::warp)) {
      refuse_words_of_warps(key, value);
    } else if (lower(value) == stack_word || lower(value) == its_word) {
      promise_.stack = lower(value) == stack_word;
      promise_.models[level] = ProgressModel::fair;
      return;
    }
    promise_.models[level] = model_of(value);
  }

  static void refuse_words_of_warps(std::string_view key, std::string_view value) {
    if (lower(value) != stack_word && lower(value) != its_word) return;
    refuse("not a progress model of " + std::string(key) + ":", value,
           "only warps run so; write warp=" + lower(value));
  }

  void set(std::size_t level, std::string_view key) {
    if (is_set_[level]) refuse("given twice:", key, "each level has one model");
    is_set_[level] = true;
  }

  Promise promise_;
  std::array<bool, 4> is_set_{};
  std::optional<ProgressModel> default_;
};

Promise uniform(ProgressModel model) {
  Promise promise;
  promise.name = std::string(to_string(model));
  promise.models.fill(model);
  return promise;
}

}  // namespace

const std::array<NamedPromise, 5> named_promises{{
    {"cuda", "sys=OBE,gpu=OBE,cta=FAIR,warp=FAIR",
     "CUDA, ordinary launch: once a thread of a block has made progress, all threads of the block "
     "eventually do; other blocks are promised nothing"},
    {"cuda-cooperative", "sys=OBE,gpu=FAIR,cta=FAIR,warp=FAIR",
     "CUDA, cooperative launch: once a thread of the grid has made progress, all of them do"},
    {"hsa", "sys=HSA,gpu=HSA,cta=FAIR,warp=FAIR",
     "HSA: the oldest work-group that has not ended goes on"},
    {"vulkan", "sys=UNFAIR,gpu=UNFAIR,cta=UNFAIR,warp=UNFAIR",
     "Vulkan promises nothing between invocations"},
    {"pre-volta", "sys=OBE,gpu=OBE,cta=FAIR,warp=stack",
     "CUDA, ordinary launch on a GPU before Volta: a warp has one program counter, and of threads "
     "that part at a branch one side waits for the other"},
}};

std::string_view to_string(ProgressModel model) {
  return model_names[static_cast<std::size_t>(model)];
}

std::string_view to_string(ScopeLevel level) {
  switch (level) {
    case ScopeLevel::sys:
      return to_string(Scope::sys);
    case ScopeLevel::gpu:
      return to_string(Scope::gpu);
    case ScopeLevel::cta:
      return to_string(Scope::cta);
    case ScopeLevel::warp:
      return "warp";
    case ScopeLevel::thread:
      break;
  }
  return "thread";
}

std::string spelled(const Promise& promise) {
  std::string text;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (level != 0) text += ',';
    if (level == static_cast<std::size_t>(ScopeLevel::gpu) && promise.resident) {
      text += "resident=" + std::to_string(*promise.resident);
    } else if (level == static_cast<std::size_t>(ScopeLevel::warp) && promise.stack) {
      text += "warp=" + std::string(stack_word);
    } else {
      text += std::string(to_string(levels[level])) + '=' +
              std::string(to_string(promise.models[level]));
    }
  }
  return text;
}

Promise parse_promise(std::string_view text) {
  const std::string_view whole = trimmed(text);
  if (const auto model = model_named(whole)) return uniform(*model);
  const std::string small = lower(whole);
  for (const NamedPromise& named : named_promises) {
    if (small != named.name) continue;
    Promise promise = parse_promise(named.promise);
    promise.name = std::string(named.name);
    return promise;
  }
  std::string_view list = whole;
  if (list.starts_with('[')) {
    if (!list.ends_with(']')) refuse("no ']' at the end of", whole, "the list begins with '['");
    list = list.substr(1, list.size() - 2);
  }
  if (list.find('=') == std::string_view::npos) {
    refuse("unknown progress model", whole,
           std::string(known_models) +
               "; or name cuda, cuda-cooperative, hsa, vulkan, pre-volta, or a list "
               "such as gpu=OBE,cta=FAIR,warp=FAIR");
  }
  PromiseReader reader(whole);
  while (true) {
    const std::size_t comma = list.find(',');
    reader.read(trimmed(list.substr(0, comma)));
    if (comma == std::string_view::npos) return reader.finish();
    list.remove_prefix(comma + 1);
  }
}

std::array<Promise, 6> uniform_promises() {
  std::array<Promise, 6> promises;
  for (std::size_t model = 0; model < promises.size(); ++model) {
    promises[model] = uniform(static_cast<ProgressModel>(model));
  }
  return promises;
}

}  // namespace opexplore
