// What the tests in a browser share: Debian's Chromium, and pages in which nothing may go wrong.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const program = process.env.OPEXPLORE_PROGRAM;
export const source = process.env.OPEXPLORE_SOURCE_DIR;

export async function launch() {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/**
 * A tab that notes what must not be: messages on the console, errors, requests.
 * @param {(url: string) => boolean} mayAsk  which addresses it may load
 */
export async function open(browser, mayAsk, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const faults = [];
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!mayAsk(request.url())) faults.push(`request: ${request.url()}`);
  });
  return { page, faults, context };
}

/** A folder that is gone when the tests are done. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), 'opexplore-browser-'));
  return { path, remove: () => rmSync(path, { recursive: true }) };
}

/** Writes the page of tests, and gives its address. */
export function pageOf(directory, name, ...words) {
  const file = join(directory, `${name}.html`);
  try {
    execFileSync(program, ['-q', '--html', file, ...words], { cwd: source, stdio: 'pipe' });
  } catch (error) {
    if (error.status === null) throw error; // bugs have codes of their own
  }
  return `file://${file}`;
}

/** Waits for two frames: what a step changed has been drawn. */
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
