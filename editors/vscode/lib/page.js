// The page of `--html`, for a panel of the editor.
'use strict';

/**
 * The page with a policy: its own script runs, and nothing is loaded from anywhere. The script is
 * the last on the page; the data before it has no `<`, so that it cannot begin another.
 * @param {string} theme  'light' or 'dark'; alone, the page would follow the system, not the editor
 */
function forPanel(page, nonce, theme) {
  const script = page.lastIndexOf('<script>');
  if (script < 0 || !page.includes('<head>')) throw new Error('this is no page of opexplore');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data: blob:`;
  // The editor gives the body of each panel a margin inside; the page has its own.
  const head = `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>body{padding:0}</style>`;
  const marked = `${page.slice(0, script)}<script nonce="${nonce}">${page.slice(script + '<script>'.length)}`;
  // Functions, for a replacement text may have no `$`.
  return marked.replace('<head>', () => head).replace('<html', () => `<html data-theme="${theme}"`);
}

module.exports = { forPanel };
