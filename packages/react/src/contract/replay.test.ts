import { foldAll, scopesAtWork } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { toMessages } from '@toolthread/core/contract';
import { goldenNames, readGolden, toldLive } from '@toolthread/core/testing';
import { expect, test } from 'vitest';
import { ContractFeed } from './contract-feed.ts';

const lines = ({ state }: Thread): string[] =>
  toMessages(state).map(({ role, content, metadata }) => JSON.stringify([role, content, metadata?.tool_call_id]));

/** Its last step says nothing, and is stored nowhere: while it is told, somebody may be at work. */
const EMPTY_STEP = 'responses-encrypted-reasoning-phases';

test.each(goldenNames)('[seed 001] the history, then each event from the first one on: %s', (name) => {
  const events = readGolden(name);
  const [history, live] = [toMessages(foldAll(events)), toldLive(events)];
  const feed = new ContractFeed();
  const stored = feed.thread(history, []);
  for (let count = 1; count <= live.length; count += 1) {
    const thread = feed.thread(history, live.slice(0, count));
    if (name !== EMPTY_STEP || count === live.length) expect([count, lines(thread)]).toEqual([count, lines(stored)]);
  }
  expect(lines(new ContractFeed().thread(history, live))).toEqual(lines(stored));
  const late = new ContractFeed();
  for (let count = 1; count <= live.length; count += 1) late.thread([], live.slice(0, count));
  expect(lines(late.thread(history, live))).toEqual(lines(stored));
  const alone = new ContractFeed().thread([], live);
  expect(scopesAtWork(feed.thread(history, live).state)).toEqual(scopesAtWork(alone.state));
});
