/** Order, places, pages, and what is refused. */
import { type EventDraft, threadOf, timeline } from '@toolthread/core';
import { expect, test } from 'vitest';
import { delta, message, newThread, type Open, readAll, start, unwrap } from './start.ts';

export function eventsContract(open: Open): void {
  test('a new thread begins with its own first event', async () => {
    const { ledger, thread } = await start(open);
    expect(await readAll(ledger, thread)).toEqual([
      { v: 1, thread, seq: 1, at: 1000, type: 'thread.created', title: 'A thread' },
    ]);
  });

  test('seq is dense from 1 in each thread, whoever appends at the same time', async () => {
    const { ledger, thread } = await start(open);
    const other = await newThread(ledger);
    const appends = Array.from({ length: 60 }, (_, i) =>
      ledger.append(i % 3 === 0 ? other : thread, [delta(i, 'a'), message(`m${i}`)]),
    );
    for (const result of await Promise.all(appends)) {
      const [first, second] = unwrap(result);
      expect(second?.seq).toBe(Number(first?.seq) + 1);
    }
    for (const [id, length] of [
      [thread, 81],
      [other, 41],
    ] as const) {
      const events = await readAll(ledger, id);
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length }, (_, i) => i + 1));
      expect(events.every((event) => event.thread === id)).toBe(true);
    }
  });

  test('[L1] what append gives is what read gives, now and after opening again', async () => {
    const { ledger, thread, reopen } = await start(open);
    const hostile = '\u0000\ud800 \u2028\r\n</tool>__proto__ 😀';
    const drafts: EventDraft[] = [
      message(hostile, 'c\u00e9-1'),
      { type: 'agent.step.started', step: 1, built_from: 2 },
      delta(0, hostile),
      { type: 'agent.tool.called', step: 1, part: 1, call: hostile, name: 'x', arguments: hostile },
      {
        type: 'agent.tool.completed',
        step: 1,
        call: hostile,
        outcome: 'done',
        structured: JSON.parse('{"__proto__": 0}'),
      },
      { type: 'thread.renamed', title: hostile },
    ];
    const written = unwrap(await ledger.append(thread, drafts));
    const before = await readAll(ledger, thread);
    expect(before.slice(1)).toEqual(written);
    expect(written.map(({ type }) => type)).toEqual(drafts.map(({ type }) => type));
    expect(written[2]).toEqual({ v: 1, thread, seq: 4, at: 1000, ...drafts[2] });
    const again = await reopen();
    const after = await readAll(again, thread);
    expect(after).toEqual(before);
    expect(timeline(threadOf(after))).toEqual(timeline(threadOf(before)));
    expect(unwrap(await again.thread(thread)).title).toBe(hostile);
  });

  test('the store gives the place, whatever a draft says; a time that a draft gives stays', async () => {
    const { ledger, thread } = await start(open);
    const forged = { ...message('x'), v: 9, thread: 'other', seq: 77, at: 5 };
    const [event] = unwrap(await ledger.append(thread, [forged]));
    expect(event).toMatchObject({ v: 1, thread, seq: 2, at: 5 });
  });

  test('pages of any size read together give the whole', async () => {
    const { ledger, thread } = await start(open);
    unwrap(
      await ledger.append(
        thread,
        Array.from({ length: 120 }, (_, i) => delta(i, 'x')),
      ),
    );
    const whole = await readAll(ledger, thread);
    expect(whole).toHaveLength(121);
    for (const limit of [1, 7, 120, 121]) expect(await readAll(ledger, thread, limit)).toEqual(whole);
    expect(unwrap(await ledger.read(thread, { after: 121, limit: 10 }))).toEqual([]);
    expect(unwrap(await ledger.read(thread, { after: 2 ** 53, limit: 10 }))).toEqual([]);
  });

  test('a page of large events is short, and never empty before the end', async () => {
    const { ledger, thread } = await start(open);
    const large = 'x'.repeat(600_000);
    unwrap(
      await ledger.append(
        thread,
        [0, 1, 2, 3].map((i) => message(`${i}${large}`)),
      ),
    );
    unwrap(await ledger.append(thread, [message('y'.repeat(3_000_000))]));
    expect(unwrap(await ledger.read(thread, { after: 0, limit: 100 })).length).toBeLessThan(6);
    expect(unwrap(await ledger.read(thread, { after: 5, limit: 100 }))).toHaveLength(1);
    expect(await readAll(ledger, thread)).toHaveLength(6);
  });

  test('[M6] a page has 256 KB at most, in bytes and not in letters, unless one event alone is larger', async () => {
    const { ledger, thread } = await start(open);
    for (const [letter, count] of [
      ['x', 100],
      ['€', 100],
      ['😀', 50_000],
      ['€', 40_000],
      ['x', 250_000],
      ['x', 300_000],
      ['€', 100_000],
      ['x', 10],
    ] as const)
      unwrap(await ledger.append(thread, [message(letter.repeat(count)), message('x')]));
    const seen: number[] = [];
    for (let after = 0; after < 17; after = seen.at(-1) ?? 17) {
      const page = unwrap(await ledger.read(thread, { after, limit: 1000 }));
      const bytes = page.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);
      expect(page.length === 1 || bytes <= 256 * 1024).toBe(true);
      seen.push(...page.map(({ seq }) => seq));
    }
    expect(seen).toEqual(Array.from({ length: 17 }, (_, i) => i + 1));
  });

  test('a thread that does not exist is an error value on every way in', async () => {
    const { ledger } = await start(open);
    const results = [
      await ledger.read('none', { after: 0, limit: 1 }),
      await ledger.append('none', [message('x')]),
      await ledger.thread('none'),
      await ledger.claimRun('none', 'r'),
    ];
    for (const result of results) expect(result).toMatchObject({ ok: false, error: { code: 'no_such_thread' } });
    expect(await ledger.purge('none', 1, { purged: 'x', by: 'y' })).toMatchObject({
      error: { code: 'no_such_event' },
    });
    expect(await ledger.getBlob('none')).toMatchObject({ ok: false, error: { code: 'no_such_blob' } });
  });

  test.each([
    ['a type that nobody knows', '{"type":"thread.painted"}', '"type" must be an event\'s name, got "thread.painted"'],
    ['no type', '{}', '"type" must be an event\'s name'],
    ['a field of another type', '{"type":"thread.renamed","title":7}', '"title" must be a string, got 7'],
    ['a missing field', '{"type":"agent.text.delta","step":1,"part":0,"text":"a"}', '"offset" must be a whole number'],
    [
      'a wrong part',
      '{"type":"message.posted","author":"a","parts":[{"type":"sound"}],"delivery":"now"}',
      'parts[0].type',
    ],
    ['a time that is none', '{"type":"thread.closed","at":"yesterday"}', '"at" must be'],
  ])('%s is refused in words, with all that came with it', async (_, json, words) => {
    const { ledger, thread } = await start(open);
    const wrong: EventDraft = JSON.parse(json);
    const result = await ledger.append(thread, [message('kept out'), wrong]);
    expect(result).toMatchObject({ ok: false, error: { code: 'unwritable_event' } });
    expect(result.ok ? '' : result.error.message).toContain(words);
    expect(await readAll(ledger, thread)).toHaveLength(1);
    unwrap(await ledger.append(thread, [message('goes on')]));
    expect(await readAll(ledger, thread)).toHaveLength(2);
  });

  test.each([
    'null',
    '7',
    '[]',
    '{}',
    '{"type":7}',
    '{"type":null}',
    '{"type":{"toString":1,"valueOf":1}}',
    '{"type":"message.posted","client_id":{"toString":1},"author":"a","parts":[],"delivery":"now"}',
    '{"type":"request.resolved","request":{"toString":1,"valueOf":1}}',
  ])('[attack 10] %s alone is refused in words', async (json) => {
    const { ledger, thread } = await start(open);
    const wrong: EventDraft = JSON.parse(json);
    const result = await ledger.append(thread, [wrong]);
    expect(result).toMatchObject({ ok: false, error: { code: 'unwritable_event' } });
    expect(result.ok ? '' : result.error.message).toMatch(/^This is not an event: .+ must be .+\.$/);
    expect(await readAll(ledger, thread)).toHaveLength(1);
  });

  test('a thread whose first event is refused is not there, nor is its name taken', async () => {
    const { ledger } = await start(open);
    const deep: { title: string } = JSON.parse(`{"title":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    const as = { id: 'named', owner: 'Ada' };
    expect(await ledger.createThread(deep, as)).toMatchObject({ ok: false, error: { code: 'unwritable_event' } });
    expect(await ledger.createThread({}, { id: 'named', at: Number.NaN })).toMatchObject({ ok: false });
    expect(await ledger.thread('named')).toMatchObject({ ok: false, error: { code: 'no_such_thread' } });
    expect(await ledger.createThread({}, as)).toMatchObject({ ok: true });
  });

  test('an event that cannot be JSON is refused with all that came with it', async () => {
    const { ledger, thread } = await start(open);
    let deep: EventDraft = { type: 'agent.tool.completed', call: 'c', outcome: 'done' };
    let structured: [] | [unknown] = [];
    for (let i = 0; i < 100_000; i += 1) structured = [structured];
    deep = JSON.parse(JSON.stringify(deep));
    Object.assign(deep, { structured });
    const result = await ledger.append(thread, [message('kept out'), deep]);
    expect(result).toMatchObject({ ok: false, error: { code: 'unwritable_event' } });
    expect(await readAll(ledger, thread)).toHaveLength(1);
  });

  test('a ledger that is closed says so, to whatever is asked of it; closing it again is nothing', async () => {
    const { ledger, thread } = await start(open);
    await ledger.close();
    await ledger.close();
    const closed = { ok: false, error: { code: 'unavailable', message: expect.stringContaining('closed') } };
    expect(await ledger.append(thread, [message('x')])).toMatchObject(closed);
    expect(await ledger.read(thread, { after: 0, limit: 1 })).toMatchObject(closed);
    expect(await ledger.listThreads({ limit: 1 })).toMatchObject(closed);
    expect(await ledger.putBlob(new Uint8Array([1]))).toMatchObject(closed);
  });
}
