// What the editor marks, from the SARIF document of a run.
'use strict';
const path = require('node:path');
const { fileURLToPath } = require('node:url');

const severities = { error: 'error', warning: 'warning', note: 'information', none: 'hint' };

// Files are named as the program has found them: relative ones from where it ran.
function fileOf(uri, cwd) {
  if (uri.startsWith('file:')) return fileURLToPath(uri);
  return path.resolve(cwd ?? '.', decodeURIComponent(uri));
}

/** Lines and columns from 1, columns in code points; without a line it is the whole file's. */
function placeOf(location, cwd) {
  const physical = location?.physicalLocation;
  if (!physical?.artifactLocation?.uri) return null;
  const region = physical.region ?? {};
  const line = region.startLine ?? 1;
  return {
    file: fileOf(physical.artifactLocation.uri, cwd),
    line,
    column: region.startColumn ?? 1,
    endLine: region.endLine ?? line,
    endColumn: region.endColumn ?? null,
  };
}

function problemOf(entry, cwd) {
  const place = placeOf(entry.locations?.[0], cwd);
  if (!place) return null;
  const related = (entry.relatedLocations ?? [])
    .map((location) => ({ place: placeOf(location, cwd), message: location.message?.text ?? '' }))
    .filter((one) => one.place);
  return {
    ...place,
    severity: severities[entry.level ?? 'warning'],
    rule: entry.ruleId ?? null,
    message: withoutPlace(entry.message.text, place),
    related,
  };
}

// Messages begin with their place, which the editor shows by itself.
function withoutPlace(text, { file, line, column }) {
  const name = path.basename(file);
  const end = `${name}:${line}:${column}: `;
  const at = text.indexOf(end);
  return at >= 0 && !/\s/.test(text.slice(0, at)) ? text.slice(at + end.length) : text;
}

/** Problems with a place: bugs and notes of the results, and what kept a test from being read. */
function problemsOf(document, cwd) {
  const problems = [];
  for (const run of document.runs ?? []) {
    const told = (run.invocations ?? []).flatMap((one) => one.toolExecutionNotifications ?? []);
    for (const entry of [...(run.results ?? []), ...told]) {
      const problem = problemOf(entry, cwd);
      if (problem) problems.push(problem);
    }
  }
  return problems;
}

module.exports = { problemsOf };
