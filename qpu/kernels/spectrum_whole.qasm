# SPDX-License-Identifier: MIT
# Rows of a spectrum from bytes, for frames of 2^8 to 2^10 points, each of which stays on the chip from its bytes to its
# power, which is folded into sum, maximum and minimum. The host neither converts nor squares.
#
# defined outside: QPUS, MEMBERS (whole.qinc), FRAME_SHIFT: log2 of the bytes of the powers of a frame
# uniforms: index of this QPU
#           number of its role (if MEMBERS > 1): twice its group, 1 more for those who do not lead
#           bytes that lane bit 0, bits 1 and 2, bit 3 move where it reads, input, window, row pitch, bytes from frame to
#           frame, what each frame counts where it is silent (I, Q), bits to turn over
#           bytes of powers before those of its first frame, from this to the next, of all, where it writes them
#           twiddles, where it writes and reads in an exchange, inner twiddles (if MEMBERS > 1)
#           power.qinc's, interrupt flag
# registers: registers.qinc, bytes.qinc, whole.qinc, power.qinc
# VPM: rows 0-31 and 32-63 are the two halves of store.qinc and of whole.qinc; in the end three rows are each QPU's own
# semaphores: 0-3 meetings of all, 4-5 halves of the VPM, 2-3 and the others whole.qinc; all zero before and after

.include "registers.qinc"
.include "fft16.qinc"
.include "load.qinc"
.include "lanes.qinc"
.include "store.qinc"
.include "sync.qinc"
.include "pass.qinc"
.include "bytes.qinc"
.include "power.qinc"
.include "whole.qinc"

.set rb_reads, rb_stride
.set kOwnRows, 0

  mov tmu_noswap, 1                     # so that members find each other's lines
  begin_program
  .if MEMBERS > 1
    mov r0, unif
    find_role
  .endif
  add_lane_steps
  add ra_lanes, r0, unif
  shl r1, elem_num, 2
  add ra_windows, r1, unif
  mov rb_pitch, unif
  mov rb_hop, unif
  mov rb_silences, unif
  mov rb_turned_bits, unif
  mov ra_task, unif
  mov rb_step, unif
  mov rb_end, unif
  mov ra_output, unif
  find_tables
:8
  mov r0, 0
  mov ra_window, ra_windows
  find_bytes
  load_bytes
  first_digit_and_exchange
  fft16
  store_power
  next_transform
  begin_fold
  meet 0, 1
  fold_pass
  finish 0, QPUS - 1
  end_program
  .if MEMBERS > 1
    meetings
  .endif
