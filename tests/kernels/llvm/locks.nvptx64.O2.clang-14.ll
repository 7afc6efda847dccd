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
  %7 = load i32, i32* %1, align 4, !dbg !19, !tbaa !20
  %8 = add nsw i32 %7, 1, !dbg !19
  store i32 %8, i32* %1, align 4, !dbg !19, !tbaa !20
  store atomic i32 0, i32* %0 release, align 4, !dbg !24
  ret void, !dbg !25
}

; Function Attrs: mustprogress nofree norecurse nounwind
define dso_local void @spin_relaxed(i32* nocapture noundef %0, i32* nocapture noundef %1) local_unnamed_addr #0 !dbg !26 {
  br label %3, !dbg !27

3:                                                ; preds = %3, %2
  %4 = cmpxchg weak i32* %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !28
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !28
  br i1 %5, label %6, label %3, !dbg !27, !llvm.loop !29

6:                                                ; preds = %3
  %7 = load i32, i32* %1, align 4, !dbg !31, !tbaa !20
  %8 = add nsw i32 %7, 1, !dbg !31
  store i32 %8, i32* %1, align 4, !dbg !31, !tbaa !20
  store atomic i32 0, i32* %0 monotonic, align 4, !dbg !32
  ret void, !dbg !33
}

; Function Attrs: mustprogress nofree norecurse nounwind
define dso_local void @ticket(%struct.Ticket* nocapture noundef %0) local_unnamed_addr #0 !dbg !34 {
  %2 = getelementptr inbounds %struct.Ticket, %struct.Ticket* %0, i64 0, i32 0, !dbg !35
  %3 = atomicrmw add i32* %2, i32 1 monotonic, align 4, !dbg !36
  %4 = getelementptr inbounds %struct.Ticket, %struct.Ticket* %0, i64 0, i32 1
  br label %5, !dbg !37

5:                                                ; preds = %5, %1
  %6 = load atomic i32, i32* %4 acquire, align 4, !dbg !38
  %7 = icmp eq i32 %6, %3, !dbg !39
  br i1 %7, label %8, label %5, !dbg !37, !llvm.loop !40

8:                                                ; preds = %5
  %9 = getelementptr inbounds %struct.Ticket, %struct.Ticket* %0, i64 0, i32 2, !dbg !42
  %10 = load i32, i32* %9, align 4, !dbg !43, !tbaa !44
  %11 = add nsw i32 %10, 1, !dbg !43
  store i32 %11, i32* %9, align 4, !dbg !43, !tbaa !44
  %12 = add nsw i32 %3, 1, !dbg !46
  store atomic i32 %12, i32* %4 release, align 4, !dbg !47
  ret void, !dbg !48
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
!16 = distinct !{!16, !14, !17, !18}
!17 = !DILocation(line: 9, column: 3, scope: !11)
!18 = !{!"llvm.loop.mustprogress"}
!19 = !DILocation(line: 10, column: 10, scope: !11)
!20 = !{!21, !21, i64 0}
!21 = !{!"int", !22, i64 0}
!22 = !{!"omnipotent char", !23, i64 0}
!23 = !{!"Simple C++ TBAA"}
!24 = !DILocation(line: 11, column: 3, scope: !11)
!25 = !DILocation(line: 12, column: 1, scope: !11)
!26 = distinct !DISubprogram(name: "spin_relaxed", scope: !1, file: !1, line: 15, type: !12, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !13)
!27 = !DILocation(line: 17, column: 3, scope: !26)
!28 = !DILocation(line: 17, column: 11, scope: !26)
!29 = distinct !{!29, !27, !30, !18}
!30 = !DILocation(line: 20, column: 3, scope: !26)
!31 = !DILocation(line: 21, column: 10, scope: !26)
!32 = !DILocation(line: 22, column: 3, scope: !26)
!33 = !DILocation(line: 23, column: 1, scope: !26)
!34 = distinct !DISubprogram(name: "ticket", scope: !1, file: !1, line: 32, type: !12, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !13)
!35 = !DILocation(line: 33, column: 40, scope: !34)
!36 = !DILocation(line: 33, column: 14, scope: !34)
!37 = !DILocation(line: 34, column: 3, scope: !34)
!38 = !DILocation(line: 34, column: 10, scope: !34)
!39 = !DILocation(line: 34, column: 60, scope: !34)
!40 = distinct !{!40, !37, !41, !18}
!41 = !DILocation(line: 35, column: 3, scope: !34)
!42 = !DILocation(line: 36, column: 9, scope: !34)
!43 = !DILocation(line: 36, column: 15, scope: !34)
!44 = !{!45, !21, i64 8}
!45 = !{!"_ZTS6Ticket", !21, i64 0, !21, i64 4, !21, i64 8}
!46 = !DILocation(line: 37, column: 41, scope: !34)
!47 = !DILocation(line: 37, column: 3, scope: !34)
!48 = !DILocation(line: 38, column: 1, scope: !34)
