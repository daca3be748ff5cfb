import Anthropic from '@anthropic-ai/sdk';
import { Stream as AnthropicStream } from '@anthropic-ai/sdk/streaming';
import { GoogleGenAI } from '@google/genai';
import fc from 'fast-check';
import OpenAI from 'openai';
import { Stream as OpenAIStream } from 'openai/streaming';
import { expect, test } from 'vitest';
import { everyEvent } from '../../../test/serve.ts';
import { MOST_AT_ONCE, WholeFrames } from './whole-frames.ts';
import { WholeLines } from './whole-lines.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A stream of these pieces, all of them there at once. */
function streamOf(pieces: readonly Bytes[]): ReadableStream<Bytes> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

function wholeFrames(pieces: readonly Bytes[]): ReadableStream<Bytes> {
  const bounds = { mostBytes: 2 ** 25, tooLong: 'too long', gauge: undefined, tooMuch: 'too much' };
  const lines = new WholeLines({ ...bounds, frames: new WholeFrames(), tooManyLines: 'too many lines' });
  return streamOf(pieces).pipeThrough(lines);
}

/** Cut anywhere, also inside a letter. */
function cut(text: string, sizes: readonly number[]): readonly Bytes[] {
  const bytes = new Uint8Array(Buffer.from(text));
  const pieces: Bytes[] = [];
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    pieces.push(bytes.slice(at, at + size));
    at += size;
  }
  return pieces;
}

type Read = (body: ReadableStream<Bytes>) => Promise<AsyncIterable<unknown>>;

const SILENT = { apiKey: 'none', logLevel: 'off' } as const;

const CLIENTS: Readonly<Record<'OpenAI' | 'Anthropic' | 'Gemini', Read>> = {
  OpenAI: async (body) =>
    OpenAIStream.fromSSEResponse(new Response(body), new AbortController(), new OpenAI(SILENT), true),
  Anthropic: async (body) =>
    AnthropicStream.fromSSEResponse(new Response(body), new AbortController(), new Anthropic(SILENT)),
  Gemini: (body) =>
    new GoogleGenAI({ apiKey: 'none', vertexai: false }).models.generateContentStream({
      model: 'm',
      contents: 'Go.',
      config: { httpOptions: { fetch: async () => new Response(body) } },
    }),
};

/** All that a client reads, and how it ends. */
async function readBy(read: Read, body: ReadableStream<Bytes>): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  try {
    for await (const event of await read(body)) seen.push(JSON.stringify(event));
  } catch (thrown) {
    seen.push(String(thrown));
  }
  return seen;
}

const data = fc
  .constantFrom('{"a":"é語😀"}', '{"candidates":[{"content":{"parts":[{"text":"語"}]}}]}', '{"type":"x"}', '[1]')
  .map((json) => `data: ${json}`);
const ends = fc.constantFrom('\n', '\r', '\r\n');
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

test('OpenAI and Anthropic read what they read of all lines, whatever ends each and wherever they are cut', async () => {
  const nothing = fc.constantFrom('', ':', ': ping', 'foo', 'id: 1', 'retry: 5', 'datum: 1', '\uFEFF', '\uFEFF: x');
  const field = fc.constantFrom(
    'event: x',
    'event',
    'event:',
    'event: ping',
    'data:',
    'data',
    'data: ',
    '\uFEFFdata: 2',
  );
  const broken = fc.constantFrom('data: {"a":', 'data: 1}', ' data: 1', '\uFEFF\uFEFFdata: 3', 'event: error');
  const line = fc.oneof(
    { weight: 4, arbitrary: data.map((one) => [one, '']) },
    { weight: 2, arbitrary: data.map((one) => ['event: x', one, '']) },
    { weight: 2, arbitrary: data.map((one) => [one]) },
    { weight: 4, arbitrary: nothing.map((one) => [one]) },
    { weight: 1, arbitrary: field.map((one) => [one]) },
    { weight: 1, arbitrary: broken.map((one) => [one]) },
  );
  const streams = fc.record({
    groups: fc.array(line, { maxLength: 25 }),
    endings: fc.array(ends, { minLength: 1, maxLength: 6 }),
    isCut: fc.boolean(),
    sizes,
  });
  await fc.assert(
    fc.asyncProperty(streams, async ({ groups, endings, isCut, sizes: of }) => {
      const text = groups
        .flat()
        .map((one, n, all) => (isCut && n === all.length - 1 ? one : one + (endings[n % endings.length] ?? '')))
        .join('');
      for (const read of [CLIENTS.OpenAI, CLIENTS.Anthropic])
        expect(await readBy(read, wholeFrames(cut(text, of)))).toEqual(await readBy(read, streamOf(cut(text, of))));
    }),
    { numRuns: 300 },
  );
});

test('Gemini reads what it read, with comments between frames', async () => {
  const frame = fc.oneof(data, fc.constantFrom(': ping', ':', '', 'data: {"error":{"code":503,"status":"X"}}'));
  const streams = fc.record({ frames: fc.array(frame, { maxLength: 12 }), end: ends, sizes });
  await fc.assert(
    fc.asyncProperty(streams, async ({ frames, end, sizes: of }) => {
      const pieces = cut(frames.map((one) => one + end + end).join(''), of);
      expect(await readBy(CLIENTS.Gemini, wholeFrames(pieces))).toEqual(await readBy(CLIENTS.Gemini, streamOf(pieces)));
    }),
    { numRuns: 100 },
  );
});

test('an error that is no frame is found by the client that looks for it', async () => {
  const error = '{"error":{"code":503,"status":"UNAVAILABLE"}}';
  for (const text of [error, `${error}\n`, `${error}\r\n\r\n`])
    expect(await readBy(CLIENTS.Gemini, wholeFrames(cut(text, [1000])))).toEqual([
      expect.stringContaining('status: UNAVAILABLE'),
    ]);
});

const HELLO = 'data: {"hello":1}\n\n';

/** Two megabytes of a text, in pieces of 64 KB, and then a frame. */
function flood(text: string, end = HELLO): readonly Bytes[] {
  return cut(text.repeat(2 ** 21 / text.length) + end, [65_536]);
}

test('lines that say nothing are not passed on, however many they are', async () => {
  for (const text of [':\n', ': ping\n\n', '\n', '\r', '\r\n', '\uFEFF\n'])
    expect(await new Response(wholeFrames(flood(text))).text()).toBe(HELLO);
  // Of other fields there may be some.
  for (const text of ['foo\n', 'id: 1\n\n', '{\r\n\r\n']) {
    const passed = await new Response(wholeFrames(flood(text))).text();
    expect(passed.endsWith(HELLO)).toBe(true);
    expect(passed.length).toBeLessThan(8000);
  }
});

test('a frame of very many lines is an error; many frames of a few lines are as they were', async () => {
  for (const text of ['data: \n', 'data\r', 'event: x\r\n'])
    await expect(new Response(wholeFrames(flood(text))).text()).rejects.toThrow('too many lines');
  const frame = `event: x\n${'data: \n'.repeat(9000)}data: 1\n\n`;
  expect(await new Response(wholeFrames(cut(frame.repeat(3), [5000]))).text()).toBe(frame.repeat(3));
});

test('a client gets whole frames, and the rest at the end', async () => {
  const frame = `${'data: a\n'.repeat(5000)}\n`;
  const passed = await everyEvent(wholeFrames(cut(`${frame}${frame}data: c`, [7000])));
  expect(passed.map((piece) => Buffer.from(piece).toString())).toEqual([frame, frame, 'data: c']);
});

test('[M2] others are heard while lines come, whether they say anything or not', async () => {
  for (const text of [':\n', ': ping\n\n', 'event: ping\ndata: {}\n\n']) {
    let turns = 0;
    let turning = setImmediate(function turn() {
      turns += 1;
      turning = setImmediate(turn);
    });
    await readBy(CLIENTS.Anthropic, wholeFrames(flood(text)));
    clearImmediate(turning);
    expect(turns).toBeGreaterThan(2 ** 21 / MOST_AT_ONCE / 2);
  }
});
