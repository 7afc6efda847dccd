; ModuleID = 'locks.cu'
source_filename = "locks.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

%struct.Ticket = type { i32, i32, i32 }

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define dso_local void @spin(ptr nocapture noundef %0, ptr nocapture noundef %1) local_unnamed_addr #0 !dbg !11 {
  br label %3, !dbg !14

3:                                                ; preds = %3, %2
  %4 = cmpxchg ptr %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !15
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !15
  br i1 %5, label %6, label %3, !dbg !14, !llvm.loop !16

6:                                                ; preds = %3
  %7 = load i32, ptr %1, align 4, !dbg !19, !tbaa !20
  %8 = add nsw i32 %7, 1, !dbg !19
  store i32 %8, ptr %1, align 4, !dbg !19, !tbaa !20
  store atomic i32 0, ptr %0 release, align 4, !dbg !24
  ret void, !dbg !25
}

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define dso_local void @spin_relaxed(ptr nocapture noundef %0, ptr nocapture noundef %1) local_unnamed_addr #0 !dbg !26 {
  br label %3, !dbg !27

3:                                                ; preds = %3, %2
  %4 = cmpxchg weak ptr %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !28
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !28
  br i1 %5, label %6, label %3, !dbg !27, !llvm.loop !29

6:                                                ; preds = %3
  %7 = load i32, ptr %1, align 4, !dbg !31, !tbaa !20
  %8 = add nsw i32 %7, 1, !dbg !31
  store i32 %8, ptr %1, align 4, !dbg !31, !tbaa !20
  store atomic i32 0, ptr %0 monotonic, align 4, !dbg !32
  ret void, !dbg !33
}

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define dso_local void @ticket(ptr nocapture noundef %0) local_unnamed_addr #0 !dbg !34 {
  %2 = atomicrmw add ptr %0, i32 1 monotonic, align 4, !dbg !35
  %3 = getelementptr inbounds %struct.Ticket, ptr %0, i64 0, i32 1
  br label %4, !dbg !36

4:                                                ; preds = %4, %1
  %5 = load atomic i32, ptr %3 acquire, align 4, !dbg !37
  %6 = icmp eq i32 %5, %2, !dbg !38
  br i1 %6, label %7, label %4, !dbg !36, !llvm.loop !39

7:                                                ; preds = %4
  %8 = getelementptr inbounds %struct.Ticket, ptr %0, i64 0, i32 2, !dbg !41
  %9 = load i32, ptr %8, align 4, !dbg !42, !tbaa !43
  %10 = add nsw i32 %9, 1, !dbg !42
  store i32 %10, ptr %8, align 4, !dbg !42, !tbaa !43
  %11 = add nsw i32 %2, 1, !dbg !45
  store atomic i32 %11, ptr %3 release, align 4, !dbg !46
  ret void, !dbg !47
}

attributes #0 = { mustprogress nofree norecurse nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx78,+sm_70" }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4}
!llvm.module.flags = !{!5, !6, !7, !8, !9}
!llvm.ident = !{!10}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "locks.cu", directory: ".")
!2 = !{ptr @spin, !"kernel", i32 1}
!3 = !{ptr @spin_relaxed, !"kernel", i32 1}
!4 = !{ptr @ticket, !"kernel", i32 1}
!5 = !{i32 7, !"Dwarf Version", i32 2}
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = !{i32 1, !"wchar_size", i32 4}
!8 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!9 = !{i32 7, !"frame-pointer", i32 2}
!10 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
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
!35 = !DILocation(line: 33, column: 14, scope: !34)
!36 = !DILocation(line: 34, column: 3, scope: !34)
!37 = !DILocation(line: 34, column: 10, scope: !34)
!38 = !DILocation(line: 34, column: 60, scope: !34)
!39 = distinct !{!39, !36, !40, !18}
!40 = !DILocation(line: 35, column: 3, scope: !34)
!41 = !DILocation(line: 36, column: 9, scope: !34)
!42 = !DILocation(line: 36, column: 15, scope: !34)
!43 = !{!44, !21, i64 8}
!44 = !{!"_ZTS6Ticket", !21, i64 0, !21, i64 4, !21, i64 8}
!45 = !DILocation(line: 37, column: 41, scope: !34)
!46 = !DILocation(line: 37, column: 3, scope: !34)
!47 = !DILocation(line: 38, column: 1, scope: !34)
