; ModuleID = 'forms.cu'
source_filename = "forms.cu"
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7"
target triple = "amdgcn-amd-amdhsa"

%struct.Pair = type { i8, i64, [3 x i16] }

@table = protected addrspace(1) externally_initialized global [4 x i32] [i32 10, i32 20, i32 30, i32 40], align 16, !dbg !0
@__const.own.a = private unnamed_addr addrspace(4) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@llvm.compiler.used = appending addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @table to ptr)], section "llvm.metadata"

; Function Attrs: convergent mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none)
define protected amdgpu_kernel void @numbers(ptr addrspace(1) nocapture noundef %0, i32 noundef %1, ptr addrspace(1) nocapture noundef writeonly %2) local_unnamed_addr #0 !dbg !21 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !35, metadata !DIExpression()), !dbg !40
  call void @llvm.dbg.value(metadata i32 %1, metadata !36, metadata !DIExpression()), !dbg !40
  call void @llvm.dbg.value(metadata ptr poison, metadata !37, metadata !DIExpression()), !dbg !40
  %4 = sext i32 %1 to i64, !dbg !41
  %5 = getelementptr inbounds %struct.Pair, ptr addrspace(1) %0, i64 %4, !dbg !41
  call void @llvm.dbg.value(metadata !DIArgList(ptr poison, i64 poison), metadata !38, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 24, DW_OP_mul, DW_OP_plus, DW_OP_stack_value)), !dbg !40
  %6 = shl i64 %4, 40, !dbg !42
  %7 = getelementptr inbounds %struct.Pair, ptr addrspace(1) %0, i64 %4, i32 1, !dbg !43
  store i64 %6, ptr addrspace(1) %7, align 8, !dbg !44, !tbaa !45
  %8 = sub nsw i32 0, %1, !dbg !50
  %9 = trunc i32 %8 to i16, !dbg !51
  %10 = getelementptr inbounds %struct.Pair, ptr addrspace(1) %0, i64 %4, i32 2, i64 2, !dbg !52
  store i16 %9, ptr addrspace(1) %10, align 4, !dbg !53, !tbaa !54
  %11 = trunc i32 %1 to i8, !dbg !56
  %12 = add i8 %11, -56, !dbg !56
  store i8 %12, ptr addrspace(1) %5, align 8, !dbg !57, !tbaa !58
  %13 = shl i32 %8, 16, !dbg !59
  %14 = ashr exact i32 %13, 16, !dbg !59
  %15 = zext i8 %12 to i32, !dbg !60
  %16 = add nsw i32 %14, %15, !dbg !61
  %17 = ashr exact i64 %6, 40, !dbg !62
  %18 = trunc i64 %17 to i32, !dbg !63
  %19 = add nsw i32 %16, %18, !dbg !64
  call void @llvm.dbg.value(metadata i32 %19, metadata !39, metadata !DIExpression()), !dbg !40
  switch i32 %1, label %29 [
    i32 0, label %20
    i32 1, label %22
    i32 2, label %25
  ], !dbg !65

20:                                               ; preds = %3
  %21 = add nsw i32 %19, 1, !dbg !66
  call void @llvm.dbg.value(metadata i32 %21, metadata !39, metadata !DIExpression()), !dbg !40
  br label %29, !dbg !68

22:                                               ; preds = %3
  %23 = load i32, ptr addrspace(1) getelementptr inbounds ([4 x i32], ptr addrspace(1) @table, i64 0, i64 1), align 4, !dbg !69, !tbaa !70
  %24 = add nsw i32 %23, %19, !dbg !72
  call void @llvm.dbg.value(metadata i32 %24, metadata !39, metadata !DIExpression()), !dbg !40
  br label %29, !dbg !73

25:                                               ; preds = %3
  %26 = load i32, ptr addrspace(1) getelementptr inbounds ([4 x i32], ptr addrspace(1) @table, i64 0, i64 2), align 8, !dbg !74, !tbaa !70
  %27 = tail call fastcc noundef i32 @_ZL5twicei(i32 noundef %26) #10, !dbg !75
  %28 = add nsw i32 %27, %19, !dbg !76
  call void @llvm.dbg.value(metadata i32 %28, metadata !39, metadata !DIExpression()), !dbg !40
  br label %29, !dbg !77

29:                                               ; preds = %3, %25, %22, %20
  %30 = phi i32 [ %28, %25 ], [ %24, %22 ], [ %21, %20 ], [ -1, %3 ], !dbg !78
  call void @llvm.dbg.value(metadata ptr poison, metadata !37, metadata !DIExpression()), !dbg !40
  call void @llvm.dbg.value(metadata i32 %30, metadata !39, metadata !DIExpression()), !dbg !40
  store i32 %30, ptr addrspace(1) %2, align 4, !dbg !79, !tbaa !70
  %31 = icmp sgt i32 %1, 1, !dbg !80
  %32 = select i1 %31, i32 %1, i32 %8, !dbg !81
  %33 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 1, !dbg !82
  store i32 %32, ptr addrspace(1) %33, align 4, !dbg !83, !tbaa !70
  %34 = mul nsw i32 %1, 7, !dbg !84
  %35 = srem i32 %34, 5, !dbg !85
  %36 = sdiv i32 %1, 2, !dbg !86
  %37 = add nsw i32 %35, %36, !dbg !87
  %38 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 2, !dbg !88
  store i32 %37, ptr addrspace(1) %38, align 4, !dbg !89, !tbaa !70
  %39 = tail call i32 @llvm.ctpop.i32(i32 %1), !dbg !90, !range !91
  %40 = or i32 %1, 1, !dbg !92
  %41 = tail call i32 @llvm.ctlz.i32(i32 %40, i1 true), !dbg !93, !range !94
  %42 = add nuw nsw i32 %41, %39, !dbg !95
  %43 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 3, !dbg !96
  store i32 %42, ptr addrspace(1) %43, align 4, !dbg !97, !tbaa !70
  ret void, !dbg !98
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p5(i64 immarg, ptr addrspace(5) nocapture) #2

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none)
define internal fastcc noundef i32 @_ZL5twicei(i32 noundef %0) unnamed_addr #3 !dbg !99 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !103, metadata !DIExpression()), !dbg !104
  %2 = shl nsw i32 %0, 1, !dbg !105
  ret i32 %2, !dbg !106
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p5(i64 immarg, ptr addrspace(5) nocapture) #2

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define protected amdgpu_kernel void @updates(ptr addrspace(1) nocapture noundef %0, ptr addrspace(1) nocapture noundef %1, ptr addrspace(1) nocapture noundef writeonly %2) local_unnamed_addr #4 !dbg !107 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !113, metadata !DIExpression()), !dbg !116
  call void @llvm.dbg.value(metadata ptr poison, metadata !114, metadata !DIExpression()), !dbg !116
  call void @llvm.dbg.value(metadata ptr poison, metadata !115, metadata !DIExpression()), !dbg !116
  %4 = atomicrmw add ptr addrspace(1) %0, i32 5 monotonic, align 4, !dbg !117
  store i32 %4, ptr addrspace(1) %2, align 4, !dbg !118, !tbaa !70
  %5 = atomicrmw sub ptr addrspace(1) %0, i32 1 monotonic, align 4, !dbg !119
  %6 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 1, !dbg !120
  store i32 %5, ptr addrspace(1) %6, align 4, !dbg !121, !tbaa !70
  %7 = atomicrmw or ptr addrspace(1) %0, i32 8 acq_rel, align 4, !dbg !122
  %8 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 2, !dbg !123
  store i32 %7, ptr addrspace(1) %8, align 4, !dbg !124, !tbaa !70
  %9 = atomicrmw and ptr addrspace(1) %0, i32 12 monotonic, align 4, !dbg !125
  %10 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 3, !dbg !126
  store i32 %9, ptr addrspace(1) %10, align 4, !dbg !127, !tbaa !70
  %11 = atomicrmw xor ptr addrspace(1) %0, i32 3 seq_cst, align 4, !dbg !128
  %12 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 4, !dbg !129
  store i32 %11, ptr addrspace(1) %12, align 4, !dbg !130, !tbaa !70
  %13 = atomicrmw nand ptr addrspace(1) %0, i32 6 monotonic, align 4, !dbg !131
  %14 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 5, !dbg !132
  store i32 %13, ptr addrspace(1) %14, align 4, !dbg !133, !tbaa !70
  %15 = atomicrmw xchg ptr addrspace(1) %0, i32 100 monotonic, align 4, !dbg !134
  %16 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 6, !dbg !135
  store i32 %15, ptr addrspace(1) %16, align 4, !dbg !136, !tbaa !70
  %17 = atomicrmw max ptr addrspace(1) %0, i32 200 monotonic, align 4, !dbg !137
  %18 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 7, !dbg !138
  store i32 %17, ptr addrspace(1) %18, align 4, !dbg !139, !tbaa !70
  %19 = atomicrmw umin ptr addrspace(1) %1, i32 7 monotonic, align 4, !dbg !140
  %20 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 8, !dbg !141
  store i32 %19, ptr addrspace(1) %20, align 4, !dbg !142, !tbaa !70
  ret void, !dbg !143
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write)
define protected amdgpu_kernel void @own(i32 noundef %0, ptr addrspace(1) nocapture noundef writeonly %1) local_unnamed_addr #5 !dbg !144 {
  %3 = alloca [4 x i32], align 16, addrspace(5)
  %4 = alloca [4 x i32], align 16, addrspace(5)
  call void @llvm.dbg.value(metadata i32 %0, metadata !148, metadata !DIExpression()), !dbg !152
  call void @llvm.dbg.value(metadata ptr poison, metadata !149, metadata !DIExpression()), !dbg !152
  call void @llvm.lifetime.start.p5(i64 16, ptr addrspace(5) %3) #10, !dbg !153
  call void @llvm.dbg.declare(metadata ptr addrspace(5) %3, metadata !150, metadata !DIExpression()), !dbg !154
  call void @llvm.lifetime.start.p5(i64 16, ptr addrspace(5) %4) #10, !dbg !155
  call void @llvm.dbg.declare(metadata ptr addrspace(5) %4, metadata !151, metadata !DIExpression()), !dbg !156
  call void @llvm.memcpy.p5.p4.i64(ptr addrspace(5) noundef align 16 dereferenceable(16) %4, ptr addrspace(4) noundef align 16 dereferenceable(16) @__const.own.a, i64 16, i1 false), !dbg !157
  call void @llvm.memset.p5.i64(ptr addrspace(5) noundef align 16 dereferenceable(16) %3, i8 0, i64 16, i1 false), !dbg !158
  %5 = and i32 %0, 3, !dbg !159
  %6 = getelementptr inbounds [4 x i32], ptr addrspace(5) %4, i32 0, i32 %5, !dbg !160
  store i32 9, ptr addrspace(5) %6, align 4, !dbg !161, !tbaa !70
  %7 = load i32, ptr addrspace(5) %4, align 16, !dbg !162, !tbaa !70
  %8 = getelementptr inbounds [4 x i32], ptr addrspace(5) %4, i32 0, i32 1, !dbg !163
  %9 = load i32, ptr addrspace(5) %8, align 4, !dbg !163, !tbaa !70
  %10 = mul nsw i32 %9, 10, !dbg !164
  %11 = add nsw i32 %10, %7, !dbg !165
  %12 = getelementptr inbounds [4 x i32], ptr addrspace(5) %4, i32 0, i32 2, !dbg !166
  %13 = load i32, ptr addrspace(5) %12, align 8, !dbg !166, !tbaa !70
  %14 = mul nsw i32 %13, 100, !dbg !167
  %15 = add nsw i32 %11, %14, !dbg !168
  %16 = getelementptr inbounds [4 x i32], ptr addrspace(5) %4, i32 0, i32 3, !dbg !169
  %17 = load i32, ptr addrspace(5) %16, align 4, !dbg !169, !tbaa !70
  %18 = mul nsw i32 %17, 1000, !dbg !170
  %19 = add nsw i32 %15, %18, !dbg !171
  %20 = getelementptr inbounds [4 x i32], ptr addrspace(5) %3, i32 0, i32 %5, !dbg !172
  %21 = load i32, ptr addrspace(5) %20, align 4, !dbg !172, !tbaa !70
  %22 = add nsw i32 %19, %21, !dbg !173
  store i32 %22, ptr addrspace(1) %1, align 4, !dbg !174, !tbaa !70
  call void @llvm.lifetime.end.p5(i64 16, ptr addrspace(5) %4) #10, !dbg !175
  call void @llvm.lifetime.end.p5(i64 16, ptr addrspace(5) %3) #10, !dbg !175
  ret void, !dbg !175
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define protected amdgpu_kernel void @floats(ptr addrspace(1) nocapture noundef readonly %0, ptr addrspace(1) nocapture noundef writeonly %1, ptr addrspace(1) nocapture noundef writeonly %2) local_unnamed_addr #6 !dbg !176 {
  call void @llvm.dbg.value(metadata ptr poison, metadata !184, metadata !DIExpression()), !dbg !188
  call void @llvm.dbg.value(metadata ptr poison, metadata !185, metadata !DIExpression()), !dbg !188
  call void @llvm.dbg.value(metadata ptr poison, metadata !186, metadata !DIExpression()), !dbg !188
  %4 = load float, ptr addrspace(1) %0, align 4, !dbg !189, !tbaa !190, !amdgpu.noclobber !192
  %5 = fmul contract float %4, 5.000000e-01, !dbg !193
  %6 = fadd contract float %5, 1.000000e+00, !dbg !194
  call void @llvm.dbg.value(metadata float %6, metadata !187, metadata !DIExpression()), !dbg !188
  %7 = fpext float %6 to double, !dbg !195
  store double %7, ptr addrspace(1) %1, align 8, !dbg !196, !tbaa !197
  %8 = fcmp contract olt float %6, 3.000000e+00, !dbg !199
  %9 = zext i1 %8 to i32, !dbg !200
  store i32 %9, ptr addrspace(1) %2, align 4, !dbg !201, !tbaa !70
  %10 = fptosi float %6 to i32, !dbg !202
  %11 = getelementptr inbounds i32, ptr addrspace(1) %2, i64 1, !dbg !203
  store i32 %10, ptr addrspace(1) %11, align 4, !dbg !204, !tbaa !70
  ret void, !dbg !205
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.value(metadata, metadata, metadata) #7

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p5.i64(ptr addrspace(5) nocapture writeonly, i8, i64, i1 immarg) #8

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p5.p4.i64(ptr addrspace(5) noalias nocapture writeonly, ptr addrspace(4) noalias nocapture readonly, i64, i1 immarg) #9

attributes #0 = { convergent mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none) "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" }
attributes #4 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "amdgpu-flat-work-group-size"="1,1024" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="gfx900" "target-features"="+16-bit-insts,+ci-insts,+dpp,+gfx8-insts,+gfx9-insts,+s-memrealtime,+s-memtime-inst,+wavefrontsize64" "uniform-work-group-size"="true" }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #9 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #10 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 11, type: !12, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !11, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "forms.cu", directory: ".", checksumkind: CSK_MD5, checksum: "76616993ea8f58bd7a556b53cc2c2bf1")
!4 = !{!5, !6, !7, !8, !9, !10}
!5 = !DIBasicType(name: "long long", size: 64, encoding: DW_ATE_signed)
!6 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!7 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!8 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!11 = !{!0}
!12 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 128, elements: !13)
!13 = !{!14}
!14 = !DISubrange(count: 4)
!15 = !{i32 1, !"amdgpu_code_object_version", i32 400}
!16 = !{i32 7, !"Dwarf Version", i32 5}
!17 = !{i32 2, !"Debug Info Version", i32 3}
!18 = !{i32 1, !"wchar_size", i32 4}
!19 = !{i32 8, !"PIC Level", i32 1}
!20 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!21 = distinct !DISubprogram(name: "numbers", scope: !3, file: !3, line: 14, type: !22, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !34)
!22 = !DISubroutineType(types: !23)
!23 = !{null, !24, !9, !33}
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64)
!25 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !3, line: 3, size: 192, flags: DIFlagTypePassByValue, elements: !26, identifier: "_ZTS4Pair")
!26 = !{!27, !28, !29}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "tag", scope: !25, file: !3, line: 4, baseType: !7, size: 8)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "wide", scope: !25, file: !3, line: 5, baseType: !5, size: 64, offset: 64)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "narrow", scope: !25, file: !3, line: 6, baseType: !30, size: 48, offset: 128)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 48, elements: !31)
!31 = !{!32}
!32 = !DISubrange(count: 3)
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!34 = !{!35, !36, !37, !38, !39}
!35 = !DILocalVariable(name: "pairs", arg: 1, scope: !21, file: !3, line: 14, type: !24)
!36 = !DILocalVariable(name: "n", arg: 2, scope: !21, file: !3, line: 14, type: !9)
!37 = !DILocalVariable(name: "out", arg: 3, scope: !21, file: !3, line: 14, type: !33)
!38 = !DILocalVariable(name: "p", scope: !21, file: !3, line: 15, type: !24)
!39 = !DILocalVariable(name: "sum", scope: !21, file: !3, line: 19, type: !9)
!40 = !DILocation(line: 0, scope: !21)
!41 = !DILocation(line: 15, column: 14, scope: !21)
!42 = !DILocation(line: 16, column: 26, scope: !21)
!43 = !DILocation(line: 16, column: 6, scope: !21)
!44 = !DILocation(line: 16, column: 11, scope: !21)
!45 = !{!46, !49, i64 8}
!46 = !{!"_ZTS4Pair", !47, i64 0, !49, i64 8, !47, i64 16}
!47 = !{!"omnipotent char", !48, i64 0}
!48 = !{!"Simple C++ TBAA"}
!49 = !{!"long long", !47, i64 0}
!50 = !DILocation(line: 17, column: 26, scope: !21)
!51 = !DILocation(line: 17, column: 25, scope: !21)
!52 = !DILocation(line: 17, column: 3, scope: !21)
!53 = !DILocation(line: 17, column: 16, scope: !21)
!54 = !{!55, !55, i64 0}
!55 = !{!"short", !47, i64 0}
!56 = !DILocation(line: 18, column: 18, scope: !21)
!57 = !DILocation(line: 18, column: 10, scope: !21)
!58 = !{!46, !47, i64 0}
!59 = !DILocation(line: 19, column: 13, scope: !21)
!60 = !DILocation(line: 19, column: 28, scope: !21)
!61 = !DILocation(line: 19, column: 26, scope: !21)
!62 = !DILocation(line: 19, column: 66, scope: !21)
!63 = !DILocation(line: 19, column: 57, scope: !21)
!64 = !DILocation(line: 19, column: 50, scope: !21)
!65 = !DILocation(line: 20, column: 3, scope: !21)
!66 = !DILocation(line: 22, column: 11, scope: !67)
!67 = distinct !DILexicalBlock(scope: !21, file: !3, line: 20, column: 14)
!68 = !DILocation(line: 23, column: 7, scope: !67)
!69 = !DILocation(line: 25, column: 14, scope: !67)
!70 = !{!71, !71, i64 0}
!71 = !{!"int", !47, i64 0}
!72 = !DILocation(line: 25, column: 11, scope: !67)
!73 = !DILocation(line: 26, column: 7, scope: !67)
!74 = !DILocation(line: 28, column: 20, scope: !67)
!75 = !DILocation(line: 28, column: 14, scope: !67)
!76 = !DILocation(line: 28, column: 11, scope: !67)
!77 = !DILocation(line: 29, column: 7, scope: !67)
!78 = !DILocation(line: 0, scope: !67)
!79 = !DILocation(line: 33, column: 10, scope: !21)
!80 = !DILocation(line: 34, column: 14, scope: !21)
!81 = !DILocation(line: 34, column: 12, scope: !21)
!82 = !DILocation(line: 34, column: 3, scope: !21)
!83 = !DILocation(line: 34, column: 10, scope: !21)
!84 = !DILocation(line: 35, column: 15, scope: !21)
!85 = !DILocation(line: 35, column: 20, scope: !21)
!86 = !DILocation(line: 35, column: 29, scope: !21)
!87 = !DILocation(line: 35, column: 24, scope: !21)
!88 = !DILocation(line: 35, column: 3, scope: !21)
!89 = !DILocation(line: 35, column: 10, scope: !21)
!90 = !DILocation(line: 36, column: 12, scope: !21)
!91 = !{i32 0, i32 33}
!92 = !DILocation(line: 36, column: 30, scope: !21)
!93 = !DILocation(line: 36, column: 22, scope: !21)
!94 = !{i32 0, i32 32}
!95 = !DILocation(line: 36, column: 20, scope: !21)
!96 = !DILocation(line: 36, column: 3, scope: !21)
!97 = !DILocation(line: 36, column: 10, scope: !21)
!98 = !DILocation(line: 37, column: 1, scope: !21)
!99 = distinct !DISubprogram(name: "twice", linkageName: "_ZL5twicei", scope: !3, file: !3, line: 9, type: !100, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !102)
!100 = !DISubroutineType(types: !101)
!101 = !{!9, !9}
!102 = !{!103}
!103 = !DILocalVariable(name: "n", arg: 1, scope: !99, file: !3, line: 9, type: !9)
!104 = !DILocation(line: 0, scope: !99)
!105 = !DILocation(line: 9, column: 73, scope: !99)
!106 = !DILocation(line: 9, column: 64, scope: !99)
!107 = distinct !DISubprogram(name: "updates", scope: !3, file: !3, line: 40, type: !108, scopeLine: 40, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !112)
!108 = !DISubroutineType(types: !109)
!109 = !{null, !33, !110, !33}
!110 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !111, size: 64)
!111 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!112 = !{!113, !114, !115}
!113 = !DILocalVariable(name: "x", arg: 1, scope: !107, file: !3, line: 40, type: !33)
!114 = !DILocalVariable(name: "u", arg: 2, scope: !107, file: !3, line: 40, type: !110)
!115 = !DILocalVariable(name: "out", arg: 3, scope: !107, file: !3, line: 40, type: !33)
!116 = !DILocation(line: 0, scope: !107)
!117 = !DILocation(line: 41, column: 12, scope: !107)
!118 = !DILocation(line: 41, column: 10, scope: !107)
!119 = !DILocation(line: 42, column: 12, scope: !107)
!120 = !DILocation(line: 42, column: 3, scope: !107)
!121 = !DILocation(line: 42, column: 10, scope: !107)
!122 = !DILocation(line: 43, column: 12, scope: !107)
!123 = !DILocation(line: 43, column: 3, scope: !107)
!124 = !DILocation(line: 43, column: 10, scope: !107)
!125 = !DILocation(line: 44, column: 12, scope: !107)
!126 = !DILocation(line: 44, column: 3, scope: !107)
!127 = !DILocation(line: 44, column: 10, scope: !107)
!128 = !DILocation(line: 45, column: 12, scope: !107)
!129 = !DILocation(line: 45, column: 3, scope: !107)
!130 = !DILocation(line: 45, column: 10, scope: !107)
!131 = !DILocation(line: 46, column: 12, scope: !107)
!132 = !DILocation(line: 46, column: 3, scope: !107)
!133 = !DILocation(line: 46, column: 10, scope: !107)
!134 = !DILocation(line: 47, column: 12, scope: !107)
!135 = !DILocation(line: 47, column: 3, scope: !107)
!136 = !DILocation(line: 47, column: 10, scope: !107)
!137 = !DILocation(line: 48, column: 12, scope: !107)
!138 = !DILocation(line: 48, column: 3, scope: !107)
!139 = !DILocation(line: 48, column: 10, scope: !107)
!140 = !DILocation(line: 49, column: 12, scope: !107)
!141 = !DILocation(line: 49, column: 3, scope: !107)
!142 = !DILocation(line: 49, column: 10, scope: !107)
!143 = !DILocation(line: 50, column: 1, scope: !107)
!144 = distinct !DISubprogram(name: "own", scope: !3, file: !3, line: 53, type: !145, scopeLine: 53, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !147)
!145 = !DISubroutineType(types: !146)
!146 = !{null, !9, !33}
!147 = !{!148, !149, !150, !151}
!148 = !DILocalVariable(name: "n", arg: 1, scope: !144, file: !3, line: 53, type: !9)
!149 = !DILocalVariable(name: "out", arg: 2, scope: !144, file: !3, line: 53, type: !33)
!150 = !DILocalVariable(name: "a", scope: !144, file: !3, line: 54, type: !12)
!151 = !DILocalVariable(name: "b", scope: !144, file: !3, line: 55, type: !12)
!152 = !DILocation(line: 0, scope: !144)
!153 = !DILocation(line: 54, column: 3, scope: !144)
!154 = !DILocation(line: 54, column: 7, scope: !144)
!155 = !DILocation(line: 55, column: 3, scope: !144)
!156 = !DILocation(line: 55, column: 7, scope: !144)
!157 = !DILocation(line: 56, column: 3, scope: !144)
!158 = !DILocation(line: 57, column: 3, scope: !144)
!159 = !DILocation(line: 58, column: 7, scope: !144)
!160 = !DILocation(line: 58, column: 3, scope: !144)
!161 = !DILocation(line: 58, column: 12, scope: !144)
!162 = !DILocation(line: 59, column: 12, scope: !144)
!163 = !DILocation(line: 59, column: 19, scope: !144)
!164 = !DILocation(line: 59, column: 24, scope: !144)
!165 = !DILocation(line: 59, column: 17, scope: !144)
!166 = !DILocation(line: 59, column: 31, scope: !144)
!167 = !DILocation(line: 59, column: 36, scope: !144)
!168 = !DILocation(line: 59, column: 29, scope: !144)
!169 = !DILocation(line: 59, column: 44, scope: !144)
!170 = !DILocation(line: 59, column: 49, scope: !144)
!171 = !DILocation(line: 59, column: 42, scope: !144)
!172 = !DILocation(line: 59, column: 58, scope: !144)
!173 = !DILocation(line: 59, column: 56, scope: !144)
!174 = !DILocation(line: 59, column: 10, scope: !144)
!175 = !DILocation(line: 60, column: 1, scope: !144)
!176 = distinct !DISubprogram(name: "floats", scope: !3, file: !3, line: 63, type: !177, scopeLine: 63, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !183)
!177 = !DISubroutineType(types: !178)
!178 = !{null, !179, !182, !33}
!179 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !180, size: 64)
!180 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !181)
!181 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!182 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!183 = !{!184, !185, !186, !187}
!184 = !DILocalVariable(name: "x", arg: 1, scope: !176, file: !3, line: 63, type: !179)
!185 = !DILocalVariable(name: "y", arg: 2, scope: !176, file: !3, line: 63, type: !182)
!186 = !DILocalVariable(name: "out", arg: 3, scope: !176, file: !3, line: 63, type: !33)
!187 = !DILocalVariable(name: "half", scope: !176, file: !3, line: 64, type: !181)
!188 = !DILocation(line: 0, scope: !176)
!189 = !DILocation(line: 64, column: 16, scope: !176)
!190 = !{!191, !191, i64 0}
!191 = !{!"float", !47, i64 0}
!192 = !{}
!193 = !DILocation(line: 64, column: 21, scope: !176)
!194 = !DILocation(line: 64, column: 28, scope: !176)
!195 = !DILocation(line: 65, column: 18, scope: !176)
!196 = !DILocation(line: 65, column: 8, scope: !176)
!197 = !{!198, !198, i64 0}
!198 = !{!"double", !47, i64 0}
!199 = !DILocation(line: 66, column: 17, scope: !176)
!200 = !DILocation(line: 66, column: 12, scope: !176)
!201 = !DILocation(line: 66, column: 10, scope: !176)
!202 = !DILocation(line: 67, column: 17, scope: !176)
!203 = !DILocation(line: 67, column: 3, scope: !176)
!204 = !DILocation(line: 67, column: 10, scope: !176)
!205 = !DILocation(line: 68, column: 1, scope: !176)
