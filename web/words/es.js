// SPDX-License-Identifier: MIT
// Spanish.

import { HISTORY } from './es_history.js';
import { LISTEN } from './es_listen.js';
import { LIVE } from './es_live.js';
import { PAGE } from './es_page.js';
import { PANEL } from './es_panel.js';
import { REACH } from './es_reach.js';
import { TOOLS } from './es_tools.js';
import { USERS } from './es_users.js';

/** @type {import('./text.js').Words} */
export const WORDS = { ...PAGE, ...PANEL, ...LIVE, ...TOOLS, ...REACH, ...LISTEN, ...HISTORY, ...USERS };
