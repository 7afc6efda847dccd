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
  %7 = load i32, i32 addrspace(1)* %1, align 4, !dbg !23, !tbaa !24
  %8 = add nsw i32 %7, 1, !dbg !23
  store i32 %8, i32 addrspace(1)* %1, align 4, !dbg !23, !tbaa !24
  store atomic i32 0, i32 addrspace(1)* %0 release, align 4, !dbg !28
  ret void, !dbg !29
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @spin_relaxed(i32 addrspace(1)* nocapture noundef %0, i32 addrspace(1)* nocapture noundef %1) local_unnamed_addr #0 !dbg !30 {
  call void @llvm.dbg.value(metadata i32* undef, metadata !32, metadata !DIExpression()), !dbg !35
  call void @llvm.dbg.value(metadata i32* undef, metadata !33, metadata !DIExpression()), !dbg !35
  call void @llvm.dbg.value(metadata i32 0, metadata !34, metadata !DIExpression()), !dbg !35
  br label %3, !dbg !36

3:                                                ; preds = %3, %2
  call void @llvm.dbg.value(metadata i32 0, metadata !34, metadata !DIExpression()), !dbg !35
  %4 = cmpxchg weak i32 addrspace(1)* %0, i32 0, i32 1 acquire monotonic, align 4, !dbg !37
  %5 = extractvalue { i32, i1 } %4, 1, !dbg !37
  br i1 %5, label %6, label %3, !dbg !36, !llvm.loop !38

6:                                                ; preds = %3
  %7 = load i32, i32 addrspace(1)* %1, align 4, !dbg !40, !tbaa !24
  %8 = add nsw i32 %7, 1, !dbg !40
  store i32 %8, i32 addrspace(1)* %1, align 4, !dbg !40, !tbaa !24
  store atomic i32 0, i32 addrspace(1)* %0 monotonic, align 4, !dbg !41
  ret void, !dbg !42
}

; Function Attrs: mustprogress nofree norecurse nounwind
define protected amdgpu_kernel void @ticket(%struct.Ticket addrspace(1)* nocapture noundef %0) local_unnamed_addr #0 !dbg !43 {
  call void @llvm.dbg.value(metadata %struct.Ticket* undef, metadata !53, metadata !DIExpression()), !dbg !55
  %2 = getelementptr inbounds %struct.Ticket, %struct.Ticket addrspace(1)* %0, i64 0, i32 0
  %3 = atomicrmw add i32 addrspace(1)* %2, i32 1 monotonic, align 4, !dbg !56
  call void @llvm.dbg.value(metadata i32 %3, metadata !54, metadata !DIExpression()), !dbg !55
  %4 = getelementptr inbounds %struct.Ticket, %struct.Ticket addrspace(1)* %0, i64 0, i32 1
  br label %5, !dbg !57

5:                                                ; preds = %5, %1
  %6 = load atomic i32, i32 addrspace(1)* %4 acquire, align 4, !dbg !58
  %7 = icmp eq i32 %6, %3, !dbg !59
  br i1 %7, label %8, label %5, !dbg !57, !llvm.loop !60

8:                                                ; preds = %5
  %9 = getelementptr inbounds %struct.Ticket, %struct.Ticket addrspace(1)* %0, i64 0, i32 1
  %10 = getelementptr inbounds %struct.Ticket, %struct.Ticket addrspace(1)* %0, i64 0, i32 2
  %11 = load i32, i32 addrspace(1)* %10, align 4, !dbg !62, !tbaa !63
  %12 = add nsw i32 %11, 1, !dbg !62
  store i32 %12, i32 addrspace(1)* %10, align 4, !dbg !62, !tbaa !63
  %13 = add nsw i32 %3, 1, !dbg !65
  store atomic i32 %13, i32 addrspace(1)* %9 release, align 4, !dbg !66
  ret void, !dbg !67
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
!19 = distinct !{!19, !17, !20, !21, !22}
!20 = !DILocation(line: 9, column: 3, scope: !7)
!21 = !{!"llvm.loop.mustprogress"}
!22 = !{!"llvm.loop.unroll.disable"}
!23 = !DILocation(line: 10, column: 10, scope: !7)
!24 = !{!25, !25, i64 0}
!25 = !{!"int", !26, i64 0}
!26 = !{!"omnipotent char", !27, i64 0}
!27 = !{!"Simple C++ TBAA"}
!28 = !DILocation(line: 11, column: 3, scope: !7)
!29 = !DILocation(line: 12, column: 1, scope: !7)
!30 = distinct !DISubprogram(name: "spin_relaxed", scope: !1, file: !1, line: 15, type: !8, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !31)
!31 = !{!32, !33, !34}
!32 = !DILocalVariable(name: "lock", arg: 1, scope: !30, file: !1, line: 15, type: !10)
!33 = !DILocalVariable(name: "count", arg: 2, scope: !30, file: !1, line: 15, type: !10)
!34 = !DILocalVariable(name: "expected", scope: !30, file: !1, line: 16, type: !11)
!35 = !DILocation(line: 0, scope: !30)
!36 = !DILocation(line: 17, column: 3, scope: !30)
!37 = !DILocation(line: 17, column: 11, scope: !30)
!38 = distinct !{!38, !36, !39, !21, !22}
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
!49 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !47, file: !1, line: 26, baseType: !11, size: 32)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "serving", scope: !47, file: !1, line: 27, baseType: !11, size: 32, offset: 32)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !47, file: !1, line: 28, baseType: !11, size: 32, offset: 64)
!52 = !{!53, !54}
!53 = !DILocalVariable(name: "lock", arg: 1, scope: !43, file: !1, line: 32, type: !46)
!54 = !DILocalVariable(name: "mine", scope: !43, file: !1, line: 33, type: !11)
!55 = !DILocation(line: 0, scope: !43)
!56 = !DILocation(line: 33, column: 14, scope: !43)
!57 = !DILocation(line: 34, column: 3, scope: !43)
!58 = !DILocation(line: 34, column: 10, scope: !43)
!59 = !DILocation(line: 34, column: 60, scope: !43)
!60 = distinct !{!60, !57, !61, !21, !22}
!61 = !DILocation(line: 35, column: 3, scope: !43)
!62 = !DILocation(line: 36, column: 15, scope: !43)
!63 = !{!64, !25, i64 8}
!64 = !{!"_ZTS6Ticket", !25, i64 0, !25, i64 4, !25, i64 8}
!65 = !DILocation(line: 37, column: 41, scope: !43)
!66 = !DILocation(line: 37, column: 3, scope: !43)
!67 = !DILocation(line: 38, column: 1, scope: !43)
