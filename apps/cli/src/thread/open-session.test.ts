import { timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder } from '../../test/run-cli.ts';
import { sessionWriters } from '../export/session-writers.ts';
import { openSession } from './open-session.ts';
import type { OpenedSession } from './open-session.ts';

/** Turns of about 160 KB: the pieces have six of them each, as a file is read. */
const LARGE = 2_000_000;
function longSession(): ClaudeSession {
  const session = new ClaudeSession();
  for (let turn = 0; turn < 24; turn += 1) {
    session
      .user(`question ${turn}`)
      .says('I look.')
      .calls(`c${turn}`, 'Bash', { command: `ls ${turn}` });
    if (turn !== 5) session.result(`c${turn}`, `${turn} ${'words '.repeat(26_000)}`, turn === 7);
    session.says(turn === 20 ? 'It is\n\n```\ncode\n```\n  ' : `answer ${turn}`);
  }
  return session;
}

async function opened(path: string, large: number): Promise<OpenedSession> {
  const session = await openSession(path, { large });
  if (!session.ok) throw new Error(session.what);
  return session.session;
}

async function written(form: string, session: OpenedSession, full = false): Promise<string> {
  const write = sessionWriters.get(form);
  return write === undefined ? '' : (await Array.fromAsync(write(session, { full }))).join('');
}

describe('a session that is read in pieces', () => {
  // It makes the heap lean: nothing that runs here later has to be.
  afterAll(() => setFlagsFromString('--heap-growing-percent=0'));
  const path = longSession().write(folder(), 'session.jsonl');

  it('is several pieces, none of which holds the whole', async () => {
    const pieces = await Array.fromAsync((await opened(path, LARGE)).pieces(), (piece) => timeline(piece).items.length);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Math.max(...pieces)).toBeLessThan(12 * 3);
  });

  it('[issue 11] also if it is compressed, and small only then', async () => {
    const packed = `${path}.gz`;
    const whole = readFileSync(path);
    writeFileSync(packed, gzipSync(whole));
    const large = whole.length / 2;
    expect(statSync(packed).size).toBeLessThan(large);
    const pieces = await Array.fromAsync((await opened(packed, large)).pieces());
    expect(pieces.length).toBeGreaterThan(1);
    expect(await Array.fromAsync((await opened(packed, whole.length + 1)).pieces())).toHaveLength(1);
  });

  it.each(['html', 'md', 'text', 'jsonl', 'anthropic', 'openai'])(
    '[L1] is written as the whole is: %s',
    async (form) => {
      const [whole, pieces] = [await opened(path, Infinity), await opened(path, LARGE)];
      const [a, b] = [await written(form, whole), await written(form, pieces)];
      expect(b.length).toBe(a.length);
      expect(b === a).toBe(true);
      if (form === 'text')
        expect((await written(form, pieces, true)) === (await written(form, whole, true))).toBe(true);
    },
  );

  it('says the same of itself', async () => {
    const [whole, pieces] = [await opened(path, Infinity), await opened(path, LARGE)];
    expect(pieces.facts).toEqual(whole.facts);
    expect([pieces.title, pieces.format]).toEqual([whole.title, whole.format]);
    const last = async (session: OpenedSession): Promise<object> => {
      const all = await Array.fromAsync(session.pieces());
      const account = all.at(-1)?.state.account;
      return account === undefined ? {} : session.counts(account);
    };
    expect(await last(pieces)).toEqual(await last(whole));
  });

  it('jsonl can be opened again', async () => {
    expect(statSync(path).size).toBeGreaterThan(LARGE);
    expect(await written('jsonl', await opened(path, LARGE))).toMatch(/"type":"thread.closed"[^\n]*\}\n$/);
  });
});

describe('[issue 9] a session of which each event is told, and none is held', () => {
  afterAll(() => setFlagsFromString('--heap-growing-percent=0'));

  it.each([
    ['the whole', Infinity],
    ['pieces', LARGE],
  ])('says the same of itself, as %s', async (_, large) => {
    const path = longSession().write(folder(), 'session.jsonl');
    const told: LedgerEvent[] = [];
    const read = await openSession(path, { large, each: (event) => void told.push(event) });
    if (!read.ok) throw new Error(read.what);
    const held = await opened(path, large);
    const outlines = async ({ pieces }: OpenedSession): Promise<object> =>
      Array.fromAsync(pieces(), (piece) => ({ items: timeline(piece).items, account: piece.state.account }));
    expect(told).toEqual(await Array.fromAsync(held.pieces(), ({ events }) => [...events]).then((all) => all.flat()));
    expect(read.session.facts).toEqual(held.facts);
    expect(await outlines(read.session)).toEqual(await outlines(held));
    expect((await Array.fromAsync(read.session.pieces(), ({ events }) => [...events])).flat()).toEqual([]);
  });

  it.each([
    ['the whole', Infinity],
    ['pieces', 1],
  ])('takes no more memory for 300,000 records of three bytes, as %s', async (_, large) => {
    const path = longSession().write(folder(), 'session.jsonl');
    const records = 300_000;
    writeFileSync(path, '{}\n'.repeat(records), { flag: 'a' });
    const before = inUse();
    let [told, held] = [0, 0];
    const read = await openSession(path, {
      large,
      each: ({ type }) => {
        if (type === 'source.record') told += 1;
        if (told === records) held = inUse() - before;
      },
    });
    if (!read.ok) throw new Error(read.what);
    for await (const { events } of read.session.pieces()) {
      held = Math.max(held, inUse() - before);
      expect(events).toEqual([]);
    }
    // An event takes two hundred bytes, and those of 64 KB of the file are there at a time.
    expect(held / records).toBeLessThan(60);
    expect(held).toBeGreaterThan(0);
  });
});

function inUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}
