# SPDX-License-Identifier: MIT
# Transposes 16 x 16 words: rows go into the VPM, and what is read as a row is written as a column.
#
# uniforms: 0 source address  1 target address (1 KiB each)
# vpm:      rows 0 to 15 as loaded  16 to 31 transposed
#
# run: --memory source=1024:count --memory target=1024 --uniforms @source,@target --print target:u32

.set size, 16

      mov vr_setup, vdr_setup_0(3, size, size, vdr_h32(1, 0, 0))
      mov vr_addr, unif
      mov -, vr_wait                                           # the rows are in the VPM

      mov vr_setup, vpm_setup(size, 1, h32(0))                 # row after row
      mov vw_setup, vpm_setup(size, 1, v32(16, 0))             # column after column
      nop                                                      # the first row needs three words to come
      nop
.rep row, size
      mov vpm, vpm
.endr

      mov vw_setup, vdw_setup_0(size, size, dma_h32(16, 0))
      mov vw_setup, vdw_setup_1(0)
      mov vw_addr, unif
      mov -, vw_wait
      mov host_int, 1
      nop; nop; thrend
      nop
      nop
