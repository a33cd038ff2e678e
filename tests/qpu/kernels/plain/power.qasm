# SPDX-License-Identifier: MIT
# Transforms in memory to rows of power, where the plain way to a spectrum ends: |X|^2 is folded over the frames of a row
# at once, no power goes to memory. A task is 16 bins of a row.
#
# defined outside: QPUS
# uniforms: index of this QPU, power.qinc's for folding with transforms (8 bytes a bin) for powers,
#           1 if this QPU shall interrupt the host at the end (read by the first one)
# registers: registers.qinc, power.qinc and below
# VPM: three rows are each QPU's own
# semaphores: 0-1 meeting at the end, 4-5 given and taken back by the first QPU; all zero before and after

.include "registers.qinc"
.include "lanes.qinc"
.include "store.qinc"
.include "sync.qinc"
.include "pass.qinc"
.include "power.qinc"

# Even lanes hold bins 0 to 7 of a task, odd ones bins 8 to 15.
.set ra_next, ra0
.set ra_sum, ra1
.set ra_least, ra2
.set rb_most, rb0

.macro request_bins
  add t1s, ra_next, rb_64
  mov t0s, ra_next
  add ra_next, ra_next, rb_frame_bytes
  nop
.endm

  begin_program
  begin_fold
  sub.setf -, ra_task, rb_end
  brr.allnn -, r:9f
  nop
  nop
  nop
:8
  and r0, ra_task, rb_bin_mask
  sub r1, ra_task, r0                   # rows before this one, in 4 bytes a bin of a frame
  nop; mul24 r1, r1, rb_frames
  add r0, r0, r1
  shl r0, r0, 1
  add ra_next, r0, ra_powers
  mov ra_sum, 0
  request_bins
  request_bins
  request_bins
  mov rb_most, 0
  mov ra_left, rb_frames
  mov ra_least, 3.0e38
:7
  ldtmu0
  add.setf -, ra_classes, ra_classes; fmul r0, r4, r4; ldtmu1
  add t1s, ra_next, rb_64; fmul r1, r4, r4
  mov t0s, ra_next; mov r2, r0 << 1
  nop; mov r3, r1 >> 1
  fadd.ifz r0, r0, r2
  fadd.ifnz r0, r1, r3
  add ra_next, ra_next, rb_frame_bytes
  sub.setf ra_left, ra_left, 1
  brr.anynz -, r:7b
  fadd ra_sum, ra_sum, r0
  fmax rb_most, rb_most, r0
  fmin ra_least, ra_least, r0
  .rep i, 3                             # frames too many were asked for
    ldtmu0
    ldtmu1
  .endr
  mov r1, ra_sum
  mov r2, rb_most
  mov r3, ra_least
  store_fold
  add ra_task, ra_task, rb_step
  nop
  sub.setf -, ra_task, rb_end
  brr.alln -, r:8b
  nop
  nop
  nop
  mov -, vw_wait
:9
  meet 0, 1
  end_program
