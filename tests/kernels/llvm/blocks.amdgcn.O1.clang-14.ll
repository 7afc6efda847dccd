; ModuleID = 'blocks.cu'
source_filename = "blocks.cu"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

@_ZZ8exchangeE1s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !0
@_ZZ16exchange_at_onceE1s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4, !dbg !10
@_ZZ3sumE1s = internal unnamed_addr addrspace(3) global [4 x i32] undef, align 16, !dbg !19
@_ZZ8sum_racyE1s = internal unnamed_addr addrspace(3) global [4 x i32] undef, align 16, !dbg !35

; Function Attrs: convergent mustprogress norecurse nounwind willreturn
define protected amdgpu_kernel void @exchange(i32 addrspace(1)* nocapture noundef writeonly %0) local_unnamed_addr #0 !dbg !2 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !45, metadata !DIExpression()), !dbg !52
  %2 = call i32 @llvm.amdgcn.workitem.id.x() #6, !dbg !53, !range !60
  call void @llvm.dbg.value(metadata i32 %2, metadata !46, metadata !DIExpression()), !dbg !52
  %3 = add nuw nsw i32 %2, 1, !dbg !61
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @_ZZ8exchangeE1s, i32 0, i32 %2, !dbg !62
  store i32 %3, i32 addrspace(3)* %5, align 4, !dbg !63, !tbaa !64
  fence syncscope("workgroup") release, !dbg !68
  call void @llvm.amdgcn.s.barrier() #6, !dbg !73
  fence syncscope("workgroup") acquire, !dbg !74
  %6 = sub nsw i32 1, %2, !dbg !75
  %7 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @_ZZ8exchangeE1s, i32 0, i32 %6, !dbg !76
  %8 = load i32, i32 addrspace(3)* %7, align 4, !dbg !76, !tbaa !64
  %9 = getelementptr inbounds i32, i32 addrspace(1)* %0, i64 %4, !dbg !77
  store i32 %8, i32 addrspace(1)* %9, align 4, !dbg !78, !tbaa !64
  ret void, !dbg !79
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn
define protected amdgpu_kernel void @exchange_at_once(i32 addrspace(1)* nocapture noundef writeonly %0) local_unnamed_addr #1 !dbg !12 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !14, metadata !DIExpression()), !dbg !80
  %2 = call i32 @llvm.amdgcn.workitem.id.x() #6, !dbg !81, !range !60
  call void @llvm.dbg.value(metadata i32 %2, metadata !15, metadata !DIExpression()), !dbg !80
  %3 = add nuw nsw i32 %2, 1, !dbg !83
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @_ZZ16exchange_at_onceE1s, i32 0, i32 %2, !dbg !84
  store i32 %3, i32 addrspace(3)* %5, align 4, !dbg !85, !tbaa !64
  %6 = sub nsw i32 1, %2, !dbg !86
  %7 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @_ZZ16exchange_at_onceE1s, i32 0, i32 %6, !dbg !87
  %8 = load i32, i32 addrspace(3)* %7, align 4, !dbg !87, !tbaa !64
  %9 = getelementptr inbounds i32, i32 addrspace(1)* %0, i64 %4, !dbg !88
  store i32 %8, i32 addrspace(1)* %9, align 4, !dbg !89, !tbaa !64
  ret void, !dbg !90
}

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @sum(i32 addrspace(1)* nocapture noundef readonly %0, i32 addrspace(1)* nocapture noundef writeonly %1) local_unnamed_addr #2 !dbg !21 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !27, metadata !DIExpression()), !dbg !91
  call void @llvm.dbg.value(metadata i32* undef, metadata !28, metadata !DIExpression()), !dbg !91
  %3 = call i32 @llvm.amdgcn.workitem.id.x() #6, !dbg !92, !range !60
  call void @llvm.dbg.value(metadata i32 %3, metadata !29, metadata !DIExpression()), !dbg !91
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds i32, i32 addrspace(1)* %0, i64 %4, !dbg !94
  %6 = load i32, i32 addrspace(1)* %5, align 4, !dbg !94, !tbaa !64
  %7 = getelementptr inbounds [4 x i32], [4 x i32] addrspace(3)* @_ZZ3sumE1s, i32 0, i32 %3, !dbg !95
  store i32 %6, i32 addrspace(3)* %7, align 4, !dbg !96, !tbaa !64
  fence syncscope("workgroup") release, !dbg !97
  call void @llvm.amdgcn.s.barrier() #6, !dbg !99
  fence syncscope("workgroup") acquire, !dbg !100
  %8 = call align 4 dereferenceable(64) i8 addrspace(4)* @llvm.amdgcn.dispatch.ptr() #6, !dbg !101
  %9 = getelementptr i8, i8 addrspace(4)* %8, i64 4, !dbg !101
  %10 = bitcast i8 addrspace(4)* %9 to i16 addrspace(4)*, !dbg !101
  %11 = load i16, i16 addrspace(4)* %10, align 4, !dbg !101, !range !104, !invariant.load !58
  call void @llvm.dbg.value(metadata i16 %11, metadata !30, metadata !DIExpression(DW_OP_constu, 1, DW_OP_shr, DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value)), !dbg !105
  %12 = icmp ult i16 %11, 2, !dbg !106
  br i1 %12, label %16, label %13, !dbg !108

13:                                               ; preds = %2
  %14 = lshr i16 %11, 1, !dbg !109
  call void @llvm.dbg.value(metadata i16 %14, metadata !30, metadata !DIExpression(DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value)), !dbg !105
  %15 = zext i16 %14 to i32, !dbg !109
  call void @llvm.dbg.value(metadata i32 %15, metadata !30, metadata !DIExpression()), !dbg !105
  br label %18, !dbg !108

16:                                               ; preds = %27, %2
  %17 = icmp eq i32 %3, 0, !dbg !110
  br i1 %17, label %30, label %32, !dbg !112

18:                                               ; preds = %13, %27
  %19 = phi i32 [ %28, %27 ], [ %15, %13 ]
  call void @llvm.dbg.value(metadata i32 %19, metadata !30, metadata !DIExpression()), !dbg !105
  %20 = icmp slt i32 %3, %19, !dbg !113
  br i1 %20, label %21, label %27, !dbg !116

21:                                               ; preds = %18
  %22 = add nsw i32 %19, %3, !dbg !117
  %23 = getelementptr inbounds [4 x i32], [4 x i32] addrspace(3)* @_ZZ3sumE1s, i32 0, i32 %22, !dbg !118
  %24 = load i32, i32 addrspace(3)* %23, align 4, !dbg !118, !tbaa !64
  %25 = load i32, i32 addrspace(3)* %7, align 4, !dbg !119, !tbaa !64
  %26 = add nsw i32 %25, %24, !dbg !119
  store i32 %26, i32 addrspace(3)* %7, align 4, !dbg !119, !tbaa !64
  br label %27, !dbg !120

27:                                               ; preds = %21, %18
  fence syncscope("workgroup") release, !dbg !121
  call void @llvm.amdgcn.s.barrier() #6, !dbg !123
  fence syncscope("workgroup") acquire, !dbg !124
  %28 = sdiv i32 %19, 2, !dbg !125
  call void @llvm.dbg.value(metadata i32 %28, metadata !30, metadata !DIExpression()), !dbg !105
  %29 = icmp sgt i32 %19, 1, !dbg !106
  br i1 %29, label %18, label %16, !dbg !108, !llvm.loop !126

30:                                               ; preds = %16
  %31 = load i32, i32 addrspace(3)* getelementptr inbounds ([4 x i32], [4 x i32] addrspace(3)* @_ZZ3sumE1s, i32 0, i32 0), align 16, !dbg !130, !tbaa !64
  store i32 %31, i32 addrspace(1)* %1, align 4, !dbg !131, !tbaa !64
  br label %32, !dbg !132

32:                                               ; preds = %30, %16
  ret void, !dbg !133
}

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @sum_racy(i32 addrspace(1)* nocapture noundef readonly %0, i32 addrspace(1)* nocapture noundef writeonly %1) local_unnamed_addr #2 !dbg !37 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !39, metadata !DIExpression()), !dbg !134
  call void @llvm.dbg.value(metadata i32* undef, metadata !40, metadata !DIExpression()), !dbg !134
  %3 = call i32 @llvm.amdgcn.workitem.id.x() #6, !dbg !135, !range !60
  call void @llvm.dbg.value(metadata i32 %3, metadata !41, metadata !DIExpression()), !dbg !134
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds i32, i32 addrspace(1)* %0, i64 %4, !dbg !137
  %6 = load i32, i32 addrspace(1)* %5, align 4, !dbg !137, !tbaa !64
  %7 = getelementptr inbounds [4 x i32], [4 x i32] addrspace(3)* @_ZZ8sum_racyE1s, i32 0, i32 %3, !dbg !138
  store i32 %6, i32 addrspace(3)* %7, align 4, !dbg !139, !tbaa !64
  fence syncscope("workgroup") release, !dbg !140
  call void @llvm.amdgcn.s.barrier() #6, !dbg !142
  fence syncscope("workgroup") acquire, !dbg !143
  %8 = call align 4 dereferenceable(64) i8 addrspace(4)* @llvm.amdgcn.dispatch.ptr() #6, !dbg !144
  %9 = getelementptr i8, i8 addrspace(4)* %8, i64 4, !dbg !144
  %10 = bitcast i8 addrspace(4)* %9 to i16 addrspace(4)*, !dbg !144
  %11 = load i16, i16 addrspace(4)* %10, align 4, !dbg !144, !range !104, !invariant.load !58
  call void @llvm.dbg.value(metadata i16 %11, metadata !42, metadata !DIExpression(DW_OP_constu, 1, DW_OP_shr, DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value)), !dbg !146
  %12 = icmp ult i16 %11, 2, !dbg !147
  br i1 %12, label %16, label %13, !dbg !149

13:                                               ; preds = %2
  %14 = lshr i16 %11, 1, !dbg !150
  call void @llvm.dbg.value(metadata i16 %14, metadata !42, metadata !DIExpression(DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value)), !dbg !146
  %15 = zext i16 %14 to i32, !dbg !150
  call void @llvm.dbg.value(metadata i32 %15, metadata !42, metadata !DIExpression()), !dbg !146
  br label %18, !dbg !149

16:                                               ; preds = %27, %2
  %17 = icmp eq i32 %3, 0, !dbg !151
  br i1 %17, label %30, label %32, !dbg !153

18:                                               ; preds = %13, %27
  %19 = phi i32 [ %28, %27 ], [ %15, %13 ]
  call void @llvm.dbg.value(metadata i32 %19, metadata !42, metadata !DIExpression()), !dbg !146
  %20 = icmp slt i32 %3, %19, !dbg !154
  br i1 %20, label %21, label %27, !dbg !157

21:                                               ; preds = %18
  %22 = add nsw i32 %19, %3, !dbg !158
  %23 = getelementptr inbounds [4 x i32], [4 x i32] addrspace(3)* @_ZZ8sum_racyE1s, i32 0, i32 %22, !dbg !159
  %24 = load i32, i32 addrspace(3)* %23, align 4, !dbg !159, !tbaa !64
  %25 = load i32, i32 addrspace(3)* %7, align 4, !dbg !160, !tbaa !64
  %26 = add nsw i32 %25, %24, !dbg !160
  store i32 %26, i32 addrspace(3)* %7, align 4, !dbg !160, !tbaa !64
  br label %27, !dbg !161

27:                                               ; preds = %18, %21
  %28 = sdiv i32 %19, 2, !dbg !162
  call void @llvm.dbg.value(metadata i32 %28, metadata !42, metadata !DIExpression()), !dbg !146
  %29 = icmp sgt i32 %19, 1, !dbg !147
  br i1 %29, label %18, label %16, !dbg !149, !llvm.loop !163

30:                                               ; preds = %16
  %31 = load i32, i32 addrspace(3)* getelementptr inbounds ([4 x i32], [4 x i32] addrspace(3)* @_ZZ8sum_racyE1s, i32 0, i32 0), align 16, !dbg !165, !tbaa !64
  store i32 %31, i32 addrspace(1)* %1, align 4, !dbg !166, !tbaa !64
  br label %32, !dbg !167

32:                                               ; preds = %30, %16
  ret void, !dbg !168
}

; Function Attrs: convergent mustprogress norecurse nounwind
define protected amdgpu_kernel void @half_way(i32 addrspace(1)* nocapture noundef %0) local_unnamed_addr #2 !dbg !169 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !171, metadata !DIExpression()), !dbg !172
  %2 = call i32 @llvm.amdgcn.workitem.id.x() #6, !dbg !173, !range !60
  %3 = icmp eq i32 %2, 0, !dbg !176
  br i1 %3, label %4, label %7, !dbg !177

4:                                                ; preds = %1, %4
  %5 = load atomic i32, i32 addrspace(1)* %0 monotonic, align 4, !dbg !178
  %6 = icmp eq i32 %5, 0, !dbg !180
  br i1 %6, label %4, label %7, !dbg !181, !llvm.loop !182

7:                                                ; preds = %4, %1
  fence syncscope("workgroup") release, !dbg !184
  call void @llvm.amdgcn.s.barrier() #6, !dbg !186
  fence syncscope("workgroup") acquire, !dbg !187
  %8 = icmp eq i32 %2, 1, !dbg !188
  br i1 %8, label %9, label %10, !dbg !190

9:                                                ; preds = %7
  store atomic i32 1, i32 addrspace(1)* %0 monotonic, align 4, !dbg !191
  br label %10, !dbg !191

10:                                               ; preds = %9, %7
  ret void, !dbg !192
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.amdgcn.workitem.id.x() #3

; Function Attrs: convergent mustprogress nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #4

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare align 4 i8 addrspace(4)* @llvm.amdgcn.dispatch.ptr() #3

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #5

attributes #0 = { convergent mustprogress norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #2 = { convergent mustprogress norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { convergent mustprogress nounwind willreturn }
attributes #5 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!8}
!llvm.module.flags = !{!47, !48, !49, !50}
!llvm.ident = !{!51}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 2, DW_OP_swap, DW_OP_xderef))
!1 = distinct !DIGlobalVariable(name: "s", scope: !2, file: !3, line: 5, type: !16, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "exchange", scope: !3, file: !3, line: 4, type: !4, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !44)
!3 = !DIFile(filename: "blocks.cu", directory: ".", checksumkind: CSK_MD5, checksum: "3eab7eda50584423d35ca6adc142a5b7")
!4 = !DISubroutineType(types: !5)
!5 = !{null, !6}
!6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !3, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !9, splitDebugInlining: false, nameTableKind: None)
!9 = !{!0, !10, !19, !35}
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
!44 = !{!45, !46}
!45 = !DILocalVariable(name: "out", arg: 1, scope: !2, file: !3, line: 4, type: !6)
!46 = !DILocalVariable(name: "t", scope: !2, file: !3, line: 6, type: !7)
!47 = !{i32 7, !"Dwarf Version", i32 5}
!48 = !{i32 2, !"Debug Info Version", i32 3}
!49 = !{i32 1, !"wchar_size", i32 4}
!50 = !{i32 7, !"PIC Level", i32 1}
!51 = !{!"Debian clang version 14.0.6"}
!52 = !DILocation(line: 0, scope: !2)
!53 = !DILocation(line: 48, column: 30, scope: !54, inlinedAt: !59)
!54 = distinct !DISubprogram(name: "thread", linkageName: "_ZL6threadv", scope: !55, file: !55, line: 48, type: !56, scopeLine: 48, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !58)
!55 = !DIFile(filename: "./device.h", directory: ".", checksumkind: CSK_MD5, checksum: "59cfabb962c5025e41f0069290649d33")
!56 = !DISubroutineType(types: !57)
!57 = !{!7}
!58 = !{}
!59 = distinct !DILocation(line: 6, column: 11, scope: !2)
!60 = !{i32 0, i32 1024}
!61 = !DILocation(line: 7, column: 12, scope: !2)
!62 = !DILocation(line: 7, column: 3, scope: !2)
!63 = !DILocation(line: 7, column: 8, scope: !2)
!64 = !{!65, !65, i64 0}
!65 = !{!"int", !66, i64 0}
!66 = !{!"omnipotent char", !67, i64 0}
!67 = !{!"Simple C++ TBAA"}
!68 = !DILocation(line: 52, column: 3, scope: !69, inlinedAt: !72)
!69 = distinct !DISubprogram(name: "barrier", linkageName: "_ZL7barrierv", scope: !55, file: !55, line: 51, type: !70, scopeLine: 51, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !58)
!70 = !DISubroutineType(types: !71)
!71 = !{null}
!72 = distinct !DILocation(line: 8, column: 3, scope: !2)
!73 = !DILocation(line: 53, column: 3, scope: !69, inlinedAt: !72)
!74 = !DILocation(line: 54, column: 3, scope: !69, inlinedAt: !72)
!75 = !DILocation(line: 9, column: 16, scope: !2)
!76 = !DILocation(line: 9, column: 12, scope: !2)
!77 = !DILocation(line: 9, column: 3, scope: !2)
!78 = !DILocation(line: 9, column: 10, scope: !2)
!79 = !DILocation(line: 10, column: 1, scope: !2)
!80 = !DILocation(line: 0, scope: !12)
!81 = !DILocation(line: 48, column: 30, scope: !54, inlinedAt: !82)
!82 = distinct !DILocation(line: 15, column: 11, scope: !12)
!83 = !DILocation(line: 16, column: 12, scope: !12)
!84 = !DILocation(line: 16, column: 3, scope: !12)
!85 = !DILocation(line: 16, column: 8, scope: !12)
!86 = !DILocation(line: 17, column: 16, scope: !12)
!87 = !DILocation(line: 17, column: 12, scope: !12)
!88 = !DILocation(line: 17, column: 3, scope: !12)
!89 = !DILocation(line: 17, column: 10, scope: !12)
!90 = !DILocation(line: 18, column: 1, scope: !12)
!91 = !DILocation(line: 0, scope: !21)
!92 = !DILocation(line: 48, column: 30, scope: !54, inlinedAt: !93)
!93 = distinct !DILocation(line: 23, column: 11, scope: !21)
!94 = !DILocation(line: 24, column: 10, scope: !21)
!95 = !DILocation(line: 24, column: 3, scope: !21)
!96 = !DILocation(line: 24, column: 8, scope: !21)
!97 = !DILocation(line: 52, column: 3, scope: !69, inlinedAt: !98)
!98 = distinct !DILocation(line: 25, column: 3, scope: !21)
!99 = !DILocation(line: 53, column: 3, scope: !69, inlinedAt: !98)
!100 = !DILocation(line: 54, column: 3, scope: !69, inlinedAt: !98)
!101 = !DILocation(line: 50, column: 31, scope: !102, inlinedAt: !103)
!102 = distinct !DISubprogram(name: "threads", linkageName: "_ZL7threadsv", scope: !55, file: !55, line: 50, type: !56, scopeLine: 50, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !58)
!103 = distinct !DILocation(line: 26, column: 19, scope: !31)
!104 = !{i16 1, i16 1025}
!105 = !DILocation(line: 0, scope: !31)
!106 = !DILocation(line: 26, column: 39, scope: !107)
!107 = distinct !DILexicalBlock(scope: !31, file: !3, line: 26, column: 3)
!108 = !DILocation(line: 26, column: 3, scope: !31)
!109 = !DILocation(line: 26, column: 29, scope: !31)
!110 = !DILocation(line: 30, column: 9, scope: !111)
!111 = distinct !DILexicalBlock(scope: !21, file: !3, line: 30, column: 7)
!112 = !DILocation(line: 30, column: 7, scope: !21)
!113 = !DILocation(line: 27, column: 11, scope: !114)
!114 = distinct !DILexicalBlock(scope: !115, file: !3, line: 27, column: 9)
!115 = distinct !DILexicalBlock(scope: !107, file: !3, line: 26, column: 55)
!116 = !DILocation(line: 27, column: 9, scope: !115)
!117 = !DILocation(line: 27, column: 31, scope: !114)
!118 = !DILocation(line: 27, column: 27, scope: !114)
!119 = !DILocation(line: 27, column: 24, scope: !114)
!120 = !DILocation(line: 27, column: 19, scope: !114)
!121 = !DILocation(line: 52, column: 3, scope: !69, inlinedAt: !122)
!122 = distinct !DILocation(line: 28, column: 5, scope: !115)
!123 = !DILocation(line: 53, column: 3, scope: !69, inlinedAt: !122)
!124 = !DILocation(line: 54, column: 3, scope: !69, inlinedAt: !122)
!125 = !DILocation(line: 26, column: 49, scope: !107)
!126 = distinct !{!126, !108, !127, !128, !129}
!127 = !DILocation(line: 29, column: 3, scope: !31)
!128 = !{!"llvm.loop.mustprogress"}
!129 = !{!"llvm.loop.unroll.disable"}
!130 = !DILocation(line: 30, column: 22, scope: !111)
!131 = !DILocation(line: 30, column: 20, scope: !111)
!132 = !DILocation(line: 30, column: 15, scope: !111)
!133 = !DILocation(line: 31, column: 1, scope: !21)
!134 = !DILocation(line: 0, scope: !37)
!135 = !DILocation(line: 48, column: 30, scope: !54, inlinedAt: !136)
!136 = distinct !DILocation(line: 36, column: 11, scope: !37)
!137 = !DILocation(line: 37, column: 10, scope: !37)
!138 = !DILocation(line: 37, column: 3, scope: !37)
!139 = !DILocation(line: 37, column: 8, scope: !37)
!140 = !DILocation(line: 52, column: 3, scope: !69, inlinedAt: !141)
!141 = distinct !DILocation(line: 38, column: 3, scope: !37)
!142 = !DILocation(line: 53, column: 3, scope: !69, inlinedAt: !141)
!143 = !DILocation(line: 54, column: 3, scope: !69, inlinedAt: !141)
!144 = !DILocation(line: 50, column: 31, scope: !102, inlinedAt: !145)
!145 = distinct !DILocation(line: 39, column: 19, scope: !43)
!146 = !DILocation(line: 0, scope: !43)
!147 = !DILocation(line: 39, column: 39, scope: !148)
!148 = distinct !DILexicalBlock(scope: !43, file: !3, line: 39, column: 3)
!149 = !DILocation(line: 39, column: 3, scope: !43)
!150 = !DILocation(line: 39, column: 29, scope: !43)
!151 = !DILocation(line: 42, column: 9, scope: !152)
!152 = distinct !DILexicalBlock(scope: !37, file: !3, line: 42, column: 7)
!153 = !DILocation(line: 42, column: 7, scope: !37)
!154 = !DILocation(line: 40, column: 11, scope: !155)
!155 = distinct !DILexicalBlock(scope: !156, file: !3, line: 40, column: 9)
!156 = distinct !DILexicalBlock(scope: !148, file: !3, line: 39, column: 55)
!157 = !DILocation(line: 40, column: 9, scope: !156)
!158 = !DILocation(line: 40, column: 31, scope: !155)
!159 = !DILocation(line: 40, column: 27, scope: !155)
!160 = !DILocation(line: 40, column: 24, scope: !155)
!161 = !DILocation(line: 40, column: 19, scope: !155)
!162 = !DILocation(line: 39, column: 49, scope: !148)
!163 = distinct !{!163, !149, !164, !128, !129}
!164 = !DILocation(line: 41, column: 3, scope: !43)
!165 = !DILocation(line: 42, column: 22, scope: !152)
!166 = !DILocation(line: 42, column: 20, scope: !152)
!167 = !DILocation(line: 42, column: 15, scope: !152)
!168 = !DILocation(line: 43, column: 1, scope: !37)
!169 = distinct !DISubprogram(name: "half_way", scope: !3, file: !3, line: 46, type: !4, scopeLine: 46, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !8, retainedNodes: !170)
!170 = !{!171}
!171 = !DILocalVariable(name: "out", arg: 1, scope: !169, file: !3, line: 46, type: !6)
!172 = !DILocation(line: 0, scope: !169)
!173 = !DILocation(line: 48, column: 30, scope: !54, inlinedAt: !174)
!174 = distinct !DILocation(line: 47, column: 7, scope: !175)
!175 = distinct !DILexicalBlock(scope: !169, file: !3, line: 47, column: 7)
!176 = !DILocation(line: 47, column: 16, scope: !175)
!177 = !DILocation(line: 47, column: 7, scope: !169)
!178 = !DILocation(line: 48, column: 12, scope: !179)
!179 = distinct !DILexicalBlock(scope: !175, file: !3, line: 47, column: 22)
!180 = !DILocation(line: 48, column: 51, scope: !179)
!181 = !DILocation(line: 48, column: 5, scope: !179)
!182 = distinct !{!182, !181, !183, !128, !129}
!183 = !DILocation(line: 49, column: 5, scope: !179)
!184 = !DILocation(line: 52, column: 3, scope: !69, inlinedAt: !185)
!185 = distinct !DILocation(line: 51, column: 3, scope: !169)
!186 = !DILocation(line: 53, column: 3, scope: !69, inlinedAt: !185)
!187 = !DILocation(line: 54, column: 3, scope: !69, inlinedAt: !185)
!188 = !DILocation(line: 52, column: 16, scope: !189)
!189 = distinct !DILexicalBlock(scope: !169, file: !3, line: 52, column: 7)
!190 = !DILocation(line: 52, column: 7, scope: !169)
!191 = !DILocation(line: 52, column: 22, scope: !189)
!192 = !DILocation(line: 53, column: 1, scope: !169)
