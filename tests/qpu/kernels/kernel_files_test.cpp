// SPDX-License-Identifier: MIT
#include "qpu/kernels/kernel_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

// A kernel without a word still assembles; its programs end at once, and no host interrupt is raised.
TEST(KernelFiles, AreEmbeddedWhole) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SPECTRUMD_ROOT "/qpu/kernels")) {
    if (entry.path().extension() != ".qasm" && entry.path().extension() != ".qinc") continue;
    std::ifstream file(entry.path());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_FALSE(text.empty()) << entry.path();
    EXPECT_EQ(qpu::kernel_file(entry.path().filename()), text) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0U);
}

TEST(KernelFiles, HaveNoOthers) { EXPECT_EQ(qpu::kernel_file("README.md"), std::nullopt); }

}  // namespace
