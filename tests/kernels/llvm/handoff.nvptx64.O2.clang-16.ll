; ModuleID = 'handoff.cu'
source_filename = "handoff.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define dso_local void @handoff(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !13 {
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !16
  %5 = icmp eq i32 %4, 0, !dbg !20
  br i1 %5, label %6, label %7, !dbg !21

6:                                                ; preds = %3
  store i32 42, ptr %0, align 4, !dbg !22, !tbaa !23
  store atomic i32 1, ptr %1 release, align 4, !dbg !27
  br label %12, !dbg !28

7:                                                ; preds = %3, %7
  %8 = load atomic i32, ptr %1 acquire, align 4, !dbg !29
  %9 = icmp eq i32 %8, 0, !dbg !30
  br i1 %9, label %7, label %10, !dbg !31, !llvm.loop !32

10:                                               ; preds = %7
  %11 = load i32, ptr %0, align 4, !dbg !35, !tbaa !23
  store i32 %11, ptr %2, align 4, !dbg !36, !tbaa !23
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !37
}

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define dso_local void @handoff_relaxed(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !38 {
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !39
  %5 = icmp eq i32 %4, 0, !dbg !41
  br i1 %5, label %6, label %7, !dbg !42

6:                                                ; preds = %3
  store i32 42, ptr %0, align 4, !dbg !43, !tbaa !23
  store atomic i32 1, ptr %1 monotonic, align 4, !dbg !44
  br label %12, !dbg !45

7:                                                ; preds = %3, %7
  %8 = load atomic i32, ptr %1 monotonic, align 4, !dbg !46
  %9 = icmp eq i32 %8, 0, !dbg !47
  br i1 %9, label %7, label %10, !dbg !48, !llvm.loop !49

10:                                               ; preds = %7
  %11 = load i32, ptr %0, align 4, !dbg !51, !tbaa !23
  store i32 %11, ptr %2, align 4, !dbg !52, !tbaa !23
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !53
}

; Function Attrs: mustprogress norecurse nounwind
define dso_local void @handoff_fences(ptr nocapture noundef %0, ptr noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #1 !dbg !54 {
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !55
  %5 = icmp eq i32 %4, 0, !dbg !57
  br i1 %5, label %6, label %7, !dbg !58

6:                                                ; preds = %3
  store i32 42, ptr %0, align 4, !dbg !59, !tbaa !23
  tail call void @llvm.nvvm.membar.gl(), !dbg !60
  store volatile i32 1, ptr %1, align 4, !dbg !63, !tbaa !23
  br label %12, !dbg !64

7:                                                ; preds = %3, %7
  %8 = load volatile i32, ptr %1, align 4, !dbg !65, !tbaa !23
  %9 = icmp eq i32 %8, 0, !dbg !66
  br i1 %9, label %7, label %10, !dbg !67, !llvm.loop !68

10:                                               ; preds = %7
  tail call void @llvm.nvvm.membar.gl(), !dbg !70
  %11 = load i32, ptr %0, align 4, !dbg !73, !tbaa !23
  store i32 %11, ptr %2, align 4, !dbg !74, !tbaa !23
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !75
}

; Function Attrs: mustprogress norecurse nounwind
define dso_local void @handoff_one_fence(ptr nocapture noundef %0, ptr noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #1 !dbg !76 {
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !77
  %5 = icmp eq i32 %4, 0, !dbg !79
  br i1 %5, label %6, label %7, !dbg !80

6:                                                ; preds = %3
  store i32 42, ptr %0, align 4, !dbg !81, !tbaa !23
  tail call void @llvm.nvvm.membar.gl(), !dbg !82
  store volatile i32 1, ptr %1, align 4, !dbg !84, !tbaa !23
  br label %12, !dbg !85

7:                                                ; preds = %3, %7
  %8 = load volatile i32, ptr %1, align 4, !dbg !86, !tbaa !23
  %9 = icmp eq i32 %8, 0, !dbg !87
  br i1 %9, label %7, label %10, !dbg !88, !llvm.loop !89

10:                                               ; preds = %7
  %11 = load i32, ptr %0, align 4, !dbg !91, !tbaa !23
  store i32 %11, ptr %2, align 4, !dbg !92, !tbaa !23
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !93
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define dso_local void @handoff_plain(ptr nocapture noundef %0, ptr nocapture noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #2 !dbg !94 {
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !95
  %5 = icmp eq i32 %4, 0, !dbg !97
  br i1 %5, label %6, label %7, !dbg !98

6:                                                ; preds = %3
  store i32 42, ptr %0, align 4, !dbg !99, !tbaa !23
  store i32 1, ptr %1, align 4, !dbg !100, !tbaa !23
  br label %12, !dbg !101

7:                                                ; preds = %3
  %8 = load i32, ptr %1, align 4, !dbg !102, !tbaa !23
  %9 = icmp eq i32 %8, 1, !dbg !103
  br i1 %9, label %10, label %12, !dbg !102

10:                                               ; preds = %7
  %11 = load i32, ptr %0, align 4, !dbg !104, !tbaa !23
  store i32 %11, ptr %2, align 4, !dbg !105, !tbaa !23
  br label %12, !dbg !106

12:                                               ; preds = %7, %10, %6
  ret void, !dbg !107
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

; Function Attrs: nocallback nounwind
declare void @llvm.nvvm.membar.gl() #4

attributes #0 = { mustprogress nofree norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #1 = { mustprogress norecurse nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5, !6}
!llvm.module.flags = !{!7, !8, !9, !10, !11}
!llvm.ident = !{!12}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "handoff.cu", directory: ".")
!2 = !{ptr @handoff, !"kernel", i32 1}
!3 = !{ptr @handoff_relaxed, !"kernel", i32 1}
!4 = !{ptr @handoff_fences, !"kernel", i32 1}
!5 = !{ptr @handoff_one_fence, !"kernel", i32 1}
!6 = !{ptr @handoff_plain, !"kernel", i32 1}
!7 = !{i32 7, !"Dwarf Version", i32 2}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!11 = !{i32 7, !"frame-pointer", i32 2}
!12 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!13 = distinct !DISubprogram(name: "handoff", scope: !1, file: !1, line: 4, type: !14, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!14 = !DISubroutineType(types: !15)
!15 = !{}
!16 = !DILocation(line: 60, column: 29, scope: !17, inlinedAt: !19)
!17 = distinct !DISubprogram(name: "block", scope: !18, file: !18, line: 60, type: !14, scopeLine: 60, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!18 = !DIFile(filename: "./device.h", directory: ".")
!19 = distinct !DILocation(line: 5, column: 7, scope: !13)
!20 = !DILocation(line: 5, column: 15, scope: !13)
!21 = !DILocation(line: 5, column: 7, scope: !13)
!22 = !DILocation(line: 6, column: 11, scope: !13)
!23 = !{!24, !24, i64 0}
!24 = !{!"int", !25, i64 0}
!25 = !{!"omnipotent char", !26, i64 0}
!26 = !{!"Simple C++ TBAA"}
!27 = !DILocation(line: 7, column: 5, scope: !13)
!28 = !DILocation(line: 8, column: 3, scope: !13)
!29 = !DILocation(line: 9, column: 12, scope: !13)
!30 = !DILocation(line: 9, column: 52, scope: !13)
!31 = !DILocation(line: 9, column: 5, scope: !13)
!32 = distinct !{!32, !31, !33, !34}
!33 = !DILocation(line: 10, column: 5, scope: !13)
!34 = !{!"llvm.loop.mustprogress"}
!35 = !DILocation(line: 11, column: 12, scope: !13)
!36 = !DILocation(line: 11, column: 10, scope: !13)
!37 = !DILocation(line: 13, column: 1, scope: !13)
!38 = distinct !DISubprogram(name: "handoff_relaxed", scope: !1, file: !1, line: 16, type: !14, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!39 = !DILocation(line: 60, column: 29, scope: !17, inlinedAt: !40)
!40 = distinct !DILocation(line: 17, column: 7, scope: !38)
!41 = !DILocation(line: 17, column: 15, scope: !38)
!42 = !DILocation(line: 17, column: 7, scope: !38)
!43 = !DILocation(line: 18, column: 11, scope: !38)
!44 = !DILocation(line: 19, column: 5, scope: !38)
!45 = !DILocation(line: 20, column: 3, scope: !38)
!46 = !DILocation(line: 21, column: 12, scope: !38)
!47 = !DILocation(line: 21, column: 52, scope: !38)
!48 = !DILocation(line: 21, column: 5, scope: !38)
!49 = distinct !{!49, !48, !50, !34}
!50 = !DILocation(line: 22, column: 5, scope: !38)
!51 = !DILocation(line: 23, column: 12, scope: !38)
!52 = !DILocation(line: 23, column: 10, scope: !38)
!53 = !DILocation(line: 25, column: 1, scope: !38)
!54 = distinct !DISubprogram(name: "handoff_fences", scope: !1, file: !1, line: 28, type: !14, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!55 = !DILocation(line: 60, column: 29, scope: !17, inlinedAt: !56)
!56 = distinct !DILocation(line: 29, column: 7, scope: !54)
!57 = !DILocation(line: 29, column: 15, scope: !54)
!58 = !DILocation(line: 29, column: 7, scope: !54)
!59 = !DILocation(line: 30, column: 11, scope: !54)
!60 = !DILocation(line: 63, column: 31, scope: !61, inlinedAt: !62)
!61 = distinct !DISubprogram(name: "release_fence", scope: !18, file: !18, line: 63, type: !14, scopeLine: 63, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!62 = distinct !DILocation(line: 31, column: 5, scope: !54)
!63 = !DILocation(line: 32, column: 26, scope: !54)
!64 = !DILocation(line: 33, column: 3, scope: !54)
!65 = !DILocation(line: 34, column: 12, scope: !54)
!66 = !DILocation(line: 34, column: 33, scope: !54)
!67 = !DILocation(line: 34, column: 5, scope: !54)
!68 = distinct !{!68, !67, !69, !34}
!69 = !DILocation(line: 35, column: 5, scope: !54)
!70 = !DILocation(line: 64, column: 31, scope: !71, inlinedAt: !72)
!71 = distinct !DISubprogram(name: "acquire_fence", scope: !18, file: !18, line: 64, type: !14, scopeLine: 64, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!72 = distinct !DILocation(line: 36, column: 5, scope: !54)
!73 = !DILocation(line: 37, column: 12, scope: !54)
!74 = !DILocation(line: 37, column: 10, scope: !54)
!75 = !DILocation(line: 39, column: 1, scope: !54)
!76 = distinct !DISubprogram(name: "handoff_one_fence", scope: !1, file: !1, line: 42, type: !14, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!77 = !DILocation(line: 60, column: 29, scope: !17, inlinedAt: !78)
!78 = distinct !DILocation(line: 43, column: 7, scope: !76)
!79 = !DILocation(line: 43, column: 15, scope: !76)
!80 = !DILocation(line: 43, column: 7, scope: !76)
!81 = !DILocation(line: 44, column: 11, scope: !76)
!82 = !DILocation(line: 63, column: 31, scope: !61, inlinedAt: !83)
!83 = distinct !DILocation(line: 45, column: 5, scope: !76)
!84 = !DILocation(line: 46, column: 26, scope: !76)
!85 = !DILocation(line: 47, column: 3, scope: !76)
!86 = !DILocation(line: 48, column: 12, scope: !76)
!87 = !DILocation(line: 48, column: 33, scope: !76)
!88 = !DILocation(line: 48, column: 5, scope: !76)
!89 = distinct !{!89, !88, !90, !34}
!90 = !DILocation(line: 49, column: 5, scope: !76)
!91 = !DILocation(line: 50, column: 12, scope: !76)
!92 = !DILocation(line: 50, column: 10, scope: !76)
!93 = !DILocation(line: 52, column: 1, scope: !76)
!94 = distinct !DISubprogram(name: "handoff_plain", scope: !1, file: !1, line: 55, type: !14, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!95 = !DILocation(line: 60, column: 29, scope: !17, inlinedAt: !96)
!96 = distinct !DILocation(line: 56, column: 7, scope: !94)
!97 = !DILocation(line: 56, column: 15, scope: !94)
!98 = !DILocation(line: 56, column: 7, scope: !94)
!99 = !DILocation(line: 57, column: 11, scope: !94)
!100 = !DILocation(line: 58, column: 11, scope: !94)
!101 = !DILocation(line: 59, column: 3, scope: !94)
!102 = !DILocation(line: 59, column: 14, scope: !94)
!103 = !DILocation(line: 59, column: 20, scope: !94)
!104 = !DILocation(line: 60, column: 12, scope: !94)
!105 = !DILocation(line: 60, column: 10, scope: !94)
!106 = !DILocation(line: 61, column: 3, scope: !94)
!107 = !DILocation(line: 62, column: 1, scope: !94)
