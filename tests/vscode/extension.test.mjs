// The extension without the editor: what it runs, what it marks, and what is packed.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';

const require = createRequire(import.meta.url);
const program = process.env.OPEXPLORE_PROGRAM;
const source = process.env.OPEXPLORE_SOURCE_DIR;
const extension = path.join(source, 'tools/vscode');
const { argumentsFor, explore } = require(path.join(extension, 'src/explore.js'));
const { problemsOf } = require(path.join(extension, 'src/sarif.js'));
const manifest = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'opexplore-vscode-'));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

function written(name, text) {
  const file = path.join(scratch, name);
  fs.writeFileSync(file, text);
  return file;
}

const wrong = 'PTX wrong\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weekk r0, x ;\nexists (0:r0=0)\n';

async function explored(file, more = {}) {
  const found = await explore({ program, file, cwd: source, ...more });
  fs.rmSync(found.folder, { recursive: true, force: true });
  return found;
}

test('a test that passes has a page and no problem', async () => {
  const found = await explored(path.join(source, 'litmus/ptx/MP.litmus'));
  assert.equal(found.status, 0);
  assert.match(found.page, /^<!doctype html>/i);
  assert.deepEqual(found.problems, []);
});

test('a mistake is marked where it stands, without its place in the text', async () => {
  const file = written('wrong.litmus', wrong);
  const { status, problems } = await explored(file);
  assert.equal(status, 2);
  assert.equal(problems.length, 1);
  const [{ line, column, severity, message }] = problems;
  assert.equal(problems[0].file, file);
  assert.deepEqual([line, column, severity], [4, 5, 'error']);
  assert.equal(message, "'ld' has no modifier 'weekk'; did you mean 'weak'?");
});

test('the bugs of a kernel stand at their lines, with the places that belong to them', async () => {
  const { problems } = await explored(path.join(source, 'tests/kernels/cuda/handoff.sm_90.ptx'));
  const race = problems.find((one) => one.severity === 'error');
  assert.equal(race.file, path.join(source, 'tests/kernels/cuda/handoff.cu'));
  assert.equal(race.line, 6);
  assert.match(race.message, /[Dd]ata race on `data`/);
  assert.equal(race.related[0].place.line, 10);
});

test('a file may be called like an option, and settings are words', async () => {
  const words = argumentsFor({
    file: '-x.litmus', page: 'p', sarif: 's', machine: 'sc', further: ['--timeout', '1s; rm'],
  });
  assert.deepEqual(words.slice(-4), ['--machine', 'sc', '--', '-x.litmus']);
  fs.copyFileSync(path.join(source, 'litmus/ptx/MP.litmus'), path.join(scratch, '-x.litmus'));
  const found = await explored('-x.litmus', { cwd: scratch, machine: 'sc' });
  assert.equal(found.status, 0);
});

test('wrong settings say so, and leave nothing behind', async () => {
  const file = path.join(source, 'litmus/ptx/MP.litmus');
  const { page, status, messages } = await explored(file, { machine: 'nothing' });
  assert.equal(page, null);
  assert.equal(status, 2);
  assert.match(messages, /nothing/);
  await assert.rejects(explore({ program: '/no/such/program', file }), { code: 'ENOENT' });
});

test('a run that is cancelled ends', async () => {
  const stop = new AbortController();
  const threads = 12;
  const columns = (cell) => [...Array(threads).keys()].map(cell).join(' | ');
  const many = `PTX many\n{ x = 0; }\n ${columns((i) => `P${i}@cta ${i},gpu 0`)} ;\n` +
    `${` ${columns((i) => `atom.add.relaxed.gpu r${i}, x, ${i + 1}`)} ;\n`.repeat(4)}exists (x=1)\n`;
  setTimeout(() => stop.abort(), 300);
  await assert.rejects(explore({ program, file: written('many.litmus', many), signal: stop.signal }), {
    name: 'AbortError',
  });
});

test('problems of other documents: relative files, whole files, no place', () => {
  const at = (uri, region) => [{ physicalLocation: { artifactLocation: { uri }, region } }];
  const document = {
    runs: [{
      results: [
        { ruleId: 'r', level: 'note', message: { text: 'one' }, locations: at('a%20b.cu', { startLine: 3 }) },
        { ruleId: 'r', level: 'note', message: { text: 'none' } },
        { ruleId: 'r', message: { text: 'file' }, locations: at('file:///c.ptx') },
      ],
    }],
  };
  const problems = problemsOf(document, '/w');
  assert.deepEqual(problems.map((one) => [one.file, one.line, one.severity]), [
    ['/w/a b.cu', 3, 'information'],
    ['/c.ptx', 1, 'warning'],
  ]);
});

// The patterns as the editor applies them: of one line, the first that fits.
function matched(line) {
  for (const pattern of manifest.contributes.problemPatterns) {
    const found = new RegExp(pattern.regexp).exec(line);
    if (!found) continue;
    const group = (name) => (pattern[name] ? found[pattern[name]] : undefined);
    return [group('file'), group('line'), group('column'), group('message')];
  }
  return null;
}

test('problem matchers find what the program prints', () => {
  const file = written('wrong.litmus', wrong);
  const said = spawnSync(program, [file], { encoding: 'utf8' }).stderr.split('\n')[0];
  assert.deepEqual(matched(said), [
    file, '4', '5', "'ld' has no modifier 'weekk'; did you mean 'weak'?",
  ]);
  const missing = path.join(scratch, 'missing.litmus');
  const absent = spawnSync(program, [missing], { encoding: 'utf8' }).stderr.split('\n')[0];
  assert.equal(matched(absent)?.[0], missing);
  assert.equal(matched(absent)?.[1], undefined);
  assert.deepEqual(matched('Warning: File "a b.litmus": line 5: no such execution was found'), [
    'a b.litmus', '5', undefined, 'no such execution was found',
  ]);
  assert.equal(matched('Test MP Allowed'), null);
  assert.equal(matched('Time MP 0.00'), null);
});

test('what is packed is what the extension needs', () => {
  const vsce = createRequire(import.meta.url).resolve('@vscode/vsce/vsce');
  const copy = path.join(scratch, 'vscode');
  fs.cpSync(extension, copy, { recursive: true, filter: (from) => !from.includes('node_modules') });
  const listed = execFileSync(process.execPath, [vsce, 'ls', '--no-dependencies'], { cwd: copy, encoding: 'utf8' });
  const files = listed.trim().split('\n').sort();
  assert.deepEqual(files, [
    'README.md', 'code.configuration.json', 'litmus.configuration.json', 'package.json',
    'src/explore.js', 'src/extension.js', 'src/sarif.js', 'syntaxes/litmus.tmLanguage.json',
    'syntaxes/nvlitmus.tmLanguage.json', 'syntaxes/ptx.tmLanguage.json',
  ]);
  const packed = path.join(scratch, 'opexplore.vsix');
  execFileSync(process.execPath, [
    vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '-o', packed,
  ], { cwd: copy, stdio: 'ignore' });
  assert.ok(fs.statSync(packed).size > 5000);
});

test('what the manifest names is there', () => {
  const { languages, grammars, commands } = manifest.contributes;
  for (const { path: file } of grammars) assert.ok(fs.existsSync(path.join(extension, file)), file);
  for (const { configuration } of languages) {
    JSON.parse(fs.readFileSync(path.join(extension, configuration), 'utf8'));
  }
  const text = fs.readFileSync(path.join(extension, manifest.main), 'utf8');
  for (const { command } of commands) assert.ok(text.includes(`'${command}'`), command);
});
