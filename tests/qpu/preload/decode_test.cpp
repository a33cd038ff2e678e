// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>

#include "qpu/preload/access.h"

// Instructions as assemblers encode them, against what they do.
namespace qpu::preload {
namespace {

using Kind = Access::Kind;

struct Expected {
  Kind kind;
  unsigned length, width, register_number;
};

void expect_access(const std::optional<Access>& access, const Expected& expected) {
  ASSERT_TRUE(access);
  EXPECT_EQ(access->kind, expected.kind);
  EXPECT_EQ(access->length, expected.length);
  EXPECT_EQ(access->width, expected.width);
  EXPECT_EQ(access->which[0], expected.register_number);
}

struct X86 {
  const char* text;
  std::array<std::uint8_t, 15> code;
  Expected expected;
};

TEST(DecodeX8664, KnowsPlainMoves) {
  const X86 moves[] = {
      {"mov eax, [rax]", {0x8b, 0x00}, {Kind::Load, 2, 4, 0}},
      {"mov edx, [rbx+0x43c]", {0x8b, 0x93, 0x3c, 0x04, 0, 0}, {Kind::Load, 6, 4, 2}},
      {"mov r9d, [r8+4]", {0x45, 0x8b, 0x48, 0x04}, {Kind::Load, 4, 4, 9}},
      {"mov [rcx+rdx*4], esi", {0x89, 0x34, 0x91}, {Kind::Store, 3, 4, 6}},
      {"mov [rsp+8], eax", {0x89, 0x44, 0x24, 0x08}, {Kind::Store, 4, 4, 0}},
      {"mov [rip+16], ecx", {0x89, 0x0d, 0x10, 0, 0, 0}, {Kind::Store, 6, 4, 1}},
      {"mov [rdx*4+0x1000], eax", {0x89, 0x04, 0x95, 0, 0x10, 0, 0}, {Kind::Store, 7, 4, 0}},
      {"mov rax, [rdi]", {0x48, 0x8b, 0x07}, {Kind::Load, 3, 8, 0}},
      {"mov [rdi], ax", {0x66, 0x89, 0x07}, {Kind::Store, 3, 2, 0}},
      {"mov [rdi], sil", {0x40, 0x88, 0x37}, {Kind::Store, 3, 1, 6}},
      {"movzx eax, byte [rdi]", {0x0f, 0xb6, 0x07}, {Kind::Load, 3, 1, 0}},
      {"movzx eax, word [rdi+2]", {0x0f, 0xb7, 0x47, 0x02}, {Kind::Load, 4, 2, 0}},
      {"movnti [rdi], eax", {0x0f, 0xc3, 0x07}, {Kind::Store, 3, 4, 0}},
  };
  for (const X86& move : moves) {
    SCOPED_TRACE(move.text);
    expect_access(decode_x86_64(move.code.data()), move.expected);
  }
}

TEST(DecodeX8664, ReadsImmediates) {
  const std::array<std::uint8_t, 15> word{0xc7, 0x80, 0x24, 0, 0, 0, 0xff, 0xff, 0xff, 0xff};
  const auto access = decode_x86_64(word.data());  // mov dword [rax+0x24], -1
  expect_access(access, {Kind::StoreImmediate, 10, 4, 0});
  EXPECT_EQ(access->immediate, 0xFFFF'FFFFu);
  const std::array<std::uint8_t, 15> half{0x66, 0xc7, 0x00, 0x34, 0x12};
  EXPECT_EQ(decode_x86_64(half.data())->immediate, 0x1234u);
}

TEST(DecodeX8664, ExtendsAsTheInstructionSays) {
  const std::array<std::uint8_t, 15> code{0x48, 0x63, 0x07};  // movsxd rax, dword [rdi]
  const auto access = decode_x86_64(code.data());
  ASSERT_TRUE(access);
  EXPECT_TRUE(access->sign_extends);
  EXPECT_EQ(access->register_width, 8u);
}

TEST(DecodeX8664, LeavesTheRestToSingleSteps) {
  for (const std::array<std::uint8_t, 15>& code :
       {std::array<std::uint8_t, 15>{0xf7, 0x00, 1, 0, 0, 0},  // test dword [rax], 1
        std::array<std::uint8_t, 15>{0x83, 0x08, 0x05},        // or dword [rax], 5
        std::array<std::uint8_t, 15>{0xf3, 0xa5},              // rep movsd
        std::array<std::uint8_t, 15>{0x0f, 0x10, 0x00},        // movups xmm0, [rax]
        std::array<std::uint8_t, 15>{0x88, 0x27},              // mov [rdi], ah
        std::array<std::uint8_t, 15>{0x8b, 0xc1}})             // mov eax, ecx
    EXPECT_FALSE(decode_x86_64(code.data()));
}

TEST(DecodeArm, KnowsLoadsAndStores) {
  expect_access(decode_arm(0xe5901004), {Kind::Load, 4, 4, 1});   // ldr r1, [r0, #4]
  expect_access(decode_arm(0xe7802103), {Kind::Store, 4, 4, 2});  // str r2, [r0, r3, lsl #2]
  expect_access(decode_arm(0xe5d03000), {Kind::Load, 4, 1, 3});   // ldrb r3, [r0]
  expect_access(decode_arm(0xe1d030b2), {Kind::Load, 4, 2, 3});   // ldrh r3, [r0, #2]
  EXPECT_TRUE(decode_arm(0xe1d030d1)->sign_extends);              // ldrsb r3, [r0, #1]
  EXPECT_EQ(decode_arm(0xe1c020d0)->registers, 2u);               // ldrd r2, r3, [r0]
  EXPECT_FALSE(decode_arm(0xedd07a00));                           // vldr s15, [r0]
  EXPECT_FALSE(decode_arm(0xe1901f9f));                           // ldrex r1, [r0]
}

TEST(DecodeArm, ChangesBases) {
  const auto after = decode_arm(0xe4801004);  // str r1, [r0], #4
  EXPECT_EQ(*after->base, 0);
  EXPECT_EQ(after->base_change, 4);
  EXPECT_EQ(decode_arm(0xe5301008)->base_change, -8);  // ldr r1, [r0, #-8]!
  EXPECT_FALSE(decode_arm(0xe5901004)->base);
}

TEST(DecodeThumb, KnowsShortForms) {
  expect_access(decode_thumb(0x6841, 0), {Kind::Load, 2, 4, 1});   // ldr r1, [r0, #4]
  expect_access(decode_thumb(0x6001, 0), {Kind::Store, 2, 4, 1});  // str r1, [r0]
  expect_access(decode_thumb(0x58d1, 0), {Kind::Load, 2, 4, 1});   // ldr r1, [r2, r3]
  expect_access(decode_thumb(0x7801, 0), {Kind::Load, 2, 1, 1});   // ldrb r1, [r0]
  expect_access(decode_thumb(0x8841, 0), {Kind::Load, 2, 2, 1});   // ldrh r1, [r0, #2]
  EXPECT_FALSE(decode_thumb(0x1840, 0));                           // adds r0, r0, r1
}

TEST(DecodeThumb, KnowsLongForms) {
  expect_access(decode_thumb(0xf8d3, 0x243c), {Kind::Load, 4, 4, 2});   // ldr.w r2, [r3, #1084]
  expect_access(decode_thumb(0xf8c3, 0x2430), {Kind::Store, 4, 4, 2});  // str.w r2, [r3, #1072]
  expect_access(decode_thumb(0xf853, 0x2021), {Kind::Load, 4, 4, 2});   // ldr.w r2, [r3, r1, lsl #2]
  const auto after = decode_thumb(0xf843, 0x2b04);                      // str.w r2, [r3], #4
  EXPECT_EQ(*after->base, 3);
  EXPECT_EQ(after->base_change, 4);
  EXPECT_EQ(decode_thumb(0xe9d0, 0x2300)->registers, 2u);  // ldrd r2, r3, [r0]
  EXPECT_FALSE(decode_thumb(0xe850, 0x1f00));              // ldrex r1, [r0]
}

TEST(DecodeAarch64, KnowsLoadsAndStores) {
  expect_access(decode_aarch64(0xb9443c01), {Kind::Load, 4, 4, 1});   // ldr w1, [x0, #1084]
  expect_access(decode_aarch64(0xb9043001), {Kind::Store, 4, 4, 1});  // str w1, [x0, #1072]
  expect_access(decode_aarch64(0xb8627801), {Kind::Load, 4, 4, 1});   // ldr w1, [x0, x2, lsl #2]
  expect_access(decode_aarch64(0xf9400001), {Kind::Load, 4, 8, 1});   // ldr x1, [x0]
  expect_access(decode_aarch64(0x39400001), {Kind::Load, 4, 1, 1});   // ldrb w1, [x0]
  EXPECT_EQ(decode_aarch64(0xb8404401)->base_change, 4);              // ldr w1, [x0], #4
  EXPECT_EQ(decode_aarch64(0xb81fcc01)->base_change, -4);             // str w1, [x0, #-4]!
  EXPECT_EQ(decode_aarch64(0x29400c02)->registers, 2u);               // ldp w2, w3, [x0]
  EXPECT_FALSE(decode_aarch64(0x3dc00000));                           // ldr q0, [x0]
  EXPECT_FALSE(decode_aarch64(0x885f7c01));                           // ldxr w1, [x0]
}

}  // namespace
}  // namespace qpu::preload
