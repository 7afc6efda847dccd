; ModuleID = 'handoff.cu'
source_filename = "handoff.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: mustprogress nofree norecurse nounwind
define dso_local void @handoff(i32* nocapture noundef %0, i32* nocapture noundef %1, i32* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !13 {
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4, !dbg !16
  %5 = icmp eq i32 %4, 0, !dbg !20
  br i1 %5, label %6, label %7, !dbg !21

6:                                                ; preds = %3
  store i32 42, i32* %0, align 4, !dbg !22, !tbaa !23
  store atomic i32 1, i32* %1 release, align 4, !dbg !27
  br label %12, !dbg !28

7:                                                ; preds = %3, %7
  %8 = load atomic i32, i32* %1 acquire, align 4, !dbg !29
  %9 = icmp eq i32 %8, 0, !dbg !30
  br i1 %9, label %7, label %10, !dbg !31, !llvm.loop !32

10:                                               ; preds = %7
  %11 = load i32, i32* %0, align 4, !dbg !36, !tbaa !23
  store i32 %11, i32* %2, align 4, !dbg !37, !tbaa !23
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !38
}

; Function Attrs: mustprogress nofree norecurse nounwind
define dso_local void @handoff_relaxed(i32* nocapture noundef %0, i32* nocapture noundef %1, i32* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !39 {
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4, !dbg !40
  %5 = icmp eq i32 %4, 0, !dbg !42
  br i1 %5, label %6, label %7, !dbg !43

6:                                                ; preds = %3
  store i32 42, i32* %0, align 4, !dbg !44, !tbaa !23
  store atomic i32 1, i32* %1 monotonic, align 4, !dbg !45
  br label %12, !dbg !46

7:                                                ; preds = %3, %7
  %8 = load atomic i32, i32* %1 monotonic, align 4, !dbg !47
  %9 = icmp eq i32 %8, 0, !dbg !48
  br i1 %9, label %7, label %10, !dbg !49, !llvm.loop !50

10:                                               ; preds = %7
  %11 = load i32, i32* %0, align 4, !dbg !52, !tbaa !23
  store i32 %11, i32* %2, align 4, !dbg !53, !tbaa !23
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !54
}

; Function Attrs: mustprogress norecurse nounwind
define dso_local void @handoff_fences(i32* nocapture noundef %0, i32* noundef %1, i32* nocapture noundef writeonly %2) local_unnamed_addr #1 !dbg !55 {
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4, !dbg !56
  %5 = icmp eq i32 %4, 0, !dbg !58
  br i1 %5, label %6, label %7, !dbg !59

6:                                                ; preds = %3
  store i32 42, i32* %0, align 4, !dbg !60, !tbaa !23
  call void @llvm.nvvm.membar.gl() #4, !dbg !61
  store volatile i32 1, i32* %1, align 4, !dbg !64, !tbaa !23
  br label %12, !dbg !65

7:                                                ; preds = %3, %7
  %8 = load volatile i32, i32* %1, align 4, !dbg !66, !tbaa !23
  %9 = icmp eq i32 %8, 0, !dbg !67
  br i1 %9, label %7, label %10, !dbg !68, !llvm.loop !69

10:                                               ; preds = %7
  call void @llvm.nvvm.membar.gl() #4, !dbg !71
  %11 = load i32, i32* %0, align 4, !dbg !74, !tbaa !23
  store i32 %11, i32* %2, align 4, !dbg !75, !tbaa !23
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !76
}

; Function Attrs: mustprogress norecurse nounwind
define dso_local void @handoff_one_fence(i32* nocapture noundef %0, i32* noundef %1, i32* nocapture noundef writeonly %2) local_unnamed_addr #1 !dbg !77 {
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4, !dbg !78
  %5 = icmp eq i32 %4, 0, !dbg !80
  br i1 %5, label %6, label %7, !dbg !81

6:                                                ; preds = %3
  store i32 42, i32* %0, align 4, !dbg !82, !tbaa !23
  call void @llvm.nvvm.membar.gl() #4, !dbg !83
  store volatile i32 1, i32* %1, align 4, !dbg !85, !tbaa !23
  br label %12, !dbg !86

7:                                                ; preds = %3, %7
  %8 = load volatile i32, i32* %1, align 4, !dbg !87, !tbaa !23
  %9 = icmp eq i32 %8, 0, !dbg !88
  br i1 %9, label %7, label %10, !dbg !89, !llvm.loop !90

10:                                               ; preds = %7
  %11 = load i32, i32* %0, align 4, !dbg !92, !tbaa !23
  store i32 %11, i32* %2, align 4, !dbg !93, !tbaa !23
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !94
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn
define dso_local void @handoff_plain(i32* nocapture noundef %0, i32* nocapture noundef %1, i32* nocapture noundef writeonly %2) local_unnamed_addr #2 !dbg !95 {
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #4, !dbg !96
  %5 = icmp eq i32 %4, 0, !dbg !98
  br i1 %5, label %6, label %7, !dbg !99

6:                                                ; preds = %3
  store i32 42, i32* %0, align 4, !dbg !100, !tbaa !23
  store i32 1, i32* %1, align 4, !dbg !101, !tbaa !23
  br label %12, !dbg !102

7:                                                ; preds = %3
  %8 = load i32, i32* %1, align 4, !dbg !103, !tbaa !23
  %9 = icmp eq i32 %8, 1, !dbg !104
  br i1 %9, label %10, label %12, !dbg !103

10:                                               ; preds = %7
  %11 = load i32, i32* %0, align 4, !dbg !105, !tbaa !23
  store i32 %11, i32* %2, align 4, !dbg !106, !tbaa !23
  br label %12, !dbg !107

12:                                               ; preds = %7, %10, %6
  ret void, !dbg !108
}

; Function Attrs: nofree nosync nounwind readnone speculatable
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3

; Function Attrs: nounwind
declare void @llvm.nvvm.membar.gl() #4

attributes #0 = { mustprogress nofree norecurse nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #1 = { mustprogress norecurse nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #3 = { nofree nosync nounwind readnone speculatable }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5, !6}
!llvm.module.flags = !{!7, !8, !9, !10, !11}
!llvm.ident = !{!12}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "handoff.cu", directory: ".")
!2 = !{void (i32*, i32*, i32*)* @handoff, !"kernel", i32 1}
!3 = !{void (i32*, i32*, i32*)* @handoff_relaxed, !"kernel", i32 1}
!4 = !{void (i32*, i32*, i32*)* @handoff_fences, !"kernel", i32 1}
!5 = !{void (i32*, i32*, i32*)* @handoff_one_fence, !"kernel", i32 1}
!6 = !{void (i32*, i32*, i32*)* @handoff_plain, !"kernel", i32 1}
!7 = !{i32 7, !"Dwarf Version", i32 2}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!11 = !{i32 7, !"frame-pointer", i32 2}
!12 = !{!"Debian clang version 14.0.6"}
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
!32 = distinct !{!32, !31, !33, !34, !35}
!33 = !DILocation(line: 10, column: 5, scope: !13)
!34 = !{!"llvm.loop.mustprogress"}
!35 = !{!"llvm.loop.unroll.disable"}
!36 = !DILocation(line: 11, column: 12, scope: !13)
!37 = !DILocation(line: 11, column: 10, scope: !13)
!38 = !DILocation(line: 13, column: 1, scope: !13)
!39 = distinct !DISubprogram(name: "handoff_relaxed", scope: !1, file: !1, line: 16, type: !14, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!40 = !DILocation(line: 60, column: 29, scope: !17, inlinedAt: !41)
!41 = distinct !DILocation(line: 17, column: 7, scope: !39)
!42 = !DILocation(line: 17, column: 15, scope: !39)
!43 = !DILocation(line: 17, column: 7, scope: !39)
!44 = !DILocation(line: 18, column: 11, scope: !39)
!45 = !DILocation(line: 19, column: 5, scope: !39)
!46 = !DILocation(line: 20, column: 3, scope: !39)
!47 = !DILocation(line: 21, column: 12, scope: !39)
!48 = !DILocation(line: 21, column: 52, scope: !39)
!49 = !DILocation(line: 21, column: 5, scope: !39)
!50 = distinct !{!50, !49, !51, !34, !35}
!51 = !DILocation(line: 22, column: 5, scope: !39)
!52 = !DILocation(line: 23, column: 12, scope: !39)
!53 = !DILocation(line: 23, column: 10, scope: !39)
!54 = !DILocation(line: 25, column: 1, scope: !39)
!55 = distinct !DISubprogram(name: "handoff_fences", scope: !1, file: !1, line: 28, type: !14, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!56 = !DILocation(line: 60, column: 29, scope: !17, inlinedAt: !57)
!57 = distinct !DILocation(line: 29, column: 7, scope: !55)
!58 = !DILocation(line: 29, column: 15, scope: !55)
!59 = !DILocation(line: 29, column: 7, scope: !55)
!60 = !DILocation(line: 30, column: 11, scope: !55)
!61 = !DILocation(line: 63, column: 31, scope: !62, inlinedAt: !63)
!62 = distinct !DISubprogram(name: "release_fence", scope: !18, file: !18, line: 63, type: !14, scopeLine: 63, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!63 = distinct !DILocation(line: 31, column: 5, scope: !55)
!64 = !DILocation(line: 32, column: 26, scope: !55)
!65 = !DILocation(line: 33, column: 3, scope: !55)
!66 = !DILocation(line: 34, column: 12, scope: !55)
!67 = !DILocation(line: 34, column: 33, scope: !55)
!68 = !DILocation(line: 34, column: 5, scope: !55)
!69 = distinct !{!69, !68, !70, !34, !35}
!70 = !DILocation(line: 35, column: 5, scope: !55)
!71 = !DILocation(line: 64, column: 31, scope: !72, inlinedAt: !73)
!72 = distinct !DISubprogram(name: "acquire_fence", scope: !18, file: !18, line: 64, type: !14, scopeLine: 64, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!73 = distinct !DILocation(line: 36, column: 5, scope: !55)
!74 = !DILocation(line: 37, column: 12, scope: !55)
!75 = !DILocation(line: 37, column: 10, scope: !55)
!76 = !DILocation(line: 39, column: 1, scope: !55)
!77 = distinct !DISubprogram(name: "handoff_one_fence", scope: !1, file: !1, line: 42, type: !14, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!78 = !DILocation(line: 60, column: 29, scope: !17, inlinedAt: !79)
!79 = distinct !DILocation(line: 43, column: 7, scope: !77)
!80 = !DILocation(line: 43, column: 15, scope: !77)
!81 = !DILocation(line: 43, column: 7, scope: !77)
!82 = !DILocation(line: 44, column: 11, scope: !77)
!83 = !DILocation(line: 63, column: 31, scope: !62, inlinedAt: !84)
!84 = distinct !DILocation(line: 45, column: 5, scope: !77)
!85 = !DILocation(line: 46, column: 26, scope: !77)
!86 = !DILocation(line: 47, column: 3, scope: !77)
!87 = !DILocation(line: 48, column: 12, scope: !77)
!88 = !DILocation(line: 48, column: 33, scope: !77)
!89 = !DILocation(line: 48, column: 5, scope: !77)
!90 = distinct !{!90, !89, !91, !34, !35}
!91 = !DILocation(line: 49, column: 5, scope: !77)
!92 = !DILocation(line: 50, column: 12, scope: !77)
!93 = !DILocation(line: 50, column: 10, scope: !77)
!94 = !DILocation(line: 52, column: 1, scope: !77)
!95 = distinct !DISubprogram(name: "handoff_plain", scope: !1, file: !1, line: 55, type: !14, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!96 = !DILocation(line: 60, column: 29, scope: !17, inlinedAt: !97)
!97 = distinct !DILocation(line: 56, column: 7, scope: !95)
!98 = !DILocation(line: 56, column: 15, scope: !95)
!99 = !DILocation(line: 56, column: 7, scope: !95)
!100 = !DILocation(line: 57, column: 11, scope: !95)
!101 = !DILocation(line: 58, column: 11, scope: !95)
!102 = !DILocation(line: 59, column: 3, scope: !95)
!103 = !DILocation(line: 59, column: 14, scope: !95)
!104 = !DILocation(line: 59, column: 20, scope: !95)
!105 = !DILocation(line: 60, column: 12, scope: !95)
!106 = !DILocation(line: 60, column: 10, scope: !95)
!107 = !DILocation(line: 61, column: 3, scope: !95)
!108 = !DILocation(line: 62, column: 1, scope: !95)
