; ModuleID = 'locks.cu'
source_filename = "locks.cu"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

%struct.Ticket = type { i32, i32, i32 }

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @spin(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1) local_unnamed_addr #0 !dbg !7 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !13, metadata !DIExpression()), !dbg !16
  call void @llvm.dbg.value(metadata i32* undef, metadata !14, metadata !DIExpression()), !dbg !16
  call void @llvm.dbg.value(metadata i32 0, metadata !15, metadata !DIExpression()), !dbg !16
  br label %3, !dbg !17

3:                                                ; preds = %3, %2
  call void @llvm.dbg.value(metadata i32 0, metadata !15, metadata !DIExpression()), !dbg !16
  %4 = cmpxchg i32 addrspace(1)* %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !18
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !18
  br i1 %5, label %6, label %3, !dbg !17, !llvm.loop !19

6:                                                ; preds = %3
  %7 = load i32, i32 addrspace(1)* %1, align 4, !dbg !22, !tbaa !23
  %8 = add nsw i32 %7, 1, !dbg !22
  store i32 %8, i32 addrspace(1)* %1, align 4, !dbg !22, !tbaa !23
  store atomic i32 0, i32 addrspace(1)* %0 release, align 4, !dbg !27
  ret void, !dbg !28
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @spin_relaxed(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1) local_unnamed_addr #0 !dbg !29 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !31, metadata !DIExpression()), !dbg !34
  call void @llvm.dbg.value(metadata i32* undef, metadata !32, metadata !DIExpression()), !dbg !34
  call void @llvm.dbg.value(metadata i32 0, metadata !33, metadata !DIExpression()), !dbg !34
  br label %3, !dbg !35

3:                                                ; preds = %3, %2
  call void @llvm.dbg.value(metadata i32 0, metadata !33, metadata !DIExpression()), !dbg !34
  %4 = cmpxchg weak i32 addrspace(1)* %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !36
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !36
  br i1 %5, label %6, label %3, !dbg !35, !llvm.loop !37

6:                                                ; preds = %3
  %7 = load i32, i32 addrspace(1)* %1, align 4, !dbg !39, !tbaa !23
  %8 = add nsw i32 %7, 1, !dbg !39
  store i32 %8, i32 addrspace(1)* %1, align 4, !dbg !39, !tbaa !23
  store atomic i32 0, i32 addrspace(1)* %0 monotonic, align 4, !dbg !40
  ret void, !dbg !41
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @ticket(%struct.Ticket addrspace(1)* nocapture noundef %0) local_unnamed_addr #0 !dbg !42 {
  call void @llvm.dbg.value(metadata %struct.Ticket* undef, metadata !52, metadata !DIExpression()), !dbg !54
  %2 = getelementptr inbounds %struct.Ticket, %struct.Ticket addrspace(1)* %0, i64 0, i32 0
  %3 = atomicrmw add i32 addrspace(1)* %2, i32 1 monotonic, align 4, !dbg !55
  call void @llvm.dbg.value(metadata i32 %3, metadata !53, metadata !DIExpression()), !dbg !54
  %4 = getelementptr inbounds %struct.Ticket, %struct.Ticket addrspace(1)* %0, i64 0, i32 1
  br label %5, !dbg !56

5:                                                ; preds = %5, %1
  %6 = load atomic i32, i32 addrspace(1)* %4 acquire, align 4, !dbg !57
  %7 = icmp eq i32 %6, %3, !dbg !58
  br i1 %7, label %8, label %5, !dbg !56, !llvm.loop !59

8:                                                ; preds = %5
  %9 = getelementptr inbounds %struct.Ticket, %struct.Ticket addrspace(1)* %0, i64 0, i32 2
  %10 = load i32, i32 addrspace(1)* %9, align 4, !dbg !61, !tbaa !62
  %11 = add nsw i32 %10, 1, !dbg !61
  store i32 %11, i32 addrspace(1)* %9, align 4, !dbg !61, !tbaa !62
  %12 = add nsw i32 %3, 1, !dbg !64
  store atomic i32 %12, i32 addrspace(1)* %4 release, align 4, !dbg !65
  ret void, !dbg !66
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #1

attributes #0 = { mustprogress nofree norecurse nounwind "amdgpu-flat-work-group-size"="1,1024" "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+flat-address-space,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst" "uniform-work-group-size"="true" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5}
!llvm.ident = !{!6}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !1, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "locks.cu", directory: ".", checksumkind: CSK_MD5, checksum: "123f3776bab92e58eb6cf501c0eb9631")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 1}
!6 = !{!"Debian clang version 14.0.6"}
!7 = distinct !DISubprogram(name: "spin", scope: !1, file: !1, line: 4, type: !8, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !12)
!8 = !DISubroutineType(types: !9)
!9 = !{null, !10, !10}
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !11, size: 64)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = !{!13, !14, !15}
!13 = !DILocalVariable(name: "lock", arg: 1, scope: !7, file: !1, line: 4, type: !10)
!14 = !DILocalVariable(name: "count", arg: 2, scope: !7, file: !1, line: 4, type: !10)
!15 = !DILocalVariable(name: "expected", scope: !7, file: !1, line: 5, type: !11)
!16 = !DILocation(line: 0, scope: !7)
!17 = !DILocation(line: 6, column: 3, scope: !7)
!18 = !DILocation(line: 6, column: 11, scope: !7)
!19 = distinct !{!19, !17, !20, !21}
!20 = !DILocation(line: 9, column: 3, scope: !7)
!21 = !{!"llvm.loop.mustprogress"}
!22 = !DILocation(line: 10, column: 10, scope: !7)
!23 = !{!24, !24, i64 0}
!24 = !{!"int", !25, i64 0}
!25 = !{!"omnipotent char", !26, i64 0}
!26 = !{!"Simple C++ TBAA"}
!27 = !DILocation(line: 11, column: 3, scope: !7)
!28 = !DILocation(line: 12, column: 1, scope: !7)
!29 = distinct !DISubprogram(name: "spin_relaxed", scope: !1, file: !1, line: 15, type: !8, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !30)
!30 = !{!31, !32, !33}
!31 = !DILocalVariable(name: "lock", arg: 1, scope: !29, file: !1, line: 15, type: !10)
!32 = !DILocalVariable(name: "count", arg: 2, scope: !29, file: !1, line: 15, type: !10)
!33 = !DILocalVariable(name: "expected", scope: !29, file: !1, line: 16, type: !11)
!34 = !DILocation(line: 0, scope: !29)
!35 = !DILocation(line: 17, column: 3, scope: !29)
!36 = !DILocation(line: 17, column: 11, scope: !29)
!37 = distinct !{!37, !35, !38, !21}
!38 = !DILocation(line: 20, column: 3, scope: !29)
!39 = !DILocation(line: 21, column: 10, scope: !29)
!40 = !DILocation(line: 22, column: 3, scope: !29)
!41 = !DILocation(line: 23, column: 1, scope: !29)
!42 = distinct !DISubprogram(name: "ticket", scope: !1, file: !1, line: 32, type: !43, scopeLine: 32, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !51)
!43 = !DISubroutineType(types: !44)
!44 = !{null, !45}
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !46, size: 64)
!46 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Ticket", file: !1, line: 25, size: 96, flags: DIFlagTypePassByValue, elements: !47, identifier: "_ZTS6Ticket")
!47 = !{!48, !49, !50}
!48 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !46, file: !1, line: 26, baseType: !11, size: 32)
!49 = !DIDerivedType(tag: DW_TAG_member, name: "serving", scope: !46, file: !1, line: 27, baseType: !11, size: 32, offset: 32)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !46, file: !1, line: 28, baseType: !11, size: 32, offset: 64)
!51 = !{!52, !53}
!52 = !DILocalVariable(name: "lock", arg: 1, scope: !42, file: !1, line: 32, type: !45)
!53 = !DILocalVariable(name: "mine", scope: !42, file: !1, line: 33, type: !11)
!54 = !DILocation(line: 0, scope: !42)
!55 = !DILocation(line: 33, column: 14, scope: !42)
!56 = !DILocation(line: 34, column: 3, scope: !42)
!57 = !DILocation(line: 34, column: 10, scope: !42)
!58 = !DILocation(line: 34, column: 60, scope: !42)
!59 = distinct !{!59, !56, !60, !21}
!60 = !DILocation(line: 35, column: 3, scope: !42)
!61 = !DILocation(line: 36, column: 15, scope: !42)
!62 = !{!63, !24, i64 8}
!63 = !{!"_ZTS6Ticket", !24, i64 0, !24, i64 4, !24, i64 8}
!64 = !DILocation(line: 37, column: 41, scope: !42)
!65 = !DILocation(line: 37, column: 3, scope: !42)
!66 = !DILocation(line: 38, column: 1, scope: !42)
