// SPDX-License-Identifier: MIT
// English.

import { HISTORY } from './en_history.js';
import { LISTEN } from './en_listen.js';
import { LIVE } from './en_live.js';
import { PAGE } from './en_page.js';
import { PANEL } from './en_panel.js';
import { REACH } from './en_reach.js';
import { TOOLS } from './en_tools.js';
import { USERS } from './en_users.js';

/** @type {import('./text.js').Words} */
export const WORDS = { ...PAGE, ...PANEL, ...LIVE, ...TOOLS, ...REACH, ...LISTEN, ...HISTORY, ...USERS };
