// SPDX-License-Identifier: MIT
#include "daemon/doctor/devices.h"

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

TEST(Devices, TellsSticksOfOneSerialApartByTheirPlace) {
  const TemporaryFolder folder;
  const Machine machine(SPECTRUMD_ROOT "/tests/daemon/doctor/sysroots/two-sticks-of-one-serial.txt", folder.path(""));
  std::ostringstream text;
  list_devices(Sysroot(folder.path("")), false, text);
  EXPECT_THAT(text.str(), HasSubstr("rtlsdr:path=1-1.4"));
  EXPECT_EQ(text.str().find("serial="), std::string::npos) << text.str();
}

// The module tests/fakes/soapy, told what to do when it is asked what there is.
SoapySearch search_with(const char* what) {
  setenv("SOAPY_SDR_PLUGIN_PATH", FAKE_SOAPY, 1);
  setenv("FAKE_SOAPY_FIND", what, 1);
  return search_soapy();
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

TEST(SoapySearch, NamesWhatHasNoSerialByAllItTells) {
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
  const SoapySearch search = search_with("hang");
  EXPECT_EQ(fake_in(search), nullptr);
  EXPECT_THAT(search.troubles, testing::Contains("fake_soapy.so: no answer within 5 s"));
}

}  // namespace
}  // namespace spectrumd
