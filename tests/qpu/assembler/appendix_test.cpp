// SPDX-License-Identifier: MIT
// Every line of the reference's appendix A, bit for bit.
#include <gtest/gtest.h>

#include "tests/qpu/assembler/assembled.h"

namespace qpu::test {
namespace {

struct Example {
  const char* source;
  std::uint32_t low, high;
};

void PrintTo(const Example& example, std::ostream* stream) { *stream << example.source; }

const Example kExamples[] = {
    {"nop", 0x009e7000, 0x100009e7},
    {"thrend", 0x009e7000, 0x300009e7},
    {"nop; nop; thrend", 0x009e7000, 0x300009e7},
    {"ldtmu0", 0x009e7000, 0xa00009e7},
    {"nop; ldtmu1", 0x009e7000, 0xb00009e7},
    {"mov r0, r4; ldtmu0", 0x159e7900, 0xa0020827},
    {"mov ra8, unif", 0x15827d80, 0x10020227},
    {"mov rb5, unif", 0x15827d80, 0x10021167},
    {"mov r0, unif; mov r1, unif", 0x95827db6, 0x10024821},
    {"mov rb30, 0x40", 0x00000040, 0xe00217a7},
    {"mov ra3, 0.5", 0x3f000000, 0xe00200e7},
    {"mov r0, -16", 0xfffffff0, 0xe0020827},
    {"mov r0, 5; mov r1, 5", 0x959c5fff, 0xd0024821},
    {"mov vpm, r0", 0x159e7000, 0x10020c27},
    {"mov -, vpm", 0x15c27d80, 0x100009e7},
    {"mov -, vw_wait", 0x159f2fc0, 0x100009e7},
    {"mov -, mutex", 0x15ce7d80, 0x100009e7},
    {"mov mutex, 0", 0x00000000, 0xe0020ce7},
    {"mov vw_setup, ra27", 0x156e7d80, 0x10021c67},
    {"mov vr_setup, ra27", 0x156e7d80, 0x10020c67},
    {"mov vw_setup, 0xc0000040", 0xc0000040, 0xe0021c67},
    {"mov ra28, vdw_setup_0(16,16,dma_h32(0,0))", 0x88104000, 0xe0020727},
    {"mov irq, 1", 0x00000001, 0xe00209a7},
    {"mov unif_addr, r0", 0x159e7000, 0x10020a27},
    {"mov recip, r1", 0x159e7240, 0x10020d27},
    {"mov t0s, ra1", 0x15067d80, 0x10020e27},
    {"add t0s, ra8, r0", 0x0c227c00, 0x10020e27},
    {"add r1, r0, 4", 0x0c9c41c0, 0xd0020867},
    {"add r0, r1, -7", 0x0c9d93c0, 0xd0020827},
    {"sub r0, 5, r1", 0x0d9c5e40, 0xd0020827},
    {"min r0, r1, 5", 0x129c53c0, 0xd0020827},
    {"not r0, r1", 0x179e7240, 0x10020827},
    {"itof r2, ra7", 0x081e7d80, 0x100208a7},
    {"shl r0, elem_num, 3", 0x11983dc0, 0xd0020827},
    {"and.setf -, elem_num, 1", 0x14981dc0, 0xd00229e7},
    {"add.setf -, r0, r1", 0x0c9e7040, 0x100229e7},
    {"sub.setf r1, r1, r2; ldtmu0", 0x0d9e7280, 0xa0022867},
    {"mov.setf r0, rb5", 0x159c5fc0, 0x10022827},
    {"mov.ifnz ra4, rb4", 0x159c4fc0, 0x10060127},
    {"nop; mul24 r2, r2, rb5", 0x409c5017, 0x100049e2},
    {"nop; v8muld r1, r2, r3", 0x609e7013, 0x100049e1},
    {"fadd r0, r1, r2; fmul r3, r4, r5", 0x219e72a5, 0x10024823},
    {"add r0, ra1, rb2; fmul r1, ra1, r0", 0x2c042df0, 0x10024821},
    {"nop; fmul.ifnz ra2, ra10, r0", 0x202a7030, 0x1000d9c2},
    {"add.setf.ifnz r0, r1, r2; fmul.ifz r3, r1, r2", 0x2c9e728a, 0x1006a823},
    {"add ra27, r0, r2; v8adds r0, r0, r1", 0xcc9e7081, 0x100246e0},
    {"shl r0, r1, r2; v8subs r2, r3, r0", 0xf19e7298, 0x10024822},
    {"add ra1, ra1, rb30; mov vw_addr, ra1", 0x8c05edf6, 0x10024072},
    {"mov ra0, rb0; mov rb0, ra0", 0x95000ff6, 0x10024000},
    {"mov r1, r2 << 1", 0x809ff012, 0xd00049e1},
    {"mov r1, r2 >> 1", 0x809f1012, 0xd00049e1},
    {"mov r0, r1 << r5", 0x809f0009, 0xd00049e0},
    {"fmul r1, r2, r3 << 3", 0x209fd013, 0xd00049e1},
    {"fadd.ifnz r1, r1, r3; mov r2, r0 << 1", 0x819ff2c0, 0xd0064862},
    {"fadd.ifz r0, r2, r0; mov r3, r0 >> 1", 0x819f1400, 0xd0044823},
    {"mov r5rep, r0", 0x159e7000, 0x10021967},
    {"mov r5quad, r0", 0x159e7000, 0x10020967},
    {"fadd ra1.16a, r0, r1", 0x019e7040, 0x10120067},
    {"mov ra1.8d, r2", 0x159e7480, 0x10720067},
    {"mov ra1.8ds, r2", 0x159e7480, 0x10f20067},
    {"add r0, ra1.16b, r1", 0x0c067c40, 0x14020827},
    {"add r0, ra1.8c, r1", 0x0c067c40, 0x1c020827},
    {"fadd r0, r4.8a, r1", 0x019e7840, 0x19020827},
    {"fmul r1.8asf, r2, r3", 0x209e7013, 0x114049e1},
    {"fmul r1.8888sf, r2, r3", 0x209e7013, 0x11b049e1},
    {"ldi ra5, [0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3]", 0xccccaaaa, 0xe6020167},
    {"ldi ra5, [0,1,-2,-1,0,1,-2,-1,0,1,-2,-1,0,1,-2,-1]", 0xccccaaaa, 0xe2020167},
    {"ldi ra1.16a, 5", 0x00000005, 0xe0120067},
    {"sacq -, 5", 0x00000015, 0xe80009e7},
    {"srel -, 5", 0x00000005, 0xe80009e7},
    {"mov -, sacq(5)", 0x00000015, 0xe80009e7},
    {"mov -, srel(5)", 0x00000005, 0xe80009e7},
    {"brr ra4, +0xb0", 0x000000b0, 0xf0f80127},
    {"brr -, 8", 0x00000008, 0xf0f809e7},
    {":label bra -, :label", 0x00000000, 0xf0f009e7},
    {"brr.allz -, 8", 0x00000008, 0xf00809e7},
    {"brr.anynz -, 8", 0x00000008, 0xf03809e7},
    {"brr.allc -, 8", 0x00000008, 0xf08809e7},
    {"bra -, ra0", 0x00000000, 0xf0f409e7},
    {"bra -, ra2", 0x00000000, 0xf0f449e7},
    {"bra -, ra6", 0x00000000, 0xf0f4c9e7},
    {"bra ra31, ra2", 0x00000000, 0xf0f447e7},
    {":x brr -, ra3, r:x", 0xffffffe0, 0xf0fc69e7},
};

class EveryExample : public testing::TestWithParam<Example> {};

TEST_P(EveryExample, AssemblesBitForBit) {
  const auto [source, low_word, high_word] = GetParam();
  EXPECT_EQ(text_of(assembled_word(source)), text_of(make_word(low_word, high_word))) << source;
}

INSTANTIATE_TEST_SUITE_P(AppendixA, EveryExample, testing::ValuesIn(kExamples));

TEST(BroadcomsAssembler, ClearsTwoRegistersByOneLoad) {
  EXPECT_EQ(text_of(assembled_word("mov ra14, 0; mov rb14, 0")), "00000000 e002438e");
}

}  // namespace
}  // namespace qpu::test
