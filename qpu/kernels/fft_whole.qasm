# SPDX-License-Identifier: MIT
# Complex Fourier transforms of 2^8 to 2^10 points, each of which stays on the chip from its samples to its outputs; in
# natural order on both sides, many at a time.
#
# defined outside: QPUS, MEMBERS (whole.qinc), INVERSE 0 or 1
# uniforms: index of this QPU
#           number of its role (if MEMBERS > 1): twice its group, 1 more for those who do not lead
#           bytes that lane bit 0, bits 1 and 2, bit 3 move where it reads, input, row pitch, from a first to a second
#           request, bytes of the transforms before its first, from this to the next, of all
#           output, DMA stride word, twiddles, where it writes and reads in an exchange, inner twiddles (if MEMBERS > 1)
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
.include "whole.qinc"

.set rb_reads, rb_fines
.set PAIRED, 0

# In place of store.qinc's
.macro find_output, log2_radix
  mov r0, ra_task
  add r3, r0, ra_output
.endm

  begin_program
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
  shl r1, elem_num, 2
  add rb_table, r1, unif
  mov rb_rows, unif
  mov rb_reads, unif
  .if MEMBERS > 1
    add rb_inner, r1, unif
  .endif
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
  add ra_task, ra_task, rb_step
  give_slot
  sub.setf -, ra_task, rb_end
  brr.alln -, r:8b
  nop
  nop
  nop
  meet 0, 1
  end_program
  .if MEMBERS > 1
    meetings
  .endif
