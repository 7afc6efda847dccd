; ModuleID = 'locks.cu'
source_filename = "locks.cu"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

%struct.Ticket = type { i32, i32, i32 }

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define protected amdgpu_kernel void @spin(ptr addrspace(1) nocapture noundef %0, ptr addrspace(1) nocapture noundef %1) local_unnamed_addr #0 !dbg !8 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !14, metadata !DIExpression()), !dbg !17
  call void @llvm.dbg.value(metadata ptr poison, metadata !15, metadata !DIExpression()), !dbg !17
  call void @llvm.dbg.value(metadata i32 0, metadata !16, metadata !DIExpression()), !dbg !17
  br label %3, !dbg !18

3:                                                ; preds = %3, %2
  call void @llvm.dbg.value(metadata i32 0, metadata !16, metadata !DIExpression()), !dbg !17
  %4 = cmpxchg ptr addrspace(1) %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !19
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !19
  br i1 %5, label %6, label %3, !dbg !18, !llvm.loop !20

6:                                                ; preds = %3
  call void @llvm.dbg.value(metadata ptr poison, metadata !15, metadata !DIExpression()), !dbg !17
  %7 = load i32, ptr addrspace(1) %1, align 4, !dbg !23, !tbaa !24
  %8 = add nsw i32 %7, 1, !dbg !23
  store i32 %8, ptr addrspace(1) %1, align 4, !dbg !23, !tbaa !24
  store atomic i32 0, ptr addrspace(1) %0 release, align 4, !dbg !28
  ret void, !dbg !29
}

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define protected amdgpu_kernel void @spin_relaxed(ptr addrspace(1) nocapture noundef %0, ptr addrspace(1) nocapture noundef %1) local_unnamed_addr #0 !dbg !30 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !32, metadata !DIExpression()), !dbg !35
  call void @llvm.dbg.value(metadata ptr poison, metadata !33, metadata !DIExpression()), !dbg !35
  call void @llvm.dbg.value(metadata i32 0, metadata !34, metadata !DIExpression()), !dbg !35
  br label %3, !dbg !36

3:                                                ; preds = %3, %2
  call void @llvm.dbg.value(metadata i32 0, metadata !34, metadata !DIExpression()), !dbg !35
  %4 = cmpxchg weak ptr addrspace(1) %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !37
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !37
  br i1 %5, label %6, label %3, !dbg !36, !llvm.loop !38

6:                                                ; preds = %3
  call void @llvm.dbg.value(metadata ptr poison, metadata !33, metadata !DIExpression()), !dbg !35
  %7 = load i32, ptr addrspace(1) %1, align 4, !dbg !40, !tbaa !24
  %8 = add nsw i32 %7, 1, !dbg !40
  store i32 %8, ptr addrspace(1) %1, align 4, !dbg !40, !tbaa !24
  store atomic i32 0, ptr addrspace(1) %0 monotonic, align 4, !dbg !41
  ret void, !dbg !42
}

; Function Attrs: mustprogress nofree norecurse nounwind memory(argmem: readwrite)
define protected amdgpu_kernel void @ticket(ptr addrspace(1) nocapture noundef %0) local_unnamed_addr #0 !dbg !43 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !53, metadata !DIExpression()), !dbg !55
  %2 = atomicrmw add ptr addrspace(1) %0, i32 1 monotonic, align 4, !dbg !56
  call void @llvm.dbg.value(metadata i32 %2, metadata !54, metadata !DIExpression()), !dbg !55
  %3 = getelementptr inbounds %struct.Ticket, ptr addrspace(1) %0, i64 0, i32 1
  br label %4, !dbg !57

4:                                                ; preds = %4, %1
  %5 = load atomic i32, ptr addrspace(1) %3 acquire, align 4, !dbg !58
  %6 = icmp eq i32 %5, %2, !dbg !59
  br i1 %6, label %7, label %4, !dbg !57, !llvm.loop !60

7:                                                ; preds = %4
  %8 = getelementptr inbounds %struct.Ticket, ptr addrspace(1) %0, i64 0, i32 2, !dbg !62
  %9 = load i32, ptr addrspace(1) %8, align 4, !dbg !63, !tbaa !64
  %10 = add nsw i32 %9, 1, !dbg !63
  store i32 %10, ptr addrspace(1) %8, align 4, !dbg !63, !tbaa !64
  %11 = add nsw i32 %2, 1, !dbg !66
  store atomic i32 %11, ptr addrspace(1) %3 release, align 4, !dbg !67
  ret void, !dbg !68
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.value(metadata, metadata, metadata) #1

attributes #0 = { mustprogress nofree norecurse nounwind memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6}
!llvm.ident = !{!7}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "locks.cu", directory: ".", checksumkind: CSK_MD5, checksum: "123f3776bab92e58eb6cf501c0eb9631")
!2 = !{i32 1, !"amdgpu_code_object_version", i32 400}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{i32 1, !"wchar_size", i32 4}
!6 = !{i32 8, !"PIC Level", i32 1}
!7 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!8 = distinct !DISubprogram(name: "spin", scope: !1, file: !1, line: 4, type: !9, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !13)
!9 = !DISubroutineType(types: !10)
!10 = !{null, !11, !11}
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{!14, !15, !16}
!14 = !DILocalVariable(name: "lock", arg: 1, scope: !8, file: !1, line: 4, type: !11)
!15 = !DILocalVariable(name: "count", arg: 2, scope: !8, file: !1, line: 4, type: !11)
!16 = !DILocalVariable(name: "expected", scope: !8, file: !1, line: 5, type: !12)
!17 = !DILocation(line: 0, scope: !8)
!18 = !DILocation(line: 6, column: 3, scope: !8)
!19 = !DILocation(line: 6, column: 11, scope: !8)
!20 = distinct !{!20, !18, !21, !22}
!21 = !DILocation(line: 9, column: 3, scope: !8)
!22 = !{!"llvm.loop.mustprogress"}
!23 = !DILocation(line: 10, column: 10, scope: !8)
!24 = !{!25, !25, i64 0}
!25 = !{!"int", !26, i64 0}
!26 = !{!"omnipotent char", !27, i64 0}
!27 = !{!"Simple C++ TBAA"}
!28 = !DILocation(line: 11, column: 3, scope: !8)
!29 = !DILocation(line: 12, column: 1, scope: !8)
!30 = distinct !DISubprogram(name: "spin_relaxed", scope: !1, file: !1, line: 15, type: !9, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !31)
!31 = !{!32, !33, !34}
!32 = !DILocalVariable(name: "lock", arg: 1, scope: !30, file: !1, line: 15, type: !11)
!33 = !DILocalVariable(name: "count", arg: 2, scope: !30, file: !1, line: 15, type: !11)
!34 = !DILocalVariable(name: "expected", scope: !30, file: !1, line: 16, type: !12)
!35 = !DILocation(line: 0, scope: !30)
!36 = !DILocation(line: 17, column: 3, scope: !30)
!37 = !DILocation(line: 17, column: 11, scope: !30)
!38 = distinct !{!38, !36, !39, !22}
!39 = !DILocation(line: 20, column: 3, scope: !30)
!40 = !DILocation(line: 21, column: 10, scope: !30)
!41 = !DILocation(line: 22, column: 3, scope: !30)
!42 = !DILocation(line: 23, column: 1, scope: !30)
!43 = distinct !DISubprogram(name: "ticket", scope: !1, file: !1, line: 32, type: !44, scopeLine: 32, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !52)
!44 = !DISubroutineType(types: !45)
!45 = !{null, !46}
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !47, size: 64)
!47 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Ticket", file: !1, line: 25, size: 96, flags: DIFlagTypePassByValue, elements: !48, identifier: "_ZTS6Ticket")
!48 = !{!49, !50, !51}
!49 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !47, file: !1, line: 26, baseType: !12, size: 32)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "serving", scope: !47, file: !1, line: 27, baseType: !12, size: 32, offset: 32)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !47, file: !1, line: 28, baseType: !12, size: 32, offset: 64)
!52 = !{!53, !54}
!53 = !DILocalVariable(name: "lock", arg: 1, scope: !43, file: !1, line: 32, type: !46)
!54 = !DILocalVariable(name: "mine", scope: !43, file: !1, line: 33, type: !12)
!55 = !DILocation(line: 0, scope: !43)
!56 = !DILocation(line: 33, column: 14, scope: !43)
!57 = !DILocation(line: 34, column: 3, scope: !43)
!58 = !DILocation(line: 34, column: 10, scope: !43)
!59 = !DILocation(line: 34, column: 60, scope: !43)
!60 = distinct !{!60, !57, !61, !22}
!61 = !DILocation(line: 35, column: 3, scope: !43)
!62 = !DILocation(line: 36, column: 9, scope: !43)
!63 = !DILocation(line: 36, column: 15, scope: !43)
!64 = !{!65, !25, i64 8}
!65 = !{!"_ZTS6Ticket", !25, i64 0, !25, i64 4, !25, i64 8}
!66 = !DILocation(line: 37, column: 41, scope: !43)
!67 = !DILocation(line: 37, column: 3, scope: !43)
!68 = !DILocation(line: 38, column: 1, scope: !43)
