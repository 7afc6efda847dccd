; ModuleID = 'blocks.cu'
source_filename = "blocks.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ8exchangeE1s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4
@_ZZ16exchange_at_onceE1s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4
@_ZZ3sumE1s = internal unnamed_addr addrspace(3) global [4 x i32] undef, align 4
@_ZZ8sum_racyE1s = internal unnamed_addr addrspace(3) global [4 x i32] undef, align 4

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @exchange(ptr nocapture noundef writeonly %0) local_unnamed_addr #0 !dbg !13 {
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !16
  %3 = add nsw i32 %2, 1, !dbg !20
  %4 = sext i32 %2 to i64, !dbg !21
  %5 = getelementptr inbounds [2 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ8exchangeE1s to ptr), i64 0, i64 %4, !dbg !21
  store i32 %3, ptr %5, align 4, !dbg !22, !tbaa !23
  tail call void @llvm.nvvm.barrier0(), !dbg !27
  %6 = sub nsw i32 1, %2, !dbg !30
  %7 = sext i32 %6 to i64, !dbg !31
  %8 = getelementptr inbounds [2 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ8exchangeE1s to ptr), i64 0, i64 %7, !dbg !31
  %9 = load i32, ptr %8, align 4, !dbg !31, !tbaa !23
  %10 = getelementptr inbounds i32, ptr %0, i64 %4, !dbg !32
  store i32 %9, ptr %10, align 4, !dbg !33, !tbaa !23
  ret void, !dbg !34
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: write, inaccessiblemem: none)
define dso_local void @exchange_at_once(ptr nocapture noundef writeonly %0) local_unnamed_addr #1 !dbg !35 {
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !36
  %3 = add nsw i32 %2, 1, !dbg !38
  %4 = sext i32 %2 to i64, !dbg !39
  %5 = getelementptr inbounds [2 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ16exchange_at_onceE1s to ptr), i64 0, i64 %4, !dbg !39
  store i32 %3, ptr %5, align 4, !dbg !40, !tbaa !23
  %6 = sub nsw i32 1, %2, !dbg !41
  %7 = sext i32 %6 to i64, !dbg !42
  %8 = getelementptr inbounds [2 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ16exchange_at_onceE1s to ptr), i64 0, i64 %7, !dbg !42
  %9 = load i32, ptr %8, align 4, !dbg !42, !tbaa !23
  %10 = getelementptr inbounds i32, ptr %0, i64 %4, !dbg !43
  store i32 %9, ptr %10, align 4, !dbg !44, !tbaa !23
  ret void, !dbg !45
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @sum(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) local_unnamed_addr #0 !dbg !46 {
  %3 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !47
  %4 = sext i32 %3 to i64, !dbg !49
  %5 = getelementptr inbounds i32, ptr %0, i64 %4, !dbg !49
  %6 = load i32, ptr %5, align 4, !dbg !49, !tbaa !23
  %7 = getelementptr inbounds [4 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ3sumE1s to ptr), i64 0, i64 %4, !dbg !50
  store i32 %6, ptr %7, align 4, !dbg !51, !tbaa !23
  tail call void @llvm.nvvm.barrier0(), !dbg !52
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !54
  %9 = icmp sgt i32 %8, 1, !dbg !57
  br i1 %9, label %12, label %10, !dbg !58

10:                                               ; preds = %23, %2
  %11 = icmp eq i32 %3, 0, !dbg !59
  br i1 %11, label %25, label %27, !dbg !60

12:                                               ; preds = %2, %23
  %13 = phi i32 [ %14, %23 ], [ %8, %2 ]
  %14 = lshr i32 %13, 1
  %15 = icmp slt i32 %3, %14, !dbg !61
  br i1 %15, label %16, label %23, !dbg !62

16:                                               ; preds = %12
  %17 = add nsw i32 %14, %3, !dbg !63
  %18 = sext i32 %17 to i64, !dbg !64
  %19 = getelementptr inbounds [4 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ3sumE1s to ptr), i64 0, i64 %18, !dbg !64
  %20 = load i32, ptr %19, align 4, !dbg !64, !tbaa !23
  %21 = load i32, ptr %7, align 4, !dbg !65, !tbaa !23
  %22 = add nsw i32 %21, %20, !dbg !65
  store i32 %22, ptr %7, align 4, !dbg !65, !tbaa !23
  br label %23, !dbg !66

23:                                               ; preds = %16, %12
  tail call void @llvm.nvvm.barrier0(), !dbg !67
  %24 = icmp ult i32 %13, 4, !dbg !57
  br i1 %24, label %10, label %12, !dbg !58, !llvm.loop !69

25:                                               ; preds = %10
  %26 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ3sumE1s to ptr), align 4, !dbg !72, !tbaa !23
  store i32 %26, ptr %1, align 4, !dbg !73, !tbaa !23
  br label %27, !dbg !74

27:                                               ; preds = %25, %10
  ret void, !dbg !75
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @sum_racy(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1) local_unnamed_addr #0 !dbg !76 {
  %3 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !77
  %4 = sext i32 %3 to i64, !dbg !79
  %5 = getelementptr inbounds i32, ptr %0, i64 %4, !dbg !79
  %6 = load i32, ptr %5, align 4, !dbg !79, !tbaa !23
  %7 = getelementptr inbounds [4 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ8sum_racyE1s to ptr), i64 0, i64 %4, !dbg !80
  store i32 %6, ptr %7, align 4, !dbg !81, !tbaa !23
  tail call void @llvm.nvvm.barrier0(), !dbg !82
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !dbg !84
  %9 = icmp sgt i32 %8, 1, !dbg !86
  br i1 %9, label %12, label %10, !dbg !87

10:                                               ; preds = %23, %2
  %11 = icmp eq i32 %3, 0, !dbg !88
  br i1 %11, label %25, label %27, !dbg !89

12:                                               ; preds = %2, %23
  %13 = phi i32 [ %14, %23 ], [ %8, %2 ]
  %14 = lshr i32 %13, 1
  %15 = icmp slt i32 %3, %14, !dbg !90
  br i1 %15, label %16, label %23, !dbg !91

16:                                               ; preds = %12
  %17 = add nsw i32 %14, %3, !dbg !92
  %18 = sext i32 %17 to i64, !dbg !93
  %19 = getelementptr inbounds [4 x i32], ptr addrspacecast (ptr addrspace(3) @_ZZ8sum_racyE1s to ptr), i64 0, i64 %18, !dbg !93
  %20 = load i32, ptr %19, align 4, !dbg !93, !tbaa !23
  %21 = load i32, ptr %7, align 4, !dbg !94, !tbaa !23
  %22 = add nsw i32 %21, %20, !dbg !94
  store i32 %22, ptr %7, align 4, !dbg !94, !tbaa !23
  br label %23, !dbg !95

23:                                               ; preds = %12, %16
  %24 = icmp ult i32 %13, 4, !dbg !86
  br i1 %24, label %10, label %12, !dbg !87, !llvm.loop !96

25:                                               ; preds = %10
  %26 = load i32, ptr addrspacecast (ptr addrspace(3) @_ZZ8sum_racyE1s to ptr), align 4, !dbg !98, !tbaa !23
  store i32 %26, ptr %1, align 4, !dbg !99, !tbaa !23
  br label %27, !dbg !100

27:                                               ; preds = %25, %10
  ret void, !dbg !101
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @half_way(ptr nocapture noundef %0) local_unnamed_addr #0 !dbg !102 {
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !103
  %3 = icmp eq i32 %2, 0, !dbg !105
  br i1 %3, label %4, label %7, !dbg !106

4:                                                ; preds = %1, %4
  %5 = load atomic i32, ptr %0 monotonic, align 4, !dbg !107
  %6 = icmp eq i32 %5, 0, !dbg !108
  br i1 %6, label %4, label %7, !dbg !109, !llvm.loop !110

7:                                                ; preds = %4, %1
  tail call void @llvm.nvvm.barrier0(), !dbg !112
  %8 = icmp eq i32 %2, 1, !dbg !114
  br i1 %8, label %9, label %10, !dbg !115

9:                                                ; preds = %7
  store atomic i32 1, ptr %0 monotonic, align 4, !dbg !116
  br label %10, !dbg !116

10:                                               ; preds = %9, %7
  ret void, !dbg !117
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier0() #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: write, inaccessiblemem: none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5, !6}
!llvm.module.flags = !{!7, !8, !9, !10, !11}
!llvm.ident = !{!12}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "blocks.cu", directory: ".")
!2 = !{ptr @exchange, !"kernel", i32 1}
!3 = !{ptr @exchange_at_once, !"kernel", i32 1}
!4 = !{ptr @sum, !"kernel", i32 1}
!5 = !{ptr @sum_racy, !"kernel", i32 1}
!6 = !{ptr @half_way, !"kernel", i32 1}
!7 = !{i32 7, !"Dwarf Version", i32 2}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!11 = !{i32 7, !"frame-pointer", i32 2}
!12 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!13 = distinct !DISubprogram(name: "exchange", scope: !1, file: !1, line: 4, type: !14, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!14 = !DISubroutineType(types: !15)
!15 = !{}
!16 = !DILocation(line: 59, column: 30, scope: !17, inlinedAt: !19)
!17 = distinct !DISubprogram(name: "thread", scope: !18, file: !18, line: 59, type: !14, scopeLine: 59, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!18 = !DIFile(filename: "./device.h", directory: ".")
!19 = distinct !DILocation(line: 6, column: 11, scope: !13)
!20 = !DILocation(line: 7, column: 12, scope: !13)
!21 = !DILocation(line: 7, column: 3, scope: !13)
!22 = !DILocation(line: 7, column: 8, scope: !13)
!23 = !{!24, !24, i64 0}
!24 = !{!"int", !25, i64 0}
!25 = !{!"omnipotent char", !26, i64 0}
!26 = !{!"Simple C++ TBAA"}
!27 = !DILocation(line: 62, column: 25, scope: !28, inlinedAt: !29)
!28 = distinct !DISubprogram(name: "barrier", scope: !18, file: !18, line: 62, type: !14, scopeLine: 62, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!29 = distinct !DILocation(line: 8, column: 3, scope: !13)
!30 = !DILocation(line: 9, column: 16, scope: !13)
!31 = !DILocation(line: 9, column: 12, scope: !13)
!32 = !DILocation(line: 9, column: 3, scope: !13)
!33 = !DILocation(line: 9, column: 10, scope: !13)
!34 = !DILocation(line: 10, column: 1, scope: !13)
!35 = distinct !DISubprogram(name: "exchange_at_once", scope: !1, file: !1, line: 13, type: !14, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!36 = !DILocation(line: 59, column: 30, scope: !17, inlinedAt: !37)
!37 = distinct !DILocation(line: 15, column: 11, scope: !35)
!38 = !DILocation(line: 16, column: 12, scope: !35)
!39 = !DILocation(line: 16, column: 3, scope: !35)
!40 = !DILocation(line: 16, column: 8, scope: !35)
!41 = !DILocation(line: 17, column: 16, scope: !35)
!42 = !DILocation(line: 17, column: 12, scope: !35)
!43 = !DILocation(line: 17, column: 3, scope: !35)
!44 = !DILocation(line: 17, column: 10, scope: !35)
!45 = !DILocation(line: 18, column: 1, scope: !35)
!46 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 21, type: !14, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!47 = !DILocation(line: 59, column: 30, scope: !17, inlinedAt: !48)
!48 = distinct !DILocation(line: 23, column: 11, scope: !46)
!49 = !DILocation(line: 24, column: 10, scope: !46)
!50 = !DILocation(line: 24, column: 3, scope: !46)
!51 = !DILocation(line: 24, column: 8, scope: !46)
!52 = !DILocation(line: 62, column: 25, scope: !28, inlinedAt: !53)
!53 = distinct !DILocation(line: 25, column: 3, scope: !46)
!54 = !DILocation(line: 61, column: 31, scope: !55, inlinedAt: !56)
!55 = distinct !DISubprogram(name: "threads", scope: !18, file: !18, line: 61, type: !14, scopeLine: 61, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!56 = distinct !DILocation(line: 26, column: 19, scope: !46)
!57 = !DILocation(line: 26, column: 39, scope: !46)
!58 = !DILocation(line: 26, column: 3, scope: !46)
!59 = !DILocation(line: 30, column: 9, scope: !46)
!60 = !DILocation(line: 30, column: 7, scope: !46)
!61 = !DILocation(line: 27, column: 11, scope: !46)
!62 = !DILocation(line: 27, column: 9, scope: !46)
!63 = !DILocation(line: 27, column: 31, scope: !46)
!64 = !DILocation(line: 27, column: 27, scope: !46)
!65 = !DILocation(line: 27, column: 24, scope: !46)
!66 = !DILocation(line: 27, column: 19, scope: !46)
!67 = !DILocation(line: 62, column: 25, scope: !28, inlinedAt: !68)
!68 = distinct !DILocation(line: 28, column: 5, scope: !46)
!69 = distinct !{!69, !58, !70, !71}
!70 = !DILocation(line: 29, column: 3, scope: !46)
!71 = !{!"llvm.loop.mustprogress"}
!72 = !DILocation(line: 30, column: 22, scope: !46)
!73 = !DILocation(line: 30, column: 20, scope: !46)
!74 = !DILocation(line: 30, column: 15, scope: !46)
!75 = !DILocation(line: 31, column: 1, scope: !46)
!76 = distinct !DISubprogram(name: "sum_racy", scope: !1, file: !1, line: 34, type: !14, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!77 = !DILocation(line: 59, column: 30, scope: !17, inlinedAt: !78)
!78 = distinct !DILocation(line: 36, column: 11, scope: !76)
!79 = !DILocation(line: 37, column: 10, scope: !76)
!80 = !DILocation(line: 37, column: 3, scope: !76)
!81 = !DILocation(line: 37, column: 8, scope: !76)
!82 = !DILocation(line: 62, column: 25, scope: !28, inlinedAt: !83)
!83 = distinct !DILocation(line: 38, column: 3, scope: !76)
!84 = !DILocation(line: 61, column: 31, scope: !55, inlinedAt: !85)
!85 = distinct !DILocation(line: 39, column: 19, scope: !76)
!86 = !DILocation(line: 39, column: 39, scope: !76)
!87 = !DILocation(line: 39, column: 3, scope: !76)
!88 = !DILocation(line: 42, column: 9, scope: !76)
!89 = !DILocation(line: 42, column: 7, scope: !76)
!90 = !DILocation(line: 40, column: 11, scope: !76)
!91 = !DILocation(line: 40, column: 9, scope: !76)
!92 = !DILocation(line: 40, column: 31, scope: !76)
!93 = !DILocation(line: 40, column: 27, scope: !76)
!94 = !DILocation(line: 40, column: 24, scope: !76)
!95 = !DILocation(line: 40, column: 19, scope: !76)
!96 = distinct !{!96, !87, !97, !71}
!97 = !DILocation(line: 41, column: 3, scope: !76)
!98 = !DILocation(line: 42, column: 22, scope: !76)
!99 = !DILocation(line: 42, column: 20, scope: !76)
!100 = !DILocation(line: 42, column: 15, scope: !76)
!101 = !DILocation(line: 43, column: 1, scope: !76)
!102 = distinct !DISubprogram(name: "half_way", scope: !1, file: !1, line: 46, type: !14, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!103 = !DILocation(line: 59, column: 30, scope: !17, inlinedAt: !104)
!104 = distinct !DILocation(line: 47, column: 7, scope: !102)
!105 = !DILocation(line: 47, column: 16, scope: !102)
!106 = !DILocation(line: 47, column: 7, scope: !102)
!107 = !DILocation(line: 48, column: 12, scope: !102)
!108 = !DILocation(line: 48, column: 51, scope: !102)
!109 = !DILocation(line: 48, column: 5, scope: !102)
!110 = distinct !{!110, !109, !111, !71}
!111 = !DILocation(line: 49, column: 5, scope: !102)
!112 = !DILocation(line: 62, column: 25, scope: !28, inlinedAt: !113)
!113 = distinct !DILocation(line: 51, column: 3, scope: !102)
!114 = !DILocation(line: 52, column: 16, scope: !102)
!115 = !DILocation(line: 52, column: 7, scope: !102)
!116 = !DILocation(line: 52, column: 22, scope: !102)
!117 = !DILocation(line: 53, column: 1, scope: !102)
