# SPDX-License-Identifier: MIT
# A value goes once around twelve QPUs: each waits for its semaphore, makes v = 2 v + index of the row in the VPM, and
# wakes the next. The first one stores it when it comes home. Any other order gives another value.
#
# uniforms: 0 index of the QPU, 0 to 11  1 target address (64 bytes)
# vpm:      row 0: the value
# semaphores: n wakes QPU n; all are 0 again at the end
#
# run: --qpus 12 --memory target=64 --uniforms %q,@target --print target:u32

.set qpus,       12
.set ra_index,   ra0
.set ra_target,  ra1
.set ra_link,    ra2

.macro take_turn, own, next
      sub.setf -, ra_index, own
      brr.anynz -, r:1f                                        # another QPU's turn
      nop
      nop
      nop
.if own > 0
      mov -, sacq(own)
.endif
      brr ra_link, r:step
      nop
      nop
      nop
      mov -, srel(next)
      brr -, r:done
      nop
      nop
      nop
:1
.endm

      mov ra_index, unif
      mov ra_target, unif
      mov r0, 0                                                # what the first one starts from
.rep i, qpus
      take_turn i, (i + 1) % qpus
.endr

:done
      mov.setf -, ra_index
      brr.anynz -, :end                                        # only the first one stores
      nop
      nop
      nop
      mov -, sacq(0)
      mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
      mov vw_setup, vdw_setup_1(0)
      mov vw_addr, ra_target
      mov -, vw_wait
      mov host_int, 1
:end
      nop; nop; thrend
      nop
      nop

# v = 2 v + index, and the row has arrived when this returns.
:step
      mov.setf -, ra_index
      brr.allz -, :fresh                                       # the first one has nothing to read
      nop
      nop
      nop
      mov vr_setup, vpm_setup(1, 1, h32(0))
      nop
      nop
      nop
      mov r0, vpm
:fresh
      shl r0, r0, 1
      mov vw_setup, vpm_setup(1, 1, h32(0))
      add vpm, r0, ra_index
      mov vr_setup, vpm_setup(1, 1, h32(0))
      nop
      bra -, ra_link
      nop                                                      # 1
      mov -, vpm                                               # 2  read back: the write is no longer on its way
      nop                                                      # 3
