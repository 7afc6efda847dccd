// What the tests of the extension share.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const program = process.env.OPEXPLORE_PROGRAM;
export const source = process.env.OPEXPLORE_SOURCE_DIR;

/** A folder that is gone when the test is done. */
export function folderOf(context) {
  const path = mkdtempSync(join(tmpdir(), 'opexplore-vscode-'));
  context.after(() => rmSync(path, { recursive: true }));
  return path;
}

/** All files below a folder of the source tree that end so. */
export function filesOf(folder, end) {
  return readdirSync(join(source, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(path, end);
    return entry.name.endsWith(end) ? [path] : [];
  });
}
