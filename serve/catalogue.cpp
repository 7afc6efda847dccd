#include "serve/catalogue.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "answers/default_machine.hpp"
#include "answers/settings.hpp"
#include "axioms/library.hpp"
#include "litmus/corpus/corpus.hpp"
#include "opmodel/words.hpp"

namespace opexplore::serve {
namespace {

using Json = nlohmann::ordered_json;

// Where to begin: a question that people have, and a test that answers it.
struct Story {
  std::string_view story;
  std::string_view title;
  std::string_view name;  ///< in the corpus
};

constexpr std::array stories{
    Story{"Hand over data", "without any order", "ptx/baseline/MP+rlx.gpus-p0::p1.litmus"},
    Story{"Hand over data", "release and acquire", "ptx/MP.litmus"},
    Story{"Hand over data", "the scope is too small",
          "ptx/baseline/MP+rel.gpu+acq.cta-p0::p1.litmus"},
    Story{"Hand over data", "fences on both sides", "ptx/baseline/MP+ar.gpus-p0::p1.litmus"},
    Story{"Hand over data", "waiting in a loop", "ptx/loops/MP+rel.gpu+spin-acq.gpu-p0::p1.litmus"},
    Story{"Store, then look", "fence.sc", "ptx/baseline/SB+sc.gpus-p0::p1.litmus"},
    Story{"Store, then look", "fence.acq_rel is not enough",
          "ptx/baseline/SB+ar.gpus-p0::p1.litmus"},
    Story{"Proxies", "a constant that is stale",
          "ptx/loops/MP+rel.gpu+spin-acq.gpu-const-p0::p1.litmus"},
    Story{"Proxies", "with its proxy fence",
          "ptx/loops/MP+rel.gpu+spin-acq.gpu-pfconst-const-p0::p1.litmus"},
    Story{"Proxies", "a texture read", "ptx/proxy/CoWR+tex-p0.litmus"},
    Story{"Proxies", "two names of one location", "ptx/proxy/CoWW+gen-alias-p0.litmus"},
    Story{"Locks", "compare-and-swap", "ptx/locks/CASLock+acq-rel.gpus-p0::p1.litmus"},
    Story{"Locks", "a release is missing", "ptx/locks/CASLock+acq-rlx.gpus-p0::p1.litmus"},
    Story{"Locks", "tickets", "ptx/locks/TicketLock+acq-rel.gpus-p0::p1.litmus"},
    Story{"Locks", "a sequence lock", "ptx/locks/SeqLock+weaks-p0::p1.litmus"},
    Story{"Barriers", "bar.sync in one block", "ptx/barriers/MP+bars-p0:p1.litmus"},
    Story{"Barriers", "across blocks it does nothing", "ptx/barriers/MP+bars-p0::p1.litmus"},
    Story{"Barriers", "threads that take other branches",
          "ptx/progress/Stop+branches-p0:p1.litmus"},
    Story{"Does it end?", "a flag that somebody sets", "ptx/progress/Flag+set+spin-p0::p1.litmus"},
    Story{"Does it end?", "a flag that nobody sets", "ptx/progress/Ever+forgotten-p0::p1.litmus"}};

std::string_view corpus_text(std::string_view name) {
  const auto tests = litmus::embedded_corpus();
  const auto found = std::ranges::find(tests, name, &EmbeddedFile::name);
  return found == tests.end() ? std::string_view() : found->text;
}

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// First what to begin with, then everything that comes with the program, by folders.
Json examples_json() {
  Json list = Json::array();
  for (const Story& story : stories) {
    const std::string_view text = corpus_text(story.name);
    if (text.empty()) continue;
    list.push_back({{"story", story.story},
                    {"title", story.title},
                    {"name", file_name(story.name)},
                    {"text", text}});
  }
  for (const EmbeddedFile& test : litmus::embedded_corpus()) {
    const std::size_t slash = test.name.rfind('/');
    const bool in_folder = slash != std::string_view::npos;
    list.push_back({{"story", in_folder ? test.name.substr(0, slash) : "tests"},
                    {"title", file_name(test.stem())},
                    {"name", file_name(test.name)},
                    {"text", test.text}});
  }
  return list;
}

Json machines_json() {
  Json list = Json::array();
  for (const MachineEntry& machine : machines()) {
    Json settings = Json::array();
    for (const Setting& setting : machine.settings) {
      settings.push_back({{"name", setting.name},
                          {"values", setting.values},
                          {"default", setting.values.front()},
                          {"several", setting.several},
                          {"help", setting.summary}});
    }
    list.push_back({{"name", machine.name},
                    {"source", machine.source},
                    {"language", to_string(machine.language)},
                    {"settings", std::move(settings)}});
  }
  return list;
}

Json defaults_json() {
  Json json = Json::object();
  for (const DefaultMachine& each : machines_of_languages()) {
    if (!each.asynchronous) json[std::string(to_string(each.language))] = each.machine;
  }
  return json;
}

}  // namespace

Json catalogue(const std::vector<SourceText>& files, const Bounds& bounds, const ToolInfo& tool) {
  Json models = Json::array();
  for (const EmbeddedFile& model : axioms::embedded_models()) {
    models.push_back({{"name", model.stem()}, {"source", ""}});
  }
  Json given = Json::array();
  for (const SourceText& file : files) {
    given.push_back({{"name", file.file}, {"text", file.text}});
  }
  return {{"tool", {{"name", tool.name}, {"version", tool.version}, {"revision", tool.revision}}},
          {"machines", machines_json()},
          {"models", std::move(models)},
          {"examples", examples_json()},
          {"files", std::move(given)},
          {"default_machine", defaults_json()},
          {"launch_options", launch_options()},
          {"limits",
           {{"text_bytes", bounds.text_bytes},
            {"seconds", std::chrono::duration<double>(bounds.time).count()},
            {"states", bounds.states},
            {"memory_bytes", bounds.memory_bytes}}}};
}

}  // namespace opexplore::serve
