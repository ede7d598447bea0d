// Opens reports in Chromium as people do: from a file, light and dark, on a wide screen and on a phone.
//
//   node test.mjs FOLDER     FOLDER holds well.html, fault.html, judge.html and long.html, and gets the screenshots
//
// A page fails if it logs an error, makes a request, violates a rule of axe, or is wider than the screen. The test also
// steps through games.

import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { chromium } from 'playwright-core';

const folder = path.resolve(process.argv[2]);
const screens = { wide: { width: 1000, height: 800 }, phone: { width: 360, height: 740 } };

// Without the features that use a network.
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});

/** Opens a page and calls `look` on it. Fails if the page logs an error or makes a request. */
async function open(name, options, look) {
  const context = await browser.newContext(options);
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

/** Asserts that nothing is wider than the page, and that axe finds no violation. */
async function isSound(page, name) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(excess <= 0, `${name}: the content is ${excess} pixels wider than the page`);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  assert.deepEqual(found, [], `${name}: violations that axe finds`);
}

/** Asserts that the last column of each table can be seen without scrolling. */
async function showVerdicts(page) {
  const verdicts = await page.locator('table').evaluateAll((tables) => tables.map((table) => {
    const cell = table.querySelector('tbody td:last-child').getBoundingClientRect();
    return cell.left >= 0 && cell.right <= window.innerWidth;
  }));
  assert.ok(verdicts.every(Boolean), 'a verdict is off the screen');
}

/** What a person sees of the first game: the label of the board, and the text that says which move it is. */
async function shown(page) {
  const player = page.locator('.player').first();
  const boards = player.locator('.steps .grid').filter({ visible: true });
  assert.equal(await boards.count(), 1);
  return [await boards.getAttribute('aria-label'), await player.getByRole('status').textContent()];
}

async function steps(page) {
  const player = page.locator('.player').first();
  const plies = await player.locator('.steps > li').count() - 1;
  assert.ok(plies > 0, 'the page has a game');
  const boards = await player.locator('.steps .grid').evaluateAll((all) => all.map((grid) => grid.getAttribute('aria-label')));
  const seen = [await shown(page)];
  for (let ply = 1; ply <= plies; ply += 1) {
    await player.getByRole('button', { name: 'Next' }).click();
    const now = await shown(page);
    assert.ok(now[1].startsWith(`${ply} of ${plies}: `), now[1]);
    assert.equal(now[0], boards[ply], 'each step shows its board');
    assert.notEqual(now[0], seen.at(-1)[0], 'and that is another one');
    seen.push(now);
  }
  assert.match(seen.at(-1)[1], /has a line\.|The board is full/, 'the last step says how the game ends');
  await player.getByRole('button', { name: 'Next' }).click({ force: true });
  assert.deepEqual(await shown(page), seen.at(-1), 'Next does nothing at the end');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await shown(page), seen.at(-2), 'the left arrow goes back');
  await page.keyboard.press('Home');
  assert.deepEqual(await shown(page), seen[0]);
}

const looks = {
  async well(page) {
    assert.match(await page.locator('.verdict').textContent(), /Nothing is wrong/);
    assert.equal(await page.locator('h2').filter({ hasText: 'poj1568' }).count(), 1);
    assert.equal(await page.getByRole('table', { name: 'What each solver did' }).count(), 2, 'one for each problem');
    assert.ok(await page.locator('td .right').count() > 4, 'solvers that agree');
    assert.equal(await page.locator('td .wrong, .player').count(), 0);
  },
  async fault(page) {
    assert.match(await page.locator('.verdict.wrong').textContent(), /wrong/);
    assert.equal(await page.locator('td .wrong').filter({ hasText: 'WRONG on' }).count(), 1);
    assert.equal(await page.locator('dd .wrong').count(), 1, 'the wrong answer to the board that is shown');
    await steps(page);
  },
  async long(page) {
    const { width } = await page.locator('.map svg[role=img]').boundingBox();
    assert.ok(width > 250, `a map is only ${width} pixels wide`);
  },
  async judge(page) {
    assert.match(await page.locator('.verdict').textContent(), /^\s*\S\s*WA: wrong answer/);
    await steps(page);
  },
};

for (const [name, look] of Object.entries(looks)) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [screen, viewport] of Object.entries(screens)) {
      const what = `${name}-${colorScheme}-${screen}`;
      await open(name, { viewport, colorScheme }, async (page) => {
        await page.screenshot({ path: path.join(folder, `${what}.png`), fullPage: true });
        await showVerdicts(page);
        await look(page);
      });
      // axe needs to run a script, which the page's security policy forbids.
      await open(name, { viewport, colorScheme, bypassCSP: true }, (page) => isSound(page, what));
    }
  }
}
await open('fault', { javaScriptEnabled: false }, async (page) => {
  const all = await page.locator('.player').first().locator('.steps > li').count();
  const boards = page.locator('.player').first().locator('.grid').filter({ visible: true });
  assert.equal(await boards.count(), all, 'without the script the page shows all boards');
});
// For the guides: the board that a solver gets wrong, and the game that shows it.
await open('fault', { viewport: { width: 820, height: 900 }, colorScheme: 'light' }, async (page) => {
  await page.locator('.player').first().getByRole('button', { name: 'Next' }).click();
  await page.locator('h2').last().evaluate((heading) => heading.scrollIntoView());
  await page.screenshot({ path: path.join(folder, 'picture.png') });
});
await browser.close();
console.log(`Pages, each light and dark, on a screen and on a phone: ${Object.keys(looks).join(', ')}.`);
