/** Words that are read from the right, in a page that is read from the left. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './page-state/axe-violations.ts';
import { messageBox } from './say.ts';
import { seedThread } from './seed-thread.ts';
import { withServer } from './with-server.ts';

const ARABIC = 'مرحبا Toolthread بكم.';
const ENGLISH = 'Welcome, مرحبا, all.';

let thread: string;
const stage = withServer({
  seed: async (data) => {
    thread = await seedThread(data, 'Both', [
      { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: ARABIC }] },
      { type: 'agent.step.started', step: 1 },
      {
        type: 'agent.part.completed',
        step: 1,
        part: 0,
        kind: 'text',
        text: `${ARABIC}\n\n${ENGLISH}\n\n- [ ] to do\n- [x] done`,
      },
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
    ]);
  },
});

/** On which side of its first letter the full stop of a text is. */
function sideOfFullStop(words: Locator): Promise<'left' | 'right'> {
  return words.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode);
    const leftOf = (node: Node | undefined, index: number): number => {
      if (node === undefined) throw new Error('There are no words.');
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      return range.getBoundingClientRect().left;
    };
    const last = texts.at(-1);
    return leftOf(last, (last?.textContent?.length ?? 0) - 1) < leftOf(texts[0], 0) ? 'left' : 'right';
  });
}

test('[issue 13] each paragraph of a message and of an answer is read as its first letter is, and so is a draft', async () => {
  const page = await stage.enter();
  await page.goto(`${stage.server.url}/t/${thread}`);
  const paragraphs = page.locator('.tt-markdown p');
  await paragraphs.nth(1).waitFor();
  expect(await sideOfFullStop(page.locator('.tt-bubble p'))).toBe('left');
  expect(await sideOfFullStop(paragraphs.nth(0))).toBe('left');
  expect(await sideOfFullStop(paragraphs.nth(1))).toBe('right');
  expect(await messageBox(page).evaluate((box) => getComputedStyle(box).unicodeBidi)).toBe('plaintext');
});

test('[issue 13] the boxes of a list of tasks have a name', async () => {
  const page = await stage.enter();
  await page.goto(`${stage.server.url}/t/${thread}`);
  await page.getByRole('checkbox', { name: 'Done' }).nth(1).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});
