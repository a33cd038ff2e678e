// SPDX-License-Identifier: MIT
#include "daemon/commands/devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "daemon/doctor/soapy_search.h"
#include "tests/daemon/doctor/machine.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

using testing::HasSubstr;

TEST(Devices, ListsSticksAndWhoHasThem) {
  const TemporaryFolder folder;
  const Machine machine(SPECTRUMD_ROOT "/tests/daemon/doctor/sysroots/stick-in-use.txt", folder.path(""));
  std::ostringstream text, json;
  EXPECT_EQ(list_devices(Sysroot(folder.path("")), false, text), 0);
  EXPECT_NE(text.str().find("rtlsdr:serial=00000001"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("in use by rtl_tcp (pid 812)"), std::string::npos) << text.str();
  EXPECT_EQ(list_devices(Sysroot(folder.path("")), true, json), 0);
  EXPECT_EQ(nlohmann::json::parse(json.str())["devices"][0]["path"], "1-1.4");
}

// The search of SoapySDR would open the stick that is in use.
TEST(Devices, DoesNotAskSoapyWhileARadioIsInUse) {
  const TemporaryFolder folder;
  const auto troubles = [&folder] {
    std::ostringstream json;
    list_devices(Sysroot(folder.path("")), true, json);
    return nlohmann::json::parse(json.str())["soapy_troubles"];
  };
  EXPECT_EQ(troubles().size(), 0U);
  std::filesystem::create_directories(folder.path("proc/77/fd"));
  folder.write("proc/77/comm", "spectrumd");
  std::filesystem::create_symlink("/dev/bus/usb/001/009", folder.path("proc/77/fd/5"));  // an Airspy, say
  EXPECT_EQ(troubles()[0], "not searched while spectrumd (pid 77) uses a radio");
  std::filesystem::remove(folder.path("proc/77/fd/5"));  // of another user: not to be seen, and so it may
  EXPECT_EQ(troubles().size(), 1U);
  std::filesystem::create_symlink("/dev/null", folder.path("proc/77/fd/0"));
  EXPECT_EQ(troubles().size(), 0U);
}

TEST(Devices, DistinguishesSticksOfOneSerialByTheirPlace) {
  const TemporaryFolder folder;
  const Machine machine(SPECTRUMD_ROOT "/tests/daemon/doctor/sysroots/two-sticks-of-one-serial.txt", folder.path(""));
  std::ostringstream text;
  list_devices(Sysroot(folder.path("")), false, text);
  EXPECT_THAT(text.str(), HasSubstr("rtlsdr:path=1-1.4"));
  EXPECT_EQ(text.str().find("serial="), std::string::npos) << text.str();
}

// The module tests/fakes/soapy, which behaves as `what` says when it is asked for devices.
SoapySearch search_with(const char* what, std::chrono::milliseconds limit = std::chrono::seconds(5)) {
  setenv("SOAPY_SDR_PLUGIN_PATH", FAKE_SOAPY, 1);
  setenv("FAKE_SOAPY_FIND", what, 1);
  return search_soapy(limit);
}

const SoapySearch::Device* fake_in(const SoapySearch& search) {
  for (const auto& device : search.devices)
    if (device.driver == "fake") return &device;
  return nullptr;
}

TEST(SoapySearch, GivesWhatSourceTakes) {
  const SoapySearch search = search_with("one");
  const auto* device = fake_in(search);
  ASSERT_NE(device, nullptr);
  EXPECT_EQ(device->source, "soapy:driver=fake,serial=f00");
  EXPECT_EQ(device->label, "Fake radio, of one");
}

TEST(SoapySearch, NamesDevicesWithoutASerialByAllTheirFacts) {
  const SoapySearch search = search_with("nameless");
  const auto* device = fake_in(search);
  ASSERT_NE(device, nullptr);
  EXPECT_EQ(device->source, "soapy:driver=fake,native=CS8");
}

TEST(SoapySearch, SurvivesAModuleThatCrashes) {
  const SoapySearch search = search_with("crash");
  EXPECT_EQ(fake_in(search), nullptr);
  EXPECT_THAT(search.troubles, testing::Contains("fake_soapy.so: it crashed: Aborted"));
}

TEST(SoapySearch, SurvivesAModuleThatHangs) {
  const SoapySearch search = search_with("hang", std::chrono::milliseconds(500));
  EXPECT_EQ(fake_in(search), nullptr);
  EXPECT_THAT(search.troubles, testing::Contains("fake_soapy.so: no answer within 0.5 s"));
}

}  // namespace
}  // namespace spectrumd
