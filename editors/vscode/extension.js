// Commands of the editor. What can be tested without one is in lib/.
'use strict';
const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const { complaintIn, markOf, messagesIn } = require('./lib/messages');
const { forPanel } = require('./lib/page');
const { NoProgram, explore, newFolder } = require('./lib/run');

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** What runs found, by the file that was explored: a run replaces what the one before it found. */
class Findings {
  constructor() {
    this.collection = vscode.languages.createDiagnosticCollection('opexplore');
    this.found = new Map();
  }

  async replace(file, messages, folder) {
    this.found.set(file, await Promise.all(messages.map((message) => located(message, folder))));
    const all = new Map();
    for (const [name, diagnostic] of [...this.found.values()].flat()) {
      all.set(name, [...(all.get(name) ?? []), diagnostic]);
    }
    this.collection.clear();
    for (const [name, diagnostics] of all) this.collection.set(vscode.Uri.file(name), diagnostics);
  }
}

async function lineOf(file, line) {
  try {
    return (await vscode.workspace.openTextDocument(vscode.Uri.file(file))).lineAt(line).text;
  } catch {
    return ''; // a message may be about a file that is not there, or too short
  }
}

async function located(message, folder) {
  const file = path.resolve(folder, message.file);
  const line = Math.max((message.line ?? 1) - 1, 0);
  const { start, end } = markOf(message, await lineOf(file, line));
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(line, start, line, end), message.text, severities[message.severity]);
  diagnostic.source = 'opexplore';
  return [file, diagnostic];
}

/** Panels, by the file that they show; exploring it again fills the same one. */
class Panels {
  constructor() {
    this.panels = new Map();
  }

  show(file, page) {
    let panel = this.panels.get(file);
    if (panel) {
      panel.reveal(undefined, true);
    } else {
      panel = vscode.window.createWebviewPanel(
        'opexplore.page', `${path.basename(file)} – opexplore`,
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        // It stands where it was when its tab is chosen again, and can read no file.
        { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] });
      panel.onDidDispose(() => this.panels.delete(file));
      this.panels.set(file, panel);
    }
    const { Light, HighContrastLight } = vscode.ColorThemeKind;
    const light = [Light, HighContrastLight].includes(vscode.window.activeColorTheme.kind);
    panel.webview.html = forPanel(page, randomBytes(16).toString('hex'), light ? 'light' : 'dark');
  }
}

/** The file to explore, with what was typed on the disk; undefined where there is none. */
async function savedFile(chosen) {
  const uri = chosen ?? vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') {
    vscode.window.showErrorMessage('opexplore reads files: open one, or save this text to one.');
    return undefined;
  }
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (document?.isDirty && !(await document.save())) {
    vscode.window.showErrorMessage(`${path.basename(uri.fsPath)} could not be saved, and was not explored.`);
    return undefined;
  }
  return uri;
}

async function complain(text, action, act) {
  if ((await vscode.window.showErrorMessage(text, action)) === action) await act();
}

async function run(uri, folder, page, log) {
  const settings = vscode.workspace.getConfiguration('opexplore', uri);
  const chosen = {
    path: settings.get('path'),
    arguments: settings.get('arguments'),
    machine: settings.get('machine'),
  };
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: `Exploring ${path.basename(uri.fsPath)}`,
    cancellable: true,
  };
  try {
    return await vscode.window.withProgress(progress, (_, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const how = { folder, trusted: vscode.workspace.isTrusted, page, signal: abort.signal };
      return explore(uri.fsPath, chosen, how);
    });
  } catch (error) {
    if (error instanceof NoProgram) {
      complain(`${error.message} Say in the settings where the program opexplore is.`, 'Open Settings',
        () => vscode.commands.executeCommand('workbench.action.openSettings', 'opexplore.path'));
    } else {
      complain(`opexplore: ${error.message}`, 'Show Output', () => log.show());
    }
    return undefined;
  }
}

/** @param {(page: string) => void} show  given the file of the page */
async function exploreFile(chosen, page, { findings, log }, show) {
  const uri = await savedFile(chosen);
  if (!uri) return;
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(uri.fsPath);
  const result = await run(uri, folder, page, log);
  if (!result) return;
  log.appendLine(`$ ${result.command.map((word) => JSON.stringify(word)).join(' ')}`);
  log.append(result.stdout);
  log.append(result.stderr);
  log.appendLine(result.cancelled ? 'cancelled' : `exit code ${result.code}`);
  if (result.cancelled) return;
  await findings.replace(uri.fsPath, messagesIn(`${result.stdout}\n${result.stderr}`), folder);
  if (result.page) {
    show(page, uri);
  } else {
    const text = complaintIn(result.stderr) ?? `opexplore ended with ${result.code ?? 'a signal'} and wrote no page.`;
    complain(text, 'Show Output', () => log.show());
  }
}

function activate(context) {
  const log = vscode.window.createOutputChannel('opexplore');
  const findings = new Findings();
  const panels = new Panels();
  const folders = new Set();
  const remove = (folder) => {
    folders.delete(folder);
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const temporary = () => {
    const folder = newFolder();
    folders.add(folder);
    return folder;
  };
  const inPanel = async (chosen) => {
    const folder = temporary();
    try {
      await exploreFile(chosen, path.join(folder, 'page.html'), { findings, log },
        (page, uri) => panels.show(uri.fsPath, fs.readFileSync(page, 'utf8')));
    } finally {
      remove(folder);
    }
  };
  // A browser reads the page when it likes, so the page stays until the editor ends.
  const inBrowser = (chosen) =>
    exploreFile(chosen, path.join(temporary(), 'page.html'), { findings, log },
      (page) => vscode.env.openExternal(vscode.Uri.file(page)));
  context.subscriptions.push(
    log, findings.collection,
    { dispose: () => [...folders].forEach(remove) },
    vscode.commands.registerCommand('opexplore.explore', inPanel),
    vscode.commands.registerCommand('opexplore.exploreInBrowser', inBrowser));
}

module.exports = { activate };
