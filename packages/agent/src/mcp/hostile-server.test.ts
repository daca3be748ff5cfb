/** Whatever a server does, there is an end, in words. */
import { fileURLToPath } from 'node:url';
import type { Settlement } from '@toolthread/core';
import { expect, onTestFinished, test } from 'vitest';
import { useTool } from '../../test/use-tool.ts';
import type { Used } from '../../test/use-tool.ts';
import { connectMcp } from './connect-mcp.ts';
import type { ConnectedMcp } from './connect-mcp.ts';

const script = fileURLToPath(import.meta.resolve('../../test/mcp-server/hostile.mjs'));

async function connect(mode: string): Promise<ConnectedMcp> {
  const transport = { kind: 'stdio', command: process.execPath, args: [script, mode] } as const;
  const connected = await connectMcp({
    name: 'h',
    transport,
    timeoutMs: 15_000,
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
  expect(await connect('silent')).toMatchObject({ ok: false });
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

test('a flood ends the connection, not us', async () => {
  expect((await used('flood')).error?.message).toMatch(/h/);
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
    const answers = [{ question: 'x', values: [], text: 'y' }];
    return { decision: 'answered', answers, executedArguments: undefined, reason: undefined, by: undefined, at: 0 };
  };
  const { text } = await useTool(tool, {}, { ask });
  expect([most, asked]).toEqual([1, 10]);
  expect(text).toBe('10 of 50');
});
