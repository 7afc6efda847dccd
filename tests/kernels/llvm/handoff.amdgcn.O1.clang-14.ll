; ModuleID = 'handoff.cu'
source_filename = "handoff.cu"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !11 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !16, metadata !DIExpression()), !dbg !19
  call void @llvm.dbg.value(metadata i32* undef, metadata !17, metadata !DIExpression()), !dbg !19
  call void @llvm.dbg.value(metadata i32* undef, metadata !18, metadata !DIExpression()), !dbg !19
  %4 = call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !20
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
  %11 = load i32, i32 addrspace(1)* %0, align 4, !dbg !46, !tbaa !32
  store i32 %11, i32 addrspace(1)* %2, align 4, !dbg !47, !tbaa !32
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !48
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff_relaxed(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !49 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !51, metadata !DIExpression()), !dbg !54
  call void @llvm.dbg.value(metadata i32* undef, metadata !52, metadata !DIExpression()), !dbg !54
  call void @llvm.dbg.value(metadata i32* undef, metadata !53, metadata !DIExpression()), !dbg !54
  %4 = call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !55
  %5 = icmp eq i32 %4, 0, !dbg !58
  br i1 %5, label %6, label %7, !dbg !59

6:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !60, !tbaa !32
  store atomic i32 1, i32 addrspace(1)* %1 monotonic, align 4, !dbg !62
  br label %12, !dbg !63

7:                                                ; preds = %3, %7
  %8 = load atomic i32, i32 addrspace(1)* %1 monotonic, align 4, !dbg !64
  %9 = icmp eq i32 %8, 0, !dbg !66
  br i1 %9, label %7, label %10, !dbg !67, !llvm.loop !68

10:                                               ; preds = %7
  %11 = load i32, i32 addrspace(1)* %0, align 4, !dbg !70, !tbaa !32
  store i32 %11, i32 addrspace(1)* %2, align 4, !dbg !71, !tbaa !32
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !72
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff_fences(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !73 {
  %4 = addrspacecast i32 addrspace(1)* %1 to i32*
  call void @llvm.dbg.value(metadata i32* undef, metadata !75, metadata !DIExpression()), !dbg !78
  call void @llvm.dbg.value(metadata i32* %4, metadata !76, metadata !DIExpression()), !dbg !78
  call void @llvm.dbg.value(metadata i32* undef, metadata !77, metadata !DIExpression()), !dbg !78
  %5 = call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !79
  %6 = icmp eq i32 %5, 0, !dbg !82
  br i1 %6, label %7, label %8, !dbg !83

7:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !84, !tbaa !32
  fence syncscope("agent") release, !dbg !86
  store volatile i32 1, i32* %4, align 4, !dbg !91, !tbaa !32
  br label %13, !dbg !92

8:                                                ; preds = %3, %8
  %9 = load volatile i32, i32* %4, align 4, !dbg !93, !tbaa !32
  %10 = icmp eq i32 %9, 0, !dbg !95
  br i1 %10, label %8, label %11, !dbg !96, !llvm.loop !97

11:                                               ; preds = %8
  fence syncscope("agent") acquire, !dbg !99
  %12 = load i32, i32 addrspace(1)* %0, align 4, !dbg !102, !tbaa !32
  store i32 %12, i32 addrspace(1)* %2, align 4, !dbg !103, !tbaa !32
  br label %13

13:                                               ; preds = %11, %7
  ret void, !dbg !104
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff_one_fence(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !105 {
  %4 = addrspacecast i32 addrspace(1)* %1 to i32*
  call void @llvm.dbg.value(metadata i32* undef, metadata !107, metadata !DIExpression()), !dbg !110
  call void @llvm.dbg.value(metadata i32* %4, metadata !108, metadata !DIExpression()), !dbg !110
  call void @llvm.dbg.value(metadata i32* undef, metadata !109, metadata !DIExpression()), !dbg !110
  %5 = call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !111
  %6 = icmp eq i32 %5, 0, !dbg !114
  br i1 %6, label %7, label %8, !dbg !115

7:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !116, !tbaa !32
  fence syncscope("agent") release, !dbg !118
  store volatile i32 1, i32* %4, align 4, !dbg !120, !tbaa !32
  br label %13, !dbg !121

8:                                                ; preds = %3, %8
  %9 = load volatile i32, i32* %4, align 4, !dbg !122, !tbaa !32
  %10 = icmp eq i32 %9, 0, !dbg !124
  br i1 %10, label %8, label %11, !dbg !125, !llvm.loop !126

11:                                               ; preds = %8
  %12 = load i32, i32 addrspace(1)* %0, align 4, !dbg !128, !tbaa !32
  store i32 %12, i32 addrspace(1)* %2, align 4, !dbg !129, !tbaa !32
  br label %13

13:                                               ; preds = %11, %7
  ret void, !dbg !130
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn
define protected amdgpu_kernel void @handoff_plain(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1, i32 addrspace(1)* nocapture noundef writeonly %2) local_unnamed_addr #1 !dbg !131 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !133, metadata !DIExpression()), !dbg !136
  call void @llvm.dbg.value(metadata i32* undef, metadata !134, metadata !DIExpression()), !dbg !136
  call void @llvm.dbg.value(metadata i32* undef, metadata !135, metadata !DIExpression()), !dbg !136
  %4 = call i32 @llvm.amdgcn.workgroup.id.x() #4, !dbg !137
  %5 = icmp eq i32 %4, 0, !dbg !140
  br i1 %5, label %6, label %7, !dbg !141

6:                                                ; preds = %3
  store i32 42, i32 addrspace(1)* %0, align 4, !dbg !142, !tbaa !32
  store i32 1, i32 addrspace(1)* %1, align 4, !dbg !144, !tbaa !32
  br label %12, !dbg !145

7:                                                ; preds = %3
  %8 = load i32, i32 addrspace(1)* %1, align 4, !dbg !146, !tbaa !32
  %9 = icmp eq i32 %8, 1, !dbg !148
  br i1 %9, label %10, label %12, !dbg !149

10:                                               ; preds = %7
  %11 = load i32, i32 addrspace(1)* %0, align 4, !dbg !150, !tbaa !32
  store i32 %11, i32 addrspace(1)* %2, align 4, !dbg !152, !tbaa !32
  br label %12, !dbg !153

12:                                               ; preds = %7, %10, %6
  ret void, !dbg !154
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
!42 = distinct !{!42, !41, !43, !44, !45}
!43 = !DILocation(line: 10, column: 5, scope: !39)
!44 = !{!"llvm.loop.mustprogress"}
!45 = !{!"llvm.loop.unroll.disable"}
!46 = !DILocation(line: 11, column: 12, scope: !39)
!47 = !DILocation(line: 11, column: 10, scope: !39)
!48 = !DILocation(line: 13, column: 1, scope: !11)
!49 = distinct !DISubprogram(name: "handoff_relaxed", scope: !1, file: !1, line: 16, type: !12, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !50)
!50 = !{!51, !52, !53}
!51 = !DILocalVariable(name: "data", arg: 1, scope: !49, file: !1, line: 16, type: !14)
!52 = !DILocalVariable(name: "flag", arg: 2, scope: !49, file: !1, line: 16, type: !14)
!53 = !DILocalVariable(name: "out", arg: 3, scope: !49, file: !1, line: 16, type: !14)
!54 = !DILocation(line: 0, scope: !49)
!55 = !DILocation(line: 49, column: 29, scope: !21, inlinedAt: !56)
!56 = distinct !DILocation(line: 17, column: 7, scope: !57)
!57 = distinct !DILexicalBlock(scope: !49, file: !1, line: 17, column: 7)
!58 = !DILocation(line: 17, column: 15, scope: !57)
!59 = !DILocation(line: 17, column: 7, scope: !49)
!60 = !DILocation(line: 18, column: 11, scope: !61)
!61 = distinct !DILexicalBlock(scope: !57, file: !1, line: 17, column: 21)
!62 = !DILocation(line: 19, column: 5, scope: !61)
!63 = !DILocation(line: 20, column: 3, scope: !61)
!64 = !DILocation(line: 21, column: 12, scope: !65)
!65 = distinct !DILexicalBlock(scope: !57, file: !1, line: 20, column: 10)
!66 = !DILocation(line: 21, column: 52, scope: !65)
!67 = !DILocation(line: 21, column: 5, scope: !65)
!68 = distinct !{!68, !67, !69, !44, !45}
!69 = !DILocation(line: 22, column: 5, scope: !65)
!70 = !DILocation(line: 23, column: 12, scope: !65)
!71 = !DILocation(line: 23, column: 10, scope: !65)
!72 = !DILocation(line: 25, column: 1, scope: !49)
!73 = distinct !DISubprogram(name: "handoff_fences", scope: !1, file: !1, line: 28, type: !12, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !74)
!74 = !{!75, !76, !77}
!75 = !DILocalVariable(name: "data", arg: 1, scope: !73, file: !1, line: 28, type: !14)
!76 = !DILocalVariable(name: "flag", arg: 2, scope: !73, file: !1, line: 28, type: !14)
!77 = !DILocalVariable(name: "out", arg: 3, scope: !73, file: !1, line: 28, type: !14)
!78 = !DILocation(line: 0, scope: !73)
!79 = !DILocation(line: 49, column: 29, scope: !21, inlinedAt: !80)
!80 = distinct !DILocation(line: 29, column: 7, scope: !81)
!81 = distinct !DILexicalBlock(scope: !73, file: !1, line: 29, column: 7)
!82 = !DILocation(line: 29, column: 15, scope: !81)
!83 = !DILocation(line: 29, column: 7, scope: !73)
!84 = !DILocation(line: 30, column: 11, scope: !85)
!85 = distinct !DILexicalBlock(scope: !81, file: !1, line: 29, column: 21)
!86 = !DILocation(line: 56, column: 31, scope: !87, inlinedAt: !90)
!87 = distinct !DISubprogram(name: "release_fence", linkageName: "_ZL13release_fencev", scope: !22, file: !22, line: 56, type: !88, scopeLine: 56, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !25)
!88 = !DISubroutineType(types: !89)
!89 = !{null}
!90 = distinct !DILocation(line: 31, column: 5, scope: !85)
!91 = !DILocation(line: 32, column: 26, scope: !85)
!92 = !DILocation(line: 33, column: 3, scope: !85)
!93 = !DILocation(line: 34, column: 12, scope: !94)
!94 = distinct !DILexicalBlock(scope: !81, file: !1, line: 33, column: 10)
!95 = !DILocation(line: 34, column: 33, scope: !94)
!96 = !DILocation(line: 34, column: 5, scope: !94)
!97 = distinct !{!97, !96, !98, !44, !45}
!98 = !DILocation(line: 35, column: 5, scope: !94)
!99 = !DILocation(line: 57, column: 31, scope: !100, inlinedAt: !101)
!100 = distinct !DISubprogram(name: "acquire_fence", linkageName: "_ZL13acquire_fencev", scope: !22, file: !22, line: 57, type: !88, scopeLine: 57, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !25)
!101 = distinct !DILocation(line: 36, column: 5, scope: !94)
!102 = !DILocation(line: 37, column: 12, scope: !94)
!103 = !DILocation(line: 37, column: 10, scope: !94)
!104 = !DILocation(line: 39, column: 1, scope: !73)
!105 = distinct !DISubprogram(name: "handoff_one_fence", scope: !1, file: !1, line: 42, type: !12, scopeLine: 42, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !106)
!106 = !{!107, !108, !109}
!107 = !DILocalVariable(name: "data", arg: 1, scope: !105, file: !1, line: 42, type: !14)
!108 = !DILocalVariable(name: "flag", arg: 2, scope: !105, file: !1, line: 42, type: !14)
!109 = !DILocalVariable(name: "out", arg: 3, scope: !105, file: !1, line: 42, type: !14)
!110 = !DILocation(line: 0, scope: !105)
!111 = !DILocation(line: 49, column: 29, scope: !21, inlinedAt: !112)
!112 = distinct !DILocation(line: 43, column: 7, scope: !113)
!113 = distinct !DILexicalBlock(scope: !105, file: !1, line: 43, column: 7)
!114 = !DILocation(line: 43, column: 15, scope: !113)
!115 = !DILocation(line: 43, column: 7, scope: !105)
!116 = !DILocation(line: 44, column: 11, scope: !117)
!117 = distinct !DILexicalBlock(scope: !113, file: !1, line: 43, column: 21)
!118 = !DILocation(line: 56, column: 31, scope: !87, inlinedAt: !119)
!119 = distinct !DILocation(line: 45, column: 5, scope: !117)
!120 = !DILocation(line: 46, column: 26, scope: !117)
!121 = !DILocation(line: 47, column: 3, scope: !117)
!122 = !DILocation(line: 48, column: 12, scope: !123)
!123 = distinct !DILexicalBlock(scope: !113, file: !1, line: 47, column: 10)
!124 = !DILocation(line: 48, column: 33, scope: !123)
!125 = !DILocation(line: 48, column: 5, scope: !123)
!126 = distinct !{!126, !125, !127, !44, !45}
!127 = !DILocation(line: 49, column: 5, scope: !123)
!128 = !DILocation(line: 50, column: 12, scope: !123)
!129 = !DILocation(line: 50, column: 10, scope: !123)
!130 = !DILocation(line: 52, column: 1, scope: !105)
!131 = distinct !DISubprogram(name: "handoff_plain", scope: !1, file: !1, line: 55, type: !12, scopeLine: 55, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !132)
!132 = !{!133, !134, !135}
!133 = !DILocalVariable(name: "data", arg: 1, scope: !131, file: !1, line: 55, type: !14)
!134 = !DILocalVariable(name: "flag", arg: 2, scope: !131, file: !1, line: 55, type: !14)
!135 = !DILocalVariable(name: "out", arg: 3, scope: !131, file: !1, line: 55, type: !14)
!136 = !DILocation(line: 0, scope: !131)
!137 = !DILocation(line: 49, column: 29, scope: !21, inlinedAt: !138)
!138 = distinct !DILocation(line: 56, column: 7, scope: !139)
!139 = distinct !DILexicalBlock(scope: !131, file: !1, line: 56, column: 7)
!140 = !DILocation(line: 56, column: 15, scope: !139)
!141 = !DILocation(line: 56, column: 7, scope: !131)
!142 = !DILocation(line: 57, column: 11, scope: !143)
!143 = distinct !DILexicalBlock(scope: !139, file: !1, line: 56, column: 21)
!144 = !DILocation(line: 58, column: 11, scope: !143)
!145 = !DILocation(line: 59, column: 3, scope: !143)
!146 = !DILocation(line: 59, column: 14, scope: !147)
!147 = distinct !DILexicalBlock(scope: !139, file: !1, line: 59, column: 14)
!148 = !DILocation(line: 59, column: 20, scope: !147)
!149 = !DILocation(line: 59, column: 14, scope: !139)
!150 = !DILocation(line: 60, column: 12, scope: !151)
!151 = distinct !DILexicalBlock(scope: !147, file: !1, line: 59, column: 26)
!152 = !DILocation(line: 60, column: 10, scope: !151)
!153 = !DILocation(line: 61, column: 3, scope: !151)
!154 = !DILocation(line: 62, column: 1, scope: !131)
