/** What is on the page when the server is killed is there when it is back, and in its place. */
import { expect, test } from 'vitest';
import { goOn, itemTexts, say, write } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer({ speed: 50 });

test('[L1] a message that came in the middle of an answer stays below its words when the server is killed then', async () => {
  const page = await stage.enter({ viewport: { width: 1280, height: 6000 } });
  await write(page, 'Long one');
  await page.getByText('Part 20').waitFor();
  await say(page, 'By the way');
  expect((await itemTexts(page)).map(beginning)).toEqual(['Long one', 'Part 1Some words', 'By the way']);
  await stage.server.kill();
  await page.getByRole('status').filter({ hasText: 'does not answer' }).waitFor();
  expect((await itemTexts(page)).map(beginning)).toEqual(['Long one', 'Part 1Some words', 'By the way']);
  await stage.server.restart();
  goOn(stage.server, page);
  await page.locator('.tt-answer[data-state=done]', { hasText: 'You said: By the way' }).waitFor();
  const after = ['Long one', 'Discarded attempt', 'By the way', 'You said'];
  await expect.poll(async () => (await itemTexts(page)).map(beginning)).toEqual(after);
  await page.reload();
  await expect.poll(async () => (await itemTexts(page)).map(beginning)).toEqual(after);
});

function beginning(text: string): string {
  return /^(?:Long one|Part 1Some words|By the way|Discarded attempt|You said)/.exec(text)?.[0] ?? text;
}
