// Bundles the playground: bundle/playground.js and playground.css, with the licences of what is in them.
// `node build.mjs FOLDER` writes elsewhere, so that a test can compare.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? join(here, 'bundle');
mkdirSync(folder, { recursive: true });

const result = await build({
  absWorkingDir: here,
  entryPoints: { playground: 'src/main.js' },
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2021',
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  outdir: folder,
});
await build({
  absWorkingDir: here,
  entryPoints: { playground: 'src/playground.css' },
  minify: true,
  outdir: folder,
});

/** The packages that files of the bundle come from. */
const packages = new Set();
for (const input of Object.keys(result.metafile.inputs)) {
  const match = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
  if (match) packages.add(match[1]);
}
let licences = '';
for (const name of [...packages].sort()) {
  const root = join(here, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = ['LICENSE', 'LICENSE.md', 'LICENCE', 'license'].find((f) => existsSync(join(root, f)));
  const text = file ? readFileSync(join(root, file), 'utf8').trim() : license;
  licences += `${name} ${version} (${license})\n\n${text}\n\n`;
}
writeFileSync(join(folder, 'LICENSES.txt'), licences);
