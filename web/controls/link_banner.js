// SPDX-License-Identifier: MIT
// What the banner says of the connection, and of what the server reports.

import { banner } from './banner.js';
import { formatBand } from './numbers.js';
import { eventText } from './wording.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */

/** With every change of the connection. @param {State} state */
export function showLink({ link }) {
  if (link === 'waiting') banner(say('link.lost'), 'bad');
  else if (link === 'silent') banner(say('link.stalled'), 'bad');
  else if (link === 'open') banner('');
}

/** An event, or the refusal of a message. @param {any} notice */
export function showNotice(notice) {
  banner(notice.error?.message ?? eventText(notice), notice.type === 'error' ? 'bad' : 'note');
}

/** A link to what the radio does not receive. @param {import('../feed/types.js').Band} band */
export function showUnreceived({ fromHz, toHz }) {
  banner(say('link.view', { band: formatBand(fromHz, toHz) }));
}
