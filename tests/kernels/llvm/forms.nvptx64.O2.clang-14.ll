; ModuleID = 'forms.cu'
source_filename = "forms.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Pair = type { i8, i64, [3 x i16] }

@table = dso_local addrspace(1) externally_initialized global [4 x i32] [i32 10, i32 20, i32 30, i32 40], align 4
@__const.own.a = private unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@llvm.compiler.used = appending global [1 x i8*] [i8* addrspacecast (i8 addrspace(1)* bitcast ([4 x i32] addrspace(1)* @table to i8 addrspace(1)*) to i8*)], section "llvm.metadata"

; Function Attrs: convergent mustprogress nofree norecurse nosync nounwind willreturn
define dso_local void @numbers(%struct.Pair* nocapture noundef %0, i32 noundef %1, i32* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !12 {
  %4 = sext i32 %1 to i64, !dbg !15
  %5 = shl i64 %4, 40, !dbg !16
  %6 = getelementptr inbounds %struct.Pair, %struct.Pair* %0, i64 %4, i32 1, !dbg !17
  store i64 %5, i64* %6, align 8, !dbg !18, !tbaa !19
  %7 = sub nsw i32 0, %1, !dbg !24
  %8 = trunc i32 %7 to i16, !dbg !25
  %9 = getelementptr inbounds %struct.Pair, %struct.Pair* %0, i64 %4, i32 2, i64 2, !dbg !26
  store i16 %8, i16* %9, align 4, !dbg !27, !tbaa !28
  %10 = trunc i32 %1 to i8, !dbg !30
  %11 = add i8 %10, -56, !dbg !30
  %12 = getelementptr inbounds %struct.Pair, %struct.Pair* %0, i64 %4, i32 0, !dbg !31
  store i8 %11, i8* %12, align 8, !dbg !32, !tbaa !33
  %13 = shl i32 %7, 16, !dbg !34
  %14 = ashr exact i32 %13, 16, !dbg !34
  %15 = zext i8 %11 to i32, !dbg !35
  %16 = add nsw i32 %14, %15, !dbg !36
  %17 = ashr exact i64 %5, 40, !dbg !37
  %18 = trunc i64 %17 to i32, !dbg !38
  %19 = add nsw i32 %16, %18, !dbg !39
  switch i32 %1, label %29 [
    i32 0, label %20
    i32 1, label %22
    i32 2, label %25
  ], !dbg !40

20:                                               ; preds = %3
  %21 = add nsw i32 %19, 1, !dbg !41
  br label %29, !dbg !42

22:                                               ; preds = %3
  %23 = load i32, i32* getelementptr inbounds ([4 x i32], [4 x i32]* addrspacecast ([4 x i32] addrspace(1)* @table to [4 x i32]*), i64 0, i64 1), align 4, !dbg !43, !tbaa !44
  %24 = add nsw i32 %23, %19, !dbg !46
  br label %29, !dbg !47

25:                                               ; preds = %3
  %26 = load i32, i32* getelementptr inbounds ([4 x i32], [4 x i32]* addrspacecast ([4 x i32] addrspace(1)* @table to [4 x i32]*), i64 0, i64 2), align 4, !dbg !48, !tbaa !44
  %27 = tail call fastcc noundef i32 @_ZL5twicei(i32 noundef %26) #9, !dbg !49
  %28 = add nsw i32 %27, %19, !dbg !50
  br label %29, !dbg !51

29:                                               ; preds = %3, %25, %22, %20
  %30 = phi i32 [ %28, %25 ], [ %24, %22 ], [ %21, %20 ], [ -1, %3 ], !dbg !52
  store i32 %30, i32* %2, align 4, !dbg !53, !tbaa !44
  %31 = icmp sgt i32 %1, 1, !dbg !54
  %32 = select i1 %31, i32 %1, i32 %7, !dbg !55
  %33 = getelementptr inbounds i32, i32* %2, i64 1, !dbg !56
  store i32 %32, i32* %33, align 4, !dbg !57, !tbaa !44
  %34 = mul nsw i32 %1, 7, !dbg !58
  %35 = srem i32 %34, 5, !dbg !59
  %36 = sdiv i32 %1, 2, !dbg !60
  %37 = add nsw i32 %35, %36, !dbg !61
  %38 = getelementptr inbounds i32, i32* %2, i64 2, !dbg !62
  store i32 %37, i32* %38, align 4, !dbg !63, !tbaa !44
  %39 = tail call i32 @llvm.ctpop.i32(i32 %1), !dbg !64, !range !65
  %40 = or i32 %1, 1, !dbg !66
  %41 = tail call i32 @llvm.ctlz.i32(i32 %40, i1 true), !dbg !67, !range !68
  %42 = add nuw nsw i32 %41, %39, !dbg !69
  %43 = getelementptr inbounds i32, i32* %2, i64 3, !dbg !70
  store i32 %42, i32* %43, align 4, !dbg !71, !tbaa !44
  ret void, !dbg !72
}

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind readnone willreturn
define internal fastcc noundef i32 @_ZL5twicei(i32 noundef %0) unnamed_addr #2 !dbg !73 {
  %2 = shl nsw i32 %0, 1, !dbg !74
  ret i32 %2, !dbg !75
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.ctpop.i32(i32) #3

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #3

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: mustprogress nofree norecurse nounwind willreturn
define dso_local void @updates(i32* nocapture noundef %0, i32* nocapture noundef %1, i32* nocapture noundef writeonly %2) local_unnamed_addr #4 !dbg !76 {
  %4 = atomicrmw add i32* %0, i32 5 monotonic, align 4, !dbg !77
  store i32 %4, i32* %2, align 4, !dbg !78, !tbaa !44
  %5 = atomicrmw sub i32* %0, i32 1 monotonic, align 4, !dbg !79
  %6 = getelementptr inbounds i32, i32* %2, i64 1, !dbg !80
  store i32 %5, i32* %6, align 4, !dbg !81, !tbaa !44
  %7 = atomicrmw or i32* %0, i32 8 acq_rel, align 4, !dbg !82
  %8 = getelementptr inbounds i32, i32* %2, i64 2, !dbg !83
  store i32 %7, i32* %8, align 4, !dbg !84, !tbaa !44
  %9 = atomicrmw and i32* %0, i32 12 monotonic, align 4, !dbg !85
  %10 = getelementptr inbounds i32, i32* %2, i64 3, !dbg !86
  store i32 %9, i32* %10, align 4, !dbg !87, !tbaa !44
  %11 = atomicrmw xor i32* %0, i32 3 seq_cst, align 4, !dbg !88
  %12 = getelementptr inbounds i32, i32* %2, i64 4, !dbg !89
  store i32 %11, i32* %12, align 4, !dbg !90, !tbaa !44
  %13 = atomicrmw nand i32* %0, i32 6 monotonic, align 4, !dbg !91
  %14 = getelementptr inbounds i32, i32* %2, i64 5, !dbg !92
  store i32 %13, i32* %14, align 4, !dbg !93, !tbaa !44
  %15 = atomicrmw xchg i32* %0, i32 100 monotonic, align 4, !dbg !94
  %16 = getelementptr inbounds i32, i32* %2, i64 6, !dbg !95
  store i32 %15, i32* %16, align 4, !dbg !96, !tbaa !44
  %17 = atomicrmw max i32* %0, i32 200 monotonic, align 4, !dbg !97
  %18 = getelementptr inbounds i32, i32* %2, i64 7, !dbg !98
  store i32 %17, i32* %18, align 4, !dbg !99, !tbaa !44
  %19 = atomicrmw umin i32* %1, i32 7 monotonic, align 4, !dbg !100
  %20 = getelementptr inbounds i32, i32* %2, i64 8, !dbg !101
  store i32 %19, i32* %20, align 4, !dbg !102, !tbaa !44
  ret void, !dbg !103
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn writeonly
define dso_local void @own(i32 noundef %0, i32* nocapture noundef writeonly %1) local_unnamed_addr #5 !dbg !104 {
  %3 = alloca [4 x i32], align 4
  %4 = alloca [4 x i32], align 4
  %5 = bitcast [4 x i32]* %3 to i8*, !dbg !105
  call void @llvm.lifetime.start.p0i8(i64 16, i8* nonnull %5) #9, !dbg !105
  %6 = bitcast [4 x i32]* %4 to i8*, !dbg !106
  call void @llvm.lifetime.start.p0i8(i64 16, i8* nonnull %6) #9, !dbg !106
  %7 = getelementptr inbounds [4 x i32], [4 x i32]* %4, i64 0, i64 0, !dbg !107
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* noundef nonnull align 4 dereferenceable(16) %6, i8* noundef nonnull align 4 dereferenceable(16) bitcast ([4 x i32]* @__const.own.a to i8*), i64 16, i1 false), !dbg !107
  call void @llvm.memset.p0i8.i64(i8* noundef nonnull align 4 dereferenceable(16) %5, i8 0, i64 16, i1 false), !dbg !108
  %8 = and i32 %0, 3, !dbg !109
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds [4 x i32], [4 x i32]* %4, i64 0, i64 %9, !dbg !110
  store i32 9, i32* %10, align 4, !dbg !111, !tbaa !44
  %11 = load i32, i32* %7, align 4, !dbg !112, !tbaa !44
  %12 = getelementptr inbounds [4 x i32], [4 x i32]* %4, i64 0, i64 1, !dbg !113
  %13 = load i32, i32* %12, align 4, !dbg !113, !tbaa !44
  %14 = mul nsw i32 %13, 10, !dbg !114
  %15 = add nsw i32 %14, %11, !dbg !115
  %16 = getelementptr inbounds [4 x i32], [4 x i32]* %4, i64 0, i64 2, !dbg !116
  %17 = load i32, i32* %16, align 4, !dbg !116, !tbaa !44
  %18 = mul nsw i32 %17, 100, !dbg !117
  %19 = add nsw i32 %15, %18, !dbg !118
  %20 = getelementptr inbounds [4 x i32], [4 x i32]* %4, i64 0, i64 3, !dbg !119
  %21 = load i32, i32* %20, align 4, !dbg !119, !tbaa !44
  %22 = mul nsw i32 %21, 1000, !dbg !120
  %23 = add nsw i32 %19, %22, !dbg !121
  %24 = getelementptr inbounds [4 x i32], [4 x i32]* %3, i64 0, i64 %9, !dbg !122
  %25 = load i32, i32* %24, align 4, !dbg !122, !tbaa !44
  %26 = add nsw i32 %23, %25, !dbg !123
  store i32 %26, i32* %1, align 4, !dbg !124, !tbaa !44
  call void @llvm.lifetime.end.p0i8(i64 16, i8* nonnull %6) #9, !dbg !125
  call void @llvm.lifetime.end.p0i8(i64 16, i8* nonnull %5) #9, !dbg !125
  ret void, !dbg !125
}

; Function Attrs: argmemonly mustprogress nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #6

; Function Attrs: argmemonly mustprogress nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #7

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn
define dso_local void @floats(float* nocapture noundef readonly %0, double* nocapture noundef writeonly %1, i32* nocapture noundef writeonly %2) local_unnamed_addr #8 !dbg !126 {
  %4 = load float, float* %0, align 4, !dbg !127, !tbaa !128
  %5 = fmul contract float %4, 5.000000e-01, !dbg !130
  %6 = fadd contract float %5, 1.000000e+00, !dbg !131
  %7 = fpext float %6 to double, !dbg !132
  store double %7, double* %1, align 8, !dbg !133, !tbaa !134
  %8 = fcmp contract olt float %6, 3.000000e+00, !dbg !136
  %9 = zext i1 %8 to i32, !dbg !137
  store i32 %9, i32* %2, align 4, !dbg !138, !tbaa !44
  %10 = fptosi float %6 to i32, !dbg !139
  %11 = getelementptr inbounds i32, i32* %2, i64 1, !dbg !140
  store i32 %10, i32* %11, align 4, !dbg !141, !tbaa !44
  ret void, !dbg !142
}

attributes #0 = { convergent mustprogress nofree norecurse nosync nounwind willreturn "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #1 = { argmemonly mustprogress nofree nosync nounwind willreturn }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind readnone willreturn "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #3 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { mustprogress nofree norecurse nounwind willreturn "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn writeonly "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #6 = { argmemonly mustprogress nofree nounwind willreturn }
attributes #7 = { argmemonly mustprogress nofree nounwind willreturn writeonly }
attributes #8 = { mustprogress nofree norecurse nosync nounwind willreturn "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #9 = { nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5}
!llvm.module.flags = !{!6, !7, !8, !9, !10}
!llvm.ident = !{!11}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "forms.cu", directory: ".")
!2 = !{void (%struct.Pair*, i32, i32*)* @numbers, !"kernel", i32 1}
!3 = !{void (i32*, i32*, i32*)* @updates, !"kernel", i32 1}
!4 = !{void (i32, i32*)* @own, !"kernel", i32 1}
!5 = !{void (float*, double*, i32*)* @floats, !"kernel", i32 1}
!6 = !{i32 7, !"Dwarf Version", i32 2}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!10 = !{i32 7, !"frame-pointer", i32 2}
!11 = !{!"Debian clang version 14.0.6"}
!12 = distinct !DISubprogram(name: "numbers", scope: !1, file: !1, line: 14, type: !13, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!13 = !DISubroutineType(types: !14)
!14 = !{}
!15 = !DILocation(line: 15, column: 14, scope: !12)
!16 = !DILocation(line: 16, column: 26, scope: !12)
!17 = !DILocation(line: 16, column: 6, scope: !12)
!18 = !DILocation(line: 16, column: 11, scope: !12)
!19 = !{!20, !23, i64 8}
!20 = !{!"_ZTS4Pair", !21, i64 0, !23, i64 8, !21, i64 16}
!21 = !{!"omnipotent char", !22, i64 0}
!22 = !{!"Simple C++ TBAA"}
!23 = !{!"long long", !21, i64 0}
!24 = !DILocation(line: 17, column: 26, scope: !12)
!25 = !DILocation(line: 17, column: 25, scope: !12)
!26 = !DILocation(line: 17, column: 3, scope: !12)
!27 = !DILocation(line: 17, column: 16, scope: !12)
!28 = !{!29, !29, i64 0}
!29 = !{!"short", !21, i64 0}
!30 = !DILocation(line: 18, column: 18, scope: !12)
!31 = !DILocation(line: 18, column: 6, scope: !12)
!32 = !DILocation(line: 18, column: 10, scope: !12)
!33 = !{!20, !21, i64 0}
!34 = !DILocation(line: 19, column: 13, scope: !12)
!35 = !DILocation(line: 19, column: 28, scope: !12)
!36 = !DILocation(line: 19, column: 26, scope: !12)
!37 = !DILocation(line: 19, column: 66, scope: !12)
!38 = !DILocation(line: 19, column: 57, scope: !12)
!39 = !DILocation(line: 19, column: 50, scope: !12)
!40 = !DILocation(line: 20, column: 3, scope: !12)
!41 = !DILocation(line: 22, column: 11, scope: !12)
!42 = !DILocation(line: 23, column: 7, scope: !12)
!43 = !DILocation(line: 25, column: 14, scope: !12)
!44 = !{!45, !45, i64 0}
!45 = !{!"int", !21, i64 0}
!46 = !DILocation(line: 25, column: 11, scope: !12)
!47 = !DILocation(line: 26, column: 7, scope: !12)
!48 = !DILocation(line: 28, column: 20, scope: !12)
!49 = !DILocation(line: 28, column: 14, scope: !12)
!50 = !DILocation(line: 28, column: 11, scope: !12)
!51 = !DILocation(line: 29, column: 7, scope: !12)
!52 = !DILocation(line: 0, scope: !12)
!53 = !DILocation(line: 33, column: 10, scope: !12)
!54 = !DILocation(line: 34, column: 14, scope: !12)
!55 = !DILocation(line: 34, column: 12, scope: !12)
!56 = !DILocation(line: 34, column: 3, scope: !12)
!57 = !DILocation(line: 34, column: 10, scope: !12)
!58 = !DILocation(line: 35, column: 15, scope: !12)
!59 = !DILocation(line: 35, column: 20, scope: !12)
!60 = !DILocation(line: 35, column: 29, scope: !12)
!61 = !DILocation(line: 35, column: 24, scope: !12)
!62 = !DILocation(line: 35, column: 3, scope: !12)
!63 = !DILocation(line: 35, column: 10, scope: !12)
!64 = !DILocation(line: 36, column: 12, scope: !12)
!65 = !{i32 0, i32 33}
!66 = !DILocation(line: 36, column: 30, scope: !12)
!67 = !DILocation(line: 36, column: 22, scope: !12)
!68 = !{i32 0, i32 32}
!69 = !DILocation(line: 36, column: 20, scope: !12)
!70 = !DILocation(line: 36, column: 3, scope: !12)
!71 = !DILocation(line: 36, column: 10, scope: !12)
!72 = !DILocation(line: 37, column: 1, scope: !12)
!73 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 9, type: !13, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!74 = !DILocation(line: 9, column: 73, scope: !73)
!75 = !DILocation(line: 9, column: 64, scope: !73)
!76 = distinct !DISubprogram(name: "updates", scope: !1, file: !1, line: 40, type: !13, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!77 = !DILocation(line: 41, column: 12, scope: !76)
!78 = !DILocation(line: 41, column: 10, scope: !76)
!79 = !DILocation(line: 42, column: 12, scope: !76)
!80 = !DILocation(line: 42, column: 3, scope: !76)
!81 = !DILocation(line: 42, column: 10, scope: !76)
!82 = !DILocation(line: 43, column: 12, scope: !76)
!83 = !DILocation(line: 43, column: 3, scope: !76)
!84 = !DILocation(line: 43, column: 10, scope: !76)
!85 = !DILocation(line: 44, column: 12, scope: !76)
!86 = !DILocation(line: 44, column: 3, scope: !76)
!87 = !DILocation(line: 44, column: 10, scope: !76)
!88 = !DILocation(line: 45, column: 12, scope: !76)
!89 = !DILocation(line: 45, column: 3, scope: !76)
!90 = !DILocation(line: 45, column: 10, scope: !76)
!91 = !DILocation(line: 46, column: 12, scope: !76)
!92 = !DILocation(line: 46, column: 3, scope: !76)
!93 = !DILocation(line: 46, column: 10, scope: !76)
!94 = !DILocation(line: 47, column: 12, scope: !76)
!95 = !DILocation(line: 47, column: 3, scope: !76)
!96 = !DILocation(line: 47, column: 10, scope: !76)
!97 = !DILocation(line: 48, column: 12, scope: !76)
!98 = !DILocation(line: 48, column: 3, scope: !76)
!99 = !DILocation(line: 48, column: 10, scope: !76)
!100 = !DILocation(line: 49, column: 12, scope: !76)
!101 = !DILocation(line: 49, column: 3, scope: !76)
!102 = !DILocation(line: 49, column: 10, scope: !76)
!103 = !DILocation(line: 50, column: 1, scope: !76)
!104 = distinct !DISubprogram(name: "own", scope: !1, file: !1, line: 53, type: !13, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!105 = !DILocation(line: 54, column: 3, scope: !104)
!106 = !DILocation(line: 55, column: 3, scope: !104)
!107 = !DILocation(line: 56, column: 3, scope: !104)
!108 = !DILocation(line: 57, column: 3, scope: !104)
!109 = !DILocation(line: 58, column: 7, scope: !104)
!110 = !DILocation(line: 58, column: 3, scope: !104)
!111 = !DILocation(line: 58, column: 12, scope: !104)
!112 = !DILocation(line: 59, column: 12, scope: !104)
!113 = !DILocation(line: 59, column: 19, scope: !104)
!114 = !DILocation(line: 59, column: 24, scope: !104)
!115 = !DILocation(line: 59, column: 17, scope: !104)
!116 = !DILocation(line: 59, column: 31, scope: !104)
!117 = !DILocation(line: 59, column: 36, scope: !104)
!118 = !DILocation(line: 59, column: 29, scope: !104)
!119 = !DILocation(line: 59, column: 44, scope: !104)
!120 = !DILocation(line: 59, column: 49, scope: !104)
!121 = !DILocation(line: 59, column: 42, scope: !104)
!122 = !DILocation(line: 59, column: 58, scope: !104)
!123 = !DILocation(line: 59, column: 56, scope: !104)
!124 = !DILocation(line: 59, column: 10, scope: !104)
!125 = !DILocation(line: 60, column: 1, scope: !104)
!126 = distinct !DISubprogram(name: "floats", scope: !1, file: !1, line: 63, type: !13, scopeLine: 63, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!127 = !DILocation(line: 64, column: 16, scope: !126)
!128 = !{!129, !129, i64 0}
!129 = !{!"float", !21, i64 0}
!130 = !DILocation(line: 64, column: 21, scope: !126)
!131 = !DILocation(line: 64, column: 28, scope: !126)
!132 = !DILocation(line: 65, column: 18, scope: !126)
!133 = !DILocation(line: 65, column: 8, scope: !126)
!134 = !{!135, !135, i64 0}
!135 = !{!"double", !21, i64 0}
!136 = !DILocation(line: 66, column: 17, scope: !126)
!137 = !DILocation(line: 66, column: 12, scope: !126)
!138 = !DILocation(line: 66, column: 10, scope: !126)
!139 = !DILocation(line: 67, column: 17, scope: !126)
!140 = !DILocation(line: 67, column: 3, scope: !126)
!141 = !DILocation(line: 67, column: 10, scope: !126)
!142 = !DILocation(line: 68, column: 1, scope: !126)
