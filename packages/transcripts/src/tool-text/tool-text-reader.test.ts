import { timeline } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import type { Json } from '@toolthread/core/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../transcript/read-transcript.ts';

const read = (chat: Json): ReturnType<typeof readTranscript> => readTranscript(JSON.stringify(chat));

/** As a person sees it, opened. */
const drawn = (chat: Json): string[] =>
  renderText(timeline(read(chat)), { form: 'expanded' })
    .split('\n')
    .filter((line) => line !== '');

const chat: Json = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Where am I? <tool>not()</tool>', timestamp: '2026-02-06T10:00:00Z' },
  {
    role: 'assistant',
    content:
      'I look.\n\n🔧 **Tool Call:** `pwd()`\n✅ **`pwd` result:**\n/app\n\nAnd there.\n\n<tool>ls(path=/app)</tool>\n<validation>ls\na b</validation>\n\nYou are in /app.',
  },
  { role: 'assistant', content: '<validation>gone\nlate</validation>\n\n<tool>wait()</tool>' },
];

describe('a stored chat with calls in its text', () => {
  it('words before a call are commentary, words after all of them the answer', () => {
    expect(drawn(chat)).toEqual([
      'You: Where am I? <tool>not()</tool>',
      '🔧 2 tool calls (hide details)',
      '  I look.',
      '  pwd() → /app',
      '  And there.',
      '  ls(path=/app) → a b',
      'You are in /app.',
      'Result without its call',
      '  gone → late',
      '🔧 1 tool call · 1 without result (hide details)',
      '  wait() · no result → No result was recorded.',
    ]);
  });

  it('[000] a result without a call and without a name keeps its words', () => {
    const { events } = read([{ role: 'assistant', content: '<validation>completed in 3 seconds</validation>' }]);
    const [result] = events.filter(({ type }) => type === 'agent.tool.completed');
    expect(result).toMatchObject({ parts: [{ type: 'text', text: 'completed in 3 seconds' }] });
    expect(result).not.toHaveProperty('name');
  });

  it('is told by itself, and from other lists of messages', () => {
    expect(read(chat).format).toBe('tool-text');
    expect(
      read([
        { role: 'user', content: '<tool>a()</tool>' },
        { role: 'assistant', content: 'no' },
      ]).format,
    ).not.toBe('tool-text');
    const said = { role: 'assistant', content: 'a <tool>b()</tool>' };
    for (const apart of [
      { ...said, toolCalls: [{ id: '1', name: 'a', args: {}, status: 'success' }] },
      { ...said, tool_calls: [{ id: '1', type: 'function', function: { name: 'a', arguments: '{}' } }] },
      { ...said, id: 'm', timestamp: '2026-01-16T10:05:00.000Z', metadata: { tool_calls: [] } },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: said.content },
          { type: 'tool_use', id: '1', name: 'a', input: {} },
        ],
      },
    ]) {
      expect(read([{ role: 'user', content: 'hi' }, apart]).format).not.toBe('tool-text');
    }
  });

  it('[L4] every message has a fate', () => {
    const { account, counts } = read(chat);
    expect(counts).toMatchObject({
      format: 'tool-text',
      records: 4,
      messages: 4,
      shown: 3,
      folded: 0,
      hidden: { system: 1 },
      toolCalls: 3,
      answered: 2,
      unanswered: 1,
      orphanResults: 1,
    });
    expect(account.shown + account.folded + [...account.hidden.entries()].reduce((sum, [, n]) => sum + n, 0)).toBe(
      account.records,
    );
  });

  it('numbered calls take arguments and results from the trace beside the text', () => {
    const trace = {
      version: 2,
      events: [{ type: 'tool_call_completed', tool_name: 'read', args_preview: 'a=1', result_preview: 'one' }],
    };
    const content = { body: 'So.\n\n🔧 `read` [1] ⏳\n\nDone.', 'io.mindroom.tool_trace': trace };
    const expected = ['ann:home: hi', '🔧 1 tool call (hide details)', '  So.', '  read(a=1) → one', 'Done.'];
    expect(
      drawn([
        { sender: '@ann:home', content: { body: 'hi' }, origin_server_ts: 1 },
        { sender: '@bot:home', content, origin_server_ts: 2 },
      ]),
    ).toEqual(expected);
    expect(
      drawn({
        messages: [
          { role: 'user', author: '@ann:home', content: 'hi' },
          { role: 'assistant', content: content.body, metadata: { tool_trace: trace } },
        ],
      }),
    ).toEqual(expected);
  });

  it('what stands before a break was said on the way', () => {
    expect(drawn([{ role: 'assistant', content: 'Looking.\n\n<!-- tool-break -->\n\nFound.' }])).toEqual([
      '  Looking.',
      'Found.',
    ]);
  });

  it('ids that every message uses again do not mix', () => {
    const said = (result: string): Json => ({
      role: 'assistant',
      content: `<tool id="1" state="start">a()</tool><tool id="1" state="done">a()\n${result}</tool>`,
    });
    expect(drawn([said('one'), said('two')])).toEqual(['🔧 2 tool calls (hide details)', '  a() → one', '  a() → two']);
  });

  it('any JSON is borne, whatever stands in the list', () => {
    const message = fc.oneof(
      fc.jsonValue(),
      fc.record({ role: fc.constantFrom('user', 'assistant', 'x'), content: fc.oneof(fc.string(), fc.jsonValue()) }),
      fc.constant({ role: 'assistant', content: '<tool>a()</tool>' }),
    );
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const value: Json = JSON.parse(JSON.stringify(messages));
        const { account } = readTranscript(JSON.stringify(value), { format: 'tool-text' });
        expect(account.records).toBe(messages.length);
      }),
    );
  });
});
