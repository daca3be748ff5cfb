import type { Message } from '@toolthread/core/contract';
import { timeline } from '@toolthread/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { markupText } from '../../test/drawn.tsx';
import { ContractFeed } from './contract-feed.ts';
import { ContractThread } from './contract-thread.tsx';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 16, 10, 5, second)).toISOString();
const event = (second: number, type: string, payload: object): object => ({
  type,
  execution_id: 'e1',
  timestamp: at(second),
  payload,
});
const stop = { should_continue: false, stop_reason: 'moon', resolved_by: 'X' };
const evaluations = [{ criterion: 'moon', verdict: 'stop', reason: 'It is full.' }] as const;
const events = [
  event(1, 'agent.status', { status: 'processing' }),
  event(2, 'agent.stream.chunk', { content: 'Three.', chunk_index: 0 }),
  event(3, 'agent.continuation', { ...stop, evaluations }),
  event(4, 'agent.status', { status: 'completed' }),
];
const message = (second: number, role: Message['role'], content: string, more: object = {}): Message => {
  return { id: `m${second}`, role, content, timestamp: at(second), ...more };
};
const status = (continuation: object): object => ({ metadata: { status_type: 'continuation', continuation } });
const inWords = { metadata: { status_type: 'continuation' } };
const turn = (...last: readonly Message[]): Message[] => [
  message(0, 'user', 'Count.'),
  message(5, 'assistant', 'Three.'),
  ...last,
];
const stopped = (second: number, more: object): Message => message(second, 'status', 'Agent stopped: moon', more);
const next = message(20, 'user', 'And now?');
const drawn = (messages: readonly Message[], told: readonly object[] = events): string =>
  markupText(renderToStaticMarkup(<ContractThread messages={messages} events={told} />));

test.each([
  ['not stored', turn()],
  ['stored after the run', turn(stopped(6, status(stop)))],
  ['stored as its words alone', turn(stopped(6, inWords))],
  ['stored as a status of no type', turn(stopped(6, {}))],
  ['stored at the time of the stop', turn(stopped(3, status(stop)))],
  ['stored with the reasons', turn(stopped(6, status({ ...stop, evaluations })))],
  ['of a turn that another one has followed', [...turn(stopped(6, status(stop))), next]],
  ['of a turn that another one has followed, in words alone', [...turn(stopped(6, inWords)), next]],
])('[seed 001] a stop says why, however it is stored: %s', (_, messages) => {
  const text = drawn(messages);
  expect([text.split('Stopped: moon').length - 1, text.split('Why').length - 1]).toEqual([1, 1]);
});

test('[seed 001] a stop says why, where its events come after it is stored, one by one, with times or without', () => {
  const untimed = events.map((each) => ({ ...each, timestamp: undefined }));
  for (const told of [events, untimed]) {
    const feed = new ContractFeed();
    const stored = turn(stopped(6, status(stop)));
    const texts = [0, 1, 2, 3, 4].map((count) =>
      JSON.stringify([...timeline(feed.thread(stored, told.slice(0, count))).items]),
    );
    expect(texts.map((text) => text.split('It is full.').length - 1)).toEqual([0, 0, 0, 1, 1]);
    expect(texts.at(-1)?.match(/Stopped: moon/g)).toHaveLength(1);
  }
});
