; ModuleID = 'handoff.cu'
source_filename = "handoff.cu"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define protected amdgpu_kernel void @handoff(ptr addrspace(1) nocapture noundef %0, ptr addrspace(1) nocapture noundef %1, ptr addrspace(1) nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !21 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !26, metadata !DIExpression()), !dbg !29
  call void @llvm.dbg.value(metadata ptr poison, metadata !27, metadata !DIExpression()), !dbg !29
  call void @llvm.dbg.value(metadata ptr poison, metadata !28, metadata !DIExpression()), !dbg !29
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !30
  %5 = icmp eq i32 %4, 0, !dbg !37
  br i1 %5, label %6, label %7, !dbg !38

6:                                                ; preds = %3
  store i32 42, ptr addrspace(1) %0, align 4, !dbg !39, !tbaa !41
  store atomic i32 1, ptr addrspace(1) %1 release, align 4, !dbg !45
  br label %12, !dbg !46

7:                                                ; preds = %3, %7
  %8 = load atomic i32, ptr addrspace(1) %1 acquire, align 4, !dbg !47
  %9 = icmp eq i32 %8, 0, !dbg !49
  br i1 %9, label %7, label %10, !dbg !50, !llvm.loop !51

10:                                               ; preds = %7
  %11 = load i32, ptr addrspace(1) %0, align 4, !dbg !54, !tbaa !41
  store i32 %11, ptr addrspace(1) %2, align 4, !dbg !55, !tbaa !41
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !56
}

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define protected amdgpu_kernel void @handoff_relaxed(ptr addrspace(1) nocapture noundef %0, ptr addrspace(1) nocapture noundef %1, ptr addrspace(1) nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !57 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !59, metadata !DIExpression()), !dbg !62
  call void @llvm.dbg.value(metadata ptr poison, metadata !60, metadata !DIExpression()), !dbg !62
  call void @llvm.dbg.value(metadata ptr poison, metadata !61, metadata !DIExpression()), !dbg !62
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !63
  %5 = icmp eq i32 %4, 0, !dbg !66
  br i1 %5, label %6, label %7, !dbg !67

6:                                                ; preds = %3
  store i32 42, ptr addrspace(1) %0, align 4, !dbg !68, !tbaa !41
  store atomic i32 1, ptr addrspace(1) %1 monotonic, align 4, !dbg !70
  br label %12, !dbg !71

7:                                                ; preds = %3, %7
  %8 = load atomic i32, ptr addrspace(1) %1 monotonic, align 4, !dbg !72
  %9 = icmp eq i32 %8, 0, !dbg !74
  br i1 %9, label %7, label %10, !dbg !75, !llvm.loop !76

10:                                               ; preds = %7
  %11 = load i32, ptr addrspace(1) %0, align 4, !dbg !78, !tbaa !41, !amdgpu.noclobber !34
  store i32 %11, ptr addrspace(1) %2, align 4, !dbg !79, !tbaa !41
  br label %12

12:                                               ; preds = %10, %6
  ret void, !dbg !80
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff_fences(ptr addrspace(1) nocapture noundef %0, ptr addrspace(1) noundef %1, ptr addrspace(1) nocapture noundef writeonly %2) local_unnamed_addr #1 !dbg !81 {
  %4 = addrspacecast ptr addrspace(1) %1 to ptr
  call void @llvm.dbg.value(metadata ptr poison, metadata !83, metadata !DIExpression()), !dbg !86
  call void @llvm.dbg.value(metadata ptr %4, metadata !84, metadata !DIExpression()), !dbg !86
  call void @llvm.dbg.value(metadata ptr poison, metadata !85, metadata !DIExpression()), !dbg !86
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !87
  %6 = icmp eq i32 %5, 0, !dbg !90
  br i1 %6, label %7, label %8, !dbg !91

7:                                                ; preds = %3
  store i32 42, ptr addrspace(1) %0, align 4, !dbg !92, !tbaa !41
  fence syncscope("agent") release, !dbg !94
  store volatile i32 1, ptr %4, align 4, !dbg !99, !tbaa !41
  br label %13, !dbg !100

8:                                                ; preds = %3, %8
  %9 = load volatile i32, ptr %4, align 4, !dbg !101, !tbaa !41
  %10 = icmp eq i32 %9, 0, !dbg !103
  br i1 %10, label %8, label %11, !dbg !104, !llvm.loop !105

11:                                               ; preds = %8
  fence syncscope("agent") acquire, !dbg !107
  %12 = load i32, ptr addrspace(1) %0, align 4, !dbg !110, !tbaa !41, !amdgpu.noclobber !34
  store i32 %12, ptr addrspace(1) %2, align 4, !dbg !111, !tbaa !41
  br label %13

13:                                               ; preds = %11, %7
  ret void, !dbg !112
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @handoff_one_fence(ptr addrspace(1) nocapture noundef %0, ptr addrspace(1) noundef %1, ptr addrspace(1) nocapture noundef writeonly %2) local_unnamed_addr #1 !dbg !113 {
  %4 = addrspacecast ptr addrspace(1) %1 to ptr
  call void @llvm.dbg.value(metadata ptr poison, metadata !115, metadata !DIExpression()), !dbg !118
  call void @llvm.dbg.value(metadata ptr %4, metadata !116, metadata !DIExpression()), !dbg !118
  call void @llvm.dbg.value(metadata ptr poison, metadata !117, metadata !DIExpression()), !dbg !118
  %5 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !119
  %6 = icmp eq i32 %5, 0, !dbg !122
  br i1 %6, label %7, label %8, !dbg !123

7:                                                ; preds = %3
  store i32 42, ptr addrspace(1) %0, align 4, !dbg !124, !tbaa !41
  fence syncscope("agent") release, !dbg !126
  store volatile i32 1, ptr %4, align 4, !dbg !128, !tbaa !41
  br label %13, !dbg !129

8:                                                ; preds = %3, %8
  %9 = load volatile i32, ptr %4, align 4, !dbg !130, !tbaa !41
  %10 = icmp eq i32 %9, 0, !dbg !132
  br i1 %10, label %8, label %11, !dbg !133, !llvm.loop !134

11:                                               ; preds = %8
  %12 = load i32, ptr addrspace(1) %0, align 4, !dbg !136, !tbaa !41, !amdgpu.noclobber !34
  store i32 %12, ptr addrspace(1) %2, align 4, !dbg !137, !tbaa !41
  br label %13

13:                                               ; preds = %11, %7
  ret void, !dbg !138
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define protected amdgpu_kernel void @handoff_plain(ptr addrspace(1) nocapture noundef %0, ptr addrspace(1) nocapture noundef %1, ptr addrspace(1) nocapture noundef writeonly %2) local_unnamed_addr #2 !dbg !139 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !141, metadata !DIExpression()), !dbg !144
  call void @llvm.dbg.value(metadata ptr poison, metadata !142, metadata !DIExpression()), !dbg !144
  call void @llvm.dbg.value(metadata ptr poison, metadata !143, metadata !DIExpression()), !dbg !144
  %4 = tail call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !145
  %5 = icmp eq i32 %4, 0, !dbg !148
  br i1 %5, label %6, label %7, !dbg !149

6:                                                ; preds = %3
  store i32 42, ptr addrspace(1) %0, align 4, !dbg !150, !tbaa !41
  store i32 1, ptr addrspace(1) %1, align 4, !dbg !152, !tbaa !41
  br label %12, !dbg !153

7:                                                ; preds = %3
  %8 = load i32, ptr addrspace(1) %1, align 4, !dbg !154, !tbaa !41, !amdgpu.noclobber !34
  %9 = icmp eq i32 %8, 1, !dbg !156
  br i1 %9, label %10, label %12, !dbg !157

10:                                               ; preds = %7
  %11 = load i32, ptr addrspace(1) %0, align 4, !dbg !158, !tbaa !41, !amdgpu.noclobber !34
  store i32 %11, ptr addrspace(1) %2, align 4, !dbg !160, !tbaa !41
  br label %12, !dbg !161

12:                                               ; preds = %7, %10, %6
  ret void, !dbg !162
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.workgroup.id.x() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.value(metadata, metadata, metadata) #4

attributes #0 = { mustprogress nofree norecurse nounwind memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nofree norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, globals: !6, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "handoff.cu", directory: ".", checksumkind: CSK_MD5, checksum: "ed96dbe510fcbf5147118e647e935329")
!2 = !{!3}
!3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!4 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !5)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!7}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !9, line: 56, type: !10, isLocal: true, isDefinition: true)
!9 = !DIFile(filename: "./device.h", directory: ".", checksumkind: CSK_MD5, checksum: "59cfabb962c5025e41f0069290649d33")
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 48, elements: !13)
!11 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)
!12 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!13 = !{!14}
!14 = !DISubrange(count: 6)
!15 = !{i32 1, !"amdgpu_code_object_version", i32 400}
!16 = !{i32 7, !"Dwarf Version", i32 5}
!17 = !{i32 2, !"Debug Info Version", i32 3}
!18 = !{i32 1, !"wchar_size", i32 4}
!19 = !{i32 8, !"PIC Level", i32 1}
!20 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!21 = distinct !DISubprogram(name: "handoff", scope: !1, file: !1, line: 4, type: !22, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !25)
!22 = !DISubroutineType(types: !23)
!23 = !{null, !24, !24, !24}
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!25 = !{!26, !27, !28}
!26 = !DILocalVariable(name: "data", arg: 1, scope: !21, file: !1, line: 4, type: !24)
!27 = !DILocalVariable(name: "flag", arg: 2, scope: !21, file: !1, line: 4, type: !24)
!28 = !DILocalVariable(name: "out", arg: 3, scope: !21, file: !1, line: 4, type: !24)
!29 = !DILocation(line: 0, scope: !21)
!30 = !DILocation(line: 49, column: 29, scope: !31, inlinedAt: !35)
!31 = distinct !DISubprogram(name: "block", linkageName: "_ZL5blockv", scope: !9, file: !9, line: 49, type: !32, scopeLine: 49, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !34)
!32 = !DISubroutineType(types: !33)
!33 = !{!5}
!34 = !{}
!35 = distinct !DILocation(line: 5, column: 7, scope: !36)
!36 = distinct !DILexicalBlock(scope: !21, file: !1, line: 5, column: 7)
!37 = !DILocation(line: 5, column: 15, scope: !36)
!38 = !DILocation(line: 5, column: 7, scope: !21)
!39 = !DILocation(line: 6, column: 11, scope: !40)
!40 = distinct !DILexicalBlock(scope: !36, file: !1, line: 5, column: 21)
!41 = !{!42, !42, i64 0}
!42 = !{!"int", !43, i64 0}
!43 = !{!"omnipotent char", !44, i64 0}
!44 = !{!"Simple C++ TBAA"}
!45 = !DILocation(line: 7, column: 5, scope: !40)
!46 = !DILocation(line: 8, column: 3, scope: !40)
!47 = !DILocation(line: 9, column: 12, scope: !48)
!48 = distinct !DILexicalBlock(scope: !36, file: !1, line: 8, column: 10)
!49 = !DILocation(line: 9, column: 52, scope: !48)
!50 = !DILocation(line: 9, column: 5, scope: !48)
!51 = distinct !{!51, !50, !52, !53}
!52 = !DILocation(line: 10, column: 5, scope: !48)
!53 = !{!"llvm.loop.mustprogress"}
!54 = !DILocation(line: 11, column: 12, scope: !48)
!55 = !DILocation(line: 11, column: 10, scope: !48)
!56 = !DILocation(line: 13, column: 1, scope: !21)
!57 = distinct !DISubprogram(name: "handoff_relaxed", scope: !1, file: !1, line: 16, type: !22, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !58)
!58 = !{!59, !60, !61}
!59 = !DILocalVariable(name: "data", arg: 1, scope: !57, file: !1, line: 16, type: !24)
!60 = !DILocalVariable(name: "flag", arg: 2, scope: !57, file: !1, line: 16, type: !24)
!61 = !DILocalVariable(name: "out", arg: 3, scope: !57, file: !1, line: 16, type: !24)
!62 = !DILocation(line: 0, scope: !57)
!63 = !DILocation(line: 49, column: 29, scope: !31, inlinedAt: !64)
!64 = distinct !DILocation(line: 17, column: 7, scope: !65)
!65 = distinct !DILexicalBlock(scope: !57, file: !1, line: 17, column: 7)
!66 = !DILocation(line: 17, column: 15, scope: !65)
!67 = !DILocation(line: 17, column: 7, scope: !57)
!68 = !DILocation(line: 18, column: 11, scope: !69)
!69 = distinct !DILexicalBlock(scope: !65, file: !1, line: 17, column: 21)
!70 = !DILocation(line: 19, column: 5, scope: !69)
!71 = !DILocation(line: 20, column: 3, scope: !69)
!72 = !DILocation(line: 21, column: 12, scope: !73)
!73 = distinct !DILexicalBlock(scope: !65, file: !1, line: 20, column: 10)
!74 = !DILocation(line: 21, column: 52, scope: !73)
!75 = !DILocation(line: 21, column: 5, scope: !73)
!76 = distinct !{!76, !75, !77, !53}
!77 = !DILocation(line: 22, column: 5, scope: !73)
!78 = !DILocation(line: 23, column: 12, scope: !73)
!79 = !DILocation(line: 23, column: 10, scope: !73)
!80 = !DILocation(line: 25, column: 1, scope: !57)
!81 = distinct !DISubprogram(name: "handoff_fences", scope: !1, file: !1, line: 28, type: !22, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !82)
!82 = !{!83, !84, !85}
!83 = !DILocalVariable(name: "data", arg: 1, scope: !81, file: !1, line: 28, type: !24)
!84 = !DILocalVariable(name: "flag", arg: 2, scope: !81, file: !1, line: 28, type: !24)
!85 = !DILocalVariable(name: "out", arg: 3, scope: !81, file: !1, line: 28, type: !24)
!86 = !DILocation(line: 0, scope: !81)
!87 = !DILocation(line: 49, column: 29, scope: !31, inlinedAt: !88)
!88 = distinct !DILocation(line: 29, column: 7, scope: !89)
!89 = distinct !DILexicalBlock(scope: !81, file: !1, line: 29, column: 7)
!90 = !DILocation(line: 29, column: 15, scope: !89)
!91 = !DILocation(line: 29, column: 7, scope: !81)
!92 = !DILocation(line: 30, column: 11, scope: !93)
!93 = distinct !DILexicalBlock(scope: !89, file: !1, line: 29, column: 21)
!94 = !DILocation(line: 56, column: 31, scope: !95, inlinedAt: !98)
!95 = distinct !DISubprogram(name: "release_fence", linkageName: "_ZL13release_fencev", scope: !9, file: !9, line: 56, type: !96, scopeLine: 56, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !34)
!96 = !DISubroutineType(types: !97)
!97 = !{null}
!98 = distinct !DILocation(line: 31, column: 5, scope: !93)
!99 = !DILocation(line: 32, column: 26, scope: !93)
!100 = !DILocation(line: 33, column: 3, scope: !93)
!101 = !DILocation(line: 34, column: 12, scope: !102)
!102 = distinct !DILexicalBlock(scope: !89, file: !1, line: 33, column: 10)
!103 = !DILocation(line: 34, column: 33, scope: !102)
!104 = !DILocation(line: 34, column: 5, scope: !102)
!105 = distinct !{!105, !104, !106, !53}
!106 = !DILocation(line: 35, column: 5, scope: !102)
!107 = !DILocation(line: 57, column: 31, scope: !108, inlinedAt: !109)
!108 = distinct !DISubprogram(name: "acquire_fence", linkageName: "_ZL13acquire_fencev", scope: !9, file: !9, line: 57, type: !96, scopeLine: 57, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !34)
!109 = distinct !DILocation(line: 36, column: 5, scope: !102)
!110 = !DILocation(line: 37, column: 12, scope: !102)
!111 = !DILocation(line: 37, column: 10, scope: !102)
!112 = !DILocation(line: 39, column: 1, scope: !81)
!113 = distinct !DISubprogram(name: "handoff_one_fence", scope: !1, file: !1, line: 42, type: !22, scopeLine: 42, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !114)
!114 = !{!115, !116, !117}
!115 = !DILocalVariable(name: "data", arg: 1, scope: !113, file: !1, line: 42, type: !24)
!116 = !DILocalVariable(name: "flag", arg: 2, scope: !113, file: !1, line: 42, type: !24)
!117 = !DILocalVariable(name: "out", arg: 3, scope: !113, file: !1, line: 42, type: !24)
!118 = !DILocation(line: 0, scope: !113)
!119 = !DILocation(line: 49, column: 29, scope: !31, inlinedAt: !120)
!120 = distinct !DILocation(line: 43, column: 7, scope: !121)
!121 = distinct !DILexicalBlock(scope: !113, file: !1, line: 43, column: 7)
!122 = !DILocation(line: 43, column: 15, scope: !121)
!123 = !DILocation(line: 43, column: 7, scope: !113)
!124 = !DILocation(line: 44, column: 11, scope: !125)
!125 = distinct !DILexicalBlock(scope: !121, file: !1, line: 43, column: 21)
!126 = !DILocation(line: 56, column: 31, scope: !95, inlinedAt: !127)
!127 = distinct !DILocation(line: 45, column: 5, scope: !125)
!128 = !DILocation(line: 46, column: 26, scope: !125)
!129 = !DILocation(line: 47, column: 3, scope: !125)
!130 = !DILocation(line: 48, column: 12, scope: !131)
!131 = distinct !DILexicalBlock(scope: !121, file: !1, line: 47, column: 10)
!132 = !DILocation(line: 48, column: 33, scope: !131)
!133 = !DILocation(line: 48, column: 5, scope: !131)
!134 = distinct !{!134, !133, !135, !53}
!135 = !DILocation(line: 49, column: 5, scope: !131)
!136 = !DILocation(line: 50, column: 12, scope: !131)
!137 = !DILocation(line: 50, column: 10, scope: !131)
!138 = !DILocation(line: 52, column: 1, scope: !113)
!139 = distinct !DISubprogram(name: "handoff_plain", scope: !1, file: !1, line: 55, type: !22, scopeLine: 55, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !140)
!140 = !{!141, !142, !143}
!141 = !DILocalVariable(name: "data", arg: 1, scope: !139, file: !1, line: 55, type: !24)
!142 = !DILocalVariable(name: "flag", arg: 2, scope: !139, file: !1, line: 55, type: !24)
!143 = !DILocalVariable(name: "out", arg: 3, scope: !139, file: !1, line: 55, type: !24)
!144 = !DILocation(line: 0, scope: !139)
!145 = !DILocation(line: 49, column: 29, scope: !31, inlinedAt: !146)
!146 = distinct !DILocation(line: 56, column: 7, scope: !147)
!147 = distinct !DILexicalBlock(scope: !139, file: !1, line: 56, column: 7)
!148 = !DILocation(line: 56, column: 15, scope: !147)
!149 = !DILocation(line: 56, column: 7, scope: !139)
!150 = !DILocation(line: 57, column: 11, scope: !151)
!151 = distinct !DILexicalBlock(scope: !147, file: !1, line: 56, column: 21)
!152 = !DILocation(line: 58, column: 11, scope: !151)
!153 = !DILocation(line: 59, column: 3, scope: !151)
!154 = !DILocation(line: 59, column: 14, scope: !155)
!155 = distinct !DILexicalBlock(scope: !147, file: !1, line: 59, column: 14)
!156 = !DILocation(line: 59, column: 20, scope: !155)
!157 = !DILocation(line: 59, column: 14, scope: !147)
!158 = !DILocation(line: 60, column: 12, scope: !159)
!159 = distinct !DILexicalBlock(scope: !155, file: !1, line: 59, column: 26)
!160 = !DILocation(line: 60, column: 10, scope: !159)
!161 = !DILocation(line: 61, column: 3, scope: !159)
!162 = !DILocation(line: 62, column: 1, scope: !139)
