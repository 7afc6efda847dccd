// The editor: CodeMirror with what a test needs, and messages at their place.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { litmus } from './language.js';

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: 'tok-keyword' },
  { tag: tags.comment, class: 'tok-comment' },
  { tag: tags.string, class: 'tok-string' },
  { tag: tags.number, class: 'tok-number' },
  { tag: tags.typeName, class: 'tok-thread' },
  { tag: tags.propertyName, class: 'tok-instruction' },
  { tag: tags.special(tags.variableName), class: 'tok-register' },
  { tag: tags.labelName, class: 'tok-label' },
  { tag: tags.meta, class: 'tok-meta' },
  { tag: [tags.operator, tags.separator], class: 'tok-operator' },
]);

/**
 * @param {HTMLElement} parent
 * @param {{ nonce: string, changed: () => void, run: () => void }} options
 */
export function makeEditor(parent, { nonce, changed, run }) {
  const state = EditorState.create({
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      lintGutter(),
      litmus,
      syntaxHighlighting(colours),
      // Tab leaves the editor, as everywhere on a page.
      keymap.of([{ key: 'Mod-Enter', run: () => (run(), true) }, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': 'Test', spellcheck: 'false', autocapitalize: 'off' }),
      EditorView.cspNonce.of(nonce),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
    ],
  });
  return new EditorView({ state, parent });
}

export const textOf = (editor) => editor.state.doc.toString();

export function setText(editor, text) {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, selection: { anchor: 0 } });
}

/** The word at a place, or the end of a line that is shorter. */
function rangeAt(doc, line, column) {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(at.from + Math.max((column || 1) - 1, 0), at.to);
  const word = /^\S+/.exec(doc.sliceString(from, at.to));
  return { from, to: word ? from + word[0].length : Math.min(from + 1, at.to) };
}

/** Shows what is wrong with the text, where it is. */
export function showMessages(editor, error) {
  const { doc } = editor.state;
  const marks = [];
  const add = (line, column, message, suggestion) => {
    if (!line) return;
    marks.push({
      ...rangeAt(doc, line, column),
      severity: 'error',
      message: suggestion ? `${message}\n${suggestion}` : message,
    });
  };
  if (error) {
    add(error.line, error.column, error.message, error.suggestion);
    for (const remark of error.remarks ?? []) add(remark.line, remark.column, remark.message, remark.suggestion);
  }
  editor.dispatch(setDiagnostics(editor.state, marks));
}
