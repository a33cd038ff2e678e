// SPDX-License-Identifier: MIT
// Asks for the access token if the server requires one.

import { button, element, input, onClick, setText } from './dom.js';
import { ApiError, forgetToken, getJson, isTokenLasting, rememberToken } from '../feed/api.js';

export const WRONG = 'That token was not accepted';

/** @type {Promise<boolean> | null} */
let asking = null;

/** Resolves to true when a token was entered, right or wrong, to false when the prompt was cancelled.
 * @param {string} why @returns {Promise<boolean>} */
export function askToken(why) {
  asking ??= new Promise((done) => {
    const dialog = element('token-dialog', HTMLDialogElement);
    const finish = (/** @type {boolean} */ entered) => {
      asking = null;
      if (entered) rememberToken(input('token').value.trim(), input('token-remember').checked);
      done(entered);
    };
    setText('token-title', why);
    input('token').value = '';
    input('token-remember').checked = isTokenLasting();
    dialog.returnValue = '';
    dialog.onclose = () => !dialog.open && finish(dialog.returnValue === 'entered'); // open: the next prompt was quicker
    button('token-cancel').onclick = () => {
      finish(false); // at once: on a busy page the event comes late
      dialog.close();
    };
    dialog.showModal();
  });
  return asking;
}

/** @param {unknown} reason */
const needsToken = (reason) => reason instanceof ApiError && reason.status === 401;

/** What is done after a token was entered and accepted: the connection is made again, with its rights. */
let accepted = () => {};
/** @param {() => void} run */
export const onTokenAccepted = (run) => (accepted = run);

/** Runs an action; if the server requires a token for it, asks for one and runs it again. Where the prompt is cancelled,
 * the action fails as it did. @template T @param {string} why @param {() => Promise<T>} action @returns {Promise<T>} */
export async function withToken(why, action) {
  for (let [asked, text] = [false, why]; ; [asked, text] = [true, WRONG]) {
    try {
      const result = await action();
      if (asked) accepted();
      return result;
    } catch (reason) {
      if (!needsToken(reason)) throw reason;
      if (asked) forgetToken();
      if (!await askToken(text)) throw reason;
    }
  }
}

/** Waits until someone wants to enter a token after all. @returns {Promise<void>} */
function enterLater() {
  const card = element('no-access', HTMLElement);
  card.hidden = false;
  return new Promise((done) => {
    onClick('enter-token', () => {
      card.hidden = true;
      done();
    });
  });
}

/** Asks for a token until the server accepts a request. Resolves to whether it had to ask; to false if the server does not
 * answer: the connection retries on its own schedule. @returns {Promise<boolean>} */
export async function ensureAccess() {
  let asked = false;
  for (let why = 'This receiver requires a token'; ; asked = true) {
    try {
      await getJson('api/v1/status');
      return asked;
    } catch (reason) {
      if (!needsToken(reason)) return false;
    }
    if (await askToken(why)) why = WRONG;
    else await enterLater();
  }
}
