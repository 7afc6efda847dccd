// SPIR-V kernels for tests of their front end.
#pragma once

#include <string>
#include <vector>

#include "litmus/language/writer.hpp"
#include "litmus/spirv/kernel.hpp"

namespace opexplore::testing {

/// A module whose kernel has that body behind its first label. It has buffers %x, %y and %z of
/// %uint, memory %w of workgroups, the number %id of the thread, a variable %own of the thread's
/// own, and constants %0 to %9.
inline std::string spirv_text(const std::string& body, const std::string& annotations = "",
                              const std::string& more = "") {
  std::string text = annotations + R"(
OpCapability Shader
OpCapability VulkanMemoryModel
OpMemoryModel Logical Vulkan
%glsl = OpExtInstImport "GLSL.std.450"
OpEntryPoint GLCompute %main "main" %id
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %list ArrayStride 4
OpMemberDecorate %buffer 0 Offset 0
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%char = OpTypeInt 8 0
%long = OpTypeInt 64 1
%v3uint = OpTypeVector %uint 3
%list = OpTypeRuntimeArray %uint
%buffer = OpTypeStruct %list
%to_buffer = OpTypePointer StorageBuffer %buffer
%to_uint = OpTypePointer StorageBuffer %uint
%to_shared = OpTypePointer Workgroup %uint
%to_id = OpTypePointer Input %v3uint
%to_own = OpTypePointer Private %uint
%kernel = OpTypeFunction %void
%true = OpConstantTrue %bool
%false = OpConstantFalse %bool
%undefined = OpUndef %uint
)";
  for (int i = 0; i < 10; ++i) {
    text += '%' + std::to_string(i) + " = OpConstant %uint " + std::to_string(i) + '\n';
  }
  for (const int semantics : {66, 68, 72, 264, 328, 0x2044, 0x4042, 0x6048}) {
    text += "%s" + std::to_string(semantics) + " = OpConstant %uint " + std::to_string(semantics) +
            '\n';
  }
  return text + more + R"(
%x = OpVariable %to_buffer StorageBuffer
%y = OpVariable %to_buffer StorageBuffer
%z = OpVariable %to_buffer StorageBuffer
%w = OpVariable %to_shared Workgroup
%id = OpVariable %to_id Input
%own = OpVariable %to_own Private %0
%main = OpFunction %void None %kernel
%begin = OpLabel
%x0 = OpAccessChain %to_uint %x %0 %0
%y0 = OpAccessChain %to_uint %y %0 %0
%z0 = OpAccessChain %to_uint %z %0 %0
)" + body +
         "\nOpReturn\nOpFunctionEnd\n";
}

inline Test spirv_test(const std::string& body, const std::string& annotations = "",
                       const std::string& more = "") {
  return spirv::read_kernel(spirv_text(body, annotations, more), "k.spvasm");
}

/// The instructions of a thread, in the spelling of Vulkan's litmus dialect.
inline std::vector<std::string> spirv_code(const Test& test, std::size_t thread = 0) {
  std::vector<std::string> result;
  const Thread& of = test.program.threads.at(thread);
  for (const Instruction& instruction : of.instructions) {
    result.push_back(to_string(instruction.action, of, test.program));
  }
  return result;
}

}  // namespace opexplore::testing
