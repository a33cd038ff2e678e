// SPDX-License-Identifier: MIT
// The table of the points, for programs and for people.

/** @typedef {import('./study.mjs').Check} Check */
/** @typedef {{number: number, claim: string, verdict: string, checks: Check[], pictures: string[],
 *   complaints: string[], seconds: number}} Result */

const short = ({ what, measured }) => (measured ? `${what}: ${measured}` : what);
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** @param {Result[]} results */
export function countOf(results) {
  const count = (verdict) => results.filter((result) => result.verdict === verdict).length;
  const failed = count('error') > 0 ? `, ${count('error')} not measured` : '';
  return `${count('yes')} yes, ${count('partly')} partly, ${count('no')} no${failed}`;
}

/** @param {Result} result */
function line({ number, claim, verdict, checks, pictures }) {
  const held = checks
    .filter(({ ok }) => ok)
    .map(short)
    .join('; ');
  const lacking = checks
    .filter(({ ok }) => !ok)
    .map(short)
    .join('; ');
  const shown = verdict === 'yes' ? verdict : `**${verdict}**`;
  const cells = [number, cell(claim), shown, cell(held), cell(lacking), pictures.join(', ')];
  return `| ${cells.join(' | ')} |`;
}

/** @param {Result[]} results @param {string} conditions under which it was measured */
export function tableOf(results, conditions) {
  return `${countOf(results)}. ${conditions}

| # | claim | verdict | measured, holds | lacking | picture |
|---|---|---|---|---|---|
${results.map(line).join('\n')}
`;
}
