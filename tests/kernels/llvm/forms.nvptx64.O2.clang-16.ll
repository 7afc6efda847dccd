; ModuleID = 'forms.cu'
source_filename = "forms.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Pair = type { i8, i64, [3 x i16] }

@table = dso_local addrspace(1) externally_initialized global [4 x i32] [i32 10, i32 20, i32 30, i32 40], align 4
@__const.own.a = private unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @table to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none)
define dso_local void @numbers(ptr nocapture noundef %0, i32 noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !12 {
  %4 = sext i32 %1 to i64, !dbg !15
  %5 = getelementptr inbounds %struct.Pair, ptr %0, i64 %4, !dbg !15
  %6 = shl i64 %4, 40, !dbg !16
  %7 = getelementptr inbounds %struct.Pair, ptr %0, i64 %4, i32 1, !dbg !17
  store i64 %6, ptr %7, align 8, !dbg !18, !tbaa !19
  %8 = sub nsw i32 0, %1, !dbg !24
  %9 = trunc i32 %8 to i16, !dbg !25
  %10 = getelementptr inbounds %struct.Pair, ptr %0, i64 %4, i32 2, i64 2, !dbg !26
  store i16 %9, ptr %10, align 4, !dbg !27, !tbaa !28
  %11 = trunc i32 %1 to i8, !dbg !30
  %12 = add i8 %11, -56, !dbg !30
  store i8 %12, ptr %5, align 8, !dbg !31, !tbaa !32
  %13 = shl i32 %8, 16, !dbg !33
  %14 = ashr exact i32 %13, 16, !dbg !33
  %15 = zext i8 %12 to i32, !dbg !34
  %16 = add nsw i32 %14, %15, !dbg !35
  %17 = ashr exact i64 %6, 40, !dbg !36
  %18 = trunc i64 %17 to i32, !dbg !37
  %19 = add nsw i32 %16, %18, !dbg !38
  switch i32 %1, label %29 [
    i32 0, label %20
    i32 1, label %22
    i32 2, label %25
  ], !dbg !39

20:                                               ; preds = %3
  %21 = add nsw i32 %19, 1, !dbg !40
  br label %29, !dbg !41

22:                                               ; preds = %3
  %23 = load i32, ptr getelementptr inbounds (i8, ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 4), align 4, !dbg !42, !tbaa !43
  %24 = add nsw i32 %23, %19, !dbg !45
  br label %29, !dbg !46

25:                                               ; preds = %3
  %26 = load i32, ptr getelementptr inbounds (i8, ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 8), align 4, !dbg !47, !tbaa !43
  %27 = tail call fastcc noundef i32 @_ZL5twicei(i32 noundef %26) #9, !dbg !48
  %28 = add nsw i32 %27, %19, !dbg !49
  br label %29, !dbg !50

29:                                               ; preds = %3, %25, %22, %20
  %30 = phi i32 [ %28, %25 ], [ %24, %22 ], [ %21, %20 ], [ -1, %3 ], !dbg !51
  store i32 %30, ptr %2, align 4, !dbg !52, !tbaa !43
  %31 = icmp sgt i32 %1, 1, !dbg !53
  %32 = select i1 %31, i32 %1, i32 %8, !dbg !54
  %33 = getelementptr inbounds i32, ptr %2, i64 1, !dbg !55
  store i32 %32, ptr %33, align 4, !dbg !56, !tbaa !43
  %34 = mul nsw i32 %1, 7, !dbg !57
  %35 = srem i32 %34, 5, !dbg !58
  %36 = sdiv i32 %1, 2, !dbg !59
  %37 = add nsw i32 %35, %36, !dbg !60
  %38 = getelementptr inbounds i32, ptr %2, i64 2, !dbg !61
  store i32 %37, ptr %38, align 4, !dbg !62, !tbaa !43
  %39 = tail call i32 @llvm.ctpop.i32(i32 %1), !dbg !63, !range !64
  %40 = or i32 %1, 1, !dbg !65
  %41 = tail call i32 @llvm.ctlz.i32(i32 %40, i1 true), !dbg !66, !range !67
  %42 = add nuw nsw i32 %41, %39, !dbg !68
  %43 = getelementptr inbounds i32, ptr %2, i64 3, !dbg !69
  store i32 %42, ptr %43, align 4, !dbg !70, !tbaa !43
  ret void, !dbg !71
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none)
define internal fastcc noundef i32 @_ZL5twicei(i32 noundef %0) unnamed_addr #2 !dbg !72 {
  %2 = shl nsw i32 %0, 1, !dbg !73
  ret i32 %2, !dbg !74
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define dso_local void @updates(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #4 !dbg !75 {
  %4 = atomicrmw add ptr %0, i32 5 monotonic, align 4, !dbg !76
  store i32 %4, ptr %2, align 4, !dbg !77, !tbaa !43
  %5 = atomicrmw sub ptr %0, i32 1 monotonic, align 4, !dbg !78
  %6 = getelementptr inbounds i32, ptr %2, i64 1, !dbg !79
  store i32 %5, ptr %6, align 4, !dbg !80, !tbaa !43
  %7 = atomicrmw or ptr %0, i32 8 acq_rel, align 4, !dbg !81
  %8 = getelementptr inbounds i32, ptr %2, i64 2, !dbg !82
  store i32 %7, ptr %8, align 4, !dbg !83, !tbaa !43
  %9 = atomicrmw and ptr %0, i32 12 monotonic, align 4, !dbg !84
  %10 = getelementptr inbounds i32, ptr %2, i64 3, !dbg !85
  store i32 %9, ptr %10, align 4, !dbg !86, !tbaa !43
  %11 = atomicrmw xor ptr %0, i32 3 seq_cst, align 4, !dbg !87
  %12 = getelementptr inbounds i32, ptr %2, i64 4, !dbg !88
  store i32 %11, ptr %12, align 4, !dbg !89, !tbaa !43
  %13 = atomicrmw nand ptr %0, i32 6 monotonic, align 4, !dbg !90
  %14 = getelementptr inbounds i32, ptr %2, i64 5, !dbg !91
  store i32 %13, ptr %14, align 4, !dbg !92, !tbaa !43
  %15 = atomicrmw xchg ptr %0, i32 100 monotonic, align 4, !dbg !93
  %16 = getelementptr inbounds i32, ptr %2, i64 6, !dbg !94
  store i32 %15, ptr %16, align 4, !dbg !95, !tbaa !43
  %17 = atomicrmw max ptr %0, i32 200 monotonic, align 4, !dbg !96
  %18 = getelementptr inbounds i32, ptr %2, i64 7, !dbg !97
  store i32 %17, ptr %18, align 4, !dbg !98, !tbaa !43
  %19 = atomicrmw umin ptr %1, i32 7 monotonic, align 4, !dbg !99
  %20 = getelementptr inbounds i32, ptr %2, i64 8, !dbg !100
  store i32 %19, ptr %20, align 4, !dbg !101, !tbaa !43
  ret void, !dbg !102
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define dso_local void @own(i32 noundef %0, ptr nocapture noundef writeonly %1) local_unnamed_addr #5 !dbg !103 {
  %3 = alloca [4 x i32], align 4
  %4 = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %3) #9, !dbg !104
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #9, !dbg !105
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %4, ptr noundef nonnull align 4 dereferenceable(16) @__const.own.a, i64 16, i1 false), !dbg !106
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %3, i8 0, i64 16, i1 false), !dbg !107
  %5 = and i32 %0, 3, !dbg !108
  %6 = zext i32 %5 to i64
  %7 = getelementptr inbounds [4 x i32], ptr %4, i64 0, i64 %6, !dbg !109
  store i32 9, ptr %7, align 4, !dbg !110, !tbaa !43
  %8 = load i32, ptr %4, align 4, !dbg !111, !tbaa !43
  %9 = getelementptr inbounds [4 x i32], ptr %4, i64 0, i64 1, !dbg !112
  %10 = load i32, ptr %9, align 4, !dbg !112, !tbaa !43
  %11 = mul nsw i32 %10, 10, !dbg !113
  %12 = add nsw i32 %11, %8, !dbg !114
  %13 = getelementptr inbounds [4 x i32], ptr %4, i64 0, i64 2, !dbg !115
  %14 = load i32, ptr %13, align 4, !dbg !115, !tbaa !43
  %15 = mul nsw i32 %14, 100, !dbg !116
  %16 = add nsw i32 %12, %15, !dbg !117
  %17 = getelementptr inbounds [4 x i32], ptr %4, i64 0, i64 3, !dbg !118
  %18 = load i32, ptr %17, align 4, !dbg !118, !tbaa !43
  %19 = mul nsw i32 %18, 1000, !dbg !119
  %20 = add nsw i32 %16, %19, !dbg !120
  %21 = getelementptr inbounds [4 x i32], ptr %3, i64 0, i64 %6, !dbg !121
  %22 = load i32, ptr %21, align 4, !dbg !121, !tbaa !43
  %23 = add nsw i32 %20, %22, !dbg !122
  store i32 %23, ptr %1, align 4, !dbg !123, !tbaa !43
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #9, !dbg !124
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %3) #9, !dbg !124
  ret void, !dbg !124
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #6

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #7

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @floats(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #8 !dbg !125 {
  %4 = load float, ptr %0, align 4, !dbg !126, !tbaa !127
  %5 = fmul contract float %4, 5.000000e-01, !dbg !129
  %6 = fadd contract float %5, 1.000000e+00, !dbg !130
  %7 = fpext float %6 to double, !dbg !131
  store double %7, ptr %1, align 8, !dbg !132, !tbaa !133
  %8 = fcmp contract olt float %6, 3.000000e+00, !dbg !135
  %9 = zext i1 %8 to i32, !dbg !136
  store i32 %9, ptr %2, align 4, !dbg !137, !tbaa !43
  %10 = fptosi float %6 to i32, !dbg !138
  %11 = getelementptr inbounds i32, ptr %2, i64 1, !dbg !139
  store i32 %10, ptr %11, align 4, !dbg !140, !tbaa !43
  ret void, !dbg !141
}

attributes #0 = { convergent mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #8 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #9 = { nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5}
!llvm.module.flags = !{!6, !7, !8, !9, !10}
!llvm.ident = !{!11}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "forms.cu", directory: ".")
!2 = !{ptr @numbers, !"kernel", i32 1}
!3 = !{ptr @updates, !"kernel", i32 1}
!4 = !{ptr @own, !"kernel", i32 1}
!5 = !{ptr @floats, !"kernel", i32 1}
!6 = !{i32 7, !"Dwarf Version", i32 2}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!10 = !{i32 7, !"frame-pointer", i32 2}
!11 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
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
!31 = !DILocation(line: 18, column: 10, scope: !12)
!32 = !{!20, !21, i64 0}
!33 = !DILocation(line: 19, column: 13, scope: !12)
!34 = !DILocation(line: 19, column: 28, scope: !12)
!35 = !DILocation(line: 19, column: 26, scope: !12)
!36 = !DILocation(line: 19, column: 66, scope: !12)
!37 = !DILocation(line: 19, column: 57, scope: !12)
!38 = !DILocation(line: 19, column: 50, scope: !12)
!39 = !DILocation(line: 20, column: 3, scope: !12)
!40 = !DILocation(line: 22, column: 11, scope: !12)
!41 = !DILocation(line: 23, column: 7, scope: !12)
!42 = !DILocation(line: 25, column: 14, scope: !12)
!43 = !{!44, !44, i64 0}
!44 = !{!"int", !21, i64 0}
!45 = !DILocation(line: 25, column: 11, scope: !12)
!46 = !DILocation(line: 26, column: 7, scope: !12)
!47 = !DILocation(line: 28, column: 20, scope: !12)
!48 = !DILocation(line: 28, column: 14, scope: !12)
!49 = !DILocation(line: 28, column: 11, scope: !12)
!50 = !DILocation(line: 29, column: 7, scope: !12)
!51 = !DILocation(line: 0, scope: !12)
!52 = !DILocation(line: 33, column: 10, scope: !12)
!53 = !DILocation(line: 34, column: 14, scope: !12)
!54 = !DILocation(line: 34, column: 12, scope: !12)
!55 = !DILocation(line: 34, column: 3, scope: !12)
!56 = !DILocation(line: 34, column: 10, scope: !12)
!57 = !DILocation(line: 35, column: 15, scope: !12)
!58 = !DILocation(line: 35, column: 20, scope: !12)
!59 = !DILocation(line: 35, column: 29, scope: !12)
!60 = !DILocation(line: 35, column: 24, scope: !12)
!61 = !DILocation(line: 35, column: 3, scope: !12)
!62 = !DILocation(line: 35, column: 10, scope: !12)
!63 = !DILocation(line: 36, column: 12, scope: !12)
!64 = !{i32 0, i32 33}
!65 = !DILocation(line: 36, column: 30, scope: !12)
!66 = !DILocation(line: 36, column: 22, scope: !12)
!67 = !{i32 0, i32 32}
!68 = !DILocation(line: 36, column: 20, scope: !12)
!69 = !DILocation(line: 36, column: 3, scope: !12)
!70 = !DILocation(line: 36, column: 10, scope: !12)
!71 = !DILocation(line: 37, column: 1, scope: !12)
!72 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 9, type: !13, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!73 = !DILocation(line: 9, column: 73, scope: !72)
!74 = !DILocation(line: 9, column: 64, scope: !72)
!75 = distinct !DISubprogram(name: "updates", scope: !1, file: !1, line: 40, type: !13, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!76 = !DILocation(line: 41, column: 12, scope: !75)
!77 = !DILocation(line: 41, column: 10, scope: !75)
!78 = !DILocation(line: 42, column: 12, scope: !75)
!79 = !DILocation(line: 42, column: 3, scope: !75)
!80 = !DILocation(line: 42, column: 10, scope: !75)
!81 = !DILocation(line: 43, column: 12, scope: !75)
!82 = !DILocation(line: 43, column: 3, scope: !75)
!83 = !DILocation(line: 43, column: 10, scope: !75)
!84 = !DILocation(line: 44, column: 12, scope: !75)
!85 = !DILocation(line: 44, column: 3, scope: !75)
!86 = !DILocation(line: 44, column: 10, scope: !75)
!87 = !DILocation(line: 45, column: 12, scope: !75)
!88 = !DILocation(line: 45, column: 3, scope: !75)
!89 = !DILocation(line: 45, column: 10, scope: !75)
!90 = !DILocation(line: 46, column: 12, scope: !75)
!91 = !DILocation(line: 46, column: 3, scope: !75)
!92 = !DILocation(line: 46, column: 10, scope: !75)
!93 = !DILocation(line: 47, column: 12, scope: !75)
!94 = !DILocation(line: 47, column: 3, scope: !75)
!95 = !DILocation(line: 47, column: 10, scope: !75)
!96 = !DILocation(line: 48, column: 12, scope: !75)
!97 = !DILocation(line: 48, column: 3, scope: !75)
!98 = !DILocation(line: 48, column: 10, scope: !75)
!99 = !DILocation(line: 49, column: 12, scope: !75)
!100 = !DILocation(line: 49, column: 3, scope: !75)
!101 = !DILocation(line: 49, column: 10, scope: !75)
!102 = !DILocation(line: 50, column: 1, scope: !75)
!103 = distinct !DISubprogram(name: "own", scope: !1, file: !1, line: 53, type: !13, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!104 = !DILocation(line: 54, column: 3, scope: !103)
!105 = !DILocation(line: 55, column: 3, scope: !103)
!106 = !DILocation(line: 56, column: 3, scope: !103)
!107 = !DILocation(line: 57, column: 3, scope: !103)
!108 = !DILocation(line: 58, column: 7, scope: !103)
!109 = !DILocation(line: 58, column: 3, scope: !103)
!110 = !DILocation(line: 58, column: 12, scope: !103)
!111 = !DILocation(line: 59, column: 12, scope: !103)
!112 = !DILocation(line: 59, column: 19, scope: !103)
!113 = !DILocation(line: 59, column: 24, scope: !103)
!114 = !DILocation(line: 59, column: 17, scope: !103)
!115 = !DILocation(line: 59, column: 31, scope: !103)
!116 = !DILocation(line: 59, column: 36, scope: !103)
!117 = !DILocation(line: 59, column: 29, scope: !103)
!118 = !DILocation(line: 59, column: 44, scope: !103)
!119 = !DILocation(line: 59, column: 49, scope: !103)
!120 = !DILocation(line: 59, column: 42, scope: !103)
!121 = !DILocation(line: 59, column: 58, scope: !103)
!122 = !DILocation(line: 59, column: 56, scope: !103)
!123 = !DILocation(line: 59, column: 10, scope: !103)
!124 = !DILocation(line: 60, column: 1, scope: !103)
!125 = distinct !DISubprogram(name: "floats", scope: !1, file: !1, line: 63, type: !13, scopeLine: 63, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!126 = !DILocation(line: 64, column: 16, scope: !125)
!127 = !{!128, !128, i64 0}
!128 = !{!"float", !21, i64 0}
!129 = !DILocation(line: 64, column: 21, scope: !125)
!130 = !DILocation(line: 64, column: 28, scope: !125)
!131 = !DILocation(line: 65, column: 18, scope: !125)
!132 = !DILocation(line: 65, column: 8, scope: !125)
!133 = !{!134, !134, i64 0}
!134 = !{!"double", !21, i64 0}
!135 = !DILocation(line: 66, column: 17, scope: !125)
!136 = !DILocation(line: 66, column: 12, scope: !125)
!137 = !DILocation(line: 66, column: 10, scope: !125)
!138 = !DILocation(line: 67, column: 17, scope: !125)
!139 = !DILocation(line: 67, column: 3, scope: !125)
!140 = !DILocation(line: 67, column: 10, scope: !125)
!141 = !DILocation(line: 68, column: 1, scope: !125)
