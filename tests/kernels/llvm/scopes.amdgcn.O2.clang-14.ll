; ModuleID = 'scopes.cl'
source_filename = "scopes.cl"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

@barrier_alone.s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !0
@barrier_in_fences.s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !10
@barrier_in_thread_fences.s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !19
@two_spaces.s = internal unnamed_addr addrspace(3) global i32 undef, align 4, !dbg !25

; Function Attrs: nofree norecurse nounwind
define protected amdgpu_kernel void @device_scope(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !47 !kernel_arg_addr_space !52 !kernel_arg_access_qual !53 !kernel_arg_type !54 !kernel_arg_base_type !55 !kernel_arg_type_qual !56 {
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %0, metadata !49, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !57
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %1, metadata !50, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !57
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %2, metadata !51, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !57
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !58
  %5 = icmp eq i32 %4, 0, !dbg !60
  br i1 %5, label %6, label %7, !dbg !61

6:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !62, !tbaa !64
  store atomic i32 1, i32 addrspace(1)* %1 syncscope("agent-one-as") release, align 4, !dbg !68
  br label %12, !dbg !69

7:                                                ; preds = %3, %7
  %8 = load atomic i32, i32 addrspace(1)* %1 syncscope("agent-one-as") acquire, align 4, !dbg !70
  %9 = icmp eq i32 %8, 0, !dbg !72
  br i1 %9, label %7, label %10, !dbg !73, !llvm.loop !74

10:                                               ; preds = %7
  %11 = load i32, i32 addrspace(1)* %0, align 4, !dbg !76, !tbaa !64
  store i32 %11, i32 addrspace(1)* %2, align 4, !dbg !77, !tbaa !64
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !78
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: nofree norecurse nounwind
define protected amdgpu_kernel void @group_scope(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !79 !kernel_arg_addr_space !52 !kernel_arg_access_qual !53 !kernel_arg_type !54 !kernel_arg_base_type !55 !kernel_arg_type_qual !56 {
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %0, metadata !81, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !84
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %1, metadata !82, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !84
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %2, metadata !83, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !84
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !85
  %5 = icmp eq i32 %4, 0, !dbg !87
  br i1 %5, label %6, label %7, !dbg !88

6:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !89, !tbaa !64
  store atomic i32 1, i32 addrspace(1)* %1 syncscope("workgroup-one-as") release, align 4, !dbg !91
  br label %12, !dbg !92

7:                                                ; preds = %3, %7
  %8 = load atomic i32, i32 addrspace(1)* %1 syncscope("workgroup-one-as") acquire, align 4, !dbg !93
  %9 = icmp eq i32 %8, 0, !dbg !95
  br i1 %9, label %7, label %10, !dbg !96, !llvm.loop !97

10:                                               ; preds = %7
  %11 = load i32, i32 addrspace(1)* %0, align 4, !dbg !99, !tbaa !64
  store i32 %11, i32 addrspace(1)* %2, align 4, !dbg !100, !tbaa !64
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !101
}

; Function Attrs: convergent mustprogress norecurse nounwind willreturn
define protected amdgpu_kernel void @barrier_alone(i32 addrspace(1)* nocapture noundef writeonly %0) local_unnamed_addr #2 !dbg !2 !kernel_arg_addr_space !102 !kernel_arg_access_qual !103 !kernel_arg_type !104 !kernel_arg_base_type !104 !kernel_arg_type_qual !105 {
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %0, metadata !39, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !106
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !107, !range !108
  call void @llvm.dbg.value(metadata i32 %2, metadata !40, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !106
  %3 = add nuw nsw i32 %2, 1, !dbg !109
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @barrier_alone.s, i32 0, i32 %2, !dbg !110
  store i32 %3, i32 addrspace(3)* %5, align 4, !dbg !111, !tbaa !64
  tail call void @llvm.amdgcn.s.barrier(), !dbg !112
  %6 = sub nsw i32 1, %2, !dbg !113
  %7 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @barrier_alone.s, i32 0, i32 %6, !dbg !114
  %8 = load i32, i32 addrspace(3)* %7, align 4, !dbg !114, !tbaa !64
  %9 = getelementptr inbounds i32, i32 addrspace(1)* %0, i64 %4, !dbg !115
  store i32 %8, i32 addrspace(1)* %9, align 4, !dbg !116, !tbaa !64
  ret void, !dbg !117
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: convergent mustprogress nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #3

; Function Attrs: convergent mustprogress norecurse nounwind willreturn
define protected amdgpu_kernel void @barrier_in_fences(i32 addrspace(1)* nocapture noundef writeonly %0) local_unnamed_addr #2 !dbg !12 !kernel_arg_addr_space !102 !kernel_arg_access_qual !103 !kernel_arg_type !104 !kernel_arg_base_type !104 !kernel_arg_type_qual !105 {
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %0, metadata !14, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !118
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !119, !range !108
  call void @llvm.dbg.value(metadata i32 %2, metadata !15, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !118
  %3 = add nuw nsw i32 %2, 1, !dbg !120
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @barrier_in_fences.s, i32 0, i32 %2, !dbg !121
  store i32 %3, i32 addrspace(3)* %5, align 4, !dbg !122, !tbaa !64
  fence syncscope("workgroup") release, !dbg !123
  tail call void @llvm.amdgcn.s.barrier(), !dbg !124
  fence syncscope("workgroup") acquire, !dbg !125
  %6 = sub nsw i32 1, %2, !dbg !126
  %7 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @barrier_in_fences.s, i32 0, i32 %6, !dbg !127
  %8 = load i32, i32 addrspace(3)* %7, align 4, !dbg !127, !tbaa !64
  %9 = getelementptr inbounds i32, i32 addrspace(1)* %0, i64 %4, !dbg !128
  store i32 %8, i32 addrspace(1)* %9, align 4, !dbg !129, !tbaa !64
  ret void, !dbg !130
}

; Function Attrs: convergent mustprogress norecurse nounwind willreturn
define protected amdgpu_kernel void @barrier_in_thread_fences(i32 addrspace(1)* nocapture noundef writeonly %0) local_unnamed_addr #2 !dbg !21 !kernel_arg_addr_space !102 !kernel_arg_access_qual !103 !kernel_arg_type !104 !kernel_arg_base_type !104 !kernel_arg_type_qual !105 {
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %0, metadata !23, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !131
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !132, !range !108
  call void @llvm.dbg.value(metadata i32 %2, metadata !24, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !131
  %3 = add nuw nsw i32 %2, 1, !dbg !133
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @barrier_in_thread_fences.s, i32 0, i32 %2, !dbg !134
  store i32 %3, i32 addrspace(3)* %5, align 4, !dbg !135, !tbaa !64
  fence syncscope("singlethread") release, !dbg !136
  tail call void @llvm.amdgcn.s.barrier(), !dbg !137
  fence syncscope("singlethread") acquire, !dbg !138
  %6 = sub nsw i32 1, %2, !dbg !139
  %7 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @barrier_in_thread_fences.s, i32 0, i32 %6, !dbg !140
  %8 = load i32, i32 addrspace(3)* %7, align 4, !dbg !140, !tbaa !64
  %9 = getelementptr inbounds i32, i32 addrspace(1)* %0, i64 %4, !dbg !141
  store i32 %8, i32 addrspace(1)* %9, align 4, !dbg !142, !tbaa !64
  ret void, !dbg !143
}

; Function Attrs: nofree norecurse nounwind
define protected amdgpu_kernel void @two_spaces(i32 addrspace(1)* nocapture noundef readonly %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !27 !kernel_arg_addr_space !52 !kernel_arg_access_qual !53 !kernel_arg_type !54 !kernel_arg_base_type !55 !kernel_arg_type_qual !56 {
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %0, metadata !35, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !144
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %1, metadata !36, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !144
  call void @llvm.dbg.value(metadata i32 addrspace(1)* %2, metadata !37, metadata !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef)), !dbg !144
  %4 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !145, !range !108
  %5 = icmp eq i32 %4, 0, !dbg !147
  br i1 %5, label %6, label %8, !dbg !148

6:                                                ; preds = %3
  %7 = load i32, i32 addrspace(1)* %0, align 4, !dbg !149, !tbaa !64
  store i32 %7, i32 addrspace(3)* @two_spaces.s, align 4, !dbg !151, !tbaa !64
  store atomic i32 1, i32 addrspace(1)* %1 syncscope("workgroup-one-as") release, align 4, !dbg !152
  br label %13, !dbg !153

8:                                                ; preds = %3, %8
  %9 = load atomic i32, i32 addrspace(1)* %1 syncscope("workgroup-one-as") acquire, align 4, !dbg !154
  %10 = icmp eq i32 %9, 0, !dbg !156
  br i1 %10, label %8, label %11, !dbg !157, !llvm.loop !158

11:                                               ; preds = %8
  %12 = load i32, i32 addrspace(3)* @two_spaces.s, align 4, !dbg !160, !tbaa !64
  store i32 %12, i32 addrspace(1)* %2, align 4, !dbg !161, !tbaa !64
  br label %13

13:                                               ; preds = %11, %6
  ret void, !dbg !162
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #4

attributes #0 = { nofree norecurse nounwind "amdgpu-flat-work-group-size"="1,256" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="false" }
attributes #1 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { convergent mustprogress norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,256" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="false" }
attributes #3 = { convergent mustprogress nounwind willreturn }
attributes #4 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.dbg.cu = !{!8}
!llvm.module.flags = !{!41, !42, !43, !44}
!opencl.ocl.version = !{!45}
!llvm.ident = !{!46}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!1 = distinct !DIGlobalVariable(name: "s", scope: !2, file: !3, line: 32, type: !16, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "barrier_alone", scope: !3, file: !3, line: 31, type: !4, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !38)
!3 = !DIFile(filename: "scopes.cl", directory: ".", checksumkind: CSK_MD5, checksum: "213607ae76c7b6873409665e083f2958")
!4 = !DISubroutineType(cc: DW_CC_LLVM_OpenCLKernel, types: !5)
!5 = !{null, !6}
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !9, splitDebugInlining: false, nameTableKind: None)
!9 = !{!0, !10, !19, !25}
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!11 = distinct !DIGlobalVariable(name: "s", scope: !12, file: !3, line: 41, type: !16, isLocal: true, isDefinition: true)
!12 = distinct !DISubprogram(name: "barrier_in_fences", scope: !3, file: !3, line: 40, type: !4, scopeLine: 40, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !13)
!13 = !{!14, !15}
!14 = !DILocalVariable(name: "out", arg: 1, scope: !12, file: !3, line: 40, type: !6)
!15 = !DILocalVariable(name: "t", scope: !12, file: !3, line: 42, type: !7)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 64, elements: !17)
!17 = !{!18}
!18 = !DISubrange(count: 2)
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!20 = distinct !DIGlobalVariable(name: "s", scope: !21, file: !3, line: 52, type: !16, isLocal: true, isDefinition: true)
!21 = distinct !DISubprogram(name: "barrier_in_thread_fences", scope: !3, file: !3, line: 51, type: !4, scopeLine: 51, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !22)
!22 = !{!23, !24}
!23 = !DILocalVariable(name: "out", arg: 1, scope: !21, file: !3, line: 51, type: !6)
!24 = !DILocalVariable(name: "t", scope: !21, file: !3, line: 53, type: !7)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!26 = distinct !DIGlobalVariable(name: "s", scope: !27, file: !3, line: 64, type: !7, isLocal: true, isDefinition: true)
!27 = distinct !DISubprogram(name: "two_spaces", scope: !3, file: !3, line: 63, type: !28, scopeLine: 63, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !34)
!28 = !DISubroutineType(cc: DW_CC_LLVM_OpenCLKernel, types: !29)
!29 = !{null, !6, !30, !6}
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!31 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !32, baseType: !33)
!32 = !DIFile(filename: "scopes.cl", directory: ".")
!33 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !7)
!34 = !{!35, !36, !37}
!35 = !DILocalVariable(name: "in", arg: 1, scope: !27, file: !3, line: 63, type: !6)
!36 = !DILocalVariable(name: "flag", arg: 2, scope: !27, file: !3, line: 63, type: !30)
!37 = !DILocalVariable(name: "out", arg: 3, scope: !27, file: !3, line: 63, type: !6)
!38 = !{!39, !40}
!39 = !DILocalVariable(name: "out", arg: 1, scope: !2, file: !3, line: 31, type: !6)
!40 = !DILocalVariable(name: "t", scope: !2, file: !3, line: 33, type: !7)
!41 = !{i32 7, !"Dwarf Version", i32 5}
!42 = !{i32 2, !"Debug Info Version", i32 3}
!43 = !{i32 1, !"wchar_size", i32 4}
!44 = !{i32 7, !"PIC Level", i32 1}
!45 = !{i32 2, i32 0}
!46 = !{!"Debian clang version 14.0.6"}
!47 = distinct !DISubprogram(name: "device_scope", scope: !3, file: !3, line: 7, type: !28, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !48)
!48 = !{!49, !50, !51}
!49 = !DILocalVariable(name: "data", arg: 1, scope: !47, file: !3, line: 7, type: !6)
!50 = !DILocalVariable(name: "flag", arg: 2, scope: !47, file: !3, line: 7, type: !30)
!51 = !DILocalVariable(name: "out", arg: 3, scope: !47, file: !3, line: 7, type: !6)
!52 = !{i32 1, i32 1, i32 1}
!53 = !{!"none", !"none", !"none"}
!54 = !{!"int*", !"atomic_int*", !"int*"}
!55 = !{!"int*", !"_Atomic(int)*", !"int*"}
!56 = !{!"", !"", !""}
!57 = !DILocation(line: 0, scope: !47)
!58 = !DILocation(line: 8, column: 7, scope: !59)
!59 = distinct !DILexicalBlock(scope: !47, file: !3, line: 8, column: 7)
!60 = !DILocation(line: 8, column: 41, scope: !59)
!61 = !DILocation(line: 8, column: 7, scope: !47)
!62 = !DILocation(line: 9, column: 11, scope: !63)
!63 = distinct !DILexicalBlock(scope: !59, file: !3, line: 8, column: 47)
!64 = !{!65, !65, i64 0}
!65 = !{!"int", !66, i64 0}
!66 = !{!"omnipotent char", !67, i64 0}
!67 = !{!"Simple C/C++ TBAA"}
!68 = !DILocation(line: 10, column: 5, scope: !63)
!69 = !DILocation(line: 11, column: 3, scope: !63)
!70 = !DILocation(line: 12, column: 12, scope: !71)
!71 = distinct !DILexicalBlock(scope: !59, file: !3, line: 11, column: 10)
!72 = !DILocation(line: 12, column: 40, scope: !71)
!73 = !DILocation(line: 12, column: 5, scope: !71)
!74 = distinct !{!74, !73, !75}
!75 = !DILocation(line: 13, column: 5, scope: !71)
!76 = !DILocation(line: 14, column: 12, scope: !71)
!77 = !DILocation(line: 14, column: 10, scope: !71)
!78 = !DILocation(line: 16, column: 1, scope: !47)
!79 = distinct !DISubprogram(name: "group_scope", scope: !3, file: !3, line: 19, type: !28, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !80)
!80 = !{!81, !82, !83}
!81 = !DILocalVariable(name: "data", arg: 1, scope: !79, file: !3, line: 19, type: !6)
!82 = !DILocalVariable(name: "flag", arg: 2, scope: !79, file: !3, line: 19, type: !30)
!83 = !DILocalVariable(name: "out", arg: 3, scope: !79, file: !3, line: 19, type: !6)
!84 = !DILocation(line: 0, scope: !79)
!85 = !DILocation(line: 20, column: 7, scope: !86)
!86 = distinct !DILexicalBlock(scope: !79, file: !3, line: 20, column: 7)
!87 = !DILocation(line: 20, column: 41, scope: !86)
!88 = !DILocation(line: 20, column: 7, scope: !79)
!89 = !DILocation(line: 21, column: 11, scope: !90)
!90 = distinct !DILexicalBlock(scope: !86, file: !3, line: 20, column: 47)
!91 = !DILocation(line: 22, column: 5, scope: !90)
!92 = !DILocation(line: 23, column: 3, scope: !90)
!93 = !DILocation(line: 24, column: 12, scope: !94)
!94 = distinct !DILexicalBlock(scope: !86, file: !3, line: 23, column: 10)
!95 = !DILocation(line: 24, column: 44, scope: !94)
!96 = !DILocation(line: 24, column: 5, scope: !94)
!97 = distinct !{!97, !96, !98}
!98 = !DILocation(line: 25, column: 5, scope: !94)
!99 = !DILocation(line: 26, column: 12, scope: !94)
!100 = !DILocation(line: 26, column: 10, scope: !94)
!101 = !DILocation(line: 28, column: 1, scope: !79)
!102 = !{i32 1}
!103 = !{!"none"}
!104 = !{!"int*"}
!105 = !{!""}
!106 = !DILocation(line: 0, scope: !2)
!107 = !DILocation(line: 33, column: 11, scope: !2)
!108 = !{i32 0, i32 1024}
!109 = !DILocation(line: 34, column: 12, scope: !2)
!110 = !DILocation(line: 34, column: 3, scope: !2)
!111 = !DILocation(line: 34, column: 8, scope: !2)
!112 = !DILocation(line: 35, column: 3, scope: !2)
!113 = !DILocation(line: 36, column: 16, scope: !2)
!114 = !DILocation(line: 36, column: 12, scope: !2)
!115 = !DILocation(line: 36, column: 3, scope: !2)
!116 = !DILocation(line: 36, column: 10, scope: !2)
!117 = !DILocation(line: 37, column: 1, scope: !2)
!118 = !DILocation(line: 0, scope: !12)
!119 = !DILocation(line: 42, column: 11, scope: !12)
!120 = !DILocation(line: 43, column: 12, scope: !12)
!121 = !DILocation(line: 43, column: 3, scope: !12)
!122 = !DILocation(line: 43, column: 8, scope: !12)
!123 = !DILocation(line: 44, column: 26, scope: !12)
!124 = !DILocation(line: 45, column: 3, scope: !12)
!125 = !DILocation(line: 46, column: 26, scope: !12)
!126 = !DILocation(line: 47, column: 16, scope: !12)
!127 = !DILocation(line: 47, column: 12, scope: !12)
!128 = !DILocation(line: 47, column: 3, scope: !12)
!129 = !DILocation(line: 47, column: 10, scope: !12)
!130 = !DILocation(line: 48, column: 1, scope: !12)
!131 = !DILocation(line: 0, scope: !21)
!132 = !DILocation(line: 53, column: 11, scope: !21)
!133 = !DILocation(line: 54, column: 12, scope: !21)
!134 = !DILocation(line: 54, column: 3, scope: !21)
!135 = !DILocation(line: 54, column: 8, scope: !21)
!136 = !DILocation(line: 55, column: 26, scope: !21)
!137 = !DILocation(line: 56, column: 3, scope: !21)
!138 = !DILocation(line: 57, column: 26, scope: !21)
!139 = !DILocation(line: 58, column: 16, scope: !21)
!140 = !DILocation(line: 58, column: 12, scope: !21)
!141 = !DILocation(line: 58, column: 3, scope: !21)
!142 = !DILocation(line: 58, column: 10, scope: !21)
!143 = !DILocation(line: 59, column: 1, scope: !21)
!144 = !DILocation(line: 0, scope: !27)
!145 = !DILocation(line: 65, column: 7, scope: !146)
!146 = distinct !DILexicalBlock(scope: !27, file: !3, line: 65, column: 7)
!147 = !DILocation(line: 65, column: 40, scope: !146)
!148 = !DILocation(line: 65, column: 7, scope: !27)
!149 = !DILocation(line: 66, column: 9, scope: !150)
!150 = distinct !DILexicalBlock(scope: !146, file: !3, line: 65, column: 46)
!151 = !DILocation(line: 66, column: 7, scope: !150)
!152 = !DILocation(line: 67, column: 5, scope: !150)
!153 = !DILocation(line: 68, column: 3, scope: !150)
!154 = !DILocation(line: 69, column: 12, scope: !155)
!155 = distinct !DILexicalBlock(scope: !146, file: !3, line: 68, column: 10)
!156 = !DILocation(line: 69, column: 44, scope: !155)
!157 = !DILocation(line: 69, column: 5, scope: !155)
!158 = distinct !{!158, !157, !159}
!159 = !DILocation(line: 70, column: 5, scope: !155)
!160 = !DILocation(line: 71, column: 12, scope: !155)
!161 = !DILocation(line: 71, column: 10, scope: !155)
!162 = !DILocation(line: 73, column: 1, scope: !27)
