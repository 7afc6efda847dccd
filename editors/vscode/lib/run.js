// Runs the program on a file. Nothing here knows the editor.
'use strict';
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** There is no such program, or it cannot be run. */
class NoProgram extends Error {}

/**
 * What is started for the setting `opexplore.path`. A name is looked for in PATH. A relative path
 * belongs to the folder of the workspace, and whoever made that has to be trusted.
 */
function programOf(setting, folder, trusted) {
  const wanted = setting || 'opexplore';
  if (path.isAbsolute(wanted) || path.basename(wanted) === wanted) return wanted;
  if (!trusted) throw new NoProgram(`${wanted} is in the workspace, which is not trusted.`);
  return path.resolve(folder, wanted);
}

/** The file comes behind `--`, so that no name is an option. */
function argumentsFor(file, page, settings) {
  const machine = settings.machine ? [`--machine=${settings.machine}`] : [];
  return [...settings.arguments, ...machine, '--github', '--html', page, '--', file];
}

/** A folder of our own for the page: nobody else can write there. */
const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'opexplore-'));

function start(program, words, folder, signal) {
  return new Promise((resolve, reject) => {
    const child = execFile(program, words, { cwd: folder, maxBuffer: 256 * 1024 * 1024 },
      (error, stdout, stderr) => {
        signal?.removeEventListener('abort', end);
        if (error && typeof error.code === 'string' && error.syscall?.startsWith('spawn')) {
          const text = fs.existsSync(folder) ? `${program} cannot be run (${error.code}).`
            : `There is no folder ${folder}.`;
          reject(new NoProgram(text));
        } else if (error && typeof error.code === 'string') {
          reject(error);
        } else {
          resolve({ code: error ? error.code ?? null : 0, stdout, stderr });
        }
      });
    // The first signal lets the program end what it has started; one that hangs is killed.
    function end() {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 3000).unref();
    }
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });
}

/**
 * Explores a file.
 * @param {string} file  an absolute path
 * @param {{path: string, arguments: string[], machine: string}} settings
 * @param {{folder: string, trusted: boolean, page: string, signal?: AbortSignal}} how  where it
 *     runs; whether the workspace is trusted; the file for the page
 * @returns {Promise<{command: string[], code: ?number, stdout: string, stderr: string,
 *     page: boolean, cancelled: boolean}>}  `code` is null where a signal ended it; whether there is
 *     a page does not follow from it, for bugs have codes of their own
 */
async function explore(file, settings, how) {
  const program = programOf(settings.path, how.folder, how.trusted);
  const words = argumentsFor(file, how.page, settings);
  const result = await start(program, words, how.folder, how.signal);
  return {
    ...result,
    command: [program, ...words],
    page: fs.existsSync(how.page),
    cancelled: how.signal?.aborted ?? false,
  };
}

module.exports = { NoProgram, argumentsFor, explore, newFolder, programOf };
