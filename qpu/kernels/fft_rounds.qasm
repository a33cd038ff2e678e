# SPDX-License-Identifier: MIT
# A complex Fourier transform of 2^11 points that has the chip to itself: eight QPUs hold 256 points each, and exchange
# them in four rounds through the VPM, which has room for a quarter: real parts, then imaginary ones, of outputs whose
# bit 3 is clear, then set. Two digits of 64 and 32 rows, with the operations of fft.qasm, so that it gives the same bits.
#
# The first digit of QPU 2p + r is that of columns 8p + 2i + r; output k + 16 h + 32 l of column i comes to lie in
# register k, in the lane with the high bit h, middle bits i and low bit l. The second digit of QPU m is that of columns
# 8m to 8m + 7, a row in each register and lane: rows 2j + r of column c in register j, lane 2c + r. So a QPU's vectors of
# eight k go to every other row of the 16 that it shares with its neighbour; a column of these is a register of the second
# digit.
#
# defined outside: QPUS 8, INVERSE 0 or 1
# uniforms: index of this QPU; bytes that lane bit 0, bits 1 and 2, bit 3 move where it reads, input, row pitch, from a
#           first to a second request, tables to prefetch, inner twiddles, where it writes and reads in the exchange
#           twiddles, second factors, inner twiddles of the second digit, output, DMA stride word, bytes from output to
#           output, 1 if the first QPU shall interrupt the host at the end (read by that one)
# registers: registers.qinc
# VPM: all of it in the exchange, then as in store.qinc
# semaphores: 0-3 meetings, 4-5 halves of the VPM; all zero before and after

.include "registers.qinc"
.include "fft16.qinc"
.include "load.qinc"
.include "lanes.qinc"
.include "store.qinc"
.include "sync.qinc"
.include "pass.qinc"

.set PAIRED, 0
.set kFineStep, 16

# While points are exchanged:
.set ra_link, ra31
.set rb_awaits, rb30                    # 0 if the outputs of this round are for this QPU, else 1
.set rb_reads, rb29
.set rb_writes, rb31
# What comes in: part j is in the file of element j.
.func incoming(j)
  .if odd_bits(j)
    rb19 + (j >> 1) + 2 * (j >= 14)
  .else
    ra21 + (j >> 1) + 2 * (j >= 14)
  .endif
.endf

# In place of store.qinc's
.macro find_output, log2_radix
  mov r3, ra_output
.endm

.macro take_incoming
  mov r0, rb_reads
  mov r1, 16
  .rep pair, 4
    mov vr_setup, r0
    add r0, r0, r1
    nop
    nop
    .rep i, 4
      mov incoming(4 * pair + i), vpm
    .endr
  .endr
.endm
# VPM writes are posted: one that has read something back is through (reference H31).
.macro see_written
  mov vr_setup, vpm_setup(1, 1, h32(0))
  nop
  nop
  nop
  mov -, vpm
.endm
.macro outgoing, k, imaginary
  .if imaginary
    mov vpm, im(reversed(k))
  .else
    mov vpm, re(reversed(k))
  .endif
.endm
.macro exchange_half, half, imaginary
  mov vw_setup, rb_writes
  .rep k, 5
    outgoing 8 * half + k, imaginary
  .endr
  brr ra_link, r:round
  .rep k, 3
    outgoing 8 * half + 5 + k, imaginary
  .endr
.endm
# Real parts take the place of those that have left.
.macro keep_real_parts
  .rep i, 16
    .if odd_bits(i) == 0
      mov re(i), incoming(i); mov re(i ^ 1), incoming(i ^ 1)
    .endif
  .endr
.endm

.macro request_both_factors
  add t1s, ra_twiddle, rb_64
  mov t0s, ra_twiddle
  request_fine_twiddles
.endm
# As load_with_products does; afterwards no parts have changed places.
.macro multiply_by_products
  request_both_factors
  add ra_twiddle, ra_twiddle, rb_128
  nop
  request_both_factors
  ldtmu1
  .rep j, 16
    mov r0, r4; nop; ldtmu0
    mov r1, r4; nop; ldtmu1
    nop; fmul r2, r0, r4
    nop; fmul r3, r1, r4; ldtmu0
    .if j < 14
      add ra_twiddle, ra_twiddle, rb_128; fmul r1, r1, r4
    .else
      nop; fmul r1, r1, r4
    .endif
    fsub r1, r1, r2; fmul r0, r0, r4
    .if j < 14
      fadd r0, r0, r3; mov t0s, ra_twiddle
      add t1s, ra_twiddle, rb_64
      request_fine_twiddles
    .else
      fadd r0, r0, r3
    .endif
    nop; fmul r2, incoming(j), r0
    nop; fmul r3, re(j), r0
    nop; fmul r0, re(j), r1
    fsub part(j, 0), r0, r2; fmul r1, incoming(j), r1
    .if j < 15
      fadd part(j, 1), r3, r1; nop; ldtmu1
    .else
      fadd part(j, 1), r3, r1
    .endif
  .endr
.endm

  brr -, r:start
  mov tmu_noswap, 1                     # so that neighbours find each other's lines
  mov ra_index, unif
  nop
:fft16
  fft16
  .back 3
    bra -, ra_link
  .endb
:round
  see_written
  meet 0, 1
  mov.setf -, rb_awaits
  brr.anynz -, r:1f
  nop
  nop
  nop
  take_incoming
:1
  mov r0, rb_awaits
  xor rb_awaits, r0, 1
  meet 2, 3                             # before any of these rows is written
  bra -, ra_link
  nop
  nop
  nop

:start
  add_lane_steps
  add ra_from, r0, unif
  mov rb_pitch, unif
  mov rb_second, unif
  nop
  request_four_rows
  set_constants
  shl r1, elem_num, 7
  add r3, r1, unif                      # kept by load_plain
  mov ra_twiddle, r3
  shl r1, elem_num, 2
  add rb_inner, r1, unif
  load_plain INVERSE
  brr ra_link, r:fft16
  add t1s, ra_twiddle, rb_64
  mov t0s, ra_twiddle
  nop
  nop; nop; ldtmu1
  nop; nop; ldtmu0
  lane_stages 6, 0, 0, 0
  mov rb_writes, unif
  mov rb_reads, unif
  and rb_awaits, ra_index, 1
  nop
  exchange_half 0, 0
  exchange_half 1, 0
  keep_real_parts
  exchange_half 0, 1
  exchange_half 1, 1
  shl r1, elem_num, 2
  add r2, r1, unif
  and r0, elem_num, 1
  shl r0, r0, 3
  add ra_fine, r0, unif
  mov ra_twiddle, r2
  mov rb_fine_step, kFineStep
  add rb_inner, r1, unif
  multiply_by_products
  mov ra_output, unif
  mov rb_stride, unif
  brr ra_link, r:fft16
  mov rb_gap, unif
  and r0, ra_index, 1
  shl ra_slot_dma, r0, 12               # its place was needed
  lane_stages 5, 1, 0, INVERSE
  take_slot
  even_lanes_to_vpm
  interleaved_to_memory 5, 0
  give_slot
  finish 0, QPUS - 1
  end_program
