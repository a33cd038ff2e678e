// SPDX-License-Identifier: MIT
// Asks for the token where the server wants one.

import { element, input, setText } from './dom.js';
import { ApiError, getJson, rememberToken } from '../feed/api.js';

/** @type {Promise<void> | null} */
let asking = null;

/** Resolves when a token was entered (which may be wrong again). @param {string} why @returns {Promise<void>} */
export function askToken(why) {
  asking ??= new Promise((done) => {
    const dialog = element('token-dialog', HTMLDialogElement);
    setText('token-title', why);
    dialog.addEventListener('close', () => {
      asking = null;
      rememberToken(input('token').value.trim());
      done();
    }, { once: true });
    dialog.showModal();
  });
  return asking;
}

/** Does something, and once more with a token where the server wants one for it.
 * @template T @param {string} why @param {() => Promise<T>} action @returns {Promise<T>} */
export async function withToken(why, action) {
  try {
    return await action();
  } catch (reason) {
    if (!(reason instanceof ApiError) || reason.status !== 401) throw reason;
    await askToken(why);
    return action();
  }
}

/** Finds out whether the server would answer; asks for a token until it does. Without a server it gives up quietly: the
 * connection tries again by itself. */
export async function ensureAccess() {
  for (let why = 'This receiver asks for a token';;) {
    try {
      await getJson('api/v1/status');
      return;
    } catch (reason) {
      if (!(reason instanceof ApiError) || reason.status !== 401) return;
    }
    await askToken(why);
    why = 'That token was not accepted';
  }
}
