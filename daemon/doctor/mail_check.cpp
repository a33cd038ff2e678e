// SPDX-License-Identifier: MIT
#include "daemon/doctor/mail_check.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

namespace spectrumd {
namespace {

using State = Finding::State;

constexpr unsigned kSetIds = 06000;
constexpr int kMostLinks = 8;
constexpr const char* kCure = "install msmtp, let /etc/msmtprc name a server: --sendmail /usr/bin/msmtp";

// The file itself, relative to the root: usr/sbin/sendmail is a link to what has been installed.
std::string file_of(const Sysroot& root, const std::string& program) {
  std::filesystem::path file = std::filesystem::path(program).relative_path();
  for (int i = 0; i < kMostLinks; ++i) {
    const auto target = root.link(file);
    if (!target) break;
    file = target->starts_with('/') ? std::filesystem::path(*target).relative_path()
                                    : (file.parent_path() / *target).lexically_normal();
  }
  return file;
}

// Set-ID, but only to read its configuration.
bool speaks_smtp(const std::string& file) { return std::filesystem::path(file).filename() == "msmtp"; }

// Which program has to have more privileges than the service; empty: none.
std::string privileged(const Sysroot& root, const std::string& file) {
  const auto is_set_id = [&](const std::string& path) {
    const auto owner = root.owner(path);
    return owner && (owner->mode & kSetIds) != 0;
  };
  if (speaks_smtp(file)) return "";
  if (is_set_id(file)) return file;
  constexpr std::array kHelpers{"usr/sbin/postdrop", "usr/sbin/nullmailer-queue"};
  for (const char* helper : kHelpers)  // to which sendmail of postfix and nullmailer pass the mail on
    if (file == "usr/sbin/sendmail" && is_set_id(helper)) return helper;
  return "";
}

}  // namespace

Finding check_mail(const Sysroot& root, const std::string& sendmail) {
  const std::string file = file_of(root, sendmail);
  if (!root.has(file)) return {"SYS-10", State::Warn, sendmail + ": not found: rules cannot send mail", kCure};
  const std::string helper = root.user() == "spectrumd" ? privileged(root, file) : "";
  if (!helper.empty())
    return {"SYS-10", State::Warn,
            fmt::format("{}: needs the privileges of /{}, which NoNewPrivileges of the service withholds", sendmail,
                        helper),
            kCure};
  return {"SYS-10", State::Ok, fmt::format("mail of rules is sent by /{}", file), ""};
}

}  // namespace spectrumd
