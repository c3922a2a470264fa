#include "textflag.h"

// func dotsAVX2(x *float32, xStep int, w *float32, wStep int, n int, sums *[12]float32)
//
// Four rows from x and three from w, twelve sums: each number that is loaded
// takes part in three or four products, so that the loads keep up with the
// multiplications. Y0-Y3 are the sums of the first row of w with the rows of x,
// Y4-Y7 those of the second, Y8-Y11 those of the third.
TEXT ·dotsAVX2(SB), NOSPLIT, $0-48
	MOVQ x+0(FP), SI
	MOVQ xStep+8(FP), AX
	MOVQ w+16(FP), DI
	MOVQ wStep+24(FP), BX
	MOVQ n+32(FP), CX
	MOVQ sums+40(FP), DX
	SHLQ $2, AX
	SHLQ $2, BX
	SHLQ $2, CX
	LEAQ (SI)(AX*1), R8
	LEAQ (SI)(AX*2), R9
	LEAQ (R8)(AX*2), R10
	LEAQ (DI)(BX*1), R11
	LEAQ (DI)(BX*2), R12
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	VXORPS Y8, Y8, Y8
	VXORPS Y9, Y9, Y9
	VXORPS Y10, Y10, Y10
	VXORPS Y11, Y11, Y11
	XORQ AX, AX

next:
	VMOVUPS (DI)(AX*1), Y12
	VMOVUPS (R11)(AX*1), Y13
	VMOVUPS (R12)(AX*1), Y14
	VMOVUPS (SI)(AX*1), Y15
	VFMADD231PS Y15, Y12, Y0
	VFMADD231PS Y15, Y13, Y4
	VFMADD231PS Y15, Y14, Y8
	VMOVUPS (R8)(AX*1), Y15
	VFMADD231PS Y15, Y12, Y1
	VFMADD231PS Y15, Y13, Y5
	VFMADD231PS Y15, Y14, Y9
	VMOVUPS (R9)(AX*1), Y15
	VFMADD231PS Y15, Y12, Y2
	VFMADD231PS Y15, Y13, Y6
	VFMADD231PS Y15, Y14, Y10
	VMOVUPS (R10)(AX*1), Y15
	VFMADD231PS Y15, Y12, Y3
	VFMADD231PS Y15, Y13, Y7
	VFMADD231PS Y15, Y14, Y11
	ADDQ $32, AX
	CMPQ AX, CX
	JLT  next

	// The eight parts of each sum become one, four sums at a time.
	VHADDPS Y1, Y0, Y0
	VHADDPS Y3, Y2, Y2
	VHADDPS Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VMOVUPS X0, (DX)
	VHADDPS Y5, Y4, Y4
	VHADDPS Y7, Y6, Y6
	VHADDPS Y6, Y4, Y4
	VEXTRACTF128 $1, Y4, X5
	VADDPS X5, X4, X4
	VMOVUPS X4, 16(DX)
	VHADDPS Y9, Y8, Y8
	VHADDPS Y11, Y10, Y10
	VHADDPS Y10, Y8, Y8
	VEXTRACTF128 $1, Y8, X9
	VADDPS X9, X8, X8
	VMOVUPS X8, 32(DX)
	VZEROUPPER
	RET

// func cpuid(leaf, part uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL part+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func savedStates() uint32
TEXT ·savedStates(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, ret+0(FP)
	RET
