# SPDX-License-Identifier: MIT
# Adds up integers: rows of sixteen are summed lane by lane, then the lanes by rotations of 8, 4, 2 and 1.
#
# uniforms:  0 source address  1 rows of 16 words (one at least)  2 target address (one word)
# registers: r0 address of the row, then the rotated sum  r3 sum
# vpm:       row 0
#
# run: --memory source=1024:count --memory target=4 --uniforms @source,16,@target --print target:u32

.set row_bytes,     64
.set ra_rows,       ra0
.set rb_row_bytes,  rb0

      shl r0, elem_num, 2
      add r0, r0, unif
      mov ra_rows, unif
      mov rb_row_bytes, row_bytes
      mov r3, 0

:row  mov t0s, r0
      sub.setf ra_rows, ra_rows, 1
      brr.anynz -, :row
      add r0, r0, rb_row_bytes    ; nop            ; ldtmu0    # 1  waits for the row
      add r3, r3, r4                                           # 2
      nop                                                      # 3

.rep step, 4
      nop                                                      # r3 rests for one word before it is rotated
      mov r0, r3 >> (8 >> step)
      add r3, r3, r0
.endr

      mov vw_setup, vpm_setup(1, 1, h32(0))
      mov vpm, r3                                              # the sum stands in every lane
      mov vw_setup, vdw_setup_0(1, 1, dma_h32(0, 0))           # one row of one word
      mov vw_setup, vdw_setup_1(0)
      mov vw_addr, unif
      mov -, vw_wait
      mov host_int, 1
      nop; nop; thrend
      nop
      nop
