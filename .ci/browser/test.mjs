// Opens reports in Chromium as people do: from a file, light on a wide screen and dark on a phone.
//
//   node test.mjs FOLDER     FOLDER holds fault.html and long.html, and gets the screenshots
//
// A page fails if it logs an error, makes a request, violates a rule of axe, or is wider than the screen. The test also
// steps through a game, and copies a command.

import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { chromium } from 'playwright-core';

const folder = path.resolve(process.argv[2]);
const screens = {
  wide: { viewport: { width: 1000, height: 800 }, colorScheme: 'light' },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
});

// Opens a page and calls `look` on it. Fails if the page logs an error or makes a request.
async function open(name, options, look) {
  const context = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const url = pathToFileURL(path.join(folder, `${name}.html`)).href;
  const wrong = [];
  page.on('console', (message) => { if (message.type() !== 'log') wrong.push(message.text()); });
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (request) => { if (request.url() !== url) wrong.push(request.url()); });
  await page.goto(url);
  await look(page);
  assert.deepEqual(wrong, [], `${name}: errors on the console, or requests`);
  await context.close();
}

// Asserts that nothing is wider than the page, and that axe finds no violation.
async function isSound(page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(excess <= 0, `the content is ${excess} pixels wider than the page`);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`), []);
}

const looks = {
  async fault(page) {
    const player = page.locator('.player').first();
    const boards = await player.locator('.steps .grid').evaluateAll((all) => all.map((grid) => grid.getAttribute('aria-label')));
    const plies = boards.length - 1;
    // Fails if more than one board can be seen.
    const shown = () => player.locator('.steps .grid').filter({ visible: true }).getAttribute('aria-label');
    assert.ok(plies > 0, 'the page has a game');
    for (let ply = 0; ply <= plies; ply += 1) {
      assert.equal(await shown(), boards[ply], 'each step shows its board');
      const status = await player.getByRole('status').textContent();
      assert.ok(status.startsWith(`${ply} of ${plies}: `), status);
      await player.getByRole('button', { name: 'Next' }).click({ force: true });
    }
    assert.equal(await shown(), boards[plies], 'Next does nothing at the end');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await shown(), boards[plies - 1], 'the left arrow goes back');
    await page.keyboard.press('Home');
    assert.equal(await shown(), boards[0]);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "crossply check '<script>'");
  },
  async long(page) {
    const { width } = await page.locator('.map svg[role=img]').boundingBox();
    assert.ok(width > 250, `a map is only ${width} pixels wide`);
  },
};

for (const [name, look] of Object.entries(looks)) {
  for (const [screen, options] of Object.entries(screens)) {
    await open(name, options, async (page) => {
      await page.screenshot({ path: path.join(folder, `${name}-${screen}.png`), fullPage: true });
      await look(page);
    });
    // axe needs to run a script, which the page's security policy forbids.
    await open(name, { ...options, bypassCSP: true }, isSound);
  }
}
await open('fault', { javaScriptEnabled: false }, async (page) => {
  const boards = page.locator('.player').first().locator('.steps .grid');
  assert.equal(await boards.filter({ visible: true }).count(), await boards.count(), 'without the script, all boards show');
});
await browser.close();
