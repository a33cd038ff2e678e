# SPDX-License-Identifier: MIT
# Complex Fourier transforms of 2^4 to 2^22 points, many at a time, in natural order on both sides, for 1 to 12 QPUs.
#
# Each pass splits one digit off: it reads rows N/R points apart, transforms them, and writes the new digit above those
# that are done, the others below (Stockham). A task is 256 points: 16 registers by 16 lanes, that is 16, 8 or 4 columns
# by R = 16, 32 or 64 rows. The tasks of a pass are dealt out to the QPUs in turn; they meet after each pass.
#
# defined outside: QPUS
#                  PASSES     how many
#                  RADICES    four bits a pass, the first lowest: log2 of its rows, 4 to 6
#                  TWIDDLES   four bits a pass: 0 none, 1 one table, 2 products of two
#                  FAR        four bits a pass: 1 if rows of output are further apart than a DMA can step
#                  HALVED     four bits a pass: 1 if a task computes half of the outputs of more columns (halves.qinc);
#                             RADICES has 5 then for 64 rows
#                  INVERSE    0 or 1
#                  PAIRED     1 if the second pass transforms twice 8 rows: two of 2^7 as one of 2^8
#                  REAL       1 if a pass of real.qinc follows, 2 if one goes before
#                  WIDTH_SHIFT  log2 of the width of arrays whose columns are transformed, 0: no arrays
# uniforms: index of this QPU; real.qinc's, if its pass goes before
#           a pass: bytes that lane bit 0, bits 1 and 2, bit 3 move where it reads, input, end of columns, mask of
#                   columns, mask of finished outputs, row pitch, from a first to a second request, output,
#                   bytes from output to output, DMA stride word,
#                   twiddles (if any), second factors, their step (if products), inner twiddles (if R > 16)
#           the first pass of several, unless of arrays: tables of the next one
#           real.qinc's, if its pass follows
#           1 if this QPU shall interrupt the host at the end (read by the first one)
# registers: registers.qinc
# VPM: rows 0-31 and 32-63 are the two halves of store.qinc
# semaphores: 0-3 meetings, 4-5 halves of the VPM; all zero before and after

.include "registers.qinc"
.include "fft16.qinc"
.include "load.qinc"
.include "lanes.qinc"
.include "store.qinc"
.include "sync.qinc"
.include "pass.qinc"
.include "real.qinc"
.include "halves.qinc"

.set radix(p) (RADICES >> (4 * p)) & 15
.set twiddles(p) (TWIDDLES >> (4 * p)) & 15
.set far(p) (FAR >> (4 * p)) & 15
.set halved(p) (HALVED >> (4 * p)) & 15
.set goes_on, REAL == kReal
.set touches, PASSES > 1 && WIDTH_SHIFT == 0

# Samples are asked for before anything that can be done meanwhile.
.macro meanwhile, p
  .if p == 0 && REAL == 0
    set_constants
  .endif
.endm

  mov ra_index, unif
  .if REAL                              # of which QPUs without a task of the first pass may have tasks
    set_constants
  .endif
  .if REAL == kRealInverse
    begin_real
    real_pass
    meet 2, 3
  .endif
  begin_pass radix(0), twiddles(0)
  .if touches
    begin_touching unif
  .endif
  .rep p, PASSES
    fft_pass p
  .endr
  .if REAL == kReal
    begin_real
    real_pass
    meet 2 * (PASSES & 1), 2 * (PASSES & 1) + 1
  .endif
  end_program
  prefetch
