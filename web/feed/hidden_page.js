// SPDX-License-Identifier: MIT
// A hidden tab receives nothing after a while.

const HIDDEN_MS = 5000;

/** The view of a hidden tab. */
export const PAUSED = { type: 'view', pause: true };

/** @param {{pause: () => void, resume: () => void}} on resume: also after a moment that was too short for a pause
 * @returns {() => boolean} whether it is paused */
export function watchVisibility({ pause, resume }) {
  let timer = 0;
  let isPaused = false;
  const hide = () => {
    timer = window.setTimeout(() => {
      isPaused = true;
      pause();
    }, HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', () => {
    window.clearTimeout(timer);
    isPaused = false;
    if (document.hidden) hide();
    else resume();
  });
  if (document.hidden) hide(); // opened in the background: no event comes
  return () => isPaused;
}
