// SPDX-License-Identifier: MIT
// A receiver that is watched through the hub: its rows as they come, and whether they do.

import { socketProtocols } from '../feed/api.js';
import { Connection } from '../feed/connection.js';
import { decodeRow } from '../feed/decode_row.js';
import { liveUrl } from './fleet.js';
import { LiveRows } from './live_rows.js';

export class LiveReceiver {
  #rows = new LiveRows();
  /** what its strip says of it */
  text = 'connecting';

  /** @param {number} id @param {() => void} changed */
  constructor(id, changed) {
    this.changed = changed;
    this.connection = new Connection(liveUrl(id), socketProtocols, {
      opened: () => {},
      text: (message) => message.type === 'live' && this.#say(message),
      row: (message) => {
        this.#rows.add(decodeRow(message));
        changed();
      },
      state: (state) => {
        if (state === 'waiting') this.#note('the hub does not answer');
      },
      refused: async () => true,
    });
    this.connection.connect();
  }

  get rows() {
    return this.#rows.rows;
  }

  close() {
    this.connection.close();
  }

  /** @param {{state: string, reason: string}} message */
  #say({ state, reason }) {
    this.#note(state === 'lost' ? `not live: ${reason}` : state);
  }

  /** @param {string} text */
  #note(text) {
    if (text === this.text) return;
    this.text = text;
    this.changed();
  }
}
