import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { Transcript } from './transcript.ts';

const LONG = 8_000_000;

function record(uuid: string, content: object): string {
  const message = { id: `msg_${uuid}`, type: 'message', role: 'assistant', model: 'm', content: [content] };
  const about = { parentUuid: null, sessionId: 's', version: '2.1.29', timestamp: '2026-02-02T03:40:01.000Z' };
  return `${JSON.stringify({ ...about, type: 'assistant', uuid, message })}\n`;
}

test('[issue 11] while a long record is told, its line is in memory no more: what is told of it may be as long', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const transcript = new Transcript({ format: 'claude-code' });
  const input = { command: 'x'.repeat(LONG) };
  const bytes = Buffer.from(record('a', { type: 'tool_use', id: 't', name: 'Bash', input }));
  input.command = '';
  transcript.push(Buffer.from(record('b', { type: 'text', text: 'First.' })));
  const before = used();
  const whenTold: number[] = [];
  const { stringify } = JSON;
  const spy = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
    if (typeof value === 'object' && value !== null && 'command' in value) whenTold.push(used() - before);
    return stringify(value);
  });
  transcript.push(bytes);
  spy.mockRestore();
  expect(transcript.events.some(({ type }) => type === 'agent.tool.called')).toBe(true);
  expect(whenTold).toHaveLength(1);
  // The value, and not its line.
  expect(Math.max(...whenTold)).toBeLessThan(LONG * 1.5);
});
