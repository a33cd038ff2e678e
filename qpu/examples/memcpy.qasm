# SPDX-License-Identifier: MIT
# Copies blocks of 1 KiB from memory to memory by the DMA engines alone: VDR fills rows of the VPM, VDW empties them.
#
# uniforms: 0 source address  1 target address  2 blocks
# vpm:      rows 0 to 15
#
# run: --memory source=1024:count --memory target=1024 --uniforms @source,@target,1 --print target:u32

.set block_rows,      16
.set row_bytes,       64
.set ra_source,       ra0
.set ra_target,       ra1
.set ra_blocks,       ra2
.set rb_block_bytes,  rb0

      mov ra_source, unif
      mov ra_target, unif
      mov ra_blocks, unif
      mov rb_block_bytes, block_rows * row_bytes
      mov vw_setup, vdw_setup_1(0)                             # rows follow each other in memory without a gap

:block
      mov vr_setup, vdr_setup_0(3, 16, block_rows, vdr_h32(1, 0, 0))  # 3: rows lie 64 bytes apart
      mov vr_addr, ra_source
      mov -, vr_wait                                           # all rows are in the VPM
      mov vw_setup, vdw_setup_0(block_rows, 16, dma_h32(0, 0))
      mov vw_addr, ra_target
      sub.setf ra_blocks, ra_blocks, 1
      brr.anynz -, :block
      add ra_source, ra_source, rb_block_bytes                 # 1
      add ra_target, ra_target, rb_block_bytes                 # 2
      mov -, vw_wait                                           # 3  the rows are out and may be filled again

      mov host_int, 1
      nop; nop; thrend
      nop
      nop
