// SPDX-License-Identifier: MIT
// The section of admins: who may use this hub.

import { getJson } from '../feed/api.js';
import { UsersPanel } from '../users/users_panel.js';

const HUB_ROLES = ['viewer', 'admin']; // there is nothing to hear or to tune

/** Shows the section to admins. Asked with each refresh, as a role may change. */
export function peopleOfHub() {
  const asking = { role: /** @type {string | null} */ (null), link: 'open' };
  const panel = new UsersPanel(asking, HUB_ROLES);
  setInterval(() => panel.tick(), 1000);
  return {
    async refresh() {
      const { name, role } = await getJson('api/v1/me');
      asking.role = role;
      panel.update();
      return name === null ? '' : `${name}: ${role}`;
    },
  };
}
