import { Redactor } from '@toolthread/agent/redact';
import { expect, test } from 'vitest';
import { RedactedFrames } from './redacted-frames.ts';

const SECRET = 'hunter2-hunter2-hunter2';
const [BEGINNING, END] = [SECRET.slice(0, 12), SECRET.slice(12)];

/** A name as long as a frame may be, and many names below each other. */
const PLACES: readonly (readonly [string, (text: string, last: string) => object])[] = [
  ['a long name', (text, last) => ({ [`${'k'.repeat(200_000)}${last}`]: [text] })],
  [
    'many names',
    (text, last) =>
      Array(900)
        .fill('name')
        .reduce((below) => ({ name: below }), { [last]: text }),
  ],
  [
    'many lists',
    (text, last) =>
      Array(900)
        .fill(0)
        .reduce((below) => [0, below], { [last]: text }),
  ],
  ['a long id', (text, last) => ({ item_id: `${'k'.repeat(200_000)}${last}`, delta: text })],
];

test.each(PLACES)('%s: a text is looked for under a short place, whatever stands above it', async (_, frame) => {
  const frames = new RedactedFrames(new Redactor([SECRET]));
  await frames.take(JSON.stringify(frame(`it is ${BEGINNING}`, 'x')));
  const [held] = frames.rest();
  expect(held).toMatchObject({ text: BEGINNING });
  expect(JSON.stringify(held).length).toBeLessThan(400);
});

test.each(PLACES)('%s: a secret over two frames is found there, and another place is another one', async (_, frame) => {
  const frames = new RedactedFrames(new Redactor([SECRET]));
  const said = [
    await frames.take(JSON.stringify(frame(BEGINNING, 'x'))),
    await frames.take(JSON.stringify(frame(`${END} elsewhere`, 'y'))),
    await frames.take(JSON.stringify(frame(`${END} here`, 'x'))),
  ].map((one) => JSON.stringify(one));
  expect(said[1]).toContain(`${END} elsewhere`);
  expect(said[2]).toContain(' here');
  expect(said[2]).not.toContain(END);
});

test('M3: others are heard after every thousand values, though none of them is a text', async () => {
  const frames = new RedactedFrames(new Redactor([SECRET]));
  const deep = `${'['.repeat(990)}${']'.repeat(990)}`;
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  for (let frame = 0; frame < 20; frame += 1) await frames.take(deep);
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(15);
});
