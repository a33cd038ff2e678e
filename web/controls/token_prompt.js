// SPDX-License-Identifier: MIT
// Asks for the access token if the server requires one.

import { element, input, setText } from './dom.js';
import { ApiError, getJson, rememberToken } from '../feed/api.js';

/** @type {Promise<void> | null} */
let asking = null;

/** Resolves when a token was entered, right or wrong. @param {string} why @returns {Promise<void>} */
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

/** Runs an action; if the server requires a token for it, asks for one and runs it again.
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

/** Asks for a token until the server accepts a request. Returns silently if the server does not answer: the connection
 * retries on its own schedule. */
export async function ensureAccess() {
  for (let why = 'This receiver requires a token';;) {
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
