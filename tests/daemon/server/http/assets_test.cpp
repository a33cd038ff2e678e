// SPDX-License-Identifier: MIT
#include "daemon/server/http/assets.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/daemon/server/gunzip.h"
#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using Page = HttpWorld;
const std::filesystem::path kPage = SPECTRUMD_PAGE;  // web/, or what esbuild made of it

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream content;
  content << std::ifstream(file, std::ios::binary).rdbuf();
  return content.str();
}

TEST(Assets, AreTheFilesOfThePage) {
  const std::set<std::string> served{".html", ".js", ".css", ".svg"};
  for (const auto& entry : std::filesystem::directory_iterator(kPage)) {
    if (!served.contains(entry.path().extension())) continue;
    const Asset* asset = find_asset("/" + entry.path().filename().string());
    ASSERT_NE(asset, nullptr) << entry.path() << ": add it to embed_files in CMakeLists.txt";
    EXPECT_EQ(asset->content, content_of(entry.path()));
  }
}

TEST(Assets, HaveTheIndexOfWebAsItIs) {
  EXPECT_EQ(find_asset("/")->content, content_of(std::filesystem::path(SPECTRUMD_ROOT) / "web/index.html"));
}

TEST_F(Page, ComesWithItsType) {
  EXPECT_EQ(get("/").body, content_of(kPage / "index.html"));
  EXPECT_EQ(get("/").header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(get("/index.html").body, get("/").body);
  EXPECT_EQ(get("/main.js").header("Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(get("/page.css").header("Content-Type"), "text/css; charset=utf-8");
  EXPECT_EQ(get("/icon.svg").header("Content-Type"), "image/svg+xml");
}

TEST_F(Page, MaySayNothingElsewhere) {
  const std::string policy = get("/").header("Content-Security-Policy");
  EXPECT_TRUE(policy.starts_with("default-src 'self'; connect-src 'self' ws://localhost wss://localhost;")) << policy;
}

TEST_F(Page, ComesPacked) {
  const HttpAnswer packed = get("/main.js", {"Accept-Encoding: gzip"});
  EXPECT_EQ(packed.header("Content-Encoding"), "gzip");
  EXPECT_EQ(gunzip(packed.body), content_of(kPage / "main.js"));
}

TEST_F(Page, IsNotSentAgainWhereItHasNotChanged) {
  const HttpAnswer first = get("/main.js");
  EXPECT_EQ(first.header("Cache-Control"), "no-cache");
  const std::string tag = first.header("ETag");
  for (const std::string& known : {tag, tag.substr(2), "\"other\", " + tag, std::string("*")}) {
    const HttpAnswer again = get("/main.js", {"If-None-Match: " + known});
    EXPECT_EQ(again.status, 304) << known;
    EXPECT_EQ(again.header("ETag"), tag);
    EXPECT_EQ(again.body, "");
  }
  EXPECT_EQ(get("/main.js", {"If-None-Match: \"other\""}).status, 200);
  EXPECT_NE(get("/page.css").header("ETag"), tag);
}

TEST_F(Page, TakesNoParametersAwry) { EXPECT_EQ(get("/?center=100M#x").status, 200) << "the page reads them itself"; }

}  // namespace
}  // namespace spectrumd
