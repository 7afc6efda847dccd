// What `npm run package` packs, and what the manifest promises.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf } from './setting.mjs';

const require = createRequire(import.meta.url);
const yauzl = require('yauzl'); // vsce brings it
const manifest = require('./package.json');

const namesIn = (file) =>
  new Promise((resolve, reject) => {
    const names = [];
    yauzl.open(file, (error, archive) => {
      if (error) return reject(error);
      return archive.on('entry', (entry) => names.push(entry.fileName)).on('end', () => resolve(names.sort()));
    });
  });

test('a package has the extension and nothing else', async (context) => {
  const file = join(folderOf(context), 'opexplore.vsix');
  execFileSync('npm', ['run', '--silent', 'package', '--', '--out', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  assert.deepEqual(await namesIn(file), [
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/README.md',
    'extension/extension.js',
    'extension/languages/litmus.json',
    'extension/languages/nvlitmus-test.json',
    'extension/languages/ptx.json',
    'extension/lib/messages.js',
    'extension/lib/page.js',
    'extension/lib/run.js',
    'extension/package.json',
    'extension/syntaxes/litmus.tmLanguage.json',
    'extension/syntaxes/nvlitmus-test.tmLanguage.json',
    'extension/syntaxes/ptx.tmLanguage.json',
  ]);
});

test('what the manifest names is there', () => {
  const { languages, grammars, commands, menus, configuration } = manifest.contributes;
  for (const { configuration: path } of languages) {
    // Remarks stand on lines of their own.
    assert.ok(JSON.parse(readFileSync(path, 'utf8').replace(/^\s*\/\/.*$/gm, '')).comments, path);
  }
  for (const { path, scopeName, language } of grammars) {
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).scopeName, scopeName);
    assert.ok(languages.some(({ id }) => id === language));
  }
  for (const { command } of Object.values(menus).flat()) {
    assert.ok(commands.some((one) => one.command === command), command);
  }
  // What runs a program does not come from a folder that nobody trusts.
  const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.deepEqual([...restrictedConfigurations].sort(),
    Object.keys(configuration.properties).sort());
  assert.equal(manifest.dependencies, undefined);
});
