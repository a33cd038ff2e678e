// SPDX-License-Identifier: MIT
// Japanese.

import { HISTORY } from './ja_history.js';
import { LISTEN } from './ja_listen.js';
import { LIVE } from './ja_live.js';
import { PAGE } from './ja_page.js';
import { PANEL } from './ja_panel.js';
import { REACH } from './ja_reach.js';
import { TOOLS } from './ja_tools.js';
import { USERS } from './ja_users.js';

/** @type {import('./text.js').Words} */
export const WORDS = { ...PAGE, ...PANEL, ...LIVE, ...TOOLS, ...REACH, ...LISTEN, ...HISTORY, ...USERS };
