// One run of the program, without anything of the editor: what is run, and what comes back.
'use strict';
const { execFile } = require('node:child_process');
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { problemsOf } = require('./sarif.js');

/** What the program is called with; the file may have any name. */
function argumentsFor({ file, page, sarif, machine, further }) {
  const chosen = machine ? ['--machine', machine] : [];
  return ['-q', '--html', page, '--sarif', sarif, ...further, ...chosen, '--', file];
}

/** Exit status and standard error. Throws where the program cannot be started, or `signal` ends it. */
function run(program, words, { cwd, signal }) {
  return new Promise((resolve, reject) => {
    const options = { cwd, signal, maxBuffer: 64 * 1024 * 1024, windowsHide: true };
    execFile(program, words, options, (error, output, messages) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ status: error ? error.code : 0, messages });
    });
  });
}

async function textOf(file) {
  try {
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Explores a file. Gives the page (null where the program wrote none), the problems that it has
 * found, its exit status and its messages. The page stays in a folder of its own, `folder`, which is
 * the caller's to remove. Throws what run() throws; then there is no folder.
 */
async function explore({ program, file, machine = '', further = [], cwd, signal }) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'opexplore-'));
  const page = path.join(folder, 'page.html');
  const sarif = path.join(folder, 'found.sarif');
  try {
    const words = argumentsFor({ file, page, sarif, machine, further });
    const { status, messages } = await run(program, words, { cwd, signal });
    const found = await textOf(sarif);
    return {
      folder,
      status,
      messages,
      page: await textOf(page),
      pageFile: page,
      problems: found ? problemsOf(JSON.parse(found), cwd) : [],
    };
  } catch (error) {
    await fs.rm(folder, { recursive: true, force: true });
    throw error;
  }
}

module.exports = { argumentsFor, explore };
