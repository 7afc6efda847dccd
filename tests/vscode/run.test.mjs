// Running the program, and the page for a panel.
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf, program, source } from './setting.mjs';

const require = createRequire(import.meta.url);
const { NoProgram, argumentsFor, explore, programOf } = require('./lib/run.js');
const { forPanel } = require('./lib/page.js');

const settings = (more) => ({ path: program, arguments: [], machine: '', ...more });

/** A run in a folder of its own, which has a copy of the test by a name. */
async function run(context, name, more, how) {
  const folder = folderOf(context);
  const file = join(folder, name);
  copyFileSync(join(source, 'litmus/ptx/MP.litmus'), file);
  const page = join(folder, 'page.html');
  return { ...(await explore(file, settings(more), { folder, trusted: true, page, ...how })), pageFile: page };
}

test('a test has a page', async (context) => {
  const result = await run(context, 'MP.litmus');
  assert.equal(result.code, 0);
  assert.ok(result.page);
  assert.match(result.stdout, /^Observation MP Never/m);
});

test('names with blanks, quotes, and a dash in front', async (context) => {
  for (const name of ['-machine.litmus', "a 'b' \"c\" $(d);e.litmus", '--html.litmus', 'run']) {
    assert.ok((await run(context, name)).page, name);
  }
});

test('the machine and the arguments are those of the settings', async (context) => {
  const result = await run(context, 'MP.litmus', { machine: 'sc', arguments: ['--count-paths'] });
  assert.match(result.stdout, /^machine=sc /m);
  assert.match(result.stdout, /paths=/);
  // A machine cannot be an option.
  const odd = await run(context, 'MP.litmus', { machine: '--version' });
  assert.equal(odd.code, 2);
  assert.ok(!odd.page);
  assert.deepEqual(argumentsFor('/f', '/p', settings({ machine: 'rmo', arguments: ['--grid', '2'] })),
    ['--grid', '2', '--machine=rmo', '--github', '--html', '/p', '--', '/f']);
});

test('a bug has a code and a page', async (context) => {
  const result = await run(context, 'MP.litmus', { arguments: ['--check', 'races'] });
  assert.equal(result.code, 11);
  assert.ok(result.page);
});

test('there is no such program', async (context) => {
  for (const path of ['/nowhere/opexplore', 'no-such-opexplore', source]) {
    await assert.rejects(run(context, 'MP.litmus', { path }), NoProgram);
  }
  await assert.rejects(run(context, 'MP.litmus', {}, { folder: '/nowhere' }), /no folder \/nowhere/);
});

test('what is in a workspace runs only if that is trusted', () => {
  assert.equal(programOf('', '/w', false), 'opexplore');
  assert.equal(programOf('opexplore', '/w', false), 'opexplore');
  assert.equal(programOf('/usr/bin/opexplore', '/w', false), '/usr/bin/opexplore');
  assert.equal(programOf('build/opexplore', '/w', true), '/w/build/opexplore');
  for (const path of ['build/opexplore', './opexplore', '../opexplore']) {
    assert.throws(() => programOf(path, '/w', false), NoProgram);
  }
});

// Six threads that store and load by turns: more states than anybody waits for.
function long() {
  const threads = [0, 1, 2, 3, 4, 5];
  const columns = (cell) => ` ${threads.map(cell).join(' | ')} ;\n`;
  const rows = threads.map((row) =>
    columns((thread) => (row % 2 ? `ld.relaxed.gpu r${row}, x${(thread + row) % 6}` : `st.relaxed.gpu x${(thread + row) % 6}, ${thread + 1}`)));
  return `PTX long\n{ x0 = 0; }\n${columns((thread) => `P${thread}@cta ${thread},gpu 0`)}${rows.join('')}exists (0:r1=7)\n`;
}

test('a run that is cancelled ends', async (context) => {
  const folder = folderOf(context);
  const file = join(folder, 'long.litmus');
  writeFileSync(file, long());
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 500);
  const result = await explore(file, settings({ arguments: ['--threads', '1'] }),
    { folder, trusted: true, page: join(folder, 'page.html'), signal: abort.signal });
  assert.ok(result.cancelled);
  assert.notEqual(result.code, null, 'it ended by itself, and was not killed');
});

test('one that does not listen is killed', async (context) => {
  const deaf = join(folderOf(context), 'deaf');
  writeFileSync(deaf, "#!/bin/sh\ntrap '' TERM\nwhile :; do :; done\n");
  chmodSync(deaf, 0o755);
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 100);
  const result = await run(context, 'MP.litmus', { path: deaf }, { signal: abort.signal });
  assert.ok(result.cancelled && !result.page);
  assert.equal(result.code, null);
});

test('on the page for a panel only the script of the page runs', async (context) => {
  const { pageFile } = await run(context, 'MP.litmus');
  const page = readFileSync(pageFile, 'utf8');
  const shown = forPanel(page, 'abc', 'dark');
  assert.deepEqual(shown.match(/<script[^>]*>/g), ['<script id="opexplore-document" type="application/json">', '<script nonce="abc">']);
  assert.match(shown, /<html data-theme="dark" lang/);
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(shown);
  assert.equal(policy, "default-src 'none'; script-src 'nonce-abc'; style-src 'unsafe-inline'; img-src data: blob:");
  // It comes before all that it is about.
  assert.ok(shown.indexOf('Content-Security-Policy') < shown.indexOf('<style'));
  assert.throws(() => forPanel('<html>', 'abc', 'dark'));
});
