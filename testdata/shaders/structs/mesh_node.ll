; A mesh node of the preview of shader model 6.9, which the released DXC does not make: assembled by its assembler. A group
; draws a cell of 4 x 4 by the numbers of its record: the first cell, a grid (SV_DispatchGrid), two words to show.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.NodeRecordHandle = type { i8* }
%dx.types.NodeRecordInfo = type { i32, i32 }
%struct.Rec.0 = type { i32, [3 x i32], [2 x i32] }

define void @draw() {
  %1 = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %2 = call i32 @dx.op.threadId.i32(i32 93, i32 2)
  %3 = call i32 @dx.op.groupId.i32(i32 94, i32 0)
  %4 = call i32 @dx.op.groupId.i32(i32 94, i32 1)
  %5 = call i32 @dx.op.groupId.i32(i32 94, i32 2)
  %6 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %r0 = call %dx.types.NodeRecordHandle @dx.op.createNodeInputRecordHandle(i32 250, i32 0)
  %r1 = call %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32 251, %dx.types.NodeRecordHandle %r0, %dx.types.NodeRecordInfo { i32 97, i32 24 })
  %7 = call %struct.Rec.0 addrspace(6)* @dx.op.getNodeRecordPtr.struct.Rec.0(i32 239, %dx.types.NodeRecordHandle %r1, i32 0)
  call void @dx.op.setMeshOutputCounts(i32 168, i32 4, i32 2)
  %8 = getelementptr %struct.Rec.0, %struct.Rec.0 addrspace(6)* %7, i32 0, i32 0
  %9 = load i32, i32 addrspace(6)* %8, align 4
  %10 = add i32 %9, %3
  %11 = getelementptr inbounds %struct.Rec.0, %struct.Rec.0 addrspace(6)* %7, i32 0, i32 1, i32 0
  %12 = load i32, i32 addrspace(6)* %11, align 4
  %13 = getelementptr inbounds %struct.Rec.0, %struct.Rec.0 addrspace(6)* %7, i32 0, i32 1, i32 1
  %14 = load i32, i32 addrspace(6)* %13, align 4
  %15 = mul i32 %14, %5
  %16 = add i32 %15, %4
  %17 = mul i32 %16, %12
  %18 = add i32 %10, %17
  %19 = icmp ult i32 %6, 4
  br i1 %19, label %20, label %49

; <label>:20
  %21 = lshr i32 %18, 2
  %22 = and i32 %18, 3
  %23 = and i32 %6, 1
  %24 = lshr i32 %6, 1
  %25 = add nuw nsw i32 %22, %23
  %26 = add nuw i32 %21, %24
  %27 = uitofp i32 %25 to float
  %28 = uitofp i32 %26 to float
  %29 = fmul fast float %27, 5.000000e-01
  %30 = fadd fast float %29, -1.000000e+00
  %31 = fmul fast float %28, 5.000000e-01
  %32 = fsub fast float 1.000000e+00, %31
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 0, float %30, i32 %6)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 1, float %32, i32 %6)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 2, float 0.000000e+00, i32 %6)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 3, float 1.000000e+00, i32 %6)
  %33 = and i32 %4, 1
  %34 = getelementptr %struct.Rec.0, %struct.Rec.0 addrspace(6)* %7, i32 0, i32 2, i32 %33
  %35 = load i32, i32 addrspace(6)* %34, align 4
  %36 = uitofp i32 %35 to float
  %37 = uitofp i32 %3 to float
  %38 = uitofp i32 %4 to float
  %39 = uitofp i32 %5 to float
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 0, float %36, i32 %6)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 1, float %37, i32 %6)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 2, float %38, i32 %6)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 3, float %39, i32 %6)
  %40 = icmp ult i32 %6, 2
  br i1 %40, label %41, label %49

; <label>:41
  %42 = icmp ne i32 %6, 0
  %43 = zext i1 %42 to i32
  %44 = select i1 %42, i32 3, i32 1
  call void @dx.op.emitIndices(i32 169, i32 %6, i32 %43, i32 %44, i32 2)
  %45 = mul i32 %1, 100
  %46 = mul i32 %2, 10
  %47 = add i32 %46, %45
  %48 = add i32 %47, %6
  call void @dx.op.storePrimitiveOutput.i32(i32 172, i32 0, i32 0, i8 0, i32 %48, i32 %6)
  call void @dx.op.storePrimitiveOutput.i32(i32 172, i32 1, i32 0, i8 0, i32 %18, i32 %6)
  br label %49

; <label>:49
  ret void
}

declare void @dx.op.emitIndices(i32, i32, i32, i32, i32) #0

declare %struct.Rec.0 addrspace(6)* @dx.op.getNodeRecordPtr.struct.Rec.0(i32, %dx.types.NodeRecordHandle, i32) #2

declare %dx.types.NodeRecordHandle @dx.op.createNodeInputRecordHandle(i32, i32) #2

declare %dx.types.NodeRecordHandle @dx.op.annotateNodeRecordHandle(i32, %dx.types.NodeRecordHandle, %dx.types.NodeRecordInfo) #2

declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32) #2

declare i32 @dx.op.groupId.i32(i32, i32) #2

declare i32 @dx.op.threadId.i32(i32, i32) #2

declare void @dx.op.storeVertexOutput.f32(i32, i32, i32, i8, float, i32) #0

declare void @dx.op.storePrimitiveOutput.i32(i32, i32, i32, i8, i32, i32) #0

declare void @dx.op.setMeshOutputCounts(i32, i32, i32) #0

attributes #0 = { nounwind }
attributes #2 = { nounwind readnone }

!llvm.ident = !{!0}
!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.entryPoints = !{!4, !5}

!0 = !{!"dxc(private) 1.9.0.5517 (9757d44fa)"}
!1 = !{i32 1, i32 9}
!2 = !{i32 1, i32 10}
!3 = !{!"lib", i32 6, i32 9}
!4 = !{null, !"", null, null, !19}
!5 = !{void ()* @draw, !"draw", !6, null, !16}
!6 = !{null, !7, !12}
!7 = !{!8, !11}
!8 = !{i32 0, !"SV_Position", i8 9, i8 3, !9, i8 4, i32 1, i8 4, i32 0, i8 0, !10}
!9 = !{i32 0}
!10 = !{i32 3, i32 15}
!11 = !{i32 1, !"SHOWN", i8 9, i8 0, !9, i8 2, i32 1, i8 4, i32 1, i8 0, !10}
!12 = !{!13, !15}
!13 = !{i32 0, !"EXTRA", i8 5, i8 0, !9, i8 1, i32 1, i8 1, i32 0, i8 0, !14}
!14 = !{i32 3, i32 1}
!15 = !{i32 1, !"SV_PrimitiveID", i8 5, i8 10, !9, i8 1, i32 1, i8 1, i32 0, i8 1, !14}
!16 = !{i32 8, i32 15, i32 13, i32 4, i32 14, i1 true, i32 15, !20, i32 16, i32 -1, i32 22, !21, i32 20, !22, i32 4, !18, i32 5, !9, i32 65536, i32 2, i32 65537, i32 4, i32 65538, i32 2}
!18 = !{i32 8, i32 1, i32 1}
!19 = !{i32 0, i64 8589934592}
!20 = !{!"draw", i32 0}
!21 = !{i32 8, i32 4, i32 4}
!22 = !{!23}
!23 = !{i32 1, i32 97, i32 2, !24}
!24 = !{i32 0, i32 24, i32 1, !25, i32 2, i32 4}
!25 = !{i32 4, i32 5, i32 3}
