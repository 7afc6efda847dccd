#include "opmodel/words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

constexpr std::array<Word<Language>, 4> languages{{{"PTX", Language::ptx},
                                                   {"C++", Language::cxx},
                                                   {"Vulkan", Language::vulkan},
                                                   {"AMDGPU", Language::amdgpu}}};

constexpr std::array<Word<Language>, 4> languages_in_short{{{"ptx", Language::ptx},
                                                            {"cxx", Language::cxx},
                                                            {"vulkan", Language::vulkan},
                                                            {"amdgpu", Language::amdgpu}}};

constexpr std::array<Word<SyncScope>, 6> sync_scopes{{{"singlethread", SyncScope::singlethread},
                                                      {"wavefront", SyncScope::wavefront},
                                                      {"workgroup", SyncScope::workgroup},
                                                      {"cluster", SyncScope::cluster},
                                                      {"agent", SyncScope::agent},
                                                      {"", SyncScope::system}}};

constexpr std::array<Word<Order>, 5> orders_of_llvm{{{"monotonic", Order::relaxed},
                                                     {"acquire", Order::acquire},
                                                     {"release", Order::release},
                                                     {"acq_rel", Order::acq_rel},
                                                     {"seq_cst", Order::sc}}};

constexpr std::array<Word<VulkanScope>, 4> vulkan_scopes{{{"sg", VulkanScope::subgroup},
                                                          {"wg", VulkanScope::workgroup},
                                                          {"qf", VulkanScope::queue_family},
                                                          {"dv", VulkanScope::device}}};

constexpr std::array<Word<DeviceOperationKind>, 2> device_operations{
    {{"avdevice", DeviceOperationKind::make_available},
     {"visdevice", DeviceOperationKind::make_visible}}};

constexpr std::array<Word<Scope>, 4> scopes{
    {{"cta", Scope::cta}, {"cluster", Scope::cluster}, {"gpu", Scope::gpu}, {"sys", Scope::sys}}};

constexpr std::array<Word<Proxy>, 5> proxies{{{"generic", Proxy::generic},
                                              {"texture", Proxy::texture},
                                              {"surface", Proxy::surface},
                                              {"constant", Proxy::constant},
                                              {"readonly", Proxy::readonly}}};

constexpr std::array<Word<Order>, 6> orders{{{"weak", Order::weak},
                                             {"relaxed", Order::relaxed},
                                             {"acquire", Order::acquire},
                                             {"release", Order::release},
                                             {"acq_rel", Order::acq_rel},
                                             {"sc", Order::sc}}};

constexpr std::array<Word<Order>, 6> orders_of_cxx{{{"non_atomic", Order::weak},
                                                    {"relaxed", Order::relaxed},
                                                    {"acquire", Order::acquire},
                                                    {"release", Order::release},
                                                    {"acq_rel", Order::acq_rel},
                                                    {"seq_cst", Order::sc}}};

constexpr std::array<Word<Order>, 6> orders_in_short{{{"weak", Order::weak},
                                                      {"rlx", Order::relaxed},
                                                      {"acq", Order::acquire},
                                                      {"rel", Order::release},
                                                      {"acq_rel", Order::acq_rel},
                                                      {"sc", Order::sc}}};

constexpr std::array<Word<Scope>, 3> levels_of_membar{
    {{"cta", Scope::cta}, {"gl", Scope::gpu}, {"sys", Scope::sys}}};

constexpr std::array<Word<Scope>, 4> scopes_of_cxx{{{"block", Scope::cta},
                                                    {"cluster", Scope::cluster},
                                                    {"device", Scope::gpu},
                                                    {"system", Scope::sys}}};

constexpr std::array<Word<Comparison>, 6> comparing_jumps{{{"beq", Comparison::equal},
                                                           {"bne", Comparison::not_equal},
                                                           {"blt", Comparison::less},
                                                           {"ble", Comparison::less_equal},
                                                           {"bgt", Comparison::greater},
                                                           {"bge", Comparison::greater_equal}}};

constexpr std::array<Word<ArithmeticOp>, 14> operators_of_cxx{
    {{"", ArithmeticOp::move},
     {"+", ArithmeticOp::add},
     {"-", ArithmeticOp::sub},
     {"*", ArithmeticOp::mul},
     {"/", ArithmeticOp::div},
     {"&", ArithmeticOp::bit_and},
     {"|", ArithmeticOp::bit_or},
     {"^", ArithmeticOp::bit_xor},
     {"==", ArithmeticOp::equal},
     {"!=", ArithmeticOp::not_equal},
     {"<", ArithmeticOp::less},
     {"<=", ArithmeticOp::less_equal},
     {">", ArithmeticOp::greater},
     {">=", ArithmeticOp::greater_equal}}};

constexpr std::array<Word<Comparison>, 6> comparisons{{{"==", Comparison::equal},
                                                       {"!=", Comparison::not_equal},
                                                       {"<", Comparison::less},
                                                       {"<=", Comparison::less_equal},
                                                       {">", Comparison::greater},
                                                       {">=", Comparison::greater_equal}}};

constexpr std::array<Word<Comparison>, 6> comparisons_in_letters{
    {{"eq", Comparison::equal},
     {"ne", Comparison::not_equal},
     {"lt", Comparison::less},
     {"le", Comparison::less_equal},
     {"gt", Comparison::greater},
     {"ge", Comparison::greater_equal}}};

constexpr std::array<Word<ArithmeticOp>, 14> arithmetic{{{"mov", ArithmeticOp::move},
                                                         {"add", ArithmeticOp::add},
                                                         {"sub", ArithmeticOp::sub},
                                                         {"mul", ArithmeticOp::mul},
                                                         {"div", ArithmeticOp::div},
                                                         {"and", ArithmeticOp::bit_and},
                                                         {"or", ArithmeticOp::bit_or},
                                                         {"xor", ArithmeticOp::bit_xor},
                                                         {"setp.eq", ArithmeticOp::equal},
                                                         {"setp.ne", ArithmeticOp::not_equal},
                                                         {"setp.lt", ArithmeticOp::less},
                                                         {"setp.le", ArithmeticOp::less_equal},
                                                         {"setp.gt", ArithmeticOp::greater},
                                                         {"setp.ge", ArithmeticOp::greater_equal}}};

constexpr auto comparisons_of_setp = [] {
  constexpr std::size_t first = static_cast<std::size_t>(ArithmeticOp::equal);
  std::array<Word<ArithmeticOp>, arithmetic.size() - first> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Word<ArithmeticOp>& word = arithmetic.at(first + i);
    result.at(i) = {word.text.substr(std::string_view("setp.").size()), word.value};
  }
  return result;
}();

constexpr std::array<Word<AtomicOp>, 13> operations{{{"add", AtomicOp::add},
                                                     {"sub", AtomicOp::sub},
                                                     {"mul", AtomicOp::mul},
                                                     {"div", AtomicOp::div},
                                                     {"and", AtomicOp::bit_and},
                                                     {"or", AtomicOp::bit_or},
                                                     {"xor", AtomicOp::bit_xor},
                                                     {"min", AtomicOp::min},
                                                     {"max", AtomicOp::max},
                                                     {"inc", AtomicOp::inc},
                                                     {"dec", AtomicOp::dec},
                                                     {"exch", AtomicOp::exch},
                                                     {"cas", AtomicOp::cas}}};

constexpr std::array<Word<ProxyFenceKind>, 5> proxy_fences{{{"generic", ProxyFenceKind::generic},
                                                            {"texture", ProxyFenceKind::texture},
                                                            {"surface", ProxyFenceKind::surface},
                                                            {"constant", ProxyFenceKind::constant},
                                                            {"alias", ProxyFenceKind::alias}}};

constexpr std::array<Word<NumberType>, 7> types{{{"s64", NumberType::s64},
                                                 {"u64", NumberType::u64},
                                                 {"b64", NumberType::b64},
                                                 {"s32", NumberType::s32},
                                                 {"u32", NumberType::u32},
                                                 {"b32", NumberType::b32},
                                                 {"pred", NumberType::pred}}};

constexpr std::array<Word<Region>, 2> regions{
    {{"global", Region::global}, {"shared", Region::shared}}};

constexpr std::array<Word<Annotation>, 5> annotations{{{"", Annotation::none},
                                                       {"ca", Annotation::ca},
                                                       {"cg", Annotation::cg},
                                                       {"wb", Annotation::wb},
                                                       {"volatile", Annotation::volatile_}}};

// Where a value stands in its table is its number.
template <class Table>
constexpr bool in_order(const Table& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].value) != i) return false;
  }
  return true;
}
static_assert(in_order(scopes) && in_order(proxies) && in_order(orders) &&
              in_order(orders_of_cxx) && in_order(orders_in_short) && in_order(comparisons) &&
              in_order(comparisons_in_letters) && in_order(arithmetic) && in_order(operations) &&
              in_order(proxy_fences) && in_order(types) && in_order(regions) &&
              in_order(annotations) && in_order(scopes_of_cxx) && in_order(comparing_jumps) &&
              in_order(operators_of_cxx) && in_order(languages) && in_order(languages_in_short) &&
              in_order(vulkan_scopes) && in_order(device_operations) && in_order(sync_scopes));

template <class Table, class Enum>
std::string_view name_in(const Table& table, Enum value) {
  return table.at(static_cast<std::size_t>(value)).text;
}

}  // namespace

template <>
std::span<const Word<Scope>> words<Scope>() {
  return scopes;
}
template <>
std::span<const Word<Proxy>> words<Proxy>() {
  return proxies;
}
template <>
std::span<const Word<Order>> words<Order>() {
  return orders;
}
template <>
std::span<const Word<Comparison>> words<Comparison>() {
  return comparisons;
}
template <>
std::span<const Word<ArithmeticOp>> words<ArithmeticOp>() {
  return arithmetic;
}
template <>
std::span<const Word<AtomicOp>> words<AtomicOp>() {
  return operations;
}
template <>
std::span<const Word<ProxyFenceKind>> words<ProxyFenceKind>() {
  return proxy_fences;
}
template <>
std::span<const Word<NumberType>> words<NumberType>() {
  return types;
}
template <>
std::span<const Word<Region>> words<Region>() {
  return regions;
}
template <>
std::span<const Word<Annotation>> words<Annotation>() {
  return annotations;
}

std::span<const Word<Scope>> membar_levels() { return levels_of_membar; }
std::string_view membar_level(Scope scope) {
  // None is of a cluster; nearest: the GPU.
  const Scope level = scope == Scope::cluster ? Scope::gpu : scope;
  return std::ranges::find(levels_of_membar, level, &Word<Scope>::value)->text;
}

template <>
std::span<const Word<VulkanScope>> words<VulkanScope>() {
  return vulkan_scopes;
}
template <>
std::span<const Word<DeviceOperationKind>> words<DeviceOperationKind>() {
  return device_operations;
}

std::span<const Word<ArithmeticOp>> setp_comparisons() { return comparisons_of_setp; }

std::string fence_text(const Action& fence) {
  const Scope* const scope = scope_of(fence);
  return fence_text(fence, scope != nullptr ? to_string(*scope) : "");
}

std::string fence_text(const Action& fence, std::string_view scope) {
  const auto spelled = [](std::string_view what, std::string_view where) {
    return "fence." + std::string(what) + "." + std::string(where);
  };
  return std::visit(
      Overloaded{
          [&](const Fence& ordering) { return spelled(to_string(ordering.order), scope); },
          [&](const ProxyFence& ordering) { return spelled("proxy", to_string(ordering.kind)); },
          [](const DeviceOperation& operation) { return std::string(to_string(operation.kind)); },
          [](const MemoryAccess&) { return std::string(); },
          [](const Barrier&) { return std::string(); },
          [](const Arithmetic&) { return std::string(); },
          [](const Branch&) { return std::string(); },
          [](const Asynchronous&) { return std::string(); },
      },
      fence);
}

std::span<const Word<Comparison>> jumps() { return comparing_jumps; }
std::string_view jump_name(Comparison comparison) { return name_in(comparing_jumps, comparison); }

std::span<const Word<Comparison>> comparison_letters() { return comparisons_in_letters; }
std::string_view letters(Comparison comparison) {
  return name_in(comparisons_in_letters, comparison);
}

std::span<const Word<Order>> cxx_orders() { return orders_of_cxx; }
std::string_view cxx_name(Order order) { return name_in(orders_of_cxx, order); }

std::span<const Word<Scope>> cxx_scopes() { return scopes_of_cxx; }
std::string_view cxx_name(Scope scope) { return name_in(scopes_of_cxx, scope); }

std::span<const Word<ArithmeticOp>> cxx_operators() { return operators_of_cxx; }
std::string_view cxx_name(ArithmeticOp op) { return name_in(operators_of_cxx, op); }

std::span<const Word<Order>> short_orders() { return orders_in_short; }
std::string_view short_name(Order order) { return name_in(orders_in_short, order); }

std::span<const Word<SyncScope>> sync_scope_words() { return sync_scopes; }
std::string_view to_string(SyncScope scope) { return name_in(sync_scopes, scope); }

std::span<const Word<Order>> llvm_orders() { return orders_of_llvm; }
std::string_view llvm_name(Order order) {
  return std::ranges::find(orders_of_llvm, order, &Word<Order>::value)->text;
}

std::span<const Word<Language>> short_languages() { return languages_in_short; }

std::string_view to_string(Language language) { return name_in(languages, language); }
std::string_view to_string(Scope scope) { return name_in(scopes, scope); }
std::string_view to_string(Proxy proxy) { return name_in(proxies, proxy); }
std::string_view to_string(Order order) { return name_in(orders, order); }
std::string_view to_string(Comparison comparison) { return name_in(comparisons, comparison); }
std::string_view to_string(ArithmeticOp op) { return name_in(arithmetic, op); }
std::string_view to_string(AtomicOp op) { return name_in(operations, op); }
std::string_view to_string(ProxyFenceKind kind) { return name_in(proxy_fences, kind); }
std::string_view to_string(NumberType type) { return name_in(types, type); }
std::string_view to_string(Region region) { return name_in(regions, region); }
std::string_view to_string(Annotation annotation) { return name_in(annotations, annotation); }
std::string_view to_string(VulkanScope scope) { return name_in(vulkan_scopes, scope); }
std::string_view to_string(DeviceOperationKind kind) { return name_in(device_operations, kind); }

}  // namespace opexplore
