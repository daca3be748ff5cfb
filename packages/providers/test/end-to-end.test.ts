/** The providers' own clients, our codecs and a socket: tool loops, cut bytes, faults, aborts. */
import { stubWith } from '@toolthread/provider-stub';
import type { Piece } from '@toolthread/provider-stub';
import { describe, expect, test } from 'vitest';
import { modelAt, PROVIDERS } from './stub-models.ts';
import { Thread } from './thread.ts';

const ARGUMENTS = '{"where": "ünter 🌍",  "n": 1.50}';
const thinking: Piece = { type: 'thinking', text: 'Where could it be? 🤔' };
const look: Piece = { type: 'call', name: 'look', arguments: ARGUMENTS };
const words = (text: string): Piece => ({ type: 'text', text });

const PNG = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'iVBORw0KGgo=' } } as const;

describe.each(PROVIDERS)('%s', (provider) => {
  test('a tool loop: parallel calls, an error, an image, words meanwhile; nothing refused, nothing changed behind', async () => {
    const stub = await stubWith([
      { say: [thinking, words('I look.'), look, { type: 'call', name: 'save_file_67e0b3c4', arguments: '{}' }] },
      { say: [thinking, look], when: { results: ['a fire', 'disk full'] } },
      { say: [words('It is '), words('done.')], when: { results: ['nothing'] } },
      { say: [thinking, words('You are welcome.')] },
    ]);
    const model = modelAt(stub, provider);
    const thread = new Thread();
    thread.say('Where is it?', PNG);
    const first = await thread.step(model);
    expect(first.end).toMatchObject({ reason: 'tool_calls' });
    expect(first.calls.map(({ name }) => name)).toHaveLength(2);
    const [one, two] = first.calls;
    thread.answer(two!, 'disk full', { outcome: 'failed', parts: [PNG] });
    thread.say('Hurry!');
    thread.answer(one!, 'a fire', { parts: [PNG] });
    const second = await thread.step(model);
    thread.answer(second.calls[0]!, 'nothing');
    const third = await thread.step(model);
    expect([third.end.reason, third.text]).toEqual(['stop', 'It is done.']);
    thread.say('Thanks.');
    expect((await thread.step(model)).text).toBe('You are welcome.');
    expect(stub.journal.refused).toEqual([]);
    expect(stub.journal.prefixBreaches()).toEqual([]);
    expect(stub.left).toBe(0);
  });

  test('arguments are the exact bytes where the provider sends bytes, and go back as they came', async () => {
    const stub = await stubWith([{ say: [look] }, { say: [words('ok')] }]);
    const thread = new Thread();
    thread.say('go');
    const { calls } = await thread.step(modelAt(stub, provider));
    if (provider === 'gemini') expect(JSON.parse(calls[0]!.arguments)).toEqual(JSON.parse(ARGUMENTS));
    else expect(calls[0]!.arguments).toBe(ARGUMENTS);
    thread.answer(calls[0]!, 'seen');
    await thread.step(modelAt(stub, provider));
    const sent = stub.journal.entries[1]!.text;
    if (provider.startsWith('openai')) expect(sent).toContain(JSON.stringify(ARGUMENTS));
    else expect(sent).toContain('{"where":"ünter 🌍","n":1.5}');
  });

  test('however the bytes are cut, whatever ends a line: the same words', async () => {
    const say = [thinking, words('Grüße 🌍 aus\nKöln'), look];
    // Google's client wants one kind of line end throughout, as its service sends it.
    const ends = provider === 'gemini' ? (['lf', 'crlf'] as const) : (['lf', 'crlf', 'mixed'] as const);
    const deliveries = Array.from({ length: 12 }, (_, seed) => {
      return { seed, lineEnds: ends[seed % ends.length]!, pings: seed % 2 === 0 };
    });
    const stub = await stubWith([{ say }, ...deliveries.map((delivery) => ({ say, delivery }))]);
    const ask = async (): Promise<unknown> => {
      const thread = new Thread();
      thread.say('go');
      const { events } = await thread.step(modelAt(stub, provider));
      const texts = new Map<string, string>();
      for (const event of events) {
        if (!event.type.endsWith('.delta') || !('text' in event)) continue;
        const key = `${event.type} ${event.part}`;
        texts.set(key, `${texts.get(key) ?? ''}${event.text}`);
      }
      const rest = events.flatMap((event) => (event.type === 'call' ? [event.name, event.arguments] : []));
      return [[...texts], rest, events.at(-1)?.type];
    };
    const whole = await ask();
    for (const delivery of deliveries) expect([delivery, await ask()]).toEqual([delivery, whole]);
  });

  test('[B.6 18] a rate limit is an error that may be tried again, when the provider says', async () => {
    const stub = await stubWith([{ fault: { kind: 'rate-limit', retryAfterSeconds: 7 } }, { say: [words('ok')] }]);
    const thread = new Thread();
    thread.say('go');
    const { end } = await thread.step(modelAt(stub, provider));
    expect(end).toMatchObject({ reason: 'error', error: { retryable: true, retryAfterMs: 7000 } });
    expect(stub.journal.entries).toHaveLength(1);
    expect((await thread.step(modelAt(stub, provider))).text).toBe('ok');
    expect(stub.journal.prefixBreaches()).toEqual([]);
  });

  test('[B.6 18] an overloaded provider is an error that may be tried again', async () => {
    const stub = await stubWith([{ fault: { kind: 'overloaded' } }]);
    const thread = new Thread();
    thread.say('go');
    expect((await thread.step(modelAt(stub, provider))).end).toMatchObject({
      reason: 'error',
      error: { retryable: true },
    });
  });

  test.each([{ kind: 'error-event', afterFrames: 4 }, { kind: 'drop' }, { kind: 'no-finish' }] as const)(
    'a stream that fails ($kind) is an error, its calls do not run, and the thread goes on',
    async (fault) => {
      const stub = await stubWith([{ say: [thinking, words('I look'), look], fault }, { say: [words('ok')] }]);
      const thread = new Thread();
      thread.say('go');
      const failed = await thread.step(modelAt(stub, provider));
      expect(failed.end).toMatchObject({ reason: 'error', error: { retryable: true } });
      expect(failed.calls).toEqual([]);
      expect(failed.events.filter(({ type }) => type === 'end')).toHaveLength(1);
      expect((await thread.step(modelAt(stub, provider))).text).toBe('ok');
      expect(stub.journal.refused).toEqual([]);
      expect(stub.journal.prefixBreaches()).toEqual([]);
    },
  );

  test('a stop ends a stream that hangs, at once and on the wire too; what was said stays, and the thread goes on', async () => {
    const stub = await stubWith([
      { say: [words('I will look for it everywhere'), look], fault: { kind: 'hang', afterFrames: 4 } },
      { say: [words('ok')] },
    ]);
    const thread = new Thread();
    thread.say('go');
    const abort = new AbortController();
    const waiting = thread.step(modelAt(stub, provider), abort.signal);
    await expect.poll(() => stub.journal.entries.length).toBe(1);
    setTimeout(() => abort.abort(), 50);
    const stopped = await waiting;
    expect(stopped.end.reason).toBe('aborted');
    expect(stopped.calls).toEqual([]);
    await expect.poll(() => stub.journal.entries[0]?.ended).toBe('aborted');
    thread.say('And now?');
    expect((await thread.step(modelAt(stub, provider))).text).toBe('ok');
    expect(stub.journal.refused).toEqual([]);
  });

  test('a stop before the request was sent sends nothing', async () => {
    const stub = await stubWith([{ say: [words('never')] }]);
    const thread = new Thread();
    thread.say('go');
    expect((await thread.step(modelAt(stub, provider), AbortSignal.abort())).end.reason).toBe('aborted');
    expect(stub.journal.entries).toEqual([]);
  });

  test('[B.6 18] a provider that falls silent is an error that may be tried again', async () => {
    const stub = await stubWith([{ say: [words('I…')], fault: { kind: 'hang', afterFrames: 1 } }]);
    const thread = new Thread();
    thread.say('go');
    const { end } = await thread.step(modelAt(stub, provider, { idleMs: 100 }));
    expect(end).toMatchObject({ reason: 'error', error: { retryable: true } });
  });

  test('too long is an overflow, which is never tried again', async () => {
    const stub = await stubWith([{ say: [words('never')] }], { contextTokens: 20 });
    const thread = new Thread();
    thread.say('long '.repeat(100));
    expect((await thread.step(modelAt(stub, provider))).end).toMatchObject({
      reason: 'overflow',
      error: { retryable: false },
    });
  });

  test('too long in silence shows in the usage', async () => {
    const stub = await stubWith([{ say: [words('ok')] }], { contextTokens: 20, overflow: 'silent' });
    const thread = new Thread();
    thread.say('long '.repeat(100));
    const { end } = await thread.step(modelAt(stub, provider));
    expect(end.usage?.input_tokens).toBeGreaterThan(100);
  });

  test('a request that the provider refuses is an error that is not tried again, in its words', async () => {
    const stub = await stubWith([]);
    const thread = new Thread({ options: { no_such_option: true } });
    thread.say('go');
    const { end } = await thread.step(modelAt(stub, provider));
    expect(end).toMatchObject({ reason: 'error', error: { retryable: false } });
    expect(end.error?.message).toContain('no_such_option');
  });

  test('an answer that is cut by its limit ends as length; a refusal as refusal', async () => {
    const stub = await stubWith([
      { say: [words('I was ab')], stop: 'length' },
      { say: [words('No.')], stop: 'refusal' },
      { say: [words('ok')] },
    ]);
    const thread = new Thread();
    thread.say('go');
    expect((await thread.step(modelAt(stub, provider))).end.reason).toBe('length');
    thread.say('on');
    expect((await thread.step(modelAt(stub, provider))).end.reason).toBe('refusal');
    thread.say('please');
    expect((await thread.step(modelAt(stub, provider))).text).toBe('ok');
    expect(stub.journal.refused).toEqual([]);
    expect(stub.journal.prefixBreaches()).toEqual([]);
  });

  test('a new epoch: of what stays after a compaction, nothing that is bound to what is gone comes back', async () => {
    const redacted: Piece = { type: 'thinking', text: '', redacted: true };
    const stub = await stubWith([
      { say: [thinking, redacted, words('first'), look] },
      { say: [thinking, redacted, words('second'), look] },
      { say: [thinking, redacted, words('third'), look] },
      { say: [thinking, words('ok')] },
    ]);
    const thread = new Thread();
    thread.say('go');
    const model = modelAt(stub, provider);
    thread.answer((await thread.step(model)).calls[0]!, 'seen');
    const cut = thread.events.length;
    thread.answer((await thread.step(model)).calls[0]!, 'seen again');
    thread.compact('It was found.', cut);
    stub.journal.newEpoch();
    thread.say('And?');
    const third = await thread.step(model);
    expect(third.text).toBe('third');
    thread.answer(third.calls[0]!, 'seen once more');
    expect((await thread.step(model)).text).toBe('ok');
    expect(stub.journal.entries[2]!.text).toContain('second');
    expect(stub.journal.entries[2]!.text).not.toContain('first');
    expect(stub.journal.refused).toEqual([]);
    expect(stub.journal.prefixBreaches()).toEqual([]);
  });
});
