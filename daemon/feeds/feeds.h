// SPDX-License-Identifier: MIT
#pragma once

#include <list>
#include <optional>

#include "daemon/config/settings.h"
#include "daemon/feeds/follow/rig_follower.h"
#include "daemon/feeds/influx/influx_feed.h"
#include "daemon/feeds/kiwi/kiwi_feed.h"
#include "daemon/feeds/mqtt/mqtt_feed.h"
#include "daemon/feeds/n1mm/n1mm_feed.h"
#include "daemon/feeds/rigctl/rigctl_feed.h"
#include "daemon/feeds/sdrangel/sdrangel_feed.h"
#include "daemon/feeds/spots/cluster_client.h"
#include "daemon/feeds/spots/spot_poller.h"
#include "daemon/feeds/spots/wsjtx_listener.h"
#include "daemon/feeds/spyserver/spyserver_feed.h"

namespace spectrumd {

// The feeds that the settings turn on. Destruction waits for those that are connecting.
class Feeds {
 public:
  Feeds(const FeedSettings& settings, ServerContext& context);  // throws ServerError

 private:
  void add_influx(const FeedSettings& settings, ServerContext& context);
  void add_follower(const FeedSettings& settings, ServerContext& context);
  void add_spots(const std::string& from, const FeedSettings& settings, ServerContext& context);

  std::optional<RigctlFeed> rigctl_;
  std::optional<N1mmFeed> n1mm_;
  std::optional<MqttFeed> mqtt_;
  std::optional<SdrangelFeed> sdrangel_;
  std::optional<SpyserverFeed> spyserver_;
  std::optional<KiwiFeed> kiwi_;
  std::optional<RigFollower> follower_;
  std::optional<InfluxFeed> influx_;
  std::list<WsjtxListener> wsjtx_;
  std::list<ClusterClient> clusters_;
  std::list<SpotPoller> pages_;
};

}  // namespace spectrumd
