; ModuleID = 'handoff.cu'
source_filename = "handoff.cu"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !11 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !16, metadata !DIExpression()), !dbg !19
  call void @llvm.dbg.value(metadata i32* undef, metadata !17, metadata !DIExpression()), !dbg !19
  call void @llvm.dbg.value(metadata i32* undef, metadata !18, metadata !DIExpression()), !dbg !19
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !20
  %5 = icmp eq i32 %4, 0, !dbg !28
  br i1 %5, label %6, label %7, !dbg !29

6:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !30, !tbaa !32
  store atomic i32 1, i32 addrspace(1)* %1 release, align 4, !dbg !36
  br label %12, !dbg !37

7:                                                ; preds = %3, %7
  %8 = load atomic i32, i32 addrspace(1)* %1 acquire, align 4, !dbg !38
  %9 = icmp eq i32 %8, 0, !dbg !40
  br i1 %9, label %7, label %10, !dbg !41, !llvm.loop !42

10:                                               ; preds = %7
  %11 = load i32, i32 addrspace(1)* %0, align 4, !dbg !45, !tbaa !32
  store i32 %11, i32 addrspace(1)* %2, align 4, !dbg !46, !tbaa !32
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !47
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff_relaxed(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !48 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !50, metadata !DIExpression()), !dbg !53
  call void @llvm.dbg.value(metadata i32* undef, metadata !51, metadata !DIExpression()), !dbg !53
  call void @llvm.dbg.value(metadata i32* undef, metadata !52, metadata !DIExpression()), !dbg !53
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !54
  %5 = icmp eq i32 %4, 0, !dbg !57
  br i1 %5, label %6, label %7, !dbg !58

6:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !59, !tbaa !32
  store atomic i32 1, i32 addrspace(1)* %1 monotonic, align 4, !dbg !61
  br label %12, !dbg !62

7:                                                ; preds = %3, %7
  %8 = load atomic i32, i32 addrspace(1)* %1 monotonic, align 4, !dbg !63
  %9 = icmp eq i32 %8, 0, !dbg !65
  br i1 %9, label %7, label %10, !dbg !66, !llvm.loop !67

10:                                               ; preds = %7
  %11 = load i32, i32 addrspace(1)* %0, align 4, !dbg !69, !tbaa !32
  store i32 %11, i32 addrspace(1)* %2, align 4, !dbg !70, !tbaa !32
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !71
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff_fences(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !72 {
  %4 = addrspacecast i32 addrspace(1)* %1 to i32*
  call void @llvm.dbg.value(metadata i32* undef, metadata !74, metadata !DIExpression()), !dbg !77
  call void @llvm.dbg.value(metadata i32* %4, metadata !75, metadata !DIExpression()), !dbg !77
  call void @llvm.dbg.value(metadata i32* undef, metadata !76, metadata !DIExpression()), !dbg !77
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !78
  %6 = icmp eq i32 %5, 0, !dbg !81
  br i1 %6, label %7, label %8, !dbg !82

7:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !83, !tbaa !32
  fence syncscope("agent") release, !dbg !85
  store volatile i32 1, i32* %4, align 4, !dbg !90, !tbaa !32
  br label %13, !dbg !91

8:                                                ; preds = %3, %8
  %9 = load volatile i32, i32* %4, align 4, !dbg !92, !tbaa !32
  %10 = icmp eq i32 %9, 0, !dbg !94
  br i1 %10, label %8, label %11, !dbg !95, !llvm.loop !96

11:                                               ; preds = %8
  fence syncscope("agent") acquire, !dbg !98
  %12 = load i32, i32 addrspace(1)* %0, align 4, !dbg !101, !tbaa !32
  store i32 %12, i32 addrspace(1)* %2, align 4, !dbg !102, !tbaa !32
  br label %13

13:                                               ; preds = %11, %7
  ret void, !dbg !103
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff_one_fence(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !104 {
  %4 = addrspacecast i32 addrspace(1)* %1 to i32*
  call void @llvm.dbg.value(metadata i32* undef, metadata !106, metadata !DIExpression()), !dbg !109
  call void @llvm.dbg.value(metadata i32* %4, metadata !107, metadata !DIExpression()), !dbg !109
  call void @llvm.dbg.value(metadata i32* undef, metadata !108, metadata !DIExpression()), !dbg !109
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !110
  %6 = icmp eq i32 %5, 0, !dbg !113
  br i1 %6, label %7, label %8, !dbg !114

7:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !115, !tbaa !32
  fence syncscope("agent") release, !dbg !117
  store volatile i32 1, i32* %4, align 4, !dbg !119, !tbaa !32
  br label %13, !dbg !120

8:                                                ; preds = %3, %8
  %9 = load volatile i32, i32* %4, align 4, !dbg !121, !tbaa !32
  %10 = icmp eq i32 %9, 0, !dbg !123
  br i1 %10, label %8, label %11, !dbg !124, !llvm.loop !125

11:                                               ; preds = %8
  %12 = load i32, i32 addrspace(1)* %0, align 4, !dbg !127, !tbaa !32
  store i32 %12, i32 addrspace(1)* %2, align 4, !dbg !128, !tbaa !32
  br label %13

13:                                               ; preds = %11, %7
  ret void, !dbg !129
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn
define protected amdgpu_kernel void @handoff_plain(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #1 !dbg !130 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !132, metadata !DIExpression()), !dbg !135
  call void @llvm.dbg.value(metadata i32* undef, metadata !133, metadata !DIExpression()), !dbg !135
  call void @llvm.dbg.value(metadata i32* undef, metadata !134, metadata !DIExpression()), !dbg !135
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !136
  %5 = icmp eq i32 %4, 0, !dbg !139
  br i1 %5, label %6, label %7, !dbg !140

6:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !141, !tbaa !32
  store i32 1, i32 addrspace(1)* %1, align 4, !dbg !143, !tbaa !32
  br label %12, !dbg !144

7:                                                ; preds = %3
  %8 = load i32, i32 addrspace(1)* %1, align 4, !dbg !145, !tbaa !32
  %9 = icmp eq i32 %8, 1, !dbg !147
  br i1 %9, label %10, label %12, !dbg !148

10:                                               ; preds = %7
  %11 = load i32, i32 addrspace(1)* %0, align 4, !dbg !149, !tbaa !32
  store i32 %11, i32 addrspace(1)* %2, align 4, !dbg !151, !tbaa !32
  br label %12, !dbg !152

12:                                               ; preds = %7, %10, %6
  ret void, !dbg !153
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.amdgcn.workgroup.id.x() #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #3

attributes #0 = { mustprogress nofree norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6, !7, !8, !9}
!llvm.ident = !{!10}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !1, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "handoff.cu", directory: ".", checksumkind: CSK_MD5, checksum: "ed96dbe510fcbf5147118e647e935329")
!2 = !{!3}
!3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!4 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{i32 7, !"Dwarf Version", i32 5}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 7, !"PIC Level", i32 1}
!10 = !{!"Debian clang version 14.0.6"}
!11 = distinct !DISubprogram(name: "handoff", scope: !1, file: !1, line: 4, type: !12, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !15)
!12 = !DISubroutineType(types: !13)
!13 = !{null, !14, !14, !14}
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!15 = !{!16, !17, !18}
!16 = !DILocalVariable(name: "data", arg: 1, scope: !11, file: !1, line: 4, type: !14)
!17 = !DILocalVariable(name: "flag", arg: 2, scope: !11, file: !1, line: 4, type: !14)
!18 = !DILocalVariable(name: "out", arg: 3, scope: !11, file: !1, line: 4, type: !14)
!19 = !DILocation(line: 0, scope: !11)
!20 = !DILocation(line: 49, column: 29, scope: !21, inlinedAt: !26)
!21 = distinct !DISubprogram(name: "block", linkageName: "_ZL5blockv", scope: !22, file: !22, line: 49, type: !23, scopeLine: 49, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !25)
!22 = !DIFile(filename: "./device.h", directory: ".", checksumkind: CSK_MD5, checksum: "59cfabb962c5025e41f0069290649d33")
!23 = !DISubroutineType(types: !24)
!24 = !{!5}
!25 = !{}
!26 = distinct !DILocation(line: 5, column: 7, scope: !27)
!27 = distinct !DILexicalBlock(scope: !11, file: !1, line: 5, column: 7)
!28 = !DILocation(line: 5, column: 15, scope: !27)
!29 = !DILocation(line: 5, column: 7, scope: !11)
!30 = !DILocation(line: 6, column: 11, scope: !31)
!31 = distinct !DILexicalBlock(scope: !27, file: !1, line: 5, column: 21)
!32 = !{!33, !33, i64 0}
!33 = !{!"int", !34, i64 0}
!34 = !{!"omnipotent char", !35, i64 0}
!35 = !{!"Simple C++ TBAA"}
!36 = !DILocation(line: 7, column: 5, scope: !31)
!37 = !DILocation(line: 8, column: 3, scope: !31)
!38 = !DILocation(line: 9, column: 12, scope: !39)
!39 = distinct !DILexicalBlock(scope: !27, file: !1, line: 8, column: 10)
!40 = !DILocation(line: 9, column: 52, scope: !39)
!41 = !DILocation(line: 9, column: 5, scope: !39)
!42 = distinct !{!42, !41, !43, !44}
!43 = !DILocation(line: 10, column: 5, scope: !39)
!44 = !{!"llvm.loop.mustprogress"}
!45 = !DILocation(line: 11, column: 12, scope: !39)
!46 = !DILocation(line: 11, column: 10, scope: !39)
!47 = !DILocation(line: 13, column: 1, scope: !11)
!48 = distinct !DISubprogram(name: "handoff_relaxed", scope: !1, file: !1, line: 16, type: !12, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !49)
!49 = !{!50, !51, !52}
!50 = !DILocalVariable(name: "data", arg: 1, scope: !48, file: !1, line: 16, type: !14)
!51 = !DILocalVariable(name: "flag", arg: 2, scope: !48, file: !1, line: 16, type: !14)
!52 = !DILocalVariable(name: "out", arg: 3, scope: !48, file: !1, line: 16, type: !14)
!53 = !DILocation(line: 0, scope: !48)
!54 = !DILocation(line: 49, column: 29, scope: !21, inlinedAt: !55)
!55 = distinct !DILocation(line: 17, column: 7, scope: !56)
!56 = distinct !DILexicalBlock(scope: !48, file: !1, line: 17, column: 7)
!57 = !DILocation(line: 17, column: 15, scope: !56)
!58 = !DILocation(line: 17, column: 7, scope: !48)
!59 = !DILocation(line: 18, column: 11, scope: !60)
!60 = distinct !DILexicalBlock(scope: !56, file: !1, line: 17, column: 21)
!61 = !DILocation(line: 19, column: 5, scope: !60)
!62 = !DILocation(line: 20, column: 3, scope: !60)
!63 = !DILocation(line: 21, column: 12, scope: !64)
!64 = distinct !DILexicalBlock(scope: !56, file: !1, line: 20, column: 10)
!65 = !DILocation(line: 21, column: 52, scope: !64)
!66 = !DILocation(line: 21, column: 5, scope: !64)
!67 = distinct !{!67, !66, !68, !44}
!68 = !DILocation(line: 22, column: 5, scope: !64)
!69 = !DILocation(line: 23, column: 12, scope: !64)
!70 = !DILocation(line: 23, column: 10, scope: !64)
!71 = !DILocation(line: 25, column: 1, scope: !48)
!72 = distinct !DISubprogram(name: "handoff_fences", scope: !1, file: !1, line: 28, type: !12, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !73)
!73 = !{!74, !75, !76}
!74 = !DILocalVariable(name: "data", arg: 1, scope: !72, file: !1, line: 28, type: !14)
!75 = !DILocalVariable(name: "flag", arg: 2, scope: !72, file: !1, line: 28, type: !14)
!76 = !DILocalVariable(name: "out", arg: 3, scope: !72, file: !1, line: 28, type: !14)
!77 = !DILocation(line: 0, scope: !72)
!78 = !DILocation(line: 49, column: 29, scope: !21, inlinedAt: !79)
!79 = distinct !DILocation(line: 29, column: 7, scope: !80)
!80 = distinct !DILexicalBlock(scope: !72, file: !1, line: 29, column: 7)
!81 = !DILocation(line: 29, column: 15, scope: !80)
!82 = !DILocation(line: 29, column: 7, scope: !72)
!83 = !DILocation(line: 30, column: 11, scope: !84)
!84 = distinct !DILexicalBlock(scope: !80, file: !1, line: 29, column: 21)
!85 = !DILocation(line: 56, column: 31, scope: !86, inlinedAt: !89)
!86 = distinct !DISubprogram(name: "release_fence", linkageName: "_ZL13release_fencev", scope: !22, file: !22, line: 56, type: !87, scopeLine: 56, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !25)
!87 = !DISubroutineType(types: !88)
!88 = !{null}
!89 = distinct !DILocation(line: 31, column: 5, scope: !84)
!90 = !DILocation(line: 32, column: 26, scope: !84)
!91 = !DILocation(line: 33, column: 3, scope: !84)
!92 = !DILocation(line: 34, column: 12, scope: !93)
!93 = distinct !DILexicalBlock(scope: !80, file: !1, line: 33, column: 10)
!94 = !DILocation(line: 34, column: 33, scope: !93)
!95 = !DILocation(line: 34, column: 5, scope: !93)
!96 = distinct !{!96, !95, !97, !44}
!97 = !DILocation(line: 35, column: 5, scope: !93)
!98 = !DILocation(line: 57, column: 31, scope: !99, inlinedAt: !100)
!99 = distinct !DISubprogram(name: "acquire_fence", linkageName: "_ZL13acquire_fencev", scope: !22, file: !22, line: 57, type: !87, scopeLine: 57, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !25)
!100 = distinct !DILocation(line: 36, column: 5, scope: !93)
!101 = !DILocation(line: 37, column: 12, scope: !93)
!102 = !DILocation(line: 37, column: 10, scope: !93)
!103 = !DILocation(line: 39, column: 1, scope: !72)
!104 = distinct !DISubprogram(name: "handoff_one_fence", scope: !1, file: !1, line: 42, type: !12, scopeLine: 42, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !105)
!105 = !{!106, !107, !108}
!106 = !DILocalVariable(name: "data", arg: 1, scope: !104, file: !1, line: 42, type: !14)
!107 = !DILocalVariable(name: "flag", arg: 2, scope: !104, file: !1, line: 42, type: !14)
!108 = !DILocalVariable(name: "out", arg: 3, scope: !104, file: !1, line: 42, type: !14)
!109 = !DILocation(line: 0, scope: !104)
!110 = !DILocation(line: 49, column: 29, scope: !21, inlinedAt: !111)
!111 = distinct !DILocation(line: 43, column: 7, scope: !112)
!112 = distinct !DILexicalBlock(scope: !104, file: !1, line: 43, column: 7)
!113 = !DILocation(line: 43, column: 15, scope: !112)
!114 = !DILocation(line: 43, column: 7, scope: !104)
!115 = !DILocation(line: 44, column: 11, scope: !116)
!116 = distinct !DILexicalBlock(scope: !112, file: !1, line: 43, column: 21)
!117 = !DILocation(line: 56, column: 31, scope: !86, inlinedAt: !118)
!118 = distinct !DILocation(line: 45, column: 5, scope: !116)
!119 = !DILocation(line: 46, column: 26, scope: !116)
!120 = !DILocation(line: 47, column: 3, scope: !116)
!121 = !DILocation(line: 48, column: 12, scope: !122)
!122 = distinct !DILexicalBlock(scope: !112, file: !1, line: 47, column: 10)
!123 = !DILocation(line: 48, column: 33, scope: !122)
!124 = !DILocation(line: 48, column: 5, scope: !122)
!125 = distinct !{!125, !124, !126, !44}
!126 = !DILocation(line: 49, column: 5, scope: !122)
!127 = !DILocation(line: 50, column: 12, scope: !122)
!128 = !DILocation(line: 50, column: 10, scope: !122)
!129 = !DILocation(line: 52, column: 1, scope: !104)
!130 = distinct !DISubprogram(name: "handoff_plain", scope: !1, file: !1, line: 55, type: !12, scopeLine: 55, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !131)
!131 = !{!132, !133, !134}
!132 = !DILocalVariable(name: "data", arg: 1, scope: !130, file: !1, line: 55, type: !14)
!133 = !DILocalVariable(name: "flag", arg: 2, scope: !130, file: !1, line: 55, type: !14)
!134 = !DILocalVariable(name: "out", arg: 3, scope: !130, file: !1, line: 55, type: !14)
!135 = !DILocation(line: 0, scope: !130)
!136 = !DILocation(line: 49, column: 29, scope: !21, inlinedAt: !137)
!137 = distinct !DILocation(line: 56, column: 7, scope: !138)
!138 = distinct !DILexicalBlock(scope: !130, file: !1, line: 56, column: 7)
!139 = !DILocation(line: 56, column: 15, scope: !138)
!140 = !DILocation(line: 56, column: 7, scope: !130)
!141 = !DILocation(line: 57, column: 11, scope: !142)
!142 = distinct !DILexicalBlock(scope: !138, file: !1, line: 56, column: 21)
!143 = !DILocation(line: 58, column: 11, scope: !142)
!144 = !DILocation(line: 59, column: 3, scope: !142)
!145 = !DILocation(line: 59, column: 14, scope: !146)
!146 = distinct !DILexicalBlock(scope: !138, file: !1, line: 59, column: 14)
!147 = !DILocation(line: 59, column: 20, scope: !146)
!148 = !DILocation(line: 59, column: 14, scope: !138)
!149 = !DILocation(line: 60, column: 12, scope: !150)
!150 = distinct !DILexicalBlock(scope: !146, file: !1, line: 59, column: 26)
!151 = !DILocation(line: 60, column: 10, scope: !150)
!152 = !DILocation(line: 61, column: 3, scope: !150)
!153 = !DILocation(line: 62, column: 1, scope: !130)
