#include "answers/findings/vocabulary.hpp"

#include <array>

#include "opmodel/words.hpp"

namespace opexplore {

namespace {

std::string_view scope_of_cuda(Scope scope) {
  constexpr std::array<std::string_view, 4> words{"block scope", "cluster scope", "device scope",
                                                  "system scope"};
  return words[static_cast<std::size_t>(scope)];
}

const Vocabulary cuda{
    .module = "PTX",
    .labels = true,
    .scope = &scope_of_cuda,
    .cta = "block",
    .all_there = "cuda-cooperative",
    .ordinary = "cuda",
    .needs_all =
        "it ends only if blocks that wait for each other run at the same time: an "
        "ordinary launch promises that of blocks that have started; "
        "cudaLaunchCooperativeKernel of all",
    .barrier = "__syncthreads();"};

// HIP and OpenCL C promise what CUDA does.
Vocabulary llvm() {
  Vocabulary result = cuda;
  result.module = "LLVM IR";
  result.scope = &cxx_name;
  result.barrier = {};
  return result;
}

// Vulkan promises no progress between invocations (Vulkan specification, "Shader Execution").
Vocabulary shader() {
  return {
      .module = "SPIR-V",
      .labels = true,
      .cta = "workgroup",
      .block = "workgroup",
      .warp = "subgroup",
      .thread = "invocation",
      .all_there = "FAIR",
      .ordinary = "vulkan",
      .needs_all =
          "it ends only if invocations that wait for each other all go on: Vulkan promises that "
          "of none, and devices do it as long as the workgroups fit on them",
      .barrier =
          "OpControlBarrier Workgroup Workgroup "
          "AcquireRelease|WorkgroupMemory|MakeAvailable|MakeVisible",
      .buffer_barrier =
          "OpControlBarrier Workgroup Workgroup "
          "AcquireRelease|UniformMemory|MakeAvailable|MakeVisible",
      .memory_barrier =
          "OpMemoryBarrier QueueFamily AcquireRelease|UniformMemory|MakeAvailable|MakeVisible"};
}

Vocabulary glsl() {
  Vocabulary result = shader();
  result.barrier = "barrier();";
  // barrier() orders shared variables alone, on either side of it.
  result.buffer_barrier = "memoryBarrierBuffer(); barrier(); memoryBarrierBuffer();";
  result.in_three = true;
  result.orders = " (barrier() shared variables, memoryBarrierBuffer() buffers)";
  result.memory_barrier = "memoryBarrierBuffer();";
  result.one_alone = "if (gl_LocalInvocationIndex == 0)";
  result.coherent = "coherent";
  return result;
}

Vocabulary hlsl() {
  Vocabulary result = shader();
  result.barrier = "GroupMemoryBarrierWithGroupSync();";
  result.buffer_barrier = "DeviceMemoryBarrierWithGroupSync();";
  result.memory_barrier = "DeviceMemoryBarrier();";
  result.coherent = "globallycoherent";
  return result;
}

// WGSL orders nothing between workgroups but atomics.
Vocabulary wgsl() {
  Vocabulary result = shader();
  result.barrier = "workgroupBarrier();";
  result.buffer_barrier = "storageBarrier();";
  result.orders = " (workgroupBarrier() that of workgroups, storageBarrier() buffers)";
  result.memory_barrier = {};
  result.coherent = {};
  return result;
}

}  // namespace

const Vocabulary& vocabulary(kernel::SourceLanguage language) {
  static const Vocabulary of_glsl = glsl(), of_hlsl = hlsl(), of_wgsl = wgsl(), of_spirv = shader(),
                          of_llvm = llvm();
  switch (language) {
    case kernel::SourceLanguage::glsl:
      return of_glsl;
    case kernel::SourceLanguage::hlsl:
      return of_hlsl;
    case kernel::SourceLanguage::wgsl:
      return of_wgsl;
    case kernel::SourceLanguage::spirv:
      return of_spirv;
    case kernel::SourceLanguage::llvm:
      return of_llvm;
    case kernel::SourceLanguage::cuda:
      break;
  }
  return cuda;
}

std::string told(const Phrase& phrase, const AnsweredTest& run) {
  return told(phrase, vocabulary(run.asked.kernel->language), run.asked.test.program,
              run.asked.kernel->locations);
}

}  // namespace opexplore
