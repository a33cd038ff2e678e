# SPDX-License-Identifier: MIT
# Looks words up: target[i] = table[index[i]]. Indices come through TMU 0, what they point at through TMU 1.
#
# uniforms: 0 table  1 indices  2 target  3 rows of 16 words (one at least)
# vpm:      row 0
#
# run: --memory table=128:ramp --memory indices=128:count --memory target=128
# run: --uniforms @table,@indices,@target,2 --print target:f32

.set row_bytes,     64
.set ra_table,      ra0
.set ra_indices,    ra1
.set ra_target,     ra2
.set ra_rows,       ra3
.set rb_row_bytes,  rb0

      mov tmurs, 1                                             # both TMUs are ours by name, before the first request
      shl r0, elem_num, 2
      mov ra_table, unif
      add ra_indices, r0, unif
      mov ra_target, unif
      mov ra_rows, unif
      mov rb_row_bytes, row_bytes
      mov vw_setup, vdw_setup_1(0)

:row  mov t0s, ra_indices
      add ra_indices, ra_indices, rb_row_bytes
      nop                         ; nop            ; ldtmu0    # waits for the indices
      shl r0, r4, 2
      add t1s, r0, ra_table
      mov -, vw_wait                                           # the row before this one is out
      mov vw_setup, vpm_setup(1, 1, h32(0))
      nop                         ; nop            ; ldtmu1    # waits for the words
      mov vpm, r4
      mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
      sub.setf ra_rows, ra_rows, 1
      brr.anynz -, :row
      mov vw_addr, ra_target                                   # 1
      add ra_target, ra_target, rb_row_bytes                   # 2
      nop                                                      # 3

      mov -, vw_wait
      mov host_int, 1
      nop; nop; thrend
      nop
      nop
