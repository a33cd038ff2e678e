// SPDX-License-Identifier: MIT
// Reference 10.2, 10.8 and 10.10.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/qpu/assembler/assembled.h"

namespace qpu::test {
namespace {

struct SameProgramPair {
  const char *name, *said, *meant;
};
void PrintTo(const SameProgramPair& pair, std::ostream* stream) { *stream << pair.name; }

class SameProgram : public testing::TestWithParam<SameProgramPair> {};

TEST_P(SameProgram, ComesOut) { EXPECT_EQ(assembled(GetParam().said), assembled(GetParam().meant)) << GetParam().said; }

const SameProgramPair kPrograms[] = {
    {"a label before or behind a colon", "a: nop\nbrr -, r:a\n:b nop\nbrr -, :b", "nop\nbrr -, -40\nnop\nbrr -, -40"},
    {"a label ahead", "brr -, r:1f\nnop\n:1", "brr -, -16\nnop"},
    {"a number behind and ahead", ":1 nop\n:1 brr -, r:1b\nbrr -, r:1f\n:1", "nop\nbrr -, -32\nbrr -, -24"},
    {"a label with an offset", ":a brr -, r:a + 3*8", "brr -, -8"},
    {"a distance of labels", ":a nop\nnop\n:b ldi r0, :b - :a", "nop\nnop\nldi r0, 16"},
    {"two labels in one place", ":a\n::b\n:c brr -, r:b", "brr -, -32"},
    {"a label as its bare name", ":a brr -, a", "brr -, -32"},
    {"set", ".set x, 3\n.equ y, x+1\n.define z, y*2\nldi r0, z", "ldi r0, 8"},
    {"set again", ".set x, 3\n.set x, x+1\nldi r0, x", "ldi r0, 4"},
    {"set a register", ".set ra_tw, ra11\n.set TW, 2\nmov ra_tw+TW+1, r0", "mov ra14, r0"},
    {"suffixes on a symbol", ".set x, ra1\nmov r0, x.16a\nmov r0, (x+1).16a\nmov r0, x+1.16a",
     "mov r0, ra1.16a\nmov r0, ra2.16a\nmov r0, ra2.16a"},
    {"unset", ".set x, 1\n.unset x\n.ifset x\nnop\n.endif\n.set x, 1\n.undef x\n.ifset x\nnop\n.endif", ""},
    {"const", ".const x, 7\nldi r0, x", "ldi r0, 7"},
    {"a function in one line", ".set f(a, b) a*b + c\n.set c, 1\nldi r0, f(2, 3)\n.set c, 2\nldi r0, f(2, 3)",
     "ldi r0, 7\nldi r0, 8"},
    {"a function of lines",
     ".func f(a)\n.if a > 2\na * 10\n.else\n.assert a > 0\na\n.endif\n.endf\nldi r0, f(2) + f(3)", "ldi r0, 32"},
    {"a macro", ".macro m, a, b\nadd a, b, 1\n.endm\nm r0, ra1\nm r1, r2", "add r0, ra1, 1\nadd r1, r2, 1"},
    {"a macro with nothing in a place", ".macro m, a, b\n.ifset b\nmov a, b\n.else\nnop\n.endif\n.endm\nm r0\nm r0, r1",
     "nop\nmov r0, r1"},
    {"a minus as an argument", ".macro m, a\nmov a, r0\n.endm\nm -", "mov -, r0"},
    {"a macro named as an operation", ".macro add, a\nmov a, r0\n.endm\nadd r1", "mov r1, r0"},
    {"the last macro wins", ".macro m\nnop\n.endm\n.macro m\nldtmu0\n.endm\nm", "ldtmu0"},
    {"a macro in a macro", ".macro m\n.macro n\nldtmu1\n.endm\n.endm\nm\nn", "ldtmu1"},
    {"what a macro sets", ".macro m\n.set x, 5\n.lset y, 6\n.endm\nm\n.ifset y\nnop\n.endif\nldi r0, x", "ldi r0, 5"},
    {"what is set behind a macro", ".macro m\nldi r0, later\n.endm\n.set later, 9\nm", "ldi r0, 9"},
    {"numbers in a macro", ".macro m\n:1 nop\nbrr -, r:1b\n.endm\nm\nm", "nop\nbrr -, -40\nnop\nbrr -, -40"},
    {"the place behind a call", ".macro proc, rx, label\nbrr rx, label\nnop\nnop\nnop\n.endm\nproc ra1, r:1f\nnop\n:1",
     "brr ra1, 8\nnop\nnop\nnop\nnop"},
    {"rep", ".rep i, 3\nmov ra1+i, rb1+i\n.endr", "mov ra1, rb1\nmov ra2, rb2\nmov ra3, rb3"},
    {"rep gives its counter back", ".set i, 7\n.rep i, 2\n.endrep\nldi r0, i", "ldi r0, 7"},
    {"rep in rep", ".rep i, 2\n.rep j, 2\nldi r0, i*2+j\n.endr\n.endr", "ldi r0, 0\nldi r0, 1\nldi r0, 2\nldi r0, 3"},
    {"rep never", ".rep i, 0\ngarbage (\n.endr", ""},
    {"foreach", ".foreach x, 5, r1, -\n.if x == 5\nldi r0, x\n.else\nmov x, r2\n.endif\n.endfor",
     "ldi r0, 5\nmov r1, r2\nmov -, r2"},
    {"if", ".if 1\nnop\n.elseif oops\n.else\n)\n.endif", "nop"},
    {"elseif", ".if 0\n)\n.elseif 1\nnop\n.elif oops\n.else\n)\n.endif", "nop"},
    {"else", ".if 0\n.if 1\n.else\n.endif\n.elseif 0\n.else\nnop\n.endif", "nop"},
    {"local", ".set x, 1\n.local\n.lset x, 2\nldi r0, x\n.endloc\nldi r0, x", "ldi r0, 2\nldi r0, 1"},
    {"back", "ldtmu0\nldtmu1\n.back 1\nnop\nthrend\n.endb", "ldtmu0\nnop\nthrend\nldtmu1"},
    {"branches over what went back", ":a nop\nbrr -, r:a\n:b ldtmu0\n.back 2\nthrend\n.endb\nbrr -, r:b",
     "nop\nthrend\nbrr -, -48\nldtmu0\nbrr -, -40"},
    {"clone", ":a ldtmu0\nbrr -, r:a\n.clone :a, 2", "ldtmu0\nbrr -, -40\nldtmu0\nbrr -, -56"},
    {"align code", "ldtmu0\n.align 32\nldtmu1", "ldtmu0\nnop\nnop\nnop\nldtmu1"},
    {"align code to a base", "ldtmu0\n.align 16, 8\nldtmu1", "ldtmu0\nldtmu1"},
    {"align data", ".byte 1\n.align 4\n.int 2", ".long 0x200000001"},
    {"data fills slots", ".int 1, 2\n.short 3, 4\n.byte 5\nnop", ".long 0x200000001, 0x0500040003\nnop"},
    {"data by other names", ".dword 1\n.int32 2\n.int16 3\n.short 4\n.int8 5, -1, 0, 0\n.qword 6\n.int64 7",
     ".long 0x200000001, 0x0000ff0500040003, 6, 7"},
    {"floats", ".float 1, 0.5\n.float32 -2.0\n.half 1.0\n.float16 65504\n.double 1.5",
     ".int 0x3f800000, 0x3f000000, 0xc0000000, 0x7bff3c00\n.long 0x3ff8000000000000"},
    {"bits", ".bit 1,0,1,1, 0,0,0,0, 1", ".byte 0x0d, 1"},
    {"a label in data", ":a .int 1\n:b .int 2\n.int :a, :b", ".int 1, 2, 0, 4"},
    {"a label behind data", "nop\n.int 1\n:a brr -, r:a", "nop\n.int 1\nbrr -, -32"},
    {"segments and exports", ".code\n.global a\n.global b, 5\n::a nop\n.rodata\n.text", "nop"},
    {"words that merge", "fadd r0, r1, r2 ;\n; fmul r3, r4, r5 ;\n; ldtmu0",
     "fadd r0, r1, r2; fmul r3, r4, r5; ldtmu0"},
    {"a label keeps words apart", "fadd r0, r1, r2 ;\n:a\n; fmul r3, r4, r5", "fadd r0, r1, r2\nfmul r3, r4, r5"},
    {"comments", "nop # ; garbage\n# .rep\n\t\n", "nop"},
    {"the include that is built in", ".include <vc4.qinc>  # > no name\nldi r0, h32(1)", "ldi r0, 0xa01"},
    {"a macro next to other parts",
     ".macro scale, to, by\nfmul to, to, by\n.endm\nfadd r0, r1, r2; scale r3, r2; ldtmu0\nscale r1, r0; ldtmu1",
     "fadd r0, r1, r2; fmul r3, r3, r2; ldtmu0\nnop; fmul r1, r1, r0; ldtmu1"},
    {"the first and last word of a macro next to other parts",
     ".macro twice, to\nfmul to, to, r1\nfmul to, to, r2\n.endm\nmov r3, 0; twice r0; thrend",
     "mov r3, 0; fmul r0, r0, r1\nnop; fmul r0, r0, r2; thrend"},
    {"links and targets", "brr ra1, rb2, ra3, 8\nbra -, ra4, 16\nbrr rb1, 8",
     ".int 8, 0xf0fc6042\n.int 16, 0xf0f489e7\n.int 8, 0xf0f81067"},
};

INSTANTIATE_TEST_SUITE_P(Dialect, SameProgram, testing::ValuesIn(kPrograms));

TEST(Rep, NeedsNoComma) {
  EXPECT_EQ(assembled(".rep i 3\nldi r0, i\n.endr"), assembled(".rep i, 3\nldi r0, i\n.endr"));
}

TEST(Include, LooksBesideItsIncluderAndOnThePath) {
  const std::map<std::string, std::string> files = {{"a/b.qinc", ".include \"c.qinc\"\n.include <d.qinc>\n"},
                                                    {"a/c.qinc", "ldi r0, x\n.lset hidden, 1\n"},
                                                    {"lib/d.qinc", ".ifset hidden\nnop\n.endif\nldtmu0\n"}};
  AssemblyOptions options;
  options.include_paths = {"lib"};
  options.definitions = {{"x", "3 + 1"}};
  options.load = [&](const std::string& path) {
    const auto file = files.find(path);
    return file == files.end() ? std::nullopt : std::optional(file->second);
  };
  EXPECT_EQ(assembled(".include \"a/b.qinc\"", options), assembled("ldi r0, 4\nldtmu0"));
}

TEST(Program, SaysWhereEachWordCameFrom) {
  const Program program = assemble(".macro m\nnop\n.endm\nldtmu0\nm\n.int 1\n", "k.qasm");
  ASSERT_EQ(program.words.size(), 3);
  EXPECT_EQ(place_of(program, 0), "k.qasm:4");
  EXPECT_EQ(place_of(program, 1), "k.qasm:2, required by k.qasm:5");
  EXPECT_EQ(program.is_data, (std::vector<bool>{false, false, true}));
  EXPECT_EQ(program.lines[0], "ldtmu0");
}

TEST(Program, ListsWhatALoaderHasToRelocate) {
  const Program program = assemble("nop\n:a bra -, :a\nbrr -, :a\nmov r0, :a\n.int 1, :a\n", "k.qasm");
  std::vector<std::uint32_t> offsets;
  for (const Relocation& relocation : program.relocations) offsets.push_back(relocation.offset);
  EXPECT_EQ(offsets, (std::vector<std::uint32_t>{8, 24, 36}));
}

TEST(Program, ListsLabelsByAddress) {
  const Program program = assemble(".global a\n:a nop\n::b nop\n:1\n:c\n.global c\n", "k.qasm");
  ASSERT_EQ(program.labels.size(), 4);
  EXPECT_EQ(program.labels[0].name, "a");
  EXPECT_TRUE(program.labels[0].exported && program.labels[1].exported && program.labels[3].exported);
  EXPECT_FALSE(program.labels[2].exported);
  EXPECT_EQ(program.labels[2].address, 16);
}

}  // namespace
}  // namespace qpu::test
