// SPDX-License-Identifier: MIT
// Italian.

import { HISTORY } from './it_history.js';
import { LISTEN } from './it_listen.js';
import { LIVE } from './it_live.js';
import { PAGE } from './it_page.js';
import { PANEL } from './it_panel.js';
import { REACH } from './it_reach.js';
import { TOOLS } from './it_tools.js';
import { USERS } from './it_users.js';

/** @type {import('./text.js').Words} */
export const WORDS = { ...PAGE, ...PANEL, ...LIVE, ...TOOLS, ...REACH, ...LISTEN, ...HISTORY, ...USERS };
