import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage, ModelEvent } from '@toolthread/core/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Piece, Script } from './script.ts';
import { scriptedModel } from './scripted-model.ts';
import type { ScriptedOptions } from './scripted-model.ts';

const user = (text: string): CompletionMessage => completionMessage('user', [{ type: 'text', text }], 'user');

const called = (...names: string[]): CompletionMessage =>
  completionMessage(
    'assistant',
    names.map((name) => ({ type: 'call', id: name, name, arguments: '{}', runs: 'here' })),
    'assistant',
  );

const returned = (results: Record<string, string>, words?: string): CompletionMessage =>
  completionMessage(
    'user',
    [
      ...Object.entries(results).map(([name, text]) => ({
        type: 'result' as const,
        callId: name,
        name,
        parts: [{ type: 'text' as const, text }],
        isError: text.startsWith('error'),
        runs: 'here' as const,
      })),
      ...(words === undefined ? [] : [{ type: 'text' as const, text: words }]),
    ],
    'tool-results',
  );

async function play(
  script: Script,
  messages: readonly CompletionMessage[] = [user('go')],
  options: ScriptedOptions = { speed: Infinity },
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelEvent[]> {
  return collect(scriptedModel(script, options).stream({ messages, tools: [] }, signal));
}

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'binary' }) }),
  fc.record({ type: fc.constant('reasoning' as const), text: fc.string() }),
  fc.record({
    type: fc.constant('call' as const),
    name: fc.string(),
    arguments: fc.constant({ path: 'a.ts', '🔧': [1, null] }),
  }),
  fc.record({ type: fc.constant('raw-call' as const), name: fc.string(), arguments: fc.string() }),
  fc.record({ type: fc.constant('pause' as const), ms: fc.nat(5) }),
  fc.record({ type: fc.constant('end' as const), reason: fc.constantFrom('length' as const, 'error' as const) }),
);

test('a turn has exactly one end, and it is the last event', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (turn) => {
      const events = await play([turn]);
      expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
      expect(events.at(-1)?.type).toBe('end');
    }),
  );
});

test('the deltas of a part are its text, to the last unit, and parts are counted from 0', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (turn) => {
      const events = await play([turn]);
      const endsAt = turn.findIndex(({ type }) => type === 'end');
      const spoken = (endsAt === -1 ? turn : turn.slice(0, endsAt)).filter(({ type }) => type !== 'pause');
      const texts = spoken.map((_, part) =>
        events
          .flatMap((event) => ('part' in event && event.part === part && 'text' in event ? [event.text] : []))
          .join(''),
      );
      expect(texts).toEqual(spoken.map(spokenBy));
    }),
  );
});

function spokenBy(spoken: Piece): string {
  if (spoken.type === 'call') return JSON.stringify(spoken.arguments);
  if (spoken.type === 'raw-call') return spoken.arguments;
  return 'text' in spoken ? spoken.text : '';
}

test('parallel calls stream their arguments one after the other, then are called with the exact bytes', async () => {
  const events = await play([
    [
      { type: 'text', text: 'Both at once.' },
      { type: 'call', name: 'list_files', arguments: { path: 'src' } },
      { type: 'raw-call', name: 'read_file', arguments: '{"path": ' },
    ],
  ]);
  expect(events.filter(({ type }) => type === 'call')).toEqual([
    { type: 'call', part: 1, name: 'list_files', arguments: '{"path":"src"}', runs: 'here' },
    { type: 'call', part: 2, name: 'read_file', arguments: '{"path": ', runs: 'here' },
  ]);
  expect(events.find(({ type }) => type === 'input.delta')).toEqual({
    type: 'input.delta',
    part: 1,
    text: '',
    name: 'list_files',
  });
  expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'tool_calls' });
});

test('abort is honoured at once, wherever it comes, and still there is one end', async () => {
  const turn: Piece[] = [
    { type: 'reasoning', text: 'Let me think about it.' },
    { type: 'text', text: 'One moment please.' },
    { type: 'call', name: 'read_file', arguments: { path: 'README.md' } },
  ];
  const whole = await play([turn]);
  for (let stopAt = 0; stopAt < whole.length; stopAt += 1) {
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    if (stopAt === 0) controller.abort();
    for await (const event of scriptedModel([turn], { speed: Infinity }).stream(
      { messages: [], tools: [] },
      controller.signal,
    )) {
      events.push(event);
      if (events.length === stopAt) controller.abort();
    }
    expect(events.slice(0, stopAt)).toEqual(whole.slice(0, stopAt));
    expect(events.slice(stopAt)).toMatchObject([{ type: 'end', reason: 'aborted' }]);
  }
});

test('abort wakes a pause: nobody waits for an hour', async () => {
  const controller = new AbortController();
  const events = play([[{ type: 'pause', ms: 3_600_000 }]], [user('go')], {}, controller.signal);
  setTimeout(() => controller.abort(), 5);
  expect(await events).toMatchObject([{ type: 'end', reason: 'aborted' }]);
});

test('waits are the injected ones, divided by the speed', async () => {
  const waits: number[] = [];
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  await play(
    [
      [
        { type: 'pause', ms: 400 },
        { type: 'text', text: 'done' },
      ],
    ],
    [user('go')],
    { speed: 4, sleep },
  );
  expect(waits).toEqual([100, 3.5]);
});

test('the turn follows from what came back, never from what this object remembers', async () => {
  const script: Script = [
    [{ type: 'call', name: 'first', arguments: {} }],
    [{ type: 'call', name: 'second', arguments: {} }],
    [{ type: 'text', text: 'third' }],
  ];
  const name = async (messages: readonly CompletionMessage[]): Promise<unknown> =>
    (await play(script, messages)).flatMap((event) => (event.type === 'call' ? [event.name] : []));
  const before = [user('go')];
  const between = [...before, called('first'), returned({ first: 'ok' })];
  expect(await name(before)).toEqual(['first']);
  expect(await name(between)).toEqual(['second']);
  expect(await name([...between, called('second'), returned({ second: 'ok' })])).toEqual([]);
  expect(
    await name([...between, completionMessage('assistant', [{ type: 'text', text: 'cut o' }], 'assistant')]),
  ).toEqual(['second']);
});

test('a script sees the prompt, the results since, and a new prompt begins anew', async () => {
  const seen: unknown[] = [];
  const script: Script = (now) => {
    seen.push(now);
    return [];
  };
  await play(script, [
    user('old'),
    called('x'),
    returned({ x: 'before' }),
    user('new'),
    called('a', 'b'),
    returned({ a: 'fine', b: 'error: no' }),
  ]);
  await play(script, [user('old'), called('a'), returned({ a: 'skipped' }, 'do this instead')]);
  expect(seen).toEqual([
    {
      prompt: 'new',
      turn: 1,
      attempt: 1,
      results: [
        { name: 'a', text: 'fine', isError: false },
        { name: 'b', text: 'error: no', isError: true },
      ],
    },
    { prompt: 'do this instead', turn: 0, attempt: 1, results: [] },
  ]);
});

test('a fault ends the turn with its reason; a script can let the second attempt pass', async () => {
  const error = { message: 'Overloaded', code: '529', retryable: true, retryAfterMs: 10 };
  const model = scriptedModel(
    ({ attempt }) =>
      attempt === 1
        ? [
            { type: 'text', text: 'I wi' },
            { type: 'end', reason: 'error', error },
          ]
        : [{ type: 'text', text: 'Here.' }],
    { speed: Infinity },
  );
  const ask = (): Promise<ModelEvent[]> =>
    collect(model.stream({ messages: [user('go')], tools: [] }, new AbortController().signal));
  expect((await ask()).at(-1)).toMatchObject({ type: 'end', reason: 'error', error });
  expect((await ask()).at(-1)).toMatchObject({ type: 'end', reason: 'stop' });
});

test('an image is counted by its area, as providers do, not by its bytes', async () => {
  const data = 'A'.repeat(3_000_000);
  const image = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data } } as const;
  const end = (await play([], [completionMessage('user', [{ type: 'content', content: image }], 'user')])).at(-1);
  const { usage } = end?.type === 'end' ? end : {};
  expect(usage?.input_tokens).toBeLessThan(3000);
});

test('usage is counted for what was sent and said, or is what the script says', async () => {
  const [end] = (await play([[{ type: 'text', text: 'x'.repeat(400) }]])).slice(-1);
  expect(end).toMatchObject({ usage: { output_tokens: 100 } });
  const usage = { input_tokens: 7, output_tokens: 9 };
  expect((await play([[{ type: 'end', reason: 'overflow', usage }]])).at(-1)).toEqual({
    type: 'end',
    reason: 'overflow',
    usage,
  });
});
