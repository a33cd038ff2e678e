# SPDX-License-Identifier: MIT
# Complex Fourier transforms of 2^8 to 2^10 points, each of which stays on the chip from its samples to its outputs; in
# natural order on both sides, many at a time.
#
# defined outside: QPUS, MEMBERS (whole.qinc), INVERSE 0 or 1, REAL as in fft.qasm
# uniforms: index of this QPU; real.qinc's, if its pass goes before
#           number of its role (if MEMBERS > 1): twice its group, 1 more for those who do not lead
#           bytes that lane bit 0, bits 1 and 2, bit 3 move where it reads, input, row pitch, from a first to a second
#           request, bytes of the transforms before its first, from this to the next, of all
#           output, DMA stride word, twiddles, where it writes and reads in an exchange, inner twiddles (if MEMBERS > 1)
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

# In place of store.qinc's
.macro find_output, log2_radix
  mov r0, ra_task
  add r3, r0, ra_output
.endm

  mov tmu_noswap, 1                     # so that members find each other's lines
  begin_program
  .if REAL == kRealInverse
    begin_real
    real_pass
    meet 0, 1
  .endif
  .if MEMBERS > 1
    mov r0, unif
    find_role
  .endif
  add_lane_steps
  add ra_lanes, r0, unif
  mov rb_pitch, unif
  mov rb_second, unif
  mov ra_task, unif
  mov rb_step, unif
  mov rb_end, unif
  mov ra_output, unif
  mov rb_stride, unif
  find_tables
:8
  mov r0, ra_task
  add ra_from, r0, ra_lanes
  nop
  .if MEMBERS == 1
    load_columns INVERSE
  .else
    load_plain INVERSE
  .endif
  first_digit_and_exchange
  transform_later 4, 0, INVERSE
  next_transform
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
