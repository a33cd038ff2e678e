// SPDX-License-Identifier: MIT
// Metrics as Prometheus reads them: the parsers of its Python library, and the queries of the dashboard.

import test from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { eventually, startProgram, temporaryFolder } from './program.mjs';

const LIMIT = { timeout: 120_000 };
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
const run = promisify(execFile);

/** Names of the families that a parser finds. */
async function families(module, text) {
  const program = `import json, sys
from ${module} import text_string_to_metric_families
print(json.dumps([family.name for family in text_string_to_metric_families(sys.argv[1])]))`;
  return JSON.parse((await run('/usr/bin/python3', ['-c', program, text])).stdout);
}

test('both formats are what the parsers of Prometheus accept', LIMIT, async () => {
  const program = await startProgram(['--rigctl', '127.0.0.1:0', '--history', temporaryFolder()]);
  try {
    const page = async (accept) => {
      const answer = await fetch(`${program.url}metrics`, { headers: { Accept: accept } });
      return { type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const plain = await page('text/plain');
    assert.match(plain.type, /version=0\.0\.4/);
    const open = await page(`${OPEN_METRICS};q=0.75,text/plain;version=0.0.4;q=0.5`);
    assert.equal(open.type, OPEN_METRICS);
    assert.ok(open.text.endsWith('# EOF\n'));
    const found = await families('prometheus_client.openmetrics.parser', open.text);
    assert.ok(found.length > 30 && found.includes('spectrumd_feed_clients'));
    assert.deepEqual(await families('prometheus_client.parser', plain.text), found);
  } finally {
    await program.stop();
  }
});

test('the dashboard asks for metrics that exist', LIMIT, async () => {
  const { panels } = JSON.parse(readFileSync(new URL('../../systemd/grafana/spectrumd-dashboard.json', import.meta.url)));
  const asked = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/\b(spectrumd|process)_[a-z_]+/g))));
  assert.ok(asked.size > 12);
  const program = await startProgram(['--history', temporaryFolder()]);
  try {
    let missing;
    await eventually(async () => {
      const text = await (await fetch(`${program.url}metrics`)).text();
      missing = [...asked].filter((name) => !text.includes(`# TYPE ${name} `));
      return missing.length === 0;
    }, () => `${missing}`, 90_000); // the noise floor is that of the last whole minute
  } finally {
    await program.stop();
  }
});
