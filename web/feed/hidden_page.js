// SPDX-License-Identifier: MIT
// A hidden tab receives nothing after a while.

const HIDDEN_MS = 5000;

/** @param {{pause: () => void, resume: () => void}} on resume: also after a moment that was too short for a pause */
export function watchVisibility({ pause, resume }) {
  let timer = 0;
  document.addEventListener('visibilitychange', () => {
    window.clearTimeout(timer);
    if (document.hidden) timer = window.setTimeout(pause, HIDDEN_MS);
    else resume();
  });
}
