#include "textflag.h"

// The numbers of functions.go, in the order in which they are used.
DATA numbers<>+0(SB)/4, $0x3fb8aa3b // log2e = 1.44269504
DATA numbers<>+4(SB)/4, $0x3f318000 // ln2 high = 0.693359375
DATA numbers<>+8(SB)/4, $0xb95e8083 // ln2 low = -0.00021219444
DATA numbers<>+12(SB)/4, $0x39506967 // p5 = 0.000198756915
DATA numbers<>+16(SB)/4, $0x3ab743ce // p4 = 0.00139819995
DATA numbers<>+20(SB)/4, $0x3c088908 // p3 = 0.00833345191
DATA numbers<>+24(SB)/4, $0x3d2aa9c1 // p2 = 0.0416657959
DATA numbers<>+28(SB)/4, $0x3e2aaaaa // p1 = 0.166666655
DATA numbers<>+32(SB)/4, $0x3f000000 // p0 = 0.500000012
DATA numbers<>+36(SB)/4, $0x3f800000 // 1 = 1
DATA numbers<>+40(SB)/4, $0xc2ae0000 // least = -87
DATA numbers<>+44(SB)/4, $0x3f3504f3 // sqrt(1/2) = 0.707106781
DATA numbers<>+48(SB)/4, $0x3ea7ba05 // erf p = 0.3275911
DATA numbers<>+52(SB)/4, $0x3f87dc22 // a5 = 1.06140543
DATA numbers<>+56(SB)/4, $0xbfba00e3 // a4 = -1.45315203
DATA numbers<>+60(SB)/4, $0x3fb5f0e3 // a3 = 1.42141374
DATA numbers<>+64(SB)/4, $0xbe91a98e // a2 = -0.284496736
DATA numbers<>+68(SB)/4, $0x3e827906 // a1 = 0.254829592
DATA numbers<>+72(SB)/4, $0x3f000000 // 1/2 = 0.5
GLOBL numbers<>(SB), RODATA|NOPTR, $76

// func expAVX2(x *float32, n int, shift float32)
//
// Every x becomes e^(x-shift), which is at most 1.
TEXT ·expAVX2(SB), NOSPLIT, $0-20
	MOVQ x+0(FP), SI
	MOVQ n+8(FP), CX
	VBROADCASTSS shift+16(FP), Y15

next:
	VMOVUPS (SI), Y0
	VSUBPS Y15, Y0, Y0
	// Y0 = e^Y0 for Y0 of at most 0, as expOf does it.
	VBROADCASTSS numbers<>+40(SB), Y1
	VMAXPS Y1, Y0, Y0
	VBROADCASTSS numbers<>+0(SB), Y1
	VMULPS Y1, Y0, Y1
	VROUNDPS $0, Y1, Y1
	VBROADCASTSS numbers<>+4(SB), Y2
	VFNMADD231PS Y2, Y1, Y0
	VBROADCASTSS numbers<>+8(SB), Y2
	VFNMADD231PS Y2, Y1, Y0
	VBROADCASTSS numbers<>+12(SB), Y2
	VBROADCASTSS numbers<>+16(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VBROADCASTSS numbers<>+20(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VBROADCASTSS numbers<>+24(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VBROADCASTSS numbers<>+28(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VBROADCASTSS numbers<>+32(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VMULPS Y0, Y0, Y3
	VFMADD213PS Y0, Y3, Y2
	VBROADCASTSS numbers<>+36(SB), Y3
	VADDPS Y3, Y2, Y0
	VCVTPS2DQ Y1, Y1
	VPSLLD $23, Y1, Y1
	VPADDD Y1, Y0, Y0
	VMOVUPS Y0, (SI)
	ADDQ $32, SI
	SUBQ $8, CX
	JGT  next
	VZEROUPPER
	RET

// func geluAVX2(x *float32, n int)
//
// Every x becomes x·Φ(x), as gelu does it.
TEXT ·geluAVX2(SB), NOSPLIT, $0-16
	MOVQ x+0(FP), SI
	MOVQ n+8(FP), CX
	VPCMPEQD Y14, Y14, Y14
	VPSRLD $1, Y14, Y14 // all bits but the sign

next:
	VMOVUPS (SI), Y5
	VANDPS Y14, Y5, Y6
	VBROADCASTSS numbers<>+44(SB), Y1
	VMULPS Y1, Y6, Y6 // z
	VXORPS Y0, Y0, Y0
	VFNMADD231PS Y6, Y6, Y0 // -z²
	// Y0 = e^Y0 for Y0 of at most 0, as expOf does it.
	VBROADCASTSS numbers<>+40(SB), Y1
	VMAXPS Y1, Y0, Y0
	VBROADCASTSS numbers<>+0(SB), Y1
	VMULPS Y1, Y0, Y1
	VROUNDPS $0, Y1, Y1
	VBROADCASTSS numbers<>+4(SB), Y2
	VFNMADD231PS Y2, Y1, Y0
	VBROADCASTSS numbers<>+8(SB), Y2
	VFNMADD231PS Y2, Y1, Y0
	VBROADCASTSS numbers<>+12(SB), Y2
	VBROADCASTSS numbers<>+16(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VBROADCASTSS numbers<>+20(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VBROADCASTSS numbers<>+24(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VBROADCASTSS numbers<>+28(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VBROADCASTSS numbers<>+32(SB), Y3
	VFMADD213PS Y3, Y0, Y2
	VMULPS Y0, Y0, Y3
	VFMADD213PS Y0, Y3, Y2
	VBROADCASTSS numbers<>+36(SB), Y3
	VADDPS Y3, Y2, Y0
	VCVTPS2DQ Y1, Y1
	VPSLLD $23, Y1, Y1
	VPADDD Y1, Y0, Y0
	VBROADCASTSS numbers<>+36(SB), Y1
	VBROADCASTSS numbers<>+48(SB), Y2
	VFMADD213PS Y1, Y6, Y2
	VDIVPS Y2, Y1, Y6 // t
	VBROADCASTSS numbers<>+52(SB), Y2
	VBROADCASTSS numbers<>+56(SB), Y3
	VFMADD213PS Y3, Y6, Y2
	VBROADCASTSS numbers<>+60(SB), Y3
	VFMADD213PS Y3, Y6, Y2
	VBROADCASTSS numbers<>+64(SB), Y3
	VFMADD213PS Y3, Y6, Y2
	VBROADCASTSS numbers<>+68(SB), Y3
	VFMADD213PS Y3, Y6, Y2
	VMULPS Y6, Y2, Y2
	VMULPS Y0, Y2, Y2
	VBROADCASTSS numbers<>+72(SB), Y3
	VMULPS Y3, Y2, Y2 // the tail
	VMULPS Y5, Y2, Y2
	VSUBPS Y2, Y5, Y3
	VBLENDVPS Y5, Y2, Y3, Y3 // by the sign of x
	VMOVUPS Y3, (SI)
	ADDQ $32, SI
	SUBQ $8, CX
	JGT  next
	VZEROUPPER
	RET
