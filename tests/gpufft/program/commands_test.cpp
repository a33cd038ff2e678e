// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "gpufft/demos/image/filter.h"
#include "tests/gpufft/program/run_gpufft.h"

namespace gpufft::program {
namespace {

using nlohmann::json;

class Gpufft : public testing::Test {
 protected:
  Gpufft() { std::filesystem::create_directories(folder_); }
  ~Gpufft() override { std::filesystem::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("gpufft_test." + std::to_string(getpid()));
};

std::set<std::string> keys(const json& object) {
  std::set<std::string> all;
  for (const auto& [key, value] : object.items()) all.insert(key);
  return all;
}

TEST_F(Gpufft, BackendsSayWhatAutoTakesAndWhyNotTheOthers) {
  const auto run = run_gpufft("backends --json --n 1024");
  ASSERT_EQ(run.status, 0) << run.text;
  std::size_t chosen = 0;
  for (const json& line : run.lines()) {
    EXPECT_TRUE(line.at("name") != "qpu" || line.at("trials").size() == 1) << line;
    for (const json& trial : line.at("trials")) {
      chosen += trial.at("chosen").get<bool>();
      EXPECT_FALSE(trial.at("outcome").get<std::string>().empty());
    }
  }
  EXPECT_EQ(chosen, 1U);
  const std::string text = run_gpufft("backends").text;
  EXPECT_NE(text.find("auto chooses "), std::string::npos);
  EXPECT_NE(text.find(" MiB of GPU memory for spectra of 4096 bins"), std::string::npos) << text;
}

// A machine without any driver, which once ended the list.
TEST_F(Gpufft, BackendsAreListedWithoutADriver) {
  const auto run = run_command("OCL_ICD_VENDORS=/nonexistent " GPUFFT_PROGRAM " backends");
  EXPECT_EQ(run.status, 0) << run.text;
  EXPECT_NE(run.text.find("auto chooses cpu"), std::string::npos) << run.text;
}

TEST_F(Gpufft, BenchOfTheQpusHasTheArticlesTable) {
  const auto run = run_gpufft("bench --backend qpu --qpu-device emulated --json --n 64,1024,65536");
  ASSERT_EQ(run.status, 0) << run.text;
  const auto lines = run.lines();
  ASSERT_EQ(lines.size(), 5U);  // none of ten beyond 2^15
  for (const json& line : lines) {
    EXPECT_EQ(keys(line),
              (std::set<std::string>{"n", "batch", "us", "published_us", "ppm", "published_ppm", "device"}));
    EXPECT_EQ(line.at("device"), "emulated Raspberry Pi B+");
    EXPECT_GT(line.at("us").get<double>(), 1);
    EXPECT_GT(line.at("ppm").get<double>(), 0.01);
    EXPECT_LT(line.at("ppm").get<double>(), 1);
  }
  EXPECT_TRUE(lines[0].at("published_us").is_null());
  EXPECT_EQ(lines[2].at("published_us"), 70);
  EXPECT_EQ(lines[3].at("batch"), 10);
  EXPECT_EQ(lines[3].at("published_us"), 49);
  EXPECT_EQ(lines[4].at("published_ppm"), 1.0);
  EXPECT_GT(lines[4].at("us").get<double>(), 20 * lines[2].at("us").get<double>());
}

TEST_F(Gpufft, BenchPlotsWhatItMeasuredOnAPage) {
  const std::string page = path("bench.html");
  ASSERT_EQ(run_gpufft("bench --backend qpu --qpu-device emulated --n 64,256,1024 --html " + page).status, 0);
  const std::string text = run_command("cat " + page).text;
  EXPECT_NE(text.find("<h2>fft, one: qpu emulated Raspberry Pi B+</h2>"), std::string::npos) << text;
  EXPECT_NE(text.find("<title>GPU_FFT, published, 1024 points: "), std::string::npos);
  EXPECT_EQ(text.find(", 64 points"), std::string::npos) << "nothing was published for them";
  EXPECT_EQ(run_gpufft("bench channels --html " + page).status, 64);
  EXPECT_EQ(run_gpufft("bench --html /nonexistent/page.html").text,
            "gpufft: /nonexistent/page.html: can't be written\n");
}

TEST_F(Gpufft, BenchOfTheQpusHasRowsOfTheFusedSpectrum) {
  const auto run = run_gpufft("bench spectrum --backend qpu --qpu-device emulated:pi3 --json --n 1024");
  ASSERT_EQ(run.status, 0) << run.text;
  const json line = run.lines().at(0);
  EXPECT_NEAR(line.at("frame_us").get<double>() * line.at("msps").get<double>(), 1024, 1);
  EXPECT_NEAR(line.at("load_at_2.4_msps").get<double>() * line.at("msps").get<double>(), 2.4, 0.01);
}

TEST_F(Gpufft, BenchRefusesWhatTheQpusDoNotHave) {
  EXPECT_NE(run_gpufft("bench --backend qpu --qpu-device emulated --n 1000").text.find("powers of two"),
            std::string::npos);
  EXPECT_NE(run_gpufft("bench --backend qpu --qpu-device emulated:pi4").text.find("is not a device"),
            std::string::npos);
  EXPECT_NE(run_gpufft("bench --backend qpu --qpu-device helper:/x").text.find("the helper reports no times"),
            std::string::npos);
}

TEST_F(Gpufft, ImageWritesThePictureAndItsSpectrum) {
  Picture picture{48, 32, 3, std::vector<std::uint8_t>(48 * 32 * 3)};
  for (std::size_t i = 0; i < picture.bytes.size(); ++i) picture.bytes[i] = static_cast<std::uint8_t>(i * 37);
  write_png(path("in.png"), picture);
  const auto run = run_gpufft("image " + path("in.png") + ' ' + path("out.png") + " --spectrum " + path("s.png") +
                              " --backend qpu:emulated --json");
  ASSERT_EQ(run.status, 0) << run.text;
  EXPECT_EQ(run.lines().at(0).at("columns"), 64);
  EXPECT_EQ(run.lines().at(0).at("backend"), "qpu");
  EXPECT_LT(rms_difference(read_png(path("out.png")), picture), 0.05);
  EXPECT_EQ(read_png(path("s.png")).width, 64U);
}

TEST_F(Gpufft, ImageSaysWhatIsWrongWithAFile) {
  std::ofstream(path("no.png")) << "no picture";
  const auto run = run_gpufft("image " + path("no.png") + ' ' + path("out.png"));
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.text, "gpufft: " + path("no.png") + ": it is not a PNG file\n");
  EXPECT_FALSE(std::filesystem::exists(path("out.png")));
}

#ifdef SPECTRUMD_SANITIZED  // what qpu emulate preloads and a sanitizer's library both want to be first
#define DISABLED_UNDER_SANITIZERS() GTEST_SKIP() << "qpu emulate does not run programs built for a sanitizer"
#else
#define DISABLED_UNDER_SANITIZERS() (void)0
#endif

// A two-dimensional array, whose steps first go through the mailbox and then by registers.
TEST_F(Gpufft, DrivesTheRealDeviceToTheVeryBitsOfTheEmulatedOne) {
  DISABLED_UNDER_SANITIZERS();
  Picture picture{64, 64, 3, std::vector<std::uint8_t>(64 * 64 * 3)};
  for (std::size_t i = 0; i < picture.bytes.size(); ++i) picture.bytes[i] = static_cast<std::uint8_t>(i * i);
  write_png(path("in.png"), picture);
  const auto arguments = [&](const char* backend, const char* out) {
    return " image " + path("in.png") + ' ' + path(out) + " --filter gaussian --spectrum " + path(out) +
           ".s --backend " + backend;
  };
  const auto real = run_command("XDG_RUNTIME_DIR=" + folder_.string() + ' ' + QPU_PROGRAM + " emulate -- " +
                                GPUFFT_PROGRAM + arguments("qpu", "real.png"));
  ASSERT_EQ(real.status, 0) << real.text;
  EXPECT_EQ(real.text.find("left behind"), std::string::npos) << real.text;
  ASSERT_EQ(run_gpufft(arguments("qpu:emulated", "emulated.png")).status, 0);
  for (const char* file : {"", ".s"})
    EXPECT_EQ(read_png(path("real.png") + file).bytes, read_png(path("emulated.png") + file).bytes) << file;
}

// Under emulation the clock that counts is the chip's.
TEST_F(Gpufft, BenchesTheRealDeviceInTheChipsTime) {
  DISABLED_UNDER_SANITIZERS();
  const auto time_of = [](const std::string& text) {
    const std::size_t at = text.find("\"us\":");
    return at == std::string::npos ? 0 : std::stod(text.substr(at + 5));
  };
  const auto real = run_command("XDG_RUNTIME_DIR=" + folder_.string() + ' ' + QPU_PROGRAM + " emulate -- " +
                                GPUFFT_PROGRAM + " bench --json --backend qpu --qpu-device real --n 1024");
  const auto emulated = run_gpufft(" bench --json --backend qpu --qpu-device emulated --n 1024");
  EXPECT_GT(time_of(emulated.text), 0) << emulated.text;
  EXPECT_NEAR(time_of(real.text), time_of(emulated.text), 4) << real.text << emulated.text;
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Gpufft, GivesBackWhatAKilledOneHeldOfTheRealDevice) {
  DISABLED_UNDER_SANITIZERS();
  const std::string gpufft = std::string(GPUFFT_PROGRAM) + " bench --json --backend qpu --n ";
  std::ofstream(path("both.sh")) << "export XDG_RUNTIME_DIR=" << folder_.string() << '\n'
                                 << gpufft << "1048576 & killed=$!\n"
                                 << "until grep -qs . $XDG_RUNTIME_DIR/gpufft-gpu-handles; do\n"
                                 << "  kill -0 $killed || exit; sleep 0.02\ndone\n"
                                 << "kill -9 $killed; wait $killed\n"
                                 << gpufft << "256\n";
  const auto run = run_command(std::string(QPU_PROGRAM) + " emulate -- sh " + path("both.sh"));
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.text.find("\"n\":256"), std::string::npos) << run.text;
  EXPECT_EQ(run.text.find("left behind"), std::string::npos) << run.text;
  EXPECT_EQ(run.text.find("left enabled"), std::string::npos) << run.text;
}

}  // namespace
}  // namespace gpufft::program
