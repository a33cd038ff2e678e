#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says to all who listen on this machine that a USB device may be opened now, as udev does; other programs take it for
none of udev's, as its head lacks their mark. Ends with 77 where that is not allowed: it takes CAP_NET_ADMIN."""

import socket
import sys

UEVENTS, UDEV_GROUP, NOT_ALLOWED = 15, 2, 77
EVENT = b"bind@/devices/usb1/1-1\0ACTION=bind\0DEVPATH=/devices/usb1/1-1\0SUBSYSTEM=usb\0DEVTYPE=usb_device\0"

with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, UEVENTS) as netlink:
    try:
        netlink.sendto(EVENT, (0, UDEV_GROUP))
    except ConnectionRefusedError:
        pass  # no listener
    except PermissionError:
        sys.exit(NOT_ALLOWED)
