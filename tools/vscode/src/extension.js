// Commands of the extension: they run the program, mark what it has found, and show its page.
'use strict';
const fs = require('node:fs/promises');
const path = require('node:path');
const vscode = require('vscode');
const { explore } = require('./explore.js');

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** @type {vscode.DiagnosticCollection} */
let marked;
const folders = new Set(); // of pages that may still be open
const panels = new Map(); // by file

function settingsFor(uri) {
  const settings = vscode.workspace.getConfiguration('opexplore', uri);
  return {
    program: settings.get('path') || 'opexplore',
    machine: settings.get('machine') || '',
    further: settings.get('arguments') || [],
  };
}

// The program counts code points, the editor UTF-16 units; an unknown end is that of the word.
async function rangeOf(place) {
  const document = await vscode.workspace.openTextDocument(place.file).then(
    (opened) => opened,
    () => null,
  );
  const line = place.line - 1;
  if (!document || line >= document.lineCount) return new vscode.Range(line, 0, line, 0);
  const units = (text, column) => [...text].slice(0, column - 1).join('').length;
  const begin = new vscode.Position(line, units(document.lineAt(line).text, place.column));
  if (place.endColumn === null || place.endLine > document.lineCount) {
    return document.getWordRangeAtPosition(begin) ?? document.lineAt(line).range;
  }
  const end = units(document.lineAt(place.endLine - 1).text, place.endColumn);
  return new vscode.Range(begin, new vscode.Position(place.endLine - 1, end));
}

async function diagnosticOf(problem) {
  const severity = severities[problem.severity];
  const diagnostic = new vscode.Diagnostic(await rangeOf(problem), problem.message, severity);
  diagnostic.source = 'opexplore';
  if (problem.rule) diagnostic.code = problem.rule;
  diagnostic.relatedInformation = await Promise.all(
    problem.related.map(async ({ place, message }) => {
      const location = new vscode.Location(vscode.Uri.file(place.file), await rangeOf(place));
      return new vscode.DiagnosticRelatedInformation(location, message);
    }),
  );
  return diagnostic;
}

// What an earlier run of the file has found, in whatever files, goes.
const markedBy = new Map();

async function mark(uri, problems) {
  for (const old of markedBy.get(uri.fsPath) ?? []) marked.delete(vscode.Uri.file(old));
  const byFile = new Map();
  for (const problem of problems) {
    const here = byFile.get(problem.file) ?? [];
    byFile.set(problem.file, [...here, await diagnosticOf(problem)]);
  }
  for (const [file, diagnostics] of byFile) marked.set(vscode.Uri.file(file), diagnostics);
  markedBy.set(uri.fsPath, [...byFile.keys()]);
}

function showPanel(uri, page) {
  let panel = panels.get(uri.fsPath);
  if (!panel) {
    panel = vscode.window.createWebviewPanel(
      'opexplore',
      path.basename(uri.fsPath),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true },
    );
    panel.onDidDispose(() => panels.delete(uri.fsPath));
    panels.set(uri.fsPath, panel);
  }
  panel.webview.html = page; // it brings its own content security policy, and fetches nothing
}

async function explain(error) {
  if (error.code !== 'ENOENT') {
    vscode.window.showErrorMessage(`opexplore: ${error.message}`);
    return;
  }
  const open = 'Open Settings';
  const text = 'opexplore is not found: install it, or set opexplore.path.';
  if ((await vscode.window.showErrorMessage(text, open)) === open) {
    vscode.commands.executeCommand('workbench.action.openSettings', 'opexplore.path');
  }
}

async function runOn(uri, signal) {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const cwd = folder ? folder.uri.fsPath : path.dirname(uri.fsPath);
  return explore({ ...settingsFor(uri), file: uri.fsPath, cwd, signal });
}

async function exploreFile(given, inBrowser) {
  const uri = given ?? vscode.window.activeTextEditor?.document.uri;
  if (!uri || uri.scheme !== 'file') {
    vscode.window.showErrorMessage('opexplore: there is no file to explore; save it first.');
    return;
  }
  const document = vscode.workspace.textDocuments.find((one) => one.uri.fsPath === uri.fsPath);
  if (document?.isDirty && !(await document.save())) return;
  const stop = new AbortController();
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `Exploring ${path.basename(uri.fsPath)}`,
    cancellable: true,
  };
  try {
    const found = await vscode.window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(() => stop.abort());
      return runOn(uri, stop.signal);
    });
    folders.add(found.folder);
    await mark(uri, found.problems);
    if (found.page === null) {
      vscode.window.showErrorMessage(`opexplore: ${found.messages.trim() || 'it wrote no page.'}`);
    } else if (inBrowser) {
      await vscode.env.openExternal(vscode.Uri.file(found.pageFile));
    } else {
      showPanel(uri, found.page);
    }
  } catch (error) {
    if (error.name !== 'AbortError') await explain(error);
  }
}

function activate(context) {
  marked = vscode.languages.createDiagnosticCollection('opexplore');
  context.subscriptions.push(
    marked,
    vscode.commands.registerCommand('opexplore.explore', (uri) => exploreFile(uri, false)),
    vscode.commands.registerCommand('opexplore.exploreInBrowser', (uri) => exploreFile(uri, true)),
  );
}

async function deactivate() {
  await Promise.all([...folders].map((one) => fs.rm(one, { recursive: true, force: true })));
}

module.exports = { activate, deactivate };
