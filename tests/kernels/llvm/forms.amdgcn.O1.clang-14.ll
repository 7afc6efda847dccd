; ModuleID = 'forms.cu'
source_filename = "forms.cu"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

%struct.Pair = type { i8, i64, [3 x i16] }

@table = protected addrspace(1) externally_initialized global [4 x i32] [i32 10, i32 20, i32 30, i32 40], align 16, !dbg !0
@llvm.compiler.used = appending addrspace(1) global [1 x i8*] [i8* addrspacecast (i8 addrspace(1)* bitcast ([4 x i32] addrspace(1)* @table to i8 addrspace(1)*) to i8*)], section "llvm.metadata"

; Function Attrs: convergent mustprogress nofree norecurse nosync nounwind willreturn
define protected amdgpu_kernel void @numbers(%struct.Pair addrspace(1)* nocapture noundef %0, i32 noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !20 {
  call void @llvm.dbg.value(metadata %struct.Pair* undef, metadata !34, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.value(metadata i32 %1, metadata !35, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.value(metadata i32* undef, metadata !36, metadata !DIExpression()), !dbg !39
  %4 = sext i32 %1 to i64, !dbg !40
  call void @llvm.dbg.value(metadata %struct.Pair* undef, metadata !37, metadata !DIExpression()), !dbg !39
  %5 = shl i64 %4, 40, !dbg !41
  %6 = getelementptr inbounds %struct.Pair, %struct.Pair addrspace(1)* %0, i64 %4, i32 1
  store i64 %5, i64 addrspace(1)* %6, align 8, !dbg !42, !tbaa !43
  %7 = sub nsw i32 0, %1, !dbg !48
  %8 = trunc i32 %7 to i16, !dbg !49
  %9 = getelementptr inbounds %struct.Pair, %struct.Pair addrspace(1)* %0, i64 %4, i32 2, i64 2
  store i16 %8, i16 addrspace(1)* %9, align 4, !dbg !50, !tbaa !51
  %10 = trunc i32 %1 to i8, !dbg !53
  %11 = add i8 %10, -56, !dbg !53
  %12 = getelementptr inbounds %struct.Pair, %struct.Pair addrspace(1)* %0, i64 %4, i32 0
  store i8 %11, i8 addrspace(1)* %12, align 8, !dbg !54, !tbaa !55
  %13 = shl i32 %7, 16, !dbg !56
  %14 = ashr exact i32 %13, 16, !dbg !56
  %15 = zext i8 %11 to i32, !dbg !57
  %16 = add nsw i32 %14, %15, !dbg !58
  %17 = ashr exact i64 %5, 40, !dbg !59
  %18 = trunc i64 %17 to i32, !dbg !60
  %19 = add nsw i32 %16, %18, !dbg !61
  call void @llvm.dbg.value(metadata i32 %19, metadata !38, metadata !DIExpression()), !dbg !39
  switch i32 %1, label %29 [
    i32 0, label %20
    i32 1, label %22
    i32 2, label %25
  ], !dbg !62

20:                                               ; preds = %3
  %21 = add nsw i32 %19, 1, !dbg !63
  call void @llvm.dbg.value(metadata i32 %21, metadata !38, metadata !DIExpression()), !dbg !39
  br label %29, !dbg !65

22:                                               ; preds = %3
  %23 = load i32, i32 addrspace(1)* getelementptr inbounds ([4 x i32], [4 x i32] addrspace(1)* @table, i64 0, i64 1), align 4, !dbg !66, !tbaa !67
  %24 = add nsw i32 %23, %19, !dbg !69
  call void @llvm.dbg.value(metadata i32 %24, metadata !38, metadata !DIExpression()), !dbg !39
  br label %29, !dbg !70

25:                                               ; preds = %3
  %26 = load i32, i32 addrspace(1)* getelementptr inbounds ([4 x i32], [4 x i32] addrspace(1)* @table, i64 0, i64 2), align 8, !dbg !71, !tbaa !67
  %27 = call fastcc noundef i32 @_ZL5twicei(i32 noundef %26) #7, !dbg !72
  %28 = add nsw i32 %27, %19, !dbg !73
  call void @llvm.dbg.value(metadata i32 %28, metadata !38, metadata !DIExpression()), !dbg !39
  br label %29, !dbg !74

29:                                               ; preds = %3, %25, %22, %20
  %30 = phi i32 [ %28, %25 ], [ %24, %22 ], [ %21, %20 ], [ -1, %3 ], !dbg !75
  call void @llvm.dbg.value(metadata i32* undef, metadata !36, metadata !DIExpression()), !dbg !39
  call void @llvm.dbg.value(metadata i32 %30, metadata !38, metadata !DIExpression()), !dbg !39
  store i32 %30, i32 addrspace(1)* %2, align 4, !dbg !76, !tbaa !67
  %31 = icmp sgt i32 %1, 1, !dbg !77
  %32 = select i1 %31, i32 %1, i32 %7, !dbg !78
  %33 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 1, !dbg !79
  store i32 %32, i32 addrspace(1)* %33, align 4, !dbg !80, !tbaa !67
  %34 = mul nsw i32 %1, 7, !dbg !81
  %35 = srem i32 %34, 5, !dbg !82
  %36 = sdiv i32 %1, 2, !dbg !83
  %37 = add nsw i32 %35, %36, !dbg !84
  %38 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 2, !dbg !85
  store i32 %37, i32 addrspace(1)* %38, align 4, !dbg !86, !tbaa !67
  %39 = call i32 @llvm.ctpop.i32(i32 %1), !dbg !87, !range !88
  %40 = or i32 %1, 1, !dbg !89
  %41 = call i32 @llvm.ctlz.i32(i32 %40, i1 true), !dbg !90, !range !91
  %42 = add nuw nsw i32 %41, %39, !dbg !92
  %43 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 3, !dbg !93
  store i32 %42, i32 addrspace(1)* %43, align 4, !dbg !94, !tbaa !67
  ret void, !dbg !95
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind readnone willreturn
define internal fastcc noundef i32 @_ZL5twicei(i32 noundef %0) unnamed_addr #1 !dbg !96 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !100, metadata !DIExpression()), !dbg !101
  %2 = shl nsw i32 %0, 1, !dbg !102
  ret i32 %2, !dbg !103
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.ctpop.i32(i32) #2

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #2

; Function Attrs: mustprogress nofree norecurse nounwind willreturn
define protected amdgpu_kernel void @updates(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #3 !dbg !104 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !110, metadata !DIExpression()), !dbg !113
  call void @llvm.dbg.value(metadata i32* undef, metadata !111, metadata !DIExpression()), !dbg !113
  call void @llvm.dbg.value(metadata i32* undef, metadata !112, metadata !DIExpression()), !dbg !113
  %4 = atomicrmw add i32 addrspace(1)* %0, i32 5 monotonic, align 4, !dbg !114
  store i32 %4, i32 addrspace(1)* %2, align 4, !dbg !115, !tbaa !67
  %5 = atomicrmw sub i32 addrspace(1)* %0, i32 1 monotonic, align 4, !dbg !116
  %6 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 1, !dbg !117
  store i32 %5, i32 addrspace(1)* %6, align 4, !dbg !118, !tbaa !67
  %7 = atomicrmw or i32 addrspace(1)* %0, i32 8 acq_rel, align 4, !dbg !119
  %8 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 2, !dbg !120
  store i32 %7, i32 addrspace(1)* %8, align 4, !dbg !121, !tbaa !67
  %9 = atomicrmw and i32 addrspace(1)* %0, i32 12 monotonic, align 4, !dbg !122
  %10 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 3, !dbg !123
  store i32 %9, i32 addrspace(1)* %10, align 4, !dbg !124, !tbaa !67
  %11 = atomicrmw xor i32 addrspace(1)* %0, i32 3 seq_cst, align 4, !dbg !125
  %12 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 4, !dbg !126
  store i32 %11, i32 addrspace(1)* %12, align 4, !dbg !127, !tbaa !67
  %13 = atomicrmw nand i32 addrspace(1)* %0, i32 6 monotonic, align 4, !dbg !128
  %14 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 5, !dbg !129
  store i32 %13, i32 addrspace(1)* %14, align 4, !dbg !130, !tbaa !67
  %15 = atomicrmw xchg i32 addrspace(1)* %0, i32 100 monotonic, align 4, !dbg !131
  %16 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 6, !dbg !132
  store i32 %15, i32 addrspace(1)* %16, align 4, !dbg !133, !tbaa !67
  %17 = atomicrmw max i32 addrspace(1)* %0, i32 200 monotonic, align 4, !dbg !134
  %18 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 7, !dbg !135
  store i32 %17, i32 addrspace(1)* %18, align 4, !dbg !136, !tbaa !67
  %19 = atomicrmw umin i32 addrspace(1)* %1, i32 7 monotonic, align 4, !dbg !137
  %20 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 8, !dbg !138
  store i32 %19, i32 addrspace(1)* %20, align 4, !dbg !139, !tbaa !67
  ret void, !dbg !140
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn writeonly
define protected amdgpu_kernel void @own(i32 noundef %0, i32 addrspace(1)* nocapture noundef writeonly %1) local_unnamed_addr #4 !dbg !141 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !145, metadata !DIExpression()), !dbg !149
  call void @llvm.dbg.value(metadata i32* undef, metadata !146, metadata !DIExpression()), !dbg !149
  call void @llvm.dbg.value(metadata <4 x i32> <i32 1, i32 2, i32 3, i32 4>, metadata !147, metadata !DIExpression()), !dbg !149
  call void @llvm.dbg.value(metadata <4 x i32> <i32 1, i32 2, i32 3, i32 4>, metadata !148, metadata !DIExpression()), !dbg !149
  call void @llvm.dbg.value(metadata <4 x i32> zeroinitializer, metadata !147, metadata !DIExpression()), !dbg !149
  %3 = and i32 %0, 3, !dbg !150
  %4 = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 9, i32 %3, !dbg !151
  call void @llvm.dbg.value(metadata <4 x i32> %4, metadata !148, metadata !DIExpression()), !dbg !149
  %5 = extractelement <4 x i32> %4, i64 0, !dbg !152
  %6 = extractelement <4 x i32> %4, i64 1, !dbg !153
  %7 = mul nsw i32 %6, 10, !dbg !154
  %8 = add nsw i32 %7, %5, !dbg !155
  %9 = extractelement <4 x i32> %4, i64 2, !dbg !156
  %10 = mul nsw i32 %9, 100, !dbg !157
  %11 = add nsw i32 %8, %10, !dbg !158
  %12 = extractelement <4 x i32> %4, i64 3, !dbg !159
  %13 = mul nsw i32 %12, 1000, !dbg !160
  %14 = add nsw i32 %11, %13, !dbg !161
  store i32 %14, i32 addrspace(1)* %1, align 4, !dbg !162, !tbaa !67
  ret void, !dbg !163
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn
define protected amdgpu_kernel void @floats(float addrspace(1)* nocapture noundef readonly %0, double addrspace(1)* nocapture noundef writeonly %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #5 !dbg !164 {
  call void @llvm.dbg.value(metadata float* undef, metadata !172, metadata !DIExpression()), !dbg !176
  call void @llvm.dbg.value(metadata double* undef, metadata !173, metadata !DIExpression()), !dbg !176
  call void @llvm.dbg.value(metadata i32* undef, metadata !174, metadata !DIExpression()), !dbg !176
  %4 = load float, float addrspace(1)* %0, align 4, !dbg !177, !tbaa !178
  %5 = fmul contract float %4, 5.000000e-01, !dbg !180
  %6 = fadd contract float %5, 1.000000e+00, !dbg !181
  call void @llvm.dbg.value(metadata float %6, metadata !175, metadata !DIExpression()), !dbg !176
  %7 = fpext float %6 to double, !dbg !182
  store double %7, double addrspace(1)* %1, align 8, !dbg !183, !tbaa !184
  %8 = fcmp contract olt float %6, 3.000000e+00, !dbg !186
  %9 = zext i1 %8 to i32, !dbg !187
  store i32 %9, i32 addrspace(1)* %2, align 4, !dbg !188, !tbaa !67
  %10 = fptosi float %6 to i32, !dbg !189
  %11 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 1, !dbg !190
  store i32 %10, i32 addrspace(1)* %11, align 4, !dbg !191, !tbaa !67
  ret void, !dbg !192
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #6

attributes #0 = { convergent mustprogress nofree norecurse nosync nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind readnone willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" }
attributes #2 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { mustprogress nofree norecurse nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn writeonly "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #6 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #7 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!15, !16, !17, !18}
!llvm.ident = !{!19}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 11, type: !12, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !3, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !11, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "forms.cu", directory: ".", checksumkind: CSK_MD5, checksum: "76616993ea8f58bd7a556b53cc2c2bf1")
!4 = !{!5, !6, !7, !8, !9, !10}
!5 = !DIBasicType(name: "long long", size: 64, encoding: DW_ATE_signed)
!6 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!7 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!8 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!11 = !{!0}
!12 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 128, elements: !13)
!13 = !{!14}
!14 = !DISubrange(count: 4)
!15 = !{i32 7, !"Dwarf Version", i32 5}
!16 = !{i32 2, !"Debug Info Version", i32 3}
!17 = !{i32 1, !"wchar_size", i32 4}
!18 = !{i32 7, !"PIC Level", i32 1}
!19 = !{!"Debian clang version 14.0.6"}
!20 = distinct !DISubprogram(name: "numbers", scope: !3, file: !3, line: 14, type: !21, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !33)
!21 = !DISubroutineType(types: !22)
!22 = !{null, !23, !9, !32}
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!24 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !3, line: 3, size: 192, flags: DIFlagTypePassByValue, elements: !25, identifier: "_ZTS4Pair")
!25 = !{!26, !27, !28}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "tag", scope: !24, file: !3, line: 4, baseType: !7, size: 8)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "wide", scope: !24, file: !3, line: 5, baseType: !5, size: 64, offset: 64)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "narrow", scope: !24, file: !3, line: 6, baseType: !29, size: 48, offset: 128)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 48, elements: !30)
!30 = !{!31}
!31 = !DISubrange(count: 3)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!33 = !{!34, !35, !36, !37, !38}
!34 = !DILocalVariable(name: "pairs", arg: 1, scope: !20, file: !3, line: 14, type: !23)
!35 = !DILocalVariable(name: "n", arg: 2, scope: !20, file: !3, line: 14, type: !9)
!36 = !DILocalVariable(name: "out", arg: 3, scope: !20, file: !3, line: 14, type: !32)
!37 = !DILocalVariable(name: "p", scope: !20, file: !3, line: 15, type: !23)
!38 = !DILocalVariable(name: "sum", scope: !20, file: !3, line: 19, type: !9)
!39 = !DILocation(line: 0, scope: !20)
!40 = !DILocation(line: 15, column: 14, scope: !20)
!41 = !DILocation(line: 16, column: 26, scope: !20)
!42 = !DILocation(line: 16, column: 11, scope: !20)
!43 = !{!44, !47, i64 8}
!44 = !{!"_ZTS4Pair", !45, i64 0, !47, i64 8, !45, i64 16}
!45 = !{!"omnipotent char", !46, i64 0}
!46 = !{!"Simple C++ TBAA"}
!47 = !{!"long long", !45, i64 0}
!48 = !DILocation(line: 17, column: 26, scope: !20)
!49 = !DILocation(line: 17, column: 25, scope: !20)
!50 = !DILocation(line: 17, column: 16, scope: !20)
!51 = !{!52, !52, i64 0}
!52 = !{!"short", !45, i64 0}
!53 = !DILocation(line: 18, column: 18, scope: !20)
!54 = !DILocation(line: 18, column: 10, scope: !20)
!55 = !{!44, !45, i64 0}
!56 = !DILocation(line: 19, column: 13, scope: !20)
!57 = !DILocation(line: 19, column: 28, scope: !20)
!58 = !DILocation(line: 19, column: 26, scope: !20)
!59 = !DILocation(line: 19, column: 66, scope: !20)
!60 = !DILocation(line: 19, column: 57, scope: !20)
!61 = !DILocation(line: 19, column: 50, scope: !20)
!62 = !DILocation(line: 20, column: 3, scope: !20)
!63 = !DILocation(line: 22, column: 11, scope: !64)
!64 = distinct !DILexicalBlock(scope: !20, file: !3, line: 20, column: 14)
!65 = !DILocation(line: 23, column: 7, scope: !64)
!66 = !DILocation(line: 25, column: 14, scope: !64)
!67 = !{!68, !68, i64 0}
!68 = !{!"int", !45, i64 0}
!69 = !DILocation(line: 25, column: 11, scope: !64)
!70 = !DILocation(line: 26, column: 7, scope: !64)
!71 = !DILocation(line: 28, column: 20, scope: !64)
!72 = !DILocation(line: 28, column: 14, scope: !64)
!73 = !DILocation(line: 28, column: 11, scope: !64)
!74 = !DILocation(line: 29, column: 7, scope: !64)
!75 = !DILocation(line: 0, scope: !64)
!76 = !DILocation(line: 33, column: 10, scope: !20)
!77 = !DILocation(line: 34, column: 14, scope: !20)
!78 = !DILocation(line: 34, column: 12, scope: !20)
!79 = !DILocation(line: 34, column: 3, scope: !20)
!80 = !DILocation(line: 34, column: 10, scope: !20)
!81 = !DILocation(line: 35, column: 15, scope: !20)
!82 = !DILocation(line: 35, column: 20, scope: !20)
!83 = !DILocation(line: 35, column: 29, scope: !20)
!84 = !DILocation(line: 35, column: 24, scope: !20)
!85 = !DILocation(line: 35, column: 3, scope: !20)
!86 = !DILocation(line: 35, column: 10, scope: !20)
!87 = !DILocation(line: 36, column: 12, scope: !20)
!88 = !{i32 0, i32 33}
!89 = !DILocation(line: 36, column: 30, scope: !20)
!90 = !DILocation(line: 36, column: 22, scope: !20)
!91 = !{i32 0, i32 32}
!92 = !DILocation(line: 36, column: 20, scope: !20)
!93 = !DILocation(line: 36, column: 3, scope: !20)
!94 = !DILocation(line: 36, column: 10, scope: !20)
!95 = !DILocation(line: 37, column: 1, scope: !20)
!96 = distinct !DISubprogram(name: "twice", linkageName: "_ZL5twicei", scope: !3, file: !3, line: 9, type: !97, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !99)
!97 = !DISubroutineType(types: !98)
!98 = !{!9, !9}
!99 = !{!100}
!100 = !DILocalVariable(name: "n", arg: 1, scope: !96, file: !3, line: 9, type: !9)
!101 = !DILocation(line: 0, scope: !96)
!102 = !DILocation(line: 9, column: 73, scope: !96)
!103 = !DILocation(line: 9, column: 64, scope: !96)
!104 = distinct !DISubprogram(name: "updates", scope: !3, file: !3, line: 40, type: !105, scopeLine: 40, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !109)
!105 = !DISubroutineType(types: !106)
!106 = !{null, !32, !107, !32}
!107 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !108, size: 64)
!108 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!109 = !{!110, !111, !112}
!110 = !DILocalVariable(name: "x", arg: 1, scope: !104, file: !3, line: 40, type: !32)
!111 = !DILocalVariable(name: "u", arg: 2, scope: !104, file: !3, line: 40, type: !107)
!112 = !DILocalVariable(name: "out", arg: 3, scope: !104, file: !3, line: 40, type: !32)
!113 = !DILocation(line: 0, scope: !104)
!114 = !DILocation(line: 41, column: 12, scope: !104)
!115 = !DILocation(line: 41, column: 10, scope: !104)
!116 = !DILocation(line: 42, column: 12, scope: !104)
!117 = !DILocation(line: 42, column: 3, scope: !104)
!118 = !DILocation(line: 42, column: 10, scope: !104)
!119 = !DILocation(line: 43, column: 12, scope: !104)
!120 = !DILocation(line: 43, column: 3, scope: !104)
!121 = !DILocation(line: 43, column: 10, scope: !104)
!122 = !DILocation(line: 44, column: 12, scope: !104)
!123 = !DILocation(line: 44, column: 3, scope: !104)
!124 = !DILocation(line: 44, column: 10, scope: !104)
!125 = !DILocation(line: 45, column: 12, scope: !104)
!126 = !DILocation(line: 45, column: 3, scope: !104)
!127 = !DILocation(line: 45, column: 10, scope: !104)
!128 = !DILocation(line: 46, column: 12, scope: !104)
!129 = !DILocation(line: 46, column: 3, scope: !104)
!130 = !DILocation(line: 46, column: 10, scope: !104)
!131 = !DILocation(line: 47, column: 12, scope: !104)
!132 = !DILocation(line: 47, column: 3, scope: !104)
!133 = !DILocation(line: 47, column: 10, scope: !104)
!134 = !DILocation(line: 48, column: 12, scope: !104)
!135 = !DILocation(line: 48, column: 3, scope: !104)
!136 = !DILocation(line: 48, column: 10, scope: !104)
!137 = !DILocation(line: 49, column: 12, scope: !104)
!138 = !DILocation(line: 49, column: 3, scope: !104)
!139 = !DILocation(line: 49, column: 10, scope: !104)
!140 = !DILocation(line: 50, column: 1, scope: !104)
!141 = distinct !DISubprogram(name: "own", scope: !3, file: !3, line: 53, type: !142, scopeLine: 53, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !144)
!142 = !DISubroutineType(types: !143)
!143 = !{null, !9, !32}
!144 = !{!145, !146, !147, !148}
!145 = !DILocalVariable(name: "n", arg: 1, scope: !141, file: !3, line: 53, type: !9)
!146 = !DILocalVariable(name: "out", arg: 2, scope: !141, file: !3, line: 53, type: !32)
!147 = !DILocalVariable(name: "a", scope: !141, file: !3, line: 54, type: !12)
!148 = !DILocalVariable(name: "b", scope: !141, file: !3, line: 55, type: !12)
!149 = !DILocation(line: 0, scope: !141)
!150 = !DILocation(line: 58, column: 7, scope: !141)
!151 = !DILocation(line: 58, column: 12, scope: !141)
!152 = !DILocation(line: 59, column: 12, scope: !141)
!153 = !DILocation(line: 59, column: 19, scope: !141)
!154 = !DILocation(line: 59, column: 24, scope: !141)
!155 = !DILocation(line: 59, column: 17, scope: !141)
!156 = !DILocation(line: 59, column: 31, scope: !141)
!157 = !DILocation(line: 59, column: 36, scope: !141)
!158 = !DILocation(line: 59, column: 29, scope: !141)
!159 = !DILocation(line: 59, column: 44, scope: !141)
!160 = !DILocation(line: 59, column: 49, scope: !141)
!161 = !DILocation(line: 59, column: 42, scope: !141)
!162 = !DILocation(line: 59, column: 10, scope: !141)
!163 = !DILocation(line: 60, column: 1, scope: !141)
!164 = distinct !DISubprogram(name: "floats", scope: !3, file: !3, line: 63, type: !165, scopeLine: 63, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !171)
!165 = !DISubroutineType(types: !166)
!166 = !{null, !167, !170, !32}
!167 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !168, size: 64)
!168 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !169)
!169 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!170 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!171 = !{!172, !173, !174, !175}
!172 = !DILocalVariable(name: "x", arg: 1, scope: !164, file: !3, line: 63, type: !167)
!173 = !DILocalVariable(name: "y", arg: 2, scope: !164, file: !3, line: 63, type: !170)
!174 = !DILocalVariable(name: "out", arg: 3, scope: !164, file: !3, line: 63, type: !32)
!175 = !DILocalVariable(name: "half", scope: !164, file: !3, line: 64, type: !169)
!176 = !DILocation(line: 0, scope: !164)
!177 = !DILocation(line: 64, column: 16, scope: !164)
!178 = !{!179, !179, i64 0}
!179 = !{!"float", !45, i64 0}
!180 = !DILocation(line: 64, column: 21, scope: !164)
!181 = !DILocation(line: 64, column: 28, scope: !164)
!182 = !DILocation(line: 65, column: 18, scope: !164)
!183 = !DILocation(line: 65, column: 8, scope: !164)
!184 = !{!185, !185, i64 0}
!185 = !{!"double", !45, i64 0}
!186 = !DILocation(line: 66, column: 17, scope: !164)
!187 = !DILocation(line: 66, column: 12, scope: !164)
!188 = !DILocation(line: 66, column: 10, scope: !164)
!189 = !DILocation(line: 67, column: 17, scope: !164)
!190 = !DILocation(line: 67, column: 3, scope: !164)
!191 = !DILocation(line: 67, column: 10, scope: !164)
!192 = !DILocation(line: 68, column: 1, scope: !164)
