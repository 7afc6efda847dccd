// The commands, with what they use of the editor played by a few objects.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf, program, source } from './setting.mjs';

const require = createRequire(import.meta.url);

/** An editor with one file open; `seen` is what it was asked for. */
function editor(context, text, { settings = {}, dirty = false, trusted = true, answer } = {}) {
  const folder = folderOf(context);
  const file = join(folder, 'test.litmus');
  writeFileSync(file, text);
  const uriOf = (path) => ({ scheme: 'file', fsPath: path, toString: () => `file://${path}` });
  const uri = uriOf(file);
  const seen = { errors: [], executed: [], opened: [], panels: [], saved: 0, diagnostics: new Map(), log: '' };
  const commands = new Map();
  const values = { path: program, arguments: [], machine: '', ...settings };
  const document = { uri, isDirty: dirty, save: async () => { seen.saved += 1; return true; } };
  const api = {
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2 },
    ProgressLocation: { Notification: 15 },
    ViewColumn: { Beside: -2 },
    ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
    Range: class { constructor(...places) { this.places = places; } },
    Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
    Uri: { file: uriOf },
    languages: {
      createDiagnosticCollection: () => ({
        clear: () => seen.diagnostics.clear(),
        set: ({ fsPath }, list) => seen.diagnostics.set(fsPath, list),
        dispose() {},
      }),
    },
    workspace: {
      isTrusted: trusted,
      textDocuments: [document],
      getConfiguration: () => ({ get: (name) => values[name] }),
      getWorkspaceFolder: () => ({ uri: uriOf(folder) }),
      openTextDocument: async ({ fsPath }) => {
        const lines = readFileSync(fsPath, 'utf8').split('\n');
        return { lineAt: (line) => ({ text: lines[line] }) };
      },
    },
    window: {
      activeTextEditor: { document },
      activeColorTheme: { kind: 1 },
      createOutputChannel: () => ({
        append: (more) => { seen.log += more; },
        appendLine: (more) => { seen.log += `${more}\n`; },
        show() {},
        dispose() {},
      }),
      showErrorMessage: async (message, ...actions) => { seen.errors.push([message, ...actions]); return answer; },
      withProgress: (options, task) => task({}, { onCancellationRequested: (act) => { if (settings.cancel) act(); } }),
      createWebviewPanel: (type, title, place, options) => {
        const panel = { title, options, webview: {}, reveal() {}, onDidDispose: (act) => { panel.close = act; } };
        seen.panels.push(panel);
        return panel;
      },
    },
    env: { openExternal: async (address) => seen.opened.push(address.fsPath) },
    commands: {
      registerCommand: (name, act) => { commands.set(name, act); return { dispose() {} }; },
      executeCommand: async (...words) => seen.executed.push(words),
    },
  };
  const load = Module._load;
  Module._load = (name, ...more) => (name === 'vscode' ? api : load(name, ...more));
  const path = require.resolve('./extension.js');
  delete require.cache[path];
  const subscriptions = [];
  require(path).activate({ subscriptions });
  Module._load = load;
  context.after(() => subscriptions.forEach((one) => one.dispose()));
  return { seen, uri, file, end: () => subscriptions.forEach((one) => one.dispose()), run: (name, ...words) => commands.get(`opexplore.${name}`)(...words) };
}

const message = readFileSync(join(source, 'litmus/ptx/MP.litmus'), 'utf8');
const pagesOnDisk = () => readdirSync(tmpdir()).filter((name) => /^opexplore-\w{6}$/.test(name));

test('a test is explored beside its text, again in the same panel', async (context) => {
  const before = pagesOnDisk();
  const { seen, uri, run } = editor(context, message);
  await run('explore', uri);
  await run('explore');
  assert.equal(seen.panels.length, 1);
  const [panel] = seen.panels;
  assert.equal(panel.title, 'test.litmus – opexplore');
  assert.deepEqual(panel.options.localResourceRoots, []);
  assert.match(panel.webview.html, /<html data-theme="light"/);
  assert.match(panel.webview.html, /Content-Security-Policy/);
  assert.deepEqual(seen.errors, []);
  assert.match(seen.log, /^exit code 0$/m);
  assert.deepEqual(pagesOnDisk(), before);
  panel.close();
  await run('explore');
  assert.equal(seen.panels.length, 2);
});

test('a mistake is marked, until it is mended', async (context) => {
  const { seen, file, run } = editor(context, message.replace('ld.weak', 'ld.wek'));
  await run('explore');
  const [diagnostic] = seen.diagnostics.get(file);
  const line = message.split('\n').findIndex((text) => text.includes('ld.weak'));
  const column = message.split('\n')[line].indexOf('ld.weak') + 3;
  assert.deepEqual(diagnostic.range.places, [line, column, line, column + 3]);
  assert.match(diagnostic.message, /'ld' has no modifier 'wek'; did you mean 'weak'\?/);
  assert.equal(diagnostic.severity, 0);
  assert.equal(seen.panels.length, 1); // the page says it, too
  writeFileSync(file, message);
  await run('explore');
  assert.equal(seen.diagnostics.size, 0);
});

test('what was typed is saved first', async (context) => {
  const { seen, run } = editor(context, message, { dirty: true });
  await run('explore');
  assert.equal(seen.saved, 1);
});

test('a page for the browser stays until the editor ends', async (context) => {
  const { seen, run, end } = editor(context, message);
  await run('exploreInBrowser');
  assert.equal(seen.opened.length, 1);
  assert.ok(existsSync(seen.opened[0]));
  end();
  assert.ok(!existsSync(seen.opened[0]));
});

test('without the program there is a way to the settings', async (context) => {
  const { seen, run } = editor(context, message, { settings: { path: '/nowhere/opexplore' }, answer: 'Open Settings' });
  await run('explore');
  assert.match(seen.errors[0][0], /^\/nowhere\/opexplore cannot be run \(ENOENT\)\./);
  await new Promise(setImmediate);
  assert.deepEqual(seen.executed, [['workbench.action.openSettings', 'opexplore.path']]);
});

test('a program of a workspace that nobody trusts is not run', async (context) => {
  const { seen, run, file } = editor(context, message, { settings: { path: './program' }, trusted: false });
  copyFileSync('/bin/true', join(file, '..', 'program'));
  await run('explore');
  assert.match(seen.errors[0][0], /not trusted/);
  assert.equal(seen.log, '');
});

test('arguments that are refused', async (context) => {
  const { seen, run } = editor(context, message, { settings: { machine: 'nothere' } });
  await run('explore');
  assert.match(seen.errors[0][0], /^opexplore: there is no machine or model nothere/);
  assert.equal(seen.panels.length, 0);
});

test('a run that is cancelled shows nothing', async (context) => {
  const { seen, run } = editor(context, message, { settings: { cancel: true } });
  await run('explore');
  assert.deepEqual([seen.panels.length, seen.errors.length, seen.diagnostics.size], [0, 0, 0]);
});

test('a text that is in no file', async (context) => {
  const { seen, run } = editor(context, message);
  await run('explore', { scheme: 'untitled', fsPath: 'Untitled-1' });
  assert.match(seen.errors[0][0], /reads files/);
});
