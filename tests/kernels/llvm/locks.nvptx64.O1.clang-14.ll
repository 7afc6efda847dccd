; ModuleID = 'locks.cu'
source_filename = "locks.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Ticket = type { i32, i32, i32 }

; Function Attrs: mustprogress nofree norecurse nounwind
define dso_local void @spin(i32* nocapture noundef %0, i32* nocapture noundef %1) local_unnamed_addr #0 !dbg !11 {
  br label %3, !dbg !14

3:                                                ; preds = %3, %2
  %4 = cmpxchg i32* %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !15
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !15
  br i1 %5, label %6, label %3, !dbg !14, !llvm.loop !16

6:                                                ; preds = %3
  %7 = load i32, i32* %1, align 4, !dbg !20, !tbaa !21
  %8 = add nsw i32 %7, 1, !dbg !20
  store i32 %8, i32* %1, align 4, !dbg !20, !tbaa !21
  store atomic i32 0, i32* %0 release, align 4, !dbg !25
  ret void, !dbg !26
}

; Function Attrs: mustprogress nofree norecurse nounwind
define dso_local void @spin_relaxed(i32* nocapture noundef %0, i32* nocapture noundef %1) local_unnamed_addr #0 !dbg !27 {
  br label %3, !dbg !28

3:                                                ; preds = %3, %2
  %4 = cmpxchg weak i32* %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !29
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !29
  br i1 %5, label %6, label %3, !dbg !28, !llvm.loop !30

6:                                                ; preds = %3
  %7 = load i32, i32* %1, align 4, !dbg !32, !tbaa !21
  %8 = add nsw i32 %7, 1, !dbg !32
  store i32 %8, i32* %1, align 4, !dbg !32, !tbaa !21
  store atomic i32 0, i32* %0 monotonic, align 4, !dbg !33
  ret void, !dbg !34
}

; Function Attrs: mustprogress nofree norecurse nounwind
define dso_local void @ticket(%struct.Ticket* nocapture noundef %0) local_unnamed_addr #0 !dbg !35 {
  %2 = getelementptr inbounds %struct.Ticket, %struct.Ticket* %0, i64 0, i32 0, !dbg !36
  %3 = atomicrmw add i32* %2, i32 1 monotonic, align 4, !dbg !37
  %4 = getelementptr inbounds %struct.Ticket, %struct.Ticket* %0, i64 0, i32 1
  br label %5, !dbg !38

5:                                                ; preds = %5, %1
  %6 = load atomic i32, i32* %4 acquire, align 4, !dbg !39
  %7 = icmp eq i32 %6, %3, !dbg !40
  br i1 %7, label %8, label %5, !dbg !38, !llvm.loop !41

8:                                                ; preds = %5
  %9 = getelementptr inbounds %struct.Ticket, %struct.Ticket* %0, i64 0, i32 1, !dbg !43
  %10 = getelementptr inbounds %struct.Ticket, %struct.Ticket* %0, i64 0, i32 2, !dbg !44
  %11 = load i32, i32* %10, align 4, !dbg !45, !tbaa !46
  %12 = add nsw i32 %11, 1, !dbg !45
  store i32 %12, i32* %10, align 4, !dbg !45, !tbaa !46
  %13 = add nsw i32 %3, 1, !dbg !48
  store atomic i32 %13, i32* %9 release, align 4, !dbg !49
  ret void, !dbg !50
}

attributes #0 = { mustprogress nofree norecurse nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4}
!llvm.module.flags = !{!5, !6, !7, !8, !9}
!llvm.ident = !{!10}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "locks.cu", directory: ".")
!2 = !{void (i32*, i32*)* @spin, !"kernel", i32 1}
!3 = !{void (i32*, i32*)* @spin_relaxed, !"kernel", i32 1}
!4 = !{void (%struct.Ticket*)* @ticket, !"kernel", i32 1}
!5 = !{i32 7, !"Dwarf Version", i32 2}
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = !{i32 1, !"wchar_size", i32 4}
!8 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!9 = !{i32 7, !"frame-pointer", i32 2}
!10 = !{!"Debian clang version 14.0.6"}
!11 = distinct !DISubprogram(name: "spin", scope: !1, file: !1, line: 4, type: !12, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !13)
!12 = !DISubroutineType(types: !13)
!13 = !{}
!14 = !DILocation(line: 6, column: 3, scope: !11)
!15 = !DILocation(line: 6, column: 11, scope: !11)
!16 = distinct !{!16, !14, !17, !18, !19}
!17 = !DILocation(line: 9, column: 3, scope: !11)
!18 = !{!"llvm.loop.mustprogress"}
!19 = !{!"llvm.loop.unroll.disable"}
!20 = !DILocation(line: 10, column: 10, scope: !11)
!21 = !{!22, !22, i64 0}
!22 = !{!"int", !23, i64 0}
!23 = !{!"omnipotent char", !24, i64 0}
!24 = !{!"Simple C++ TBAA"}
!25 = !DILocation(line: 11, column: 3, scope: !11)
!26 = !DILocation(line: 12, column: 1, scope: !11)
!27 = distinct !DISubprogram(name: "spin_relaxed", scope: !1, file: !1, line: 15, type: !12, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !13)
!28 = !DILocation(line: 17, column: 3, scope: !27)
!29 = !DILocation(line: 17, column: 11, scope: !27)
!30 = distinct !{!30, !28, !31, !18, !19}
!31 = !DILocation(line: 20, column: 3, scope: !27)
!32 = !DILocation(line: 21, column: 10, scope: !27)
!33 = !DILocation(line: 22, column: 3, scope: !27)
!34 = !DILocation(line: 23, column: 1, scope: !27)
!35 = distinct !DISubprogram(name: "ticket", scope: !1, file: !1, line: 32, type: !12, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !13)
!36 = !DILocation(line: 33, column: 40, scope: !35)
!37 = !DILocation(line: 33, column: 14, scope: !35)
!38 = !DILocation(line: 34, column: 3, scope: !35)
!39 = !DILocation(line: 34, column: 10, scope: !35)
!40 = !DILocation(line: 34, column: 60, scope: !35)
!41 = distinct !{!41, !38, !42, !18, !19}
!42 = !DILocation(line: 35, column: 3, scope: !35)
!43 = !DILocation(line: 34, column: 33, scope: !35)
!44 = !DILocation(line: 36, column: 9, scope: !35)
!45 = !DILocation(line: 36, column: 15, scope: !35)
!46 = !{!47, !22, i64 8}
!47 = !{!"_ZTS6Ticket", !22, i64 0, !22, i64 4, !22, i64 8}
!48 = !DILocation(line: 37, column: 41, scope: !35)
!49 = !DILocation(line: 37, column: 3, scope: !35)
!50 = !DILocation(line: 38, column: 1, scope: !35)
