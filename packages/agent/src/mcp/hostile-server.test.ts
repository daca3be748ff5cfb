/** Whatever a server does, there is an end with a message. */
import { fileURLToPath } from 'node:url';
import type { Settlement } from '@toolthread/core';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answered } from '../../test/answered.ts';
import { useTool } from '../../test/use-tool.ts';
import type { Used } from '../../test/use-tool.ts';
import { BoundedBuffer } from './bounded-buffer.ts';
import { connectMcp } from './connect-mcp.ts';
import type { ConnectedMcp } from './connect-mcp.ts';

const script = fileURLToPath(import.meta.resolve('../../test/mcp-server/hostile.mjs'));

const NEVER_ANSWERING: ReadonlySet<string> = new Set(['sampling', 'flood']);

async function connect(mode: string): Promise<ConnectedMcp> {
  const transport = { kind: 'stdio', command: process.execPath, args: [script, mode] } as const;
  const connected = await connectMcp({
    name: 'h',
    transport,
    timeoutMs: NEVER_ANSWERING.has(mode) ? 2000 : 300_000,
    connectMs: mode === 'silent' ? 500 : 30_000,
  });
  if (connected.ok) onTestFinished(connected.close);
  return connected;
}

async function used(mode: string): Promise<Used> {
  const connected = await connect(mode);
  const tool = connected.ok ? connected.tools.find(({ name }) => name === 'h__a') : undefined;
  if (tool === undefined) throw new Error(`no tool: ${JSON.stringify(connected)}`);
  return useTool(tool, { x: 1 });
}

const names = (connected: ConnectedMcp): string[] => (connected.ok ? connected.tools.map(({ name }) => name) : []);

test('one that never answers, lists no tools, or lists them for ever cannot be reached', async () => {
  const late = 'The MCP server h could not be reached: it did not answer in time.';
  expect(await connect('silent')).toMatchObject({ ok: false, problem: late });
  expect(await connect('malformed')).toMatchObject({ ok: false });
  expect(await connect('pages')).toMatchObject({ ok: false });
});

test('[L4] tools that are not taken are named, with the reason', async () => {
  const twice = await connect('twice');
  expect(names(twice)).toHaveLength(3);
  expect(new Set(names(twice)).size).toBe(3);
  const huge = await connect('huge');
  expect(huge).toMatchObject({ leftOut: [{ name: 'a', why: 'its schema is too long' }] });
  expect(names(huge)).toEqual(['h__b']);
  const many = await connect('many');
  expect(names(many)).toHaveLength(256);
  expect(many).toMatchObject({ leftOut: expect.objectContaining({ length: 44 }) });
});

test('[L4] a tool that is no tool, or whose schema a provider would refuse, is left out by itself; what nobody needs of a tool may be anything', async () => {
  const connected = await connect('broken');
  expect(names(connected)).toEqual(['h__a', 'h__b', 'h__c']);
  expect(connected.ok && connected.tools.map(({ description, safe }) => [description, safe])).toEqual([
    ['a', false],
    ['b', false],
    ['c', false],
  ]);
  const left = connected.ok ? connected.leftOut : [];
  expect(left).toHaveLength(26);
  expect(left.map(({ why }) => why)).toEqual(left.map(() => expect.stringMatching(/^it is no tool$|^its schema /)));
  expect(left.filter(({ why }) => why === 'it is no tool')).toHaveLength(8);
});

test('[L7] the words of a tool carry nothing past the reader; its values stay as they are', async () => {
  expect(await connect('smuggling')).toMatchObject({
    tools: [{ description: 'fine', parameters: { properties: { x: { description: 'x', enum: ['k\u00ad'] } } } }],
  });
});

test('names of any kind are names', async () => {
  const connected = await connect('proto');
  expect(names(connected).slice(0, 2)).toEqual(['h____proto__', 'h__constructor']);
  expect(names(connected)[2]).toHaveLength(64);
});

test('what is no message is passed over; what is none of ours is refused', async () => {
  expect((await used('garbage')).text).toBe('fine');
  expect((await used('wrong')).error).toBeDefined();
  expect((await used('sampling')).error?.code).toBe('timeout');
});

test('a flood that answers nobody ends the call in its time, not us', async () => {
  expect((await used('flood')).error?.code).toBe('timeout');
});

test('an answer that nests without end is an answer, or a failure', async () => {
  const { error, structured } = await used('deep');
  expect(error !== undefined || structured === undefined || Array.isArray(structured)).toBe(true);
});

test('all progress that was told before the result is shown, also where both come in one chunk', async () => {
  expect(await used('together')).toMatchObject({ text: 'fine', live: expect.stringMatching(/^first\nlast\n/) });
  const failing = await used('failing');
  expect(failing.error?.code).toBe('mcp_refused');
  expect(failing.live).toMatch(/^first\nlast\n/);
});

test('thousands of messages at once: all are told in their order, and others have their turns in between', async () => {
  const connected = await connect('progress');
  const tool = connected.ok ? connected.tools.find(({ name }) => name === 'h__a') : undefined;
  if (tool === undefined) throw new Error(`no tool: ${JSON.stringify(connected)}`);
  const told: string[] = [];
  let [before, mostInATurn] = [0, 0];
  const turn = (): void => {
    mostInATurn = Math.max(mostInATurn, told.length - before);
    before = told.length;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const { text } = await useTool(tool, { x: 1 }, { output: (words) => void told.push(words) });
  clearImmediate(next);
  expect(text).toBe('fine');
  expect(told).toEqual(Array.from({ length: 20_000 }, (_, n) => `step ${n}\n`));
  expect(mostInATurn).toBeLessThanOrEqual(400);
  expect((await used('pings')).text).toBe('fine');
});

test('fifty forms of one call are asked one after another, and only so many of them', async () => {
  const connected = await connect('asking');
  const tool = connected.ok ? connected.tools.find(({ name }) => name === 'h__a') : undefined;
  if (tool === undefined) throw new Error(`no tool: ${JSON.stringify(connected)}`);
  let [open, most, asked] = [0, 0, 0];
  const ask = async (): Promise<Settlement> => {
    open += 1;
    asked += 1;
    most = Math.max(most, open);
    await new Promise((thought) => setTimeout(thought, 5));
    open -= 1;
    return answered([{ question: 'x', values: [], text: 'y' }]);
  };
  const { text } = await useTool(tool, {}, { ask });
  expect([most, asked]).toEqual([1, 10]);
  expect(text).toBe('10 of 50');
});

const LINES: readonly (readonly [string, RegExp])[] = [
  ['long', /more than 8000000 characters/],
  ['endless', /more than 8000000 characters/],
  ['id at the end', /more than 8000000 characters/],
  ['wide', /more than 50000 values/],
  ['deep', /nested deeper than 200/],
];

async function bombs(): Promise<(how: string, more?: Parameters<typeof useTool>[2]) => Promise<Used>> {
  const connected = await connect('bomb');
  const tool = connected.ok ? connected.tools[0] : undefined;
  if (tool === undefined) throw new Error(`no tool: ${JSON.stringify(connected)}`);
  return (how, more) => useTool(tool, { how }, more);
}

test.each(LINES)(
  '[A2 14] [A2 5] an answer that is too much (%s) fails its own call, and the server stays',
  async (how, why) => {
    const call = await bombs();
    const before = (await call('plain')).text;
    const parse = vi.spyOn(JSON, 'parse');
    const { error } = await call(how);
    const longest = parse.mock.calls.reduce((most, [text]) => Math.max(most, text.length), 0);
    parse.mockRestore();
    expect(error?.message).toMatch(why);
    expect(longest).toBeLessThan(100_000);
    if (how !== 'endless') expect((await call('plain')).text).toBe(before);
  },
);

test('[A2 14] what is too much and answers nobody is passed over', async () => {
  const call = await bombs();
  expect((await call('a notice')).text).toBe('fine');
});

test('[A2 14] a form that another call has open outlasts it', async () => {
  const call = await bombs();
  let answer: (settled: Settlement) => void = () => undefined;
  let question = '';
  const filling = call('form', {
    ask: ({ questions }) =>
      new Promise((resolve) => {
        question = questions[0]?.question ?? '';
        answer = resolve;
      }),
  });
  await vi.waitFor(() => expect(question).not.toBe(''), 30_000);
  for (const [how] of LINES.filter(([one]) => one !== 'endless')) expect((await call(how)).error).toBeDefined();
  answer(answered([{ question, values: [], text: 'here' }]));
  expect((await filling).text).toBe('filled in: here');
});

test('[A2 14] of an answer of 60 MB nothing is kept, and what is passed over is given back at once', async () => {
  const buffer = new BoundedBuffer();
  const pieces: Buffer[] = [];
  buffer.append(Buffer.from('{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"'));
  const given: unknown[] = [];
  for (let n = 0; n < 1000; n += 1) {
    const piece = Buffer.from(new ArrayBuffer(65_536)).fill('x');
    pieces.push(piece);
    buffer.append(piece);
    for (let next = buffer.readMessage(); next !== null; next = buffer.readMessage()) given.push(next);
  }
  const bytes = pieces.reduce((sum, { buffer: { byteLength } }) => sum + byteLength, 0);
  expect(bytes).toBeLessThan(9_000_000);
  buffer.append(Buffer.from('"}]}}\n{"jsonrpc":"2.0","id":8,"result":{}}\n'));
  for (let next = buffer.readMessage(); next !== null; next = buffer.readMessage()) given.push(next);
  expect(given).toMatchObject([
    { id: 7, error: {} },
    { id: 8, result: {} },
  ]);
});

test('[A2 14] messages are the same, however the bytes are cut', () => {
  const messages = [
    { jsonrpc: '2.0', id: 1, result: { text: 'é語😀\n' } },
    { jsonrpc: '2.0', method: 'a', params: { b: ['"', '\\', '{[,'] } },
    { jsonrpc: '2.0', id: 2, error: { code: -1, message: 'no' } },
  ];
  const bytes = Buffer.from(messages.map((message) => `${JSON.stringify(message)}\r\nno JSON\n\n`).join(''));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
      const buffer = new BoundedBuffer();
      const read: unknown[] = [];
      for (let from = 0, n = 0; from < bytes.length; n += 1) {
        const end = from + (sizes[n % sizes.length] ?? 1);
        buffer.append(bytes.subarray(from, end));
        for (let next = buffer.readMessage(); next !== null; next = buffer.readMessage()) read.push(next);
        from = end;
      }
      expect(read).toEqual(messages);
    }),
  );
});
