// What the program says of places in files, read by the expressions of the problem matchers.
'use strict';
const { problemPatterns } = require('../package.json').contributes;

const patterns = problemPatterns.map((pattern) => ({ ...pattern, regexp: new RegExp(pattern.regexp) }));
const severities = { error: 'error', warning: 'warning' };

/** The texts of --github have `%`, line ends, `:` and `,` in this way. */
const decoded = (text) =>
  text.replace(/%(25|0A|0D|3A|2C)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));

/** "title::text", as --github writes it, to be read. */
function bugText(message) {
  const [title, ...text] = message.split('::');
  return text.length === 0 ? decoded(title) : `${decoded(title)}: ${decoded(text.join('::'))}`;
}

function messageIn(line) {
  for (const pattern of patterns) {
    const found = pattern.regexp.exec(line);
    if (!found) continue;
    const part = (name) => found[pattern[name]];
    const number = (name) => (part(name) === undefined ? undefined : Number(part(name)));
    const message = {
      severity: severities[part('severity').toLowerCase()] ?? 'information',
      file: part('file'),
      line: number('line'),
      column: number('column'),
      endColumn: number('endColumn'),
      text: part('message'),
    };
    // herd's "characters 1-20" count from 0 and leave the last one out.
    if (message.endColumn !== undefined) {
      message.column += 1;
      message.endColumn += 1;
    }
    if (pattern.name === 'opexplore-bug') {
      message.file = decoded(message.file);
      message.text = bugText(message.text);
    }
    return message;
  }
  return undefined;
}

/**
 * Lines and columns are those of the program: from 1, in characters. What is undefined was not said.
 * @returns {{severity: string, file: string, line?: number, column?: number, endColumn?: number,
 *            text: string}[]}
 */
function messagesIn(output) {
  return output.split(/\r?\n/).map(messageIn).filter((message) => message !== undefined);
}

/** How many UTF-16 units of the line stand in front of a column. */
const unitsBefore = (line, column) => [...line].slice(0, column - 1).join('').length;

/**
 * What an editor marks in the line: from the column to the end of the word there. Without a column
 * it is the line.
 * @returns {{start: number, end: number}} UTF-16 units, from 0
 */
function markOf(message, line) {
  const text = line.trimEnd();
  if (message.column === undefined) return { start: text.length - text.trimStart().length, end: text.length };
  const start = Math.min(unitsBefore(line, message.column), text.length);
  if (message.endColumn !== undefined) return { start, end: unitsBefore(line, message.endColumn) };
  const word = /^[\w.:%$]+|^[^]/u.exec(text.slice(start));
  return { start, end: start + (word ? word[0].length : 0) };
}

/** The first sentence on what went wrong, for somebody who sees no more than that. */
function complaintIn(output) {
  const lines = output.split(/\r?\n/);
  return lines.find((line) => /^(Error|opexplore): /.test(line)) ?? lines.find((line) => line !== '');
}

module.exports = { complaintIn, markOf, messagesIn };
