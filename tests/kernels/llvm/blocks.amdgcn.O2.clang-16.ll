; ModuleID = 'blocks.cu'
source_filename = "blocks.cu"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

@_ZZ8exchangeE1s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !0
@_ZZ16exchange_at_onceE1s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !10
@_ZZ3sumE1s = internal unnamed_addr addrspace(3) global [4 x i32] undef, align 16, !dbg !19
@_ZZ8sum_racyE1s = internal unnamed_addr addrspace(3) global [4 x i32] undef, align 16, !dbg !35

; Function Attrs: convergent mustprogress nofree norecurse nounwind willreturn
define protected amdgpu_kernel void @exchange(ptr addrspace(1) nocapture noundef writeonly %0) local_unnamed_addr #0 !dbg !2 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !53, metadata !DIExpression()), !dbg !61
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !62, !range !68, !noundef !66
  call void @llvm.dbg.value(metadata i32 %2, metadata !54, metadata !DIExpression()), !dbg !61
  %3 = add nuw nsw i32 %2, 1, !dbg !69
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], ptr addrspace(3) @_ZZ8exchangeE1s, i32 0, i32 %2, !dbg !70
  store i32 %3, ptr addrspace(3) %5, align 4, !dbg !71, !tbaa !72
  fence syncscope("workgroup") release, !dbg !76
  tail call void @llvm.amdgcn.s.barrier(), !dbg !81
  fence syncscope("workgroup") acquire, !dbg !82
  %6 = sub nsw i32 1, %2, !dbg !83
  %7 = getelementptr inbounds [2 x i32], ptr addrspace(3) @_ZZ8exchangeE1s, i32 0, i32 %6, !dbg !84
  %8 = load i32, ptr addrspace(3) %7, align 4, !dbg !84, !tbaa !72
  %9 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %4, !dbg !85
  store i32 %8, ptr addrspace(1) %9, align 4, !dbg !86, !tbaa !72
  ret void, !dbg !87
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: write, inaccessiblemem: none)
define protected amdgpu_kernel void @exchange_at_once(ptr addrspace(1) nocapture noundef writeonly %0) local_unnamed_addr #1 !dbg !12 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !14, metadata !DIExpression()), !dbg !88
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !89, !range !68, !noundef !66
  call void @llvm.dbg.value(metadata i32 %2, metadata !15, metadata !DIExpression()), !dbg !88
  %3 = add nuw nsw i32 %2, 1, !dbg !91
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], ptr addrspace(3) @_ZZ16exchange_at_onceE1s, i32 0, i32 %2, !dbg !92
  store i32 %3, ptr addrspace(3) %5, align 4, !dbg !93, !tbaa !72
  %6 = sub nsw i32 1, %2, !dbg !94
  %7 = getelementptr inbounds [2 x i32], ptr addrspace(3) @_ZZ16exchange_at_onceE1s, i32 0, i32 %6, !dbg !95
  %8 = load i32, ptr addrspace(3) %7, align 4, !dbg !95, !tbaa !72
  %9 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %4, !dbg !96
  store i32 %8, ptr addrspace(1) %9, align 4, !dbg !97, !tbaa !72
  ret void, !dbg !98
}

; Function Attrs: convergent mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @sum(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1) local_unnamed_addr #2 !dbg !21 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !27, metadata !DIExpression()), !dbg !99
  call void @llvm.dbg.value(metadata ptr poison, metadata !28, metadata !DIExpression()), !dbg !99
  %3 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !100, !range !68, !noundef !66
  call void @llvm.dbg.value(metadata i32 %3, metadata !29, metadata !DIExpression()), !dbg !99
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %4, !dbg !102
  %6 = load i32, ptr addrspace(1) %5, align 4, !dbg !102, !tbaa !72, !amdgpu.noclobber !66
  %7 = getelementptr inbounds [4 x i32], ptr addrspace(3) @_ZZ3sumE1s, i32 0, i32 %3, !dbg !103
  store i32 %6, ptr addrspace(3) %7, align 4, !dbg !104, !tbaa !72
  fence syncscope("workgroup") release, !dbg !105
  tail call void @llvm.amdgcn.s.barrier(), !dbg !107
  fence syncscope("workgroup") acquire, !dbg !108
  %8 = tail call align 4 dereferenceable(64) ptr addrspace(4) @llvm.amdgcn.dispatch.ptr(), !dbg !109
  %9 = getelementptr i8, ptr addrspace(4) %8, i64 4, !dbg !109
  %10 = load i16, ptr addrspace(4) %9, align 4, !dbg !109, !range !112, !invariant.load !66, !noundef !66
  call void @llvm.dbg.value(metadata i16 %10, metadata !30, metadata !DIExpression(DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !113
  call void @llvm.dbg.value(metadata i16 %10, metadata !30, metadata !DIExpression(DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !113
  %11 = icmp ult i16 %10, 2, !dbg !114
  br i1 %11, label %14, label %12, !dbg !116

12:                                               ; preds = %2
  %13 = zext i16 %10 to i32, !dbg !109
  call void @llvm.dbg.value(metadata i32 %13, metadata !30, metadata !DIExpression(DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !113
  br label %16, !dbg !116

14:                                               ; preds = %26, %2
  %15 = icmp eq i32 %3, 0, !dbg !117
  br i1 %15, label %28, label %30, !dbg !119

16:                                               ; preds = %12, %26
  %17 = phi i32 [ %18, %26 ], [ %13, %12 ]
  %18 = lshr i32 %17, 1, !dbg !120
  %19 = icmp ult i32 %3, %18, !dbg !121
  br i1 %19, label %20, label %26, !dbg !124

20:                                               ; preds = %16
  %21 = add nuw nsw i32 %18, %3, !dbg !125
  %22 = getelementptr inbounds [4 x i32], ptr addrspace(3) @_ZZ3sumE1s, i32 0, i32 %21, !dbg !126
  %23 = load i32, ptr addrspace(3) %22, align 4, !dbg !126, !tbaa !72
  %24 = load i32, ptr addrspace(3) %7, align 4, !dbg !127, !tbaa !72
  %25 = add nsw i32 %24, %23, !dbg !127
  store i32 %25, ptr addrspace(3) %7, align 4, !dbg !127, !tbaa !72
  br label %26, !dbg !128

26:                                               ; preds = %20, %16
  fence syncscope("workgroup") release, !dbg !129
  tail call void @llvm.amdgcn.s.barrier(), !dbg !131
  fence syncscope("workgroup") acquire, !dbg !132
  call void @llvm.dbg.value(metadata i32 %18, metadata !30, metadata !DIExpression(DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !113
  call void @llvm.dbg.value(metadata i32 %18, metadata !30, metadata !DIExpression(DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !113
  %27 = icmp ult i32 %17, 4, !dbg !114
  br i1 %27, label %14, label %16, !dbg !116, !llvm.loop !133

28:                                               ; preds = %14
  %29 = load i32, ptr addrspace(3) @_ZZ3sumE1s, align 16, !dbg !136, !tbaa !72
  store i32 %29, ptr addrspace(1) %1, align 4, !dbg !137, !tbaa !72
  br label %30, !dbg !138

30:                                               ; preds = %28, %14
  ret void, !dbg !139
}

; Function Attrs: convergent mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @sum_racy(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1) local_unnamed_addr #2 !dbg !37 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !39, metadata !DIExpression()), !dbg !140
  call void @llvm.dbg.value(metadata ptr poison, metadata !40, metadata !DIExpression()), !dbg !140
  %3 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !141, !range !68, !noundef !66
  call void @llvm.dbg.value(metadata i32 %3, metadata !41, metadata !DIExpression()), !dbg !140
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %4, !dbg !143
  %6 = load i32, ptr addrspace(1) %5, align 4, !dbg !143, !tbaa !72, !amdgpu.noclobber !66
  %7 = getelementptr inbounds [4 x i32], ptr addrspace(3) @_ZZ8sum_racyE1s, i32 0, i32 %3, !dbg !144
  store i32 %6, ptr addrspace(3) %7, align 4, !dbg !145, !tbaa !72
  fence syncscope("workgroup") release, !dbg !146
  tail call void @llvm.amdgcn.s.barrier(), !dbg !148
  fence syncscope("workgroup") acquire, !dbg !149
  %8 = tail call align 4 dereferenceable(64) ptr addrspace(4) @llvm.amdgcn.dispatch.ptr(), !dbg !150
  %9 = getelementptr i8, ptr addrspace(4) %8, i64 4, !dbg !150
  %10 = load i16, ptr addrspace(4) %9, align 4, !dbg !150, !range !112, !invariant.load !66, !noundef !66
  call void @llvm.dbg.value(metadata i16 %10, metadata !42, metadata !DIExpression(DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !152
  call void @llvm.dbg.value(metadata i16 %10, metadata !42, metadata !DIExpression(DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !152
  %11 = icmp ult i16 %10, 2, !dbg !153
  br i1 %11, label %14, label %12, !dbg !155

12:                                               ; preds = %2
  %13 = zext i16 %10 to i32, !dbg !150
  call void @llvm.dbg.value(metadata i32 %13, metadata !42, metadata !DIExpression(DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !152
  br label %16, !dbg !155

14:                                               ; preds = %26, %2
  %15 = icmp eq i32 %3, 0, !dbg !156
  br i1 %15, label %28, label %30, !dbg !158

16:                                               ; preds = %12, %26
  %17 = phi i32 [ %18, %26 ], [ %13, %12 ]
  %18 = lshr i32 %17, 1, !dbg !159
  %19 = icmp ult i32 %3, %18, !dbg !160
  br i1 %19, label %20, label %26, !dbg !163

20:                                               ; preds = %16
  %21 = add nuw nsw i32 %18, %3, !dbg !164
  %22 = getelementptr inbounds [4 x i32], ptr addrspace(3) @_ZZ8sum_racyE1s, i32 0, i32 %21, !dbg !165
  %23 = load i32, ptr addrspace(3) %22, align 4, !dbg !165, !tbaa !72
  %24 = load i32, ptr addrspace(3) %7, align 4, !dbg !166, !tbaa !72
  %25 = add nsw i32 %24, %23, !dbg !166
  store i32 %25, ptr addrspace(3) %7, align 4, !dbg !166, !tbaa !72
  br label %26, !dbg !167

26:                                               ; preds = %16, %20
  call void @llvm.dbg.value(metadata i32 %18, metadata !42, metadata !DIExpression(DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !152
  call void @llvm.dbg.value(metadata i32 %18, metadata !42, metadata !DIExpression(DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value)), !dbg !152
  %27 = icmp ult i32 %17, 4, !dbg !153
  br i1 %27, label %14, label %16, !dbg !155, !llvm.loop !168

28:                                               ; preds = %14
  %29 = load i32, ptr addrspace(3) @_ZZ8sum_racyE1s, align 16, !dbg !170, !tbaa !72
  store i32 %29, ptr addrspace(1) %1, align 4, !dbg !171, !tbaa !72
  br label %30, !dbg !172

30:                                               ; preds = %28, %14
  ret void, !dbg !173
}

; Function Attrs: convergent mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @half_way(ptr addrspace(1) nocapture noundef %0) local_unnamed_addr #2 !dbg !174 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !176, metadata !DIExpression()), !dbg !177
  %2 = tail call i32 @llvm.amdgcn.workitem.id.x(), !dbg !178, !range !68, !noundef !66
  %3 = icmp eq i32 %2, 0, !dbg !181
  br i1 %3, label %4, label %7, !dbg !182

4:                                                ; preds = %1, %4
  %5 = load atomic i32, ptr addrspace(1) %0 monotonic, align 4, !dbg !183
  %6 = icmp eq i32 %5, 0, !dbg !185
  br i1 %6, label %4, label %7, !dbg !186, !llvm.loop !187

7:                                                ; preds = %4, %1
  fence syncscope("workgroup") release, !dbg !189
  tail call void @llvm.amdgcn.s.barrier(), !dbg !191
  fence syncscope("workgroup") acquire, !dbg !192
  %8 = icmp eq i32 %2, 1, !dbg !193
  br i1 %8, label %9, label %10, !dbg !195

9:                                                ; preds = %7
  store atomic i32 1, ptr addrspace(1) %0 monotonic, align 4, !dbg !196
  br label %10, !dbg !196

10:                                               ; preds = %9, %7
  ret void, !dbg !197
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.workitem.id.x() #3

; Function Attrs: convergent mustprogress nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare align 4 ptr addrspace(4) @llvm.amdgcn.dispatch.ptr() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.value(metadata, metadata, metadata) #5

attributes #0 = { convergent mustprogress nofree norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: write, inaccessiblemem: none) "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #2 = { convergent mustprogress nofree norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent mustprogress nocallback nofree nounwind willreturn }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!8}
!llvm.module.flags = !{!55, !56, !57, !58, !59}
!llvm.ident = !{!60}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!1 = distinct !DIGlobalVariable(name: "s", scope: !2, file: !3, line: 5, type: !16, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "exchange", scope: !3, file: !3, line: 4, type: !4, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !52)
!3 = !DIFile(filename: "blocks.cu", directory: ".", checksumkind: CSK_MD5, checksum: "3eab7eda50584423d35ca6adc142a5b7")
!4 = !DISubroutineType(types: !5)
!5 = !{null, !6}
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !9, splitDebugInlining: false, nameTableKind: None)
!9 = !{!0, !10, !19, !35, !44}
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!11 = distinct !DIGlobalVariable(name: "s", scope: !12, file: !3, line: 14, type: !16, isLocal: true, isDefinition: true)
!12 = distinct !DISubprogram(name: "exchange_at_once", scope: !3, file: !3, line: 13, type: !4, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !13)
!13 = !{!14, !15}
!14 = !DILocalVariable(name: "out", arg: 1, scope: !12, file: !3, line: 13, type: !6)
!15 = !DILocalVariable(name: "t", scope: !12, file: !3, line: 15, type: !7)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 64, elements: !17)
!17 = !{!18}
!18 = !DISubrange(count: 2)
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!20 = distinct !DIGlobalVariable(name: "s", scope: !21, file: !3, line: 22, type: !32, isLocal: true, isDefinition: true)
!21 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 21, type: !22, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !26)
!22 = !DISubroutineType(types: !23)
!23 = !{null, !24, !6}
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64)
!25 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !7)
!26 = !{!27, !28, !29, !30}
!27 = !DILocalVariable(name: "in", arg: 1, scope: !21, file: !3, line: 21, type: !24)
!28 = !DILocalVariable(name: "out", arg: 2, scope: !21, file: !3, line: 21, type: !6)
!29 = !DILocalVariable(name: "t", scope: !21, file: !3, line: 23, type: !7)
!30 = !DILocalVariable(name: "half", scope: !31, file: !3, line: 26, type: !7)
!31 = distinct !DILexicalBlock(scope: !21, file: !3, line: 26, column: 3)
!32 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 128, elements: !33)
!33 = !{!34}
!34 = !DISubrange(count: 4)
!35 = !DIGlobalVariableExpression(var: !36, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!36 = distinct !DIGlobalVariable(name: "s", scope: !37, file: !3, line: 35, type: !32, isLocal: true, isDefinition: true)
!37 = distinct !DISubprogram(name: "sum_racy", scope: !3, file: !3, line: 34, type: !22, scopeLine: 34, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !38)
!38 = !{!39, !40, !41, !42}
!39 = !DILocalVariable(name: "in", arg: 1, scope: !37, file: !3, line: 34, type: !24)
!40 = !DILocalVariable(name: "out", arg: 2, scope: !37, file: !3, line: 34, type: !6)
!41 = !DILocalVariable(name: "t", scope: !37, file: !3, line: 36, type: !7)
!42 = !DILocalVariable(name: "half", scope: !43, file: !3, line: 39, type: !7)
!43 = distinct !DILexicalBlock(scope: !37, file: !3, line: 39, column: 3)
!44 = !DIGlobalVariableExpression(var: !45, expr: !DIExpression())
!45 = distinct !DIGlobalVariable(scope: null, file: !46, line: 52, type: !47, isLocal: true, isDefinition: true)
!46 = !DIFile(filename: "./device.h", directory: ".", checksumkind: CSK_MD5, checksum: "59cfabb962c5025e41f0069290649d33")
!47 = !DICompositeType(tag: DW_TAG_array_type, baseType: !48, size: 80, elements: !50)
!48 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !49)
!49 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!50 = !{!51}
!51 = !DISubrange(count: 10)
!52 = !{!53, !54}
!53 = !DILocalVariable(name: "out", arg: 1, scope: !2, file: !3, line: 4, type: !6)
!54 = !DILocalVariable(name: "t", scope: !2, file: !3, line: 6, type: !7)
!55 = !{i32 1, !"amdgpu_code_object_version", i32 400}
!56 = !{i32 7, !"Dwarf Version", i32 5}
!57 = !{i32 2, !"Debug Info Version", i32 3}
!58 = !{i32 1, !"wchar_size", i32 4}
!59 = !{i32 8, !"PIC Level", i32 1}
!60 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!61 = !DILocation(line: 0, scope: !2)
!62 = !DILocation(line: 48, column: 30, scope: !63, inlinedAt: !67)
!63 = distinct !DISubprogram(name: "thread", linkageName: "_ZL6threadv", scope: !46, file: !46, line: 48, type: !64, scopeLine: 48, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !66)
!64 = !DISubroutineType(types: !65)
!65 = !{!7}
!66 = !{}
!67 = distinct !DILocation(line: 6, column: 11, scope: !2)
!68 = !{i32 0, i32 1024}
!69 = !DILocation(line: 7, column: 12, scope: !2)
!70 = !DILocation(line: 7, column: 3, scope: !2)
!71 = !DILocation(line: 7, column: 8, scope: !2)
!72 = !{!73, !73, i64 0}
!73 = !{!"int", !74, i64 0}
!74 = !{!"omnipotent char", !75, i64 0}
!75 = !{!"Simple C++ TBAA"}
!76 = !DILocation(line: 52, column: 3, scope: !77, inlinedAt: !80)
!77 = distinct !DISubprogram(name: "barrier", linkageName: "_ZL7barrierv", scope: !46, file: !46, line: 51, type: !78, scopeLine: 51, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !66)
!78 = !DISubroutineType(types: !79)
!79 = !{null}
!80 = distinct !DILocation(line: 8, column: 3, scope: !2)
!81 = !DILocation(line: 53, column: 3, scope: !77, inlinedAt: !80)
!82 = !DILocation(line: 54, column: 3, scope: !77, inlinedAt: !80)
!83 = !DILocation(line: 9, column: 16, scope: !2)
!84 = !DILocation(line: 9, column: 12, scope: !2)
!85 = !DILocation(line: 9, column: 3, scope: !2)
!86 = !DILocation(line: 9, column: 10, scope: !2)
!87 = !DILocation(line: 10, column: 1, scope: !2)
!88 = !DILocation(line: 0, scope: !12)
!89 = !DILocation(line: 48, column: 30, scope: !63, inlinedAt: !90)
!90 = distinct !DILocation(line: 15, column: 11, scope: !12)
!91 = !DILocation(line: 16, column: 12, scope: !12)
!92 = !DILocation(line: 16, column: 3, scope: !12)
!93 = !DILocation(line: 16, column: 8, scope: !12)
!94 = !DILocation(line: 17, column: 16, scope: !12)
!95 = !DILocation(line: 17, column: 12, scope: !12)
!96 = !DILocation(line: 17, column: 3, scope: !12)
!97 = !DILocation(line: 17, column: 10, scope: !12)
!98 = !DILocation(line: 18, column: 1, scope: !12)
!99 = !DILocation(line: 0, scope: !21)
!100 = !DILocation(line: 48, column: 30, scope: !63, inlinedAt: !101)
!101 = distinct !DILocation(line: 23, column: 11, scope: !21)
!102 = !DILocation(line: 24, column: 10, scope: !21)
!103 = !DILocation(line: 24, column: 3, scope: !21)
!104 = !DILocation(line: 24, column: 8, scope: !21)
!105 = !DILocation(line: 52, column: 3, scope: !77, inlinedAt: !106)
!106 = distinct !DILocation(line: 25, column: 3, scope: !21)
!107 = !DILocation(line: 53, column: 3, scope: !77, inlinedAt: !106)
!108 = !DILocation(line: 54, column: 3, scope: !77, inlinedAt: !106)
!109 = !DILocation(line: 50, column: 31, scope: !110, inlinedAt: !111)
!110 = distinct !DISubprogram(name: "threads", linkageName: "_ZL7threadsv", scope: !46, file: !46, line: 50, type: !64, scopeLine: 50, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !66)
!111 = distinct !DILocation(line: 26, column: 19, scope: !31)
!112 = !{i16 1, i16 1025}
!113 = !DILocation(line: 0, scope: !31)
!114 = !DILocation(line: 26, column: 39, scope: !115)
!115 = distinct !DILexicalBlock(scope: !31, file: !3, line: 26, column: 3)
!116 = !DILocation(line: 26, column: 3, scope: !31)
!117 = !DILocation(line: 30, column: 9, scope: !118)
!118 = distinct !DILexicalBlock(scope: !21, file: !3, line: 30, column: 7)
!119 = !DILocation(line: 30, column: 7, scope: !21)
!120 = !DILocation(line: 26, scope: !31)
!121 = !DILocation(line: 27, column: 11, scope: !122)
!122 = distinct !DILexicalBlock(scope: !123, file: !3, line: 27, column: 9)
!123 = distinct !DILexicalBlock(scope: !115, file: !3, line: 26, column: 55)
!124 = !DILocation(line: 27, column: 9, scope: !123)
!125 = !DILocation(line: 27, column: 31, scope: !122)
!126 = !DILocation(line: 27, column: 27, scope: !122)
!127 = !DILocation(line: 27, column: 24, scope: !122)
!128 = !DILocation(line: 27, column: 19, scope: !122)
!129 = !DILocation(line: 52, column: 3, scope: !77, inlinedAt: !130)
!130 = distinct !DILocation(line: 28, column: 5, scope: !123)
!131 = !DILocation(line: 53, column: 3, scope: !77, inlinedAt: !130)
!132 = !DILocation(line: 54, column: 3, scope: !77, inlinedAt: !130)
!133 = distinct !{!133, !116, !134, !135}
!134 = !DILocation(line: 29, column: 3, scope: !31)
!135 = !{!"llvm.loop.mustprogress"}
!136 = !DILocation(line: 30, column: 22, scope: !118)
!137 = !DILocation(line: 30, column: 20, scope: !118)
!138 = !DILocation(line: 30, column: 15, scope: !118)
!139 = !DILocation(line: 31, column: 1, scope: !21)
!140 = !DILocation(line: 0, scope: !37)
!141 = !DILocation(line: 48, column: 30, scope: !63, inlinedAt: !142)
!142 = distinct !DILocation(line: 36, column: 11, scope: !37)
!143 = !DILocation(line: 37, column: 10, scope: !37)
!144 = !DILocation(line: 37, column: 3, scope: !37)
!145 = !DILocation(line: 37, column: 8, scope: !37)
!146 = !DILocation(line: 52, column: 3, scope: !77, inlinedAt: !147)
!147 = distinct !DILocation(line: 38, column: 3, scope: !37)
!148 = !DILocation(line: 53, column: 3, scope: !77, inlinedAt: !147)
!149 = !DILocation(line: 54, column: 3, scope: !77, inlinedAt: !147)
!150 = !DILocation(line: 50, column: 31, scope: !110, inlinedAt: !151)
!151 = distinct !DILocation(line: 39, column: 19, scope: !43)
!152 = !DILocation(line: 0, scope: !43)
!153 = !DILocation(line: 39, column: 39, scope: !154)
!154 = distinct !DILexicalBlock(scope: !43, file: !3, line: 39, column: 3)
!155 = !DILocation(line: 39, column: 3, scope: !43)
!156 = !DILocation(line: 42, column: 9, scope: !157)
!157 = distinct !DILexicalBlock(scope: !37, file: !3, line: 42, column: 7)
!158 = !DILocation(line: 42, column: 7, scope: !37)
!159 = !DILocation(line: 39, scope: !43)
!160 = !DILocation(line: 40, column: 11, scope: !161)
!161 = distinct !DILexicalBlock(scope: !162, file: !3, line: 40, column: 9)
!162 = distinct !DILexicalBlock(scope: !154, file: !3, line: 39, column: 55)
!163 = !DILocation(line: 40, column: 9, scope: !162)
!164 = !DILocation(line: 40, column: 31, scope: !161)
!165 = !DILocation(line: 40, column: 27, scope: !161)
!166 = !DILocation(line: 40, column: 24, scope: !161)
!167 = !DILocation(line: 40, column: 19, scope: !161)
!168 = distinct !{!168, !155, !169, !135}
!169 = !DILocation(line: 41, column: 3, scope: !43)
!170 = !DILocation(line: 42, column: 22, scope: !157)
!171 = !DILocation(line: 42, column: 20, scope: !157)
!172 = !DILocation(line: 42, column: 15, scope: !157)
!173 = !DILocation(line: 43, column: 1, scope: !37)
!174 = distinct !DISubprogram(name: "half_way", scope: !3, file: !3, line: 46, type: !4, scopeLine: 46, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !175)
!175 = !{!176}
!176 = !DILocalVariable(name: "out", arg: 1, scope: !174, file: !3, line: 46, type: !6)
!177 = !DILocation(line: 0, scope: !174)
!178 = !DILocation(line: 48, column: 30, scope: !63, inlinedAt: !179)
!179 = distinct !DILocation(line: 47, column: 7, scope: !180)
!180 = distinct !DILexicalBlock(scope: !174, file: !3, line: 47, column: 7)
!181 = !DILocation(line: 47, column: 16, scope: !180)
!182 = !DILocation(line: 47, column: 7, scope: !174)
!183 = !DILocation(line: 48, column: 12, scope: !184)
!184 = distinct !DILexicalBlock(scope: !180, file: !3, line: 47, column: 22)
!185 = !DILocation(line: 48, column: 51, scope: !184)
!186 = !DILocation(line: 48, column: 5, scope: !184)
!187 = distinct !{!187, !186, !188, !135}
!188 = !DILocation(line: 49, column: 5, scope: !184)
!189 = !DILocation(line: 52, column: 3, scope: !77, inlinedAt: !190)
!190 = distinct !DILocation(line: 51, column: 3, scope: !174)
!191 = !DILocation(line: 53, column: 3, scope: !77, inlinedAt: !190)
!192 = !DILocation(line: 54, column: 3, scope: !77, inlinedAt: !190)
!193 = !DILocation(line: 52, column: 16, scope: !194)
!194 = distinct !DILexicalBlock(scope: !174, file: !3, line: 52, column: 7)
!195 = !DILocation(line: 52, column: 7, scope: !174)
!196 = !DILocation(line: 52, column: 22, scope: !194)
!197 = !DILocation(line: 53, column: 1, scope: !174)
