import { timeline } from '@toolthread/core';
import { isJsonObject, isList, parsedJson } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { describe, expect, it } from 'vitest';
import { accountAddsUp, fixtures } from '../../test/fixtures.ts';
import type { Fixture } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

/** Core reads these, and names what is repeated itself. */
const BY_CORE = new Set(['chat', 'contract']);
const documents = fixtures
  .filter(({ name, format }) => name.endsWith('.json') && !BY_CORE.has(format))
  .map((file) => [file.name, file] as const);

/** The document with other messages. */
function withMessages({ bytes }: Fixture, change: (messages: readonly Json[]) => readonly Json[]): string {
  const document = parsedJson(bytes.toString('utf8')) ?? null;
  if (isList(document)) return JSON.stringify(change(document));
  if (!isJsonObject(document)) throw new Error('no document');
  const name = ['messages', 'input'].find((one) => isList(document[one])) ?? '';
  const list = document[name];
  return JSON.stringify({ ...document, [name]: isList(list) ? change(list) : [] });
}

function told(read: ReadTranscript): object {
  const { hidden: _, records: __, ...counts } = read.counts;
  return { outline: outline(read), counts };
}

function repeated({ account }: ReadTranscript): number {
  return account.hidden.get('repeated-record') ?? 0;
}

describe('[L1] [L4] [issue 11] messages that a document has twice are told once, and counted', () => {
  it.each(documents)('all of them again: %s', (_, file) => {
    const once = readTranscript(
      withMessages(file, (all) => all),
      { path: file.path },
    );
    const twice = readTranscript(
      withMessages(file, (all) => [...all, ...all]),
      { path: file.path },
    );
    expect(told(twice)).toEqual(told(once));
    expect(repeated(twice)).toBeGreaterThan(0);
    expect(twice.account.records - once.account.records).toBe(repeated(twice) - repeated(once));
    expect(accountAddsUp(twice.state)).toBe(true);
  });
});

describe('[L1] [issue 11] a message with an id that was there', () => {
  const opencode = (...messages: readonly object[]): ReadTranscript =>
    readTranscript(JSON.stringify({ info: { id: 'ses_1' }, messages }));
  const tool = (id: string, status: string): object => ({
    info: { id, role: 'assistant' },
    parts: [{ id: `p-${id}`, type: 'tool', callID: `c-${id}`, tool: 'ls', state: { status, input: {}, output: 'x' } }],
  });

  it.each([
    ['in a row', [tool('m1', 'completed'), tool('m1', 'completed'), tool('m2', 'completed')]],
    ['later', [tool('m1', 'completed'), tool('m2', 'completed'), tool('m1', 'completed')]],
  ])('counts once, %s', (_, messages) => {
    const read = opencode(...messages);
    expect(read.counts).toMatchObject({ messages: 2, toolCalls: 2, unanswered: 0, hidden: { 'repeated-record': 1 } });
  });

  it('is the newer state of it if it differs, in the place of the first', () => {
    const read = opencode(tool('m1', 'running'), tool('m2', 'completed'), tool('m1', 'completed'));
    expect(read.counts).toMatchObject({ messages: 2, toolCalls: 2, unanswered: 0 });
    expect(repeated(read)).toBe(0);
    expect(accountAddsUp(read.state)).toBe(true);
  });

  it('is so in Amp, whose ids are numbers', () => {
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: {} };
    const result = (status: string): object => ({ type: 'tool_result', toolUseID: 't1', run: { status, result: 'x' } });
    const messages = [
      { role: 'user', messageId: 0, content: [{ type: 'text', text: 'Go.' }] },
      { role: 'assistant', messageId: 1, content: [call] },
      { role: 'user', messageId: 2, content: [result('in-progress')] },
    ];
    const again = [...messages.slice(0, 2), { role: 'user', messageId: 2, content: [result('done')] }];
    const read = readTranscript(JSON.stringify({ id: 'T-1', messages: [...messages, ...again] }));
    expect(read.counts).toMatchObject({ messages: 3, toolCalls: 1, unanswered: 0, hidden: { 'repeated-record': 2 } });
  });

  it('is another message if it differs in a list of an API, or is of someone else', () => {
    const pieces = ['One.', 'Two.'].map((text) => ({ id: 'm', role: 'assistant', content: [{ type: 'text', text }] }));
    expect(outline(readTranscript(JSON.stringify(pieces), { format: 'anthropic' }))).toEqual(['= One.', '= Two.']);
    const turn = ['user', 'assistant'].map((role) => ({ id: 't', role, parts: [{ type: 'text', text: role }] }));
    const read = readTranscript(JSON.stringify(turn), { format: 'ai-sdk' });
    expect(timeline(read).items.length).toBeGreaterThan(1);
    expect(outline(read)).toEqual(['@human: user', '= assistant']);
  });
});
