// Takes a screenshot of a page for the guides.
//
//   node picture.mjs PAGE PICTURE

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './chromium.mjs';

const [page, picture] = process.argv.slice(2);
const browser = await launch();
const tab = await browser.newPage({ viewport: { width: 820, height: 900 }, colorScheme: 'light' });
await tab.goto(pathToFileURL(path.resolve(page)).href);
// Show the most telling part: which solvers disagree, and the game that shows who is wrong.
await tab.locator('.player').first().getByRole('button', { name: 'Next' }).click();
await tab.locator('h3').filter({ hasText: 'Agreement' }).first().evaluate((element) => {
  window.scrollBy(0, element.getBoundingClientRect().top - 12);
});
await tab.screenshot({ path: picture });
await browser.close();
