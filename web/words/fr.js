// SPDX-License-Identifier: MIT
// French.

import { HISTORY } from './fr_history.js';
import { LISTEN } from './fr_listen.js';
import { LIVE } from './fr_live.js';
import { PAGE } from './fr_page.js';
import { PANEL } from './fr_panel.js';
import { REACH } from './fr_reach.js';
import { TOOLS } from './fr_tools.js';
import { USERS } from './fr_users.js';

/** @type {import('./text.js').Words} */
export const WORDS = { ...PAGE, ...PANEL, ...LIVE, ...TOOLS, ...REACH, ...LISTEN, ...HISTORY, ...USERS };
