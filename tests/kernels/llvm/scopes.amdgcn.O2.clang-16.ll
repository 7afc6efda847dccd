; ModuleID = 'scopes.cl'
source_filename = "scopes.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

@barrier_alone.s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !0
@barrier_in_fences.s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !10
@barrier_in_thread_fences.s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !25
@two_spaces.s = internal unnamed_addr addrspace(3) global i32 undef, align 4, !dbg !36

; Function Attrs: nofree norecurse nounwind memory(argmem: readwrite)
define protected amdgpu_kernel void @device_scope(ptr addrspace(1) nocapture noundef align 4 %0, ptr addrspace(1) nocapture noundef align 4 %1, ptr addrspace(1) nocapture noundef writeonly align 4 %2) local_unnamed_addr #0 !dbg !59 !kernel_arg_addr_space !64 !kernel_arg_access_qual !65 !kernel_arg_type !66 !kernel_arg_base_type !67 !kernel_arg_type_qual !68 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %0, metadata !61, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !69
  call void @llvm.dbg.value(metadata ptr addrspace(1) %1, metadata !62, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !69
  call void @llvm.dbg.value(metadata ptr addrspace(1) %2, metadata !63, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !69
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !70
  %5 = icmp eq i32 %4, 0, !dbg !72
  br i1 %5, label %6, label %7, !dbg !73

6:                                                ; preds = %3
  store i32 42, ptr addrspace(1) %0, align 4, !dbg !74, !tbaa !76
  store atomic i32 1, ptr addrspace(1) %1 syncscope("agent-one-as") release, align 4, !dbg !80
  br label %12, !dbg !81

7:                                                ; preds = %3, %7
  %8 = load atomic i32, ptr addrspace(1) %1 syncscope("agent-one-as") acquire, align 4, !dbg !82
  %9 = icmp eq i32 %8, 0, !dbg !84
  br i1 %9, label %7, label %10, !dbg !85, !llvm.loop !86

10:                                               ; preds = %7
  %11 = load i32, ptr addrspace(1) %0, align 4, !dbg !88, !tbaa !76
  store i32 %11, ptr addrspace(1) %2, align 4, !dbg !89, !tbaa !76
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !90
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: nofree norecurse nounwind memory(argmem: readwrite)
define protected amdgpu_kernel void @group_scope(ptr addrspace(1) nocapture noundef align 4 %0, ptr addrspace(1) nocapture noundef align 4 %1, ptr addrspace(1) nocapture noundef writeonly align 4 %2) local_unnamed_addr #0 !dbg !91 !kernel_arg_addr_space !64 !kernel_arg_access_qual !65 !kernel_arg_type !66 !kernel_arg_base_type !67 !kernel_arg_type_qual !68 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %0, metadata !93, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !96
  call void @llvm.dbg.value(metadata ptr addrspace(1) %1, metadata !94, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !96
  call void @llvm.dbg.value(metadata ptr addrspace(1) %2, metadata !95, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !96
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !97
  %5 = icmp eq i32 %4, 0, !dbg !99
  br i1 %5, label %6, label %7, !dbg !100

6:                                                ; preds = %3
  store i32 42, ptr addrspace(1) %0, align 4, !dbg !101, !tbaa !76
  store atomic i32 1, ptr addrspace(1) %1 syncscope("workgroup-one-as") release, align 4, !dbg !103
  br label %12, !dbg !104

7:                                                ; preds = %3, %7
  %8 = load atomic i32, ptr addrspace(1) %1 syncscope("workgroup-one-as") acquire, align 4, !dbg !105
  %9 = icmp eq i32 %8, 0, !dbg !107
  br i1 %9, label %7, label %10, !dbg !108, !llvm.loop !109

10:                                               ; preds = %7
  %11 = load i32, ptr addrspace(1) %0, align 4, !dbg !111, !tbaa !76
  store i32 %11, ptr addrspace(1) %2, align 4, !dbg !112, !tbaa !76
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !113
}

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn
define protected amdgpu_kernel void @barrier_alone(ptr addrspace(1) nocapture noundef writeonly align 4 %0) local_unnamed_addr #2 !dbg !2 !kernel_arg_addr_space !114 !kernel_arg_access_qual !115 !kernel_arg_type !116 !kernel_arg_base_type !116 !kernel_arg_type_qual !117 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %0, metadata !50, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !118
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !119, !range !120, !noundef !121
  call void @llvm.dbg.value(metadata i32 %2, metadata !51, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !118
  %3 = add nuw nsw i32 %2, 1, !dbg !122
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], ptr addrspace(3) @barrier_alone.s, i32 0, i32 %2, !dbg !123
  store i32 %3, ptr addrspace(3) %5, align 4, !dbg !124, !tbaa !76
  tail call void @llvm.amdgcn.s.barrier(), !dbg !125
  %6 = sub nsw i32 1, %2, !dbg !126
  %7 = getelementptr inbounds [2 x i32], ptr addrspace(3) @barrier_alone.s, i32 0, i32 %6, !dbg !127
  %8 = load i32, ptr addrspace(3) %7, align 4, !dbg !127, !tbaa !76
  %9 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %4, !dbg !128
  store i32 %8, ptr addrspace(1) %9, align 4, !dbg !129, !tbaa !76
  ret void, !dbg !130
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn
define protected amdgpu_kernel void @barrier_in_fences(ptr addrspace(1) nocapture noundef writeonly align 4 %0) local_unnamed_addr #2 !dbg !12 !kernel_arg_addr_space !114 !kernel_arg_access_qual !115 !kernel_arg_type !116 !kernel_arg_base_type !116 !kernel_arg_type_qual !117 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %0, metadata !14, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !131
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !132, !range !120, !noundef !121
  call void @llvm.dbg.value(metadata i32 %2, metadata !15, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !131
  %3 = add nuw nsw i32 %2, 1, !dbg !133
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], ptr addrspace(3) @barrier_in_fences.s, i32 0, i32 %2, !dbg !134
  store i32 %3, ptr addrspace(3) %5, align 4, !dbg !135, !tbaa !76
  fence syncscope("workgroup") release, !dbg !136
  tail call void @llvm.amdgcn.s.barrier(), !dbg !137
  fence syncscope("workgroup") acquire, !dbg !138
  %6 = sub nsw i32 1, %2, !dbg !139
  %7 = getelementptr inbounds [2 x i32], ptr addrspace(3) @barrier_in_fences.s, i32 0, i32 %6, !dbg !140
  %8 = load i32, ptr addrspace(3) %7, align 4, !dbg !140, !tbaa !76
  %9 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %4, !dbg !141
  store i32 %8, ptr addrspace(1) %9, align 4, !dbg !142, !tbaa !76
  ret void, !dbg !143
}

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn
define protected amdgpu_kernel void @barrier_in_thread_fences(ptr addrspace(1) nocapture noundef writeonly align 4 %0) local_unnamed_addr #2 !dbg !27 !kernel_arg_addr_space !114 !kernel_arg_access_qual !115 !kernel_arg_type !116 !kernel_arg_base_type !116 !kernel_arg_type_qual !117 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %0, metadata !29, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !144
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !145, !range !120, !noundef !121
  call void @llvm.dbg.value(metadata i32 %2, metadata !30, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !144
  %3 = add nuw nsw i32 %2, 1, !dbg !146
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], ptr addrspace(3) @barrier_in_thread_fences.s, i32 0, i32 %2, !dbg !147
  store i32 %3, ptr addrspace(3) %5, align 4, !dbg !148, !tbaa !76
  fence syncscope("singlethread") release, !dbg !149
  tail call void @llvm.amdgcn.s.barrier(), !dbg !150
  fence syncscope("singlethread") acquire, !dbg !151
  %6 = sub nsw i32 1, %2, !dbg !152
  %7 = getelementptr inbounds [2 x i32], ptr addrspace(3) @barrier_in_thread_fences.s, i32 0, i32 %6, !dbg !153
  %8 = load i32, ptr addrspace(3) %7, align 4, !dbg !153, !tbaa !76
  %9 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %4, !dbg !154
  store i32 %8, ptr addrspace(1) %9, align 4, !dbg !155, !tbaa !76
  ret void, !dbg !156
}

; Function Attrs: nofree norecurse nounwind memory(readwrite, inaccessiblemem: none)
define protected amdgpu_kernel void @two_spaces(ptr addrspace(1) nocapture noundef readonly align 4 %0, ptr addrspace(1) nocapture noundef align 4 %1, ptr addrspace(1) nocapture noundef writeonly align 4 %2) local_unnamed_addr #4 !dbg !38 !kernel_arg_addr_space !64 !kernel_arg_access_qual !65 !kernel_arg_type !66 !kernel_arg_base_type !67 !kernel_arg_type_qual !68 {
  call void @llvm.dbg.value(metadata ptr addrspace(1) %0, metadata !46, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !157
  call void @llvm.dbg.value(metadata ptr addrspace(1) %1, metadata !47, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !157
  call void @llvm.dbg.value(metadata ptr addrspace(1) %2, metadata !48, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !157
  %4 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !158, !range !120, !noundef !121
  %5 = icmp eq i32 %4, 0, !dbg !160
  br i1 %5, label %6, label %8, !dbg !161

6:                                                ; preds = %3
  %7 = load i32, ptr addrspace(1) %0, align 4, !dbg !162, !tbaa !76, !amdgpu.noclobber !121
  store i32 %7, ptr addrspace(3) @two_spaces.s, align 4, !dbg !164, !tbaa !76
  store atomic i32 1, ptr addrspace(1) %1 syncscope("workgroup-one-as") release, align 4, !dbg !165
  br label %13, !dbg !166

8:                                                ; preds = %3, %8
  %9 = load atomic i32, ptr addrspace(1) %1 syncscope("workgroup-one-as") acquire, align 4, !dbg !167
  %10 = icmp eq i32 %9, 0, !dbg !169
  br i1 %10, label %8, label %11, !dbg !170, !llvm.loop !171

11:                                               ; preds = %8
  %12 = load i32, ptr addrspace(3) @two_spaces.s, align 4, !dbg !173, !tbaa !76
  store i32 %12, ptr addrspace(1) %2, align 4, !dbg !174, !tbaa !76
  br label %13

13:                                               ; preds = %11, %6
  ret void, !dbg !175
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.value(metadata, metadata, metadata) #5

attributes #0 = { nofree norecurse nounwind memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="false" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent mustprogress nofree norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="false" }
attributes #3 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #4 = { nofree norecurse nounwind memory(readwrite, inaccessiblemem: none) "amdgpu-flat-work-group-size"="1,256" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="false" }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!8}
!llvm.module.flags = !{!52, !53, !54, !55, !56}
!opencl.ocl.version = !{!57}
!llvm.ident = !{!58}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!1 = distinct !DIGlobalVariable(name: "s", scope: !2, file: !3, line: 32, type: !16, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "barrier_alone", scope: !3, file: !3, line: 31, type: !4, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !49)
!3 = !DIFile(filename: "scopes.cl", directory: ".", checksumkind: CSK_MD5, checksum: "213607ae76c7b6873409665e083f2958")
!4 = !DISubroutineType(cc: DW_CC_LLVM_OpenCLKernel, types: !5)
!5 = !{null, !6}
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !9, splitDebugInlining: false, nameTableKind: None)
!9 = !{!0, !10, !19, !25, !31, !36}
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!11 = distinct !DIGlobalVariable(name: "s", scope: !12, file: !3, line: 41, type: !16, isLocal: true, isDefinition: true)
!12 = distinct !DISubprogram(name: "barrier_in_fences", scope: !3, file: !3, line: 40, type: !4, scopeLine: 40, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !13)
!13 = !{!14, !15}
!14 = !DILocalVariable(name: "out", arg: 1, scope: !12, file: !3, line: 40, type: !6)
!15 = !DILocalVariable(name: "t", scope: !12, file: !3, line: 42, type: !7)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 64, elements: !17)
!17 = !{!18}
!18 = !DISubrange(count: 2)
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(scope: null, file: !3, line: 44, type: !21, isLocal: true, isDefinition: true)
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 80, elements: !23)
!22 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!23 = !{!24}
!24 = !DISubrange(count: 10)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!26 = distinct !DIGlobalVariable(name: "s", scope: !27, file: !3, line: 52, type: !16, isLocal: true, isDefinition: true)
!27 = distinct !DISubprogram(name: "barrier_in_thread_fences", scope: !3, file: !3, line: 51, type: !4, scopeLine: 51, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !28)
!28 = !{!29, !30}
!29 = !DILocalVariable(name: "out", arg: 1, scope: !27, file: !3, line: 51, type: !6)
!30 = !DILocalVariable(name: "t", scope: !27, file: !3, line: 53, type: !7)
!31 = !DIGlobalVariableExpression(var: !32, expr: !DIExpression())
!32 = distinct !DIGlobalVariable(scope: null, file: !3, line: 55, type: !33, isLocal: true, isDefinition: true)
!33 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 104, elements: !34)
!34 = !{!35}
!35 = !DISubrange(count: 13)
!36 = !DIGlobalVariableExpression(var: !37, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!37 = distinct !DIGlobalVariable(name: "s", scope: !38, file: !3, line: 64, type: !7, isLocal: true, isDefinition: true)
!38 = distinct !DISubprogram(name: "two_spaces", scope: !3, file: !3, line: 63, type: !39, scopeLine: 63, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !45)
!39 = !DISubroutineType(cc: DW_CC_LLVM_OpenCLKernel, types: !40)
!40 = !{null, !6, !41, !6}
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !42, size: 64)
!42 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !43, baseType: !44)
!43 = !DIFile(filename: "scopes.cl", directory: ".")
!44 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !7)
!45 = !{!46, !47, !48}
!46 = !DILocalVariable(name: "in", arg: 1, scope: !38, file: !3, line: 63, type: !6)
!47 = !DILocalVariable(name: "flag", arg: 2, scope: !38, file: !3, line: 63, type: !41)
!48 = !DILocalVariable(name: "out", arg: 3, scope: !38, file: !3, line: 63, type: !6)
!49 = !{!50, !51}
!50 = !DILocalVariable(name: "out", arg: 1, scope: !2, file: !3, line: 31, type: !6)
!51 = !DILocalVariable(name: "t", scope: !2, file: !3, line: 33, type: !7)
!52 = !{i32 1, !"amdgpu_code_object_version", i32 400}
!53 = !{i32 7, !"Dwarf Version", i32 5}
!54 = !{i32 2, !"Debug Info Version", i32 3}
!55 = !{i32 1, !"wchar_size", i32 4}
!56 = !{i32 8, !"PIC Level", i32 1}
!57 = !{i32 2, i32 0}
!58 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!59 = distinct !DISubprogram(name: "device_scope", scope: !3, file: !3, line: 7, type: !39, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !60)
!60 = !{!61, !62, !63}
!61 = !DILocalVariable(name: "data", arg: 1, scope: !59, file: !3, line: 7, type: !6)
!62 = !DILocalVariable(name: "flag", arg: 2, scope: !59, file: !3, line: 7, type: !41)
!63 = !DILocalVariable(name: "out", arg: 3, scope: !59, file: !3, line: 7, type: !6)
!64 = !{i32 1, i32 1, i32 1}
!65 = !{!"none", !"none", !"none"}
!66 = !{!"int*", !"atomic_int*", !"int*"}
!67 = !{!"int*", !"_Atomic(int)*", !"int*"}
!68 = !{!"", !"", !""}
!69 = !DILocation(line: 0, scope: !59)
!70 = !DILocation(line: 8, column: 7, scope: !71)
!71 = distinct !DILexicalBlock(scope: !59, file: !3, line: 8, column: 7)
!72 = !DILocation(line: 8, column: 41, scope: !71)
!73 = !DILocation(line: 8, column: 7, scope: !59)
!74 = !DILocation(line: 9, column: 11, scope: !75)
!75 = distinct !DILexicalBlock(scope: !71, file: !3, line: 8, column: 47)
!76 = !{!77, !77, i64 0}
!77 = !{!"int", !78, i64 0}
!78 = !{!"omnipotent char", !79, i64 0}
!79 = !{!"Simple C/C++ TBAA"}
!80 = !DILocation(line: 10, column: 5, scope: !75)
!81 = !DILocation(line: 11, column: 3, scope: !75)
!82 = !DILocation(line: 12, column: 12, scope: !83)
!83 = distinct !DILexicalBlock(scope: !71, file: !3, line: 11, column: 10)
!84 = !DILocation(line: 12, column: 40, scope: !83)
!85 = !DILocation(line: 12, column: 5, scope: !83)
!86 = distinct !{!86, !85, !87}
!87 = !DILocation(line: 13, column: 5, scope: !83)
!88 = !DILocation(line: 14, column: 12, scope: !83)
!89 = !DILocation(line: 14, column: 10, scope: !83)
!90 = !DILocation(line: 16, column: 1, scope: !59)
!91 = distinct !DISubprogram(name: "group_scope", scope: !3, file: !3, line: 19, type: !39, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !92)
!92 = !{!93, !94, !95}
!93 = !DILocalVariable(name: "data", arg: 1, scope: !91, file: !3, line: 19, type: !6)
!94 = !DILocalVariable(name: "flag", arg: 2, scope: !91, file: !3, line: 19, type: !41)
!95 = !DILocalVariable(name: "out", arg: 3, scope: !91, file: !3, line: 19, type: !6)
!96 = !DILocation(line: 0, scope: !91)
!97 = !DILocation(line: 20, column: 7, scope: !98)
!98 = distinct !DILexicalBlock(scope: !91, file: !3, line: 20, column: 7)
!99 = !DILocation(line: 20, column: 41, scope: !98)
!100 = !DILocation(line: 20, column: 7, scope: !91)
!101 = !DILocation(line: 21, column: 11, scope: !102)
!102 = distinct !DILexicalBlock(scope: !98, file: !3, line: 20, column: 47)
!103 = !DILocation(line: 22, column: 5, scope: !102)
!104 = !DILocation(line: 23, column: 3, scope: !102)
!105 = !DILocation(line: 24, column: 12, scope: !106)
!106 = distinct !DILexicalBlock(scope: !98, file: !3, line: 23, column: 10)
!107 = !DILocation(line: 24, column: 44, scope: !106)
!108 = !DILocation(line: 24, column: 5, scope: !106)
!109 = distinct !{!109, !108, !110}
!110 = !DILocation(line: 25, column: 5, scope: !106)
!111 = !DILocation(line: 26, column: 12, scope: !106)
!112 = !DILocation(line: 26, column: 10, scope: !106)
!113 = !DILocation(line: 28, column: 1, scope: !91)
!114 = !{i32 1}
!115 = !{!"none"}
!116 = !{!"int*"}
!117 = !{!""}
!118 = !DILocation(line: 0, scope: !2)
!119 = !DILocation(line: 33, column: 11, scope: !2)
!120 = !{i32 0, i32 1024}
!121 = !{}
!122 = !DILocation(line: 34, column: 12, scope: !2)
!123 = !DILocation(line: 34, column: 3, scope: !2)
!124 = !DILocation(line: 34, column: 8, scope: !2)
!125 = !DILocation(line: 35, column: 3, scope: !2)
!126 = !DILocation(line: 36, column: 16, scope: !2)
!127 = !DILocation(line: 36, column: 12, scope: !2)
!128 = !DILocation(line: 36, column: 3, scope: !2)
!129 = !DILocation(line: 36, column: 10, scope: !2)
!130 = !DILocation(line: 37, column: 1, scope: !2)
!131 = !DILocation(line: 0, scope: !12)
!132 = !DILocation(line: 42, column: 11, scope: !12)
!133 = !DILocation(line: 43, column: 12, scope: !12)
!134 = !DILocation(line: 43, column: 3, scope: !12)
!135 = !DILocation(line: 43, column: 8, scope: !12)
!136 = !DILocation(line: 44, column: 26, scope: !12)
!137 = !DILocation(line: 45, column: 3, scope: !12)
!138 = !DILocation(line: 46, column: 26, scope: !12)
!139 = !DILocation(line: 47, column: 16, scope: !12)
!140 = !DILocation(line: 47, column: 12, scope: !12)
!141 = !DILocation(line: 47, column: 3, scope: !12)
!142 = !DILocation(line: 47, column: 10, scope: !12)
!143 = !DILocation(line: 48, column: 1, scope: !12)
!144 = !DILocation(line: 0, scope: !27)
!145 = !DILocation(line: 53, column: 11, scope: !27)
!146 = !DILocation(line: 54, column: 12, scope: !27)
!147 = !DILocation(line: 54, column: 3, scope: !27)
!148 = !DILocation(line: 54, column: 8, scope: !27)
!149 = !DILocation(line: 55, column: 26, scope: !27)
!150 = !DILocation(line: 56, column: 3, scope: !27)
!151 = !DILocation(line: 57, column: 26, scope: !27)
!152 = !DILocation(line: 58, column: 16, scope: !27)
!153 = !DILocation(line: 58, column: 12, scope: !27)
!154 = !DILocation(line: 58, column: 3, scope: !27)
!155 = !DILocation(line: 58, column: 10, scope: !27)
!156 = !DILocation(line: 59, column: 1, scope: !27)
!157 = !DILocation(line: 0, scope: !38)
!158 = !DILocation(line: 65, column: 7, scope: !159)
!159 = distinct !DILexicalBlock(scope: !38, file: !3, line: 65, column: 7)
!160 = !DILocation(line: 65, column: 40, scope: !159)
!161 = !DILocation(line: 65, column: 7, scope: !38)
!162 = !DILocation(line: 66, column: 9, scope: !163)
!163 = distinct !DILexicalBlock(scope: !159, file: !3, line: 65, column: 46)
!164 = !DILocation(line: 66, column: 7, scope: !163)
!165 = !DILocation(line: 67, column: 5, scope: !163)
!166 = !DILocation(line: 68, column: 3, scope: !163)
!167 = !DILocation(line: 69, column: 12, scope: !168)
!168 = distinct !DILexicalBlock(scope: !159, file: !3, line: 68, column: 10)
!169 = !DILocation(line: 69, column: 44, scope: !168)
!170 = !DILocation(line: 69, column: 5, scope: !168)
!171 = distinct !{!171, !170, !172}
!172 = !DILocation(line: 70, column: 5, scope: !168)
!173 = !DILocation(line: 71, column: 12, scope: !168)
!174 = !DILocation(line: 71, column: 10, scope: !168)
!175 = !DILocation(line: 73, column: 1, scope: !38)
