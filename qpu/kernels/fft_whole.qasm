# SPDX-License-Identifier: MIT
# Complex Fourier transforms of 2^8 to 2^10 points, each of which stays on the chip from its samples to its outputs; in
# natural order on both sides, many at a time.
#
# defined outside: QPUS, MEMBERS (whole.qinc), INVERSE 0 or 1, REAL as in fft.qasm
#                  TWINS    1 if two QPUs share the outputs of one transform of 2^8 points
# uniforms: index of this QPU; real.qinc's, if its pass goes before
#           bytes that lane bit 0, bits 1 and 2, bit 3 move where it reads, input, bytes of the transforms before its
#           first, row pitch, from a first to a second request
#           number of its role (if MEMBERS > 1): twice its group, 1 more for those who do not lead
#           bytes from a transform to this QPU's next, of all, output
#           twiddles, where it writes and reads in an exchange, inner twiddles (if MEMBERS > 1)
#           real.qinc's, if its pass follows
#           1 if this QPU shall interrupt the host at the end (read by the first one)
# registers: registers.qinc, whole.qinc
# VPM: rows 0-31 and 32-63 are the two halves of store.qinc and of whole.qinc
# semaphores: 0-1 meeting at the end, 4-5 halves of the VPM, the others whole.qinc; all zero before and after

.include "registers.qinc"
.include "fft16.qinc"
.include "load.qinc"
.include "lanes.qinc"
.include "store.qinc"
.include "sync.qinc"
.include "pass.qinc"
.include "real.qinc"
.include "whole.qinc"

.set rb_reads, rb_fines
.set PAIRED, 0
.set touches, 1

# In place of store.qinc's
.macro find_output, log2_radix
  mov r0, ra_task
  add r3, r0, ra_output
.endm

# A transform that has the chip to itself is done by a group which stores even outputs while it computes odd ones, or by
# twins, one for even outputs and one for odd ones, which share nothing but the samples. Each QPU has separate rows to
# store through.
.set kAlone, kGroups == 1
.set kOwnRows, kAlone || TWINS
.set kRowBytes, 128 * MEMBERS           # from an output of the second digit to the next
.macro take_rows
  .if MEMBERS > 1
    shl r0, ra_index, 4
    mov r1, vpm_setup(0, 1, h32(0))
    add ra_slot_rows, r0, r1
    shl r0, r0, 7
    mov ra_slot_dma, r0
  .endif
.endm
.macro store_outputs, odd
  last_stage_interleaved 2 * odd, 2, INVERSE
  .if odd
    mov -, vw_wait
  .endif
  mov vw_setup, ra_slot_rows
  .rep i, 8
    mov vpm, re(reversed(2 * i + odd))
  .endr
  .rep i, 8
    mov vpm, im(reversed(2 * i + odd))
  .endr
  find_output 4
  .if odd
    mov r0, kRowBytes
    add r3, r3, r0
  .endif
  mov vw_setup, vdw_setup_1(2 * kRowBytes - 64)
  set_dma vdw_setup_0(8, 16, dma_h32(0, 0))
  mov vw_addr, r3
  set_dma vdw_setup_0(8, 16, dma_h32(8, 0))
  add vw_addr, r3, rb_64
.endm
.macro second_digit
  .if kOwnRows
    take_rows
    fft16_first_stage
    .if TWINS
      mov.setf -, ra_index
      brr.anynz -, r:1f
      nop
      nop
      nop
    .endif
    even_outputs_but_last_stage
    store_outputs 0
    .if TWINS
      brr -, r:2f
      nop
      nop
      nop
    .endif
:1
    odd_outputs_but_last_stage
    store_outputs 1
:2
  .else
    transform_later 4, 0, INVERSE
  .endif
.endm

.macro give_outputs
  .if kOwnRows
    mov -, vw_wait
  .else
    give_slot
  .endif
.endm

.macro begin_samples
  mov r0, ra_task
  add ra_from, r0, ra_lanes
  nop
  request_four_rows
.endm

  mov tmu_noswap, 1                     # so that members find each other's lines
  mov ra_index, unif
  .if REAL == kRealInverse
    set_constants
    begin_real
    real_pass
    meet 0, 1
  .endif
  add_lane_steps
  add ra_lanes, r0, unif
  mov ra_task, unif
  mov rb_pitch, unif
  mov rb_second, unif
  begin_samples                         # before anything that can be done meanwhile
  .if REAL != kRealInverse
    set_constants
  .endif
  .if MEMBERS > 1
    mov r0, unif
    find_role
  .endif
  mov rb_step, unif
  mov rb_end, unif
  mov ra_output, unif
  mov rb_stride, vdw_setup_1(kRowBytes - 64)
  find_tables
:8
  .if MEMBERS == 1
    load_columns INVERSE
  .else
    load_plain INVERSE
  .endif
  first_digit_and_exchange
  second_digit
  add ra_task, ra_task, rb_step
  nop
  sub.setf -, ra_task, rb_end
  brr.allnn -, r:9f
  nop
  nop
  nop
  begin_samples
  give_outputs
  brr -, r:8b
  nop
  nop
  nop
:9
  give_outputs
  .if REAL == kReal
    begin_real
    meet 0, 1
    real_pass
  .endif
  finish 0, QPUS - 1
  end_program
  .if MEMBERS > 1
    meetings
  .endif
  prefetch
