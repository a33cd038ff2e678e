// SPDX-License-Identifier: MIT
// The document of the API is valid OpenAPI 3.1, and what the program answers is what its schemas say.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { eventually, startProgram, temporaryFolder } from './program.mjs';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { Validator } = await import(require.resolve('@seriousme/openapi-schema-validator'));
const Ajv = require('ajv/dist/2020.js').default;
const LIMIT = { timeout: 120_000 };

let program;
let document;
before(async () => {
  program = await startProgram(['--history', temporaryFolder(), '--users', temporaryFolder()]);
  await eventually(async () => (await program.get('api/v1/status')).rows.sequence > 5, 'rows');
  document = await program.get('api/v1/openapi.json');
}, LIMIT);
after(() => program?.stop());

test('every route that is read answers as its schema says', LIMIT, async () => {
  const ajv = new Ajv({ strict: false, formats: { 'date-time': true } });
  ajv.addSchema(document, 'document');
  let checked = 0;
  for (const [path, { get }] of Object.entries(document.paths)) {
    const content = get?.responses['200']?.content?.['application/json'];
    if (!content || path.includes('{')) continue;
    const response = await fetch(new URL(path.slice(1), program.url));
    assert.equal(response.status, 200, path);
    const pointer = `document#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/get/responses/200/content/application~1json/schema`;
    const validate = ajv.getSchema(pointer);
    assert.ok(validate(await response.json()), `${path}: ${ajv.errorsText(validate.errors)}`);
    ++checked;
  }
  assert.ok(checked >= 8, `${checked} routes`);
});

// Last, for it may last so long on a busy machine that the daemon closes the connection, which this process cannot see meanwhile.
test('the document is valid OpenAPI 3.1', LIMIT, async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors, null, 1));
  assert.match(document.openapi, /^3\.1\./);
});
