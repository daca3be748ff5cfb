import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callStatus, timeline, writeLedger } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import { linesOf } from '@toolthread/core/lines';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { arbitraryHistory } from '@toolthread/core/testing';
import { fixtures } from '../../test/fixtures.ts';
import { readSession } from '../index.ts';
import { sessionPieces } from './session-pieces.ts';
import type { SessionPiece } from './session-pieces.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'toolthread-pieces-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

async function inPieces(path: string, leastBytes = 0): Promise<readonly SessionPiece[]> {
  const session = await sessionPieces(path, { leastBytes });
  return session.ok ? Array.fromAsync(session.pieces()) : [];
}

/** All that anybody is shown, and all that a model would be told. */
function told(pieces: readonly Thread[]): object {
  const lines = pieces.flatMap((piece) =>
    Array.from(linesOf(timeline(piece).items, 'whole'), ({ kind, state, indent, opens, spans }) => ({
      kind,
      state,
      indent,
      opens,
      spans,
    })),
  );
  const last = pieces.at(-1)?.state;
  const compacted = pieces.findLastIndex(({ state }) => [...state.log].some(({ kind }) => kind === 'compaction'));
  const messages = pieces.slice(Math.max(0, compacted)).flatMap(({ state }) => completionMessages(state));
  const statuses = pieces.flatMap(({ state }) =>
    Array.from(state.calls.byPlace.entries(), ([, call]) => callStatus(call)),
  );
  return {
    lines,
    messages: messages.map(({ role, parts }) => ({ role, parts })),
    statuses: statuses.sort(),
    account: last?.account,
    anomalies: last?.anomalies.count,
    title: last?.title,
  };
}

/** What is said, called and given back, without the heads of groups. */
function words(pieces: readonly Thread[]): readonly object[] {
  const lines = pieces.flatMap((piece) => [...linesOf(timeline(piece).items, 'whole')]);
  return lines.flatMap(({ kind, spans }) =>
    /^(?:message|words|call|output|request)$/.test(kind) ? [{ kind, spans }] : [],
  );
}

/** What is counted of a session, and drawn nowhere. */
function counted(pieces: readonly Thread[]): object {
  const calls = pieces.flatMap(({ state }) =>
    Array.from(state.calls.byPlace.entries(), ([, call]) => callStatus(call)),
  );
  const orphans = pieces.flatMap(({ state }) => [...state.log].filter(({ kind }) => kind === 'orphan'));
  const last = pieces.at(-1)?.state;
  return { calls: calls.sort(), orphans, account: last?.account, anomalies: last?.anomalies.count };
}

async function expectSame(path: string): Promise<number> {
  const whole = await readSession(path);
  if (!whole.ok) throw new Error(whole.reason);
  const pieces = await inPieces(path);
  expect(told(pieces)).toEqual(told([whole]));
  expect(writeLedger(pieces.flatMap(({ events }) => events))).toBe(writeLedger(whole.events));
  return pieces.length;
}

describe('a session in pieces', () => {
  it.each(fixtures.map(({ name, path }) => [name, path]))('[L1] tells what the whole tells: %s', async (_, path) => {
    await expectSame(path);
  });

  it('[L1] of any history', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryHistory(), async (events) => {
        const path = join(FOLDER, 'history.jsonl');
        writeFileSync(path, writeLedger(events));
        await expectSame(path);
      }),
      { numRuns: 60 },
    );
  });

  it('is cut where a turn ends, and nowhere that a later record needs', async () => {
    const path = join(FOLDER, 'claude.jsonl');
    const turn = (n: number, call: string, result: string | undefined): string[] => [
      record(`u${n}`, 'user', { role: 'user', content: `question ${n}` }),
      record(`a${n}`, 'assistant', {
        id: `m${n}`,
        role: 'assistant',
        content: [{ type: 'tool_use', id: call, name: 'Bash', input: {} }],
      }),
      ...(result === undefined ? [] : [answered(`r${n}`, call, result)]),
      record(`b${n}`, 'assistant', {
        id: `n${n}`,
        role: 'assistant',
        content: [{ type: 'text', text: `answer ${n}` }],
      }),
    ];
    const late = answered('late', 'c3', 'came late');
    writeFileSync(
      path,
      [
        ...turn(1, 'c1', 'x'),
        ...turn(2, 'c2', undefined),
        ...turn(3, 'c3', undefined),
        ...turn(4, 'c4', 'y'),
        late,
        ...turn(5, 'c5', 'z'),
      ].join('\n'),
    );
    expect(await expectSame(path)).toBe(4);
    // The late result belongs to the third turn, so that the fourth stays with it.
    const questions = (await inPieces(path)).map(
      ({ events }) => events.filter(({ type }) => type === 'message.posted').length,
    );
    expect(questions).toEqual([1, 1, 2, 1]);
  });

  it('the summary of a compaction is told once, whatever number of pieces come after it', async () => {
    const path = join(FOLDER, 'compacted.jsonl');
    const said = (uuid: string, text: string): string =>
      record(uuid, 'assistant', { id: `m-${uuid}`, role: 'assistant', content: [{ type: 'text', text }] });
    const asked = (uuid: string, content: string): string => record(uuid, 'user', { role: 'user', content });
    const summary: object = JSON.parse(asked('s', 'What was done: weaving.'));
    const lines = [
      asked('u1', 'One'),
      said('a1', 'First.'),
      JSON.stringify({ type: 'system', subtype: 'compact_boundary', uuid: 'c', parentUuid: null, sessionId: 's' }),
      JSON.stringify({ ...summary, isCompactSummary: true }),
      ...['2', '3', '4'].flatMap((turn) => [asked(`u${turn}`, `Turn ${turn}`), said(`a${turn}`, `Answer ${turn}.`)]),
    ];
    writeFileSync(path, lines.join('\n'));
    expect(await expectSame(path)).toBe(4);
  });

  it('is cut between versions of its first words, each of which takes the one before back', async () => {
    const path = join(FOLDER, 'versions.jsonl');
    const own = { isSidechain: false, sessionId: 's1', cwd: '/p', version: '2.1.0' };
    const lines = [1, 2, 3, 4, 5].flatMap((turn) => [
      { ...own, type: 'user', uuid: `u${turn}`, parentUuid: null, message: { role: 'user', content: `Try ${turn}` } },
      {
        ...own,
        type: 'assistant',
        uuid: `a${turn}`,
        parentUuid: `u${turn}`,
        message: { id: `m${turn}`, role: 'assistant', content: [{ type: 'text', text: `Answer ${turn}` }] },
      },
    ]);
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(await expectSame(path)).toBe(5);
    expect((await inPieces(path)).map((piece) => timeline(piece).items.length)).toEqual([0, 0, 0, 0, 3]);
  });

  it.each(fixtures)('$name: parted at its steps it has the same calls, account and ledger', async ({ path }) => {
    const whole = await readSession(path);
    if (!whole.ok) throw new Error(whole.reason);
    const session = await sessionPieces(path, { leastBytes: 0, partsTurns: true });
    const pieces = session.ok ? await Array.fromAsync(session.pieces()) : [];
    expect(counted(pieces)).toEqual(counted([whole]));
    expect(writeLedger(pieces.flatMap(({ events }) => events))).toBe(writeLedger(whole.events));
  });

  const inTurns = async (path: string): Promise<readonly SessionPiece[]> => {
    const session = await sessionPieces(path, { leastBytes: 0, longTurnBytes: 0 });
    return session.ok ? Array.fromAsync(session.pieces()) : [];
  };

  it.each(fixtures)(
    '[L1] $name: a turn that is too long for one piece has the same words in the same order',
    async ({ path }) => {
      const whole = await readSession(path);
      if (!whole.ok) throw new Error(whole.reason);
      const pieces = await inTurns(path);
      expect(words(pieces)).toEqual(words([whole]));
      expect(counted(pieces)).toEqual(counted([whole]));
      const parted: { messages?: unknown } = told(pieces);
      const one: { messages?: unknown } = told([whole]);
      expect(parted.messages).toEqual(one.messages);
    },
  );

  it('a turn that is too long for one piece is parted after results, and not while a call has none', async () => {
    const path = join(FOLDER, 'one-turn.jsonl');
    const step = (n: number, result: string | undefined): string[] => [
      record(`a${n}`, 'assistant', {
        id: `m${n}`,
        role: 'assistant',
        content: [{ type: 'tool_use', id: `c${n}`, name: 'Bash', input: {} }],
      }),
      ...(result === undefined ? [] : [answered(`r${n}`, `c${n}`, result)]),
    ];
    const lines = [
      record('u1', 'user', { role: 'user', content: 'Do it all.' }),
      ...step(1, 'x'),
      ...step(2, undefined),
      ...step(3, 'y'),
      answered('r2', 'c2', 'came late'),
      ...step(4, 'z'),
    ];
    writeFileSync(path, lines.join('\n'));
    const calls = (await inTurns(path)).map(
      ({ events }) => events.filter(({ type }) => type === 'agent.tool.called').length,
    );
    expect(calls).toEqual([1, 2, 1]);
    expect(await inPieces(path)).toHaveLength(1);
  });

  it('is cut before a run that a program tells before the message it answers', async () => {
    const path = join(FOLDER, 'rollout.jsonl');
    const line = (type: string, payload: object): string =>
      JSON.stringify({ timestamp: '2026-02-02T03:40:01.000Z', type, payload });
    const event = (type: string, fields: object = {}): string => line('event_msg', { type, ...fields });
    const said = (text: string): string =>
      line('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
    const turn = (n: number): string[] => [
      event('task_started'),
      line('turn_context', { model: `model-${n % 2}` }),
      event('user_message', { message: `question ${n}` }),
      said(`answer ${n}`),
      event('task_complete'),
    ];
    // The fourth run answers nobody, and during the fifth a person speaks: neither begins a piece.
    const goesOn = [event('task_started'), said('more'), event('task_complete')];
    const spokenTo = [...turn(5).slice(0, -1), event('user_message', { message: 'and this' }), said('yes')];
    const lines = [
      line('session_meta', { id: 's', cwd: '/x' }),
      ...[1, 2, 3].flatMap(turn),
      ...goesOn,
      ...spokenTo,
      event('task_complete'),
      ...turn(6),
    ];
    writeFileSync(path, lines.join('\n'));
    expect(await expectSame(path)).toBe(5);
  });

  it('holds one piece at a time: what a piece holds does not grow with the file', async () => {
    const path = join(FOLDER, 'long.jsonl');
    const held = async (turns: number): Promise<number> => {
      const lines = Array.from({ length: turns }, (_, n) => [
        record(`u${n}`, 'user', { role: 'user', content: `question ${n}` }),
        record(`b${n}`, 'assistant', {
          id: `n${n}`,
          role: 'assistant',
          content: [{ type: 'text', text: 'x'.repeat(4000) }],
        }),
      ]);
      writeFileSync(path, lines.flat().join('\n'));
      const sizes = (await inPieces(path, 256 * 1024)).map(
        ({ events, state }) => events.length + state.log.length + [...state.steps.entries()].length,
      );
      return Math.max(...sizes);
    };
    const short = await held(500);
    expect(await held(2000)).toBeLessThanOrEqual(short * 1.1);
  });

  it('of a file that breaks off while it is unpacked: why', async () => {
    const path = join(FOLDER, 'broken.jsonl.gz');
    writeFileSync(path, Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]));
    expect(await sessionPieces(path)).toMatchObject({ ok: false });
  });

  it.each([
    ['nothing', ''],
    ['blank lines', '\n\n'],
    ['nothing that a session has', 'hello\nworld\n'],
  ])('of a file with %s what a reading of the whole says: it is no session', async (_, text) => {
    const path = join(FOLDER, 'no-session.jsonl');
    writeFileSync(path, text);
    const whole = await readSession(path);
    expect(whole).toMatchObject({ ok: false, code: 'unknown_format' });
    expect(await sessionPieces(path)).toEqual(whole);
    expect(await sessionPieces(path, { anyFormat: true })).toMatchObject({ ok: true, format: undefined });
    expect(await readSession(path, { anyFormat: true })).toMatchObject({ ok: true, format: undefined });
  });
});

function record(uuid: string, type: string, message: object): string {
  return JSON.stringify({
    type,
    uuid,
    parentUuid: null,
    sessionId: 's',
    timestamp: '2026-02-02T03:40:01.000Z',
    message,
  });
}

function answered(uuid: string, call: string, content: string): string {
  return record(uuid, 'user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content }] });
}
