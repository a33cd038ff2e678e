// SPDX-License-Identifier: MIT
// German.

import { HISTORY } from './de_history.js';
import { LISTEN } from './de_listen.js';
import { LIVE } from './de_live.js';
import { PAGE } from './de_page.js';
import { PANEL } from './de_panel.js';
import { REACH } from './de_reach.js';
import { TOOLS } from './de_tools.js';
import { USERS } from './de_users.js';

/** @type {import('./text.js').Words} */
export const WORDS = { ...PAGE, ...PANEL, ...LIVE, ...TOOLS, ...REACH, ...LISTEN, ...HISTORY, ...USERS };
