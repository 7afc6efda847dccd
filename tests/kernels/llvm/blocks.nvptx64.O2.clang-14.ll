; ModuleID = 'blocks.cu'
source_filename = "blocks.cu"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@_ZZ8exchangeE1s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4
@_ZZ16exchange_at_onceE1s = internal unnamed_addr addrspace(3) global [2 x i32] undef, align 4
@_ZZ3sumE1s = internal unnamed_addr addrspace(3) global [4 x i32] undef, align 4
@_ZZ8sum_racyE1s = internal unnamed_addr addrspace(3) global [4 x i32] undef, align 4

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @exchange(i32* nocapture noundef writeonly %0) local_unnamed_addr #0 !dbg !13 {
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4, !dbg !16
  %3 = add nsw i32 %2, 1, !dbg !20
  %4 = sext i32 %2 to i64, !dbg !21
  %5 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @_ZZ8exchangeE1s, i64 0, i64 %4, !dbg !21
  %6 = addrspacecast i32 addrspace(3)* %5 to i32*, !dbg !21
  store i32 %3, i32* %6, align 4, !dbg !22, !tbaa !23
  tail call void @llvm.nvvm.barrier0() #4, !dbg !27
  %7 = sub nsw i32 1, %2, !dbg !30
  %8 = sext i32 %7 to i64, !dbg !31
  %9 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @_ZZ8exchangeE1s, i64 0, i64 %8, !dbg !31
  %10 = addrspacecast i32 addrspace(3)* %9 to i32*, !dbg !31
  %11 = load i32, i32* %10, align 4, !dbg !31, !tbaa !23
  %12 = getelementptr inbounds i32, i32* %0, i64 %4, !dbg !32
  store i32 %11, i32* %12, align 4, !dbg !33, !tbaa !23
  ret void, !dbg !34
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn
define dso_local void @exchange_at_once(i32* nocapture noundef writeonly %0) local_unnamed_addr #1 !dbg !35 {
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4, !dbg !36
  %3 = add nsw i32 %2, 1, !dbg !38
  %4 = sext i32 %2 to i64, !dbg !39
  %5 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @_ZZ16exchange_at_onceE1s, i64 0, i64 %4, !dbg !39
  %6 = addrspacecast i32 addrspace(3)* %5 to i32*, !dbg !39
  store i32 %3, i32* %6, align 4, !dbg !40, !tbaa !23
  %7 = sub nsw i32 1, %2, !dbg !41
  %8 = sext i32 %7 to i64, !dbg !42
  %9 = getelementptr inbounds [2 x i32], [2 x i32] addrspace(3)* @_ZZ16exchange_at_onceE1s, i64 0, i64 %8, !dbg !42
  %10 = addrspacecast i32 addrspace(3)* %9 to i32*, !dbg !42
  %11 = load i32, i32* %10, align 4, !dbg !42, !tbaa !23
  %12 = getelementptr inbounds i32, i32* %0, i64 %4, !dbg !43
  store i32 %11, i32* %12, align 4, !dbg !44, !tbaa !23
  ret void, !dbg !45
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @sum(i32* nocapture noundef readonly %0, i32* nocapture noundef writeonly %1) local_unnamed_addr #0 !dbg !46 {
  %3 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4, !dbg !47
  %4 = sext i32 %3 to i64, !dbg !49
  %5 = getelementptr inbounds i32, i32* %0, i64 %4, !dbg !49
  %6 = load i32, i32* %5, align 4, !dbg !49, !tbaa !23
  %7 = getelementptr inbounds [4 x i32], [4 x i32] addrspace(3)* @_ZZ3sumE1s, i64 0, i64 %4, !dbg !50
  %8 = addrspacecast i32 addrspace(3)* %7 to i32*, !dbg !50
  store i32 %6, i32* %8, align 4, !dbg !51, !tbaa !23
  tail call void @llvm.nvvm.barrier0() #4, !dbg !52
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4, !dbg !54
  %10 = icmp sgt i32 %9, 1, !dbg !57
  br i1 %10, label %13, label %11, !dbg !58

11:                                               ; preds = %25, %2
  %12 = icmp eq i32 %3, 0, !dbg !59
  br i1 %12, label %28, label %30, !dbg !60

13:                                               ; preds = %2, %25
  %14 = phi i32 [ %26, %25 ], [ %6, %2 ]
  %15 = phi i32 [ %16, %25 ], [ %9, %2 ]
  %16 = sdiv i32 %15, 2, !dbg !61
  %17 = icmp slt i32 %3, %16, !dbg !62
  br i1 %17, label %18, label %25, !dbg !63

18:                                               ; preds = %13
  %19 = add nsw i32 %16, %3, !dbg !64
  %20 = sext i32 %19 to i64, !dbg !65
  %21 = getelementptr inbounds [4 x i32], [4 x i32] addrspace(3)* @_ZZ3sumE1s, i64 0, i64 %20, !dbg !65
  %22 = addrspacecast i32 addrspace(3)* %21 to i32*, !dbg !65
  %23 = load i32, i32* %22, align 4, !dbg !65, !tbaa !23
  %24 = add nsw i32 %14, %23, !dbg !66
  store i32 %24, i32* %8, align 4, !dbg !66, !tbaa !23
  br label %25, !dbg !67

25:                                               ; preds = %18, %13
  %26 = phi i32 [ %24, %18 ], [ %14, %13 ]
  tail call void @llvm.nvvm.barrier0() #4, !dbg !68
  %27 = icmp sgt i32 %15, 3, !dbg !57
  br i1 %27, label %13, label %11, !dbg !58, !llvm.loop !70

28:                                               ; preds = %11
  %29 = load i32, i32* getelementptr inbounds ([4 x i32], [4 x i32]* addrspacecast ([4 x i32] addrspace(3)* @_ZZ3sumE1s to [4 x i32]*), i64 0, i64 0), align 4, !dbg !73, !tbaa !23
  store i32 %29, i32* %1, align 4, !dbg !74, !tbaa !23
  br label %30, !dbg !75

30:                                               ; preds = %28, %11
  ret void, !dbg !76
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @sum_racy(i32* nocapture noundef readonly %0, i32* nocapture noundef writeonly %1) local_unnamed_addr #0 !dbg !77 {
  %3 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4, !dbg !78
  %4 = sext i32 %3 to i64, !dbg !80
  %5 = getelementptr inbounds i32, i32* %0, i64 %4, !dbg !80
  %6 = load i32, i32* %5, align 4, !dbg !80, !tbaa !23
  %7 = getelementptr inbounds [4 x i32], [4 x i32] addrspace(3)* @_ZZ8sum_racyE1s, i64 0, i64 %4, !dbg !81
  %8 = addrspacecast i32 addrspace(3)* %7 to i32*, !dbg !81
  store i32 %6, i32* %8, align 4, !dbg !82, !tbaa !23
  tail call void @llvm.nvvm.barrier0() #4, !dbg !83
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #4, !dbg !85
  %10 = icmp sgt i32 %9, 1, !dbg !87
  br i1 %10, label %13, label %11, !dbg !88

11:                                               ; preds = %25, %2
  %12 = icmp eq i32 %3, 0, !dbg !89
  br i1 %12, label %28, label %30, !dbg !90

13:                                               ; preds = %2, %25
  %14 = phi i32 [ %26, %25 ], [ %6, %2 ]
  %15 = phi i32 [ %16, %25 ], [ %9, %2 ]
  %16 = sdiv i32 %15, 2, !dbg !91
  %17 = icmp slt i32 %3, %16, !dbg !92
  br i1 %17, label %18, label %25, !dbg !93

18:                                               ; preds = %13
  %19 = add nsw i32 %16, %3, !dbg !94
  %20 = sext i32 %19 to i64, !dbg !95
  %21 = getelementptr inbounds [4 x i32], [4 x i32] addrspace(3)* @_ZZ8sum_racyE1s, i64 0, i64 %20, !dbg !95
  %22 = addrspacecast i32 addrspace(3)* %21 to i32*, !dbg !95
  %23 = load i32, i32* %22, align 4, !dbg !95, !tbaa !23
  %24 = add nsw i32 %14, %23, !dbg !96
  store i32 %24, i32* %8, align 4, !dbg !96, !tbaa !23
  br label %25, !dbg !97

25:                                               ; preds = %13, %18
  %26 = phi i32 [ %14, %13 ], [ %24, %18 ]
  %27 = icmp sgt i32 %15, 3, !dbg !87
  br i1 %27, label %13, label %11, !dbg !88, !llvm.loop !98

28:                                               ; preds = %11
  %29 = load i32, i32* getelementptr inbounds ([4 x i32], [4 x i32]* addrspacecast ([4 x i32] addrspace(3)* @_ZZ8sum_racyE1s to [4 x i32]*), i64 0, i64 0), align 4, !dbg !100, !tbaa !23
  store i32 %29, i32* %1, align 4, !dbg !101, !tbaa !23
  br label %30, !dbg !102

30:                                               ; preds = %28, %11
  ret void, !dbg !103
}

; Function Attrs: convergent mustprogress norecurse nounwind
define dso_local void @half_way(i32* nocapture noundef %0) local_unnamed_addr #0 !dbg !104 {
  %2 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x() #4, !dbg !105
  %3 = icmp eq i32 %2, 0, !dbg !107
  br i1 %3, label %4, label %7, !dbg !108

4:                                                ; preds = %1, %4
  %5 = load atomic i32, i32* %0 monotonic, align 4, !dbg !109
  %6 = icmp eq i32 %5, 0, !dbg !110
  br i1 %6, label %4, label %7, !dbg !111, !llvm.loop !112

7:                                                ; preds = %4, %1
  tail call void @llvm.nvvm.barrier0() #4, !dbg !114
  %8 = icmp eq i32 %2, 1, !dbg !116
  br i1 %8, label %9, label %10, !dbg !117

9:                                                ; preds = %7
  store atomic i32 1, i32* %0 monotonic, align 4, !dbg !118
  br label %10, !dbg !118

10:                                               ; preds = %9, %7
  ret void, !dbg !119
}

; Function Attrs: nofree nosync nounwind readnone speculatable
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: convergent nounwind
declare void @llvm.nvvm.barrier0() #3

; Function Attrs: nofree nosync nounwind readnone speculatable
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #2

attributes #0 = { convergent mustprogress norecurse nounwind "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="sm_70" "target-features"="+ptx32,+sm_70" }
attributes #2 = { nofree nosync nounwind readnone speculatable }
attributes #3 = { convergent nounwind }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!0}
!nvvm.annotations = !{!2, !3, !4, !5, !6}
!llvm.module.flags = !{!7, !8, !9, !10, !11}
!llvm.ident = !{!12}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "blocks.cu", directory: ".")
!2 = !{void (i32*)* @exchange, !"kernel", i32 1}
!3 = !{void (i32*)* @exchange_at_once, !"kernel", i32 1}
!4 = !{void (i32*, i32*)* @sum, !"kernel", i32 1}
!5 = !{void (i32*, i32*)* @sum_racy, !"kernel", i32 1}
!6 = !{void (i32*)* @half_way, !"kernel", i32 1}
!7 = !{i32 7, !"Dwarf Version", i32 2}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !{i32 1, !"wchar_size", i32 4}
!10 = !{i32 4, !"nvvm-reflect-ftz", i32 0}
!11 = !{i32 7, !"frame-pointer", i32 2}
!12 = !{!"Debian clang version 14.0.6"}
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
!61 = !DILocation(line: 0, scope: !46)
!62 = !DILocation(line: 27, column: 11, scope: !46)
!63 = !DILocation(line: 27, column: 9, scope: !46)
!64 = !DILocation(line: 27, column: 31, scope: !46)
!65 = !DILocation(line: 27, column: 27, scope: !46)
!66 = !DILocation(line: 27, column: 24, scope: !46)
!67 = !DILocation(line: 27, column: 19, scope: !46)
!68 = !DILocation(line: 62, column: 25, scope: !28, inlinedAt: !69)
!69 = distinct !DILocation(line: 28, column: 5, scope: !46)
!70 = distinct !{!70, !58, !71, !72}
!71 = !DILocation(line: 29, column: 3, scope: !46)
!72 = !{!"llvm.loop.mustprogress"}
!73 = !DILocation(line: 30, column: 22, scope: !46)
!74 = !DILocation(line: 30, column: 20, scope: !46)
!75 = !DILocation(line: 30, column: 15, scope: !46)
!76 = !DILocation(line: 31, column: 1, scope: !46)
!77 = distinct !DISubprogram(name: "sum_racy", scope: !1, file: !1, line: 34, type: !14, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!78 = !DILocation(line: 59, column: 30, scope: !17, inlinedAt: !79)
!79 = distinct !DILocation(line: 36, column: 11, scope: !77)
!80 = !DILocation(line: 37, column: 10, scope: !77)
!81 = !DILocation(line: 37, column: 3, scope: !77)
!82 = !DILocation(line: 37, column: 8, scope: !77)
!83 = !DILocation(line: 62, column: 25, scope: !28, inlinedAt: !84)
!84 = distinct !DILocation(line: 38, column: 3, scope: !77)
!85 = !DILocation(line: 61, column: 31, scope: !55, inlinedAt: !86)
!86 = distinct !DILocation(line: 39, column: 19, scope: !77)
!87 = !DILocation(line: 39, column: 39, scope: !77)
!88 = !DILocation(line: 39, column: 3, scope: !77)
!89 = !DILocation(line: 42, column: 9, scope: !77)
!90 = !DILocation(line: 42, column: 7, scope: !77)
!91 = !DILocation(line: 0, scope: !77)
!92 = !DILocation(line: 40, column: 11, scope: !77)
!93 = !DILocation(line: 40, column: 9, scope: !77)
!94 = !DILocation(line: 40, column: 31, scope: !77)
!95 = !DILocation(line: 40, column: 27, scope: !77)
!96 = !DILocation(line: 40, column: 24, scope: !77)
!97 = !DILocation(line: 40, column: 19, scope: !77)
!98 = distinct !{!98, !88, !99, !72}
!99 = !DILocation(line: 41, column: 3, scope: !77)
!100 = !DILocation(line: 42, column: 22, scope: !77)
!101 = !DILocation(line: 42, column: 20, scope: !77)
!102 = !DILocation(line: 42, column: 15, scope: !77)
!103 = !DILocation(line: 43, column: 1, scope: !77)
!104 = distinct !DISubprogram(name: "half_way", scope: !1, file: !1, line: 46, type: !14, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!105 = !DILocation(line: 59, column: 30, scope: !17, inlinedAt: !106)
!106 = distinct !DILocation(line: 47, column: 7, scope: !104)
!107 = !DILocation(line: 47, column: 16, scope: !104)
!108 = !DILocation(line: 47, column: 7, scope: !104)
!109 = !DILocation(line: 48, column: 12, scope: !104)
!110 = !DILocation(line: 48, column: 51, scope: !104)
!111 = !DILocation(line: 48, column: 5, scope: !104)
!112 = distinct !{!112, !111, !113, !72}
!113 = !DILocation(line: 49, column: 5, scope: !104)
!114 = !DILocation(line: 62, column: 25, scope: !28, inlinedAt: !115)
!115 = distinct !DILocation(line: 51, column: 3, scope: !104)
!116 = !DILocation(line: 52, column: 16, scope: !104)
!117 = !DILocation(line: 52, column: 7, scope: !104)
!118 = !DILocation(line: 52, column: 22, scope: !104)
!119 = !DILocation(line: 53, column: 1, scope: !104)
