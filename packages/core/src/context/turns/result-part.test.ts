/** The ledger keeps what a tool gave, as it came; the model reads it without what nobody sees. */
import { expect, test } from 'vitest';
import { eventsOf } from '../../../test/events-of.ts';
import { oneCall } from '../../../test/one-turn.ts';
import { callResult } from '../../ledger/call.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { onlyText } from '../completion-message.ts';
import { completionMessages } from '../completion-messages.ts';
import { ContextManager } from '../context-manager.ts';
import { resultPart } from './result-part.ts';

const RAW = '\u001b[31mred\u001b[0m 1%\r\u001b[Kdone\u{e0069}\u{e0067}\u202e!';
const PLAIN = 'done!';

const read = (call: Parameters<typeof oneCall>[0]): string => onlyText(resultPart(oneCall(call), 'x')?.parts ?? []);

test('[L7] a result is kept raw and read plain', () => {
  const call = oneCall({ name: 'a', outcome: 'done', result: RAW });
  expect(onlyText(callResult(call)?.parts ?? [])).toBe(RAW);
  expect(onlyText(resultPart(call, 'x')?.parts ?? [])).toBe(PLAIN);
});

test('[L7] so are data, errors and the output of what was interrupted', () => {
  expect(read({ name: 'a', outcome: 'failed', error: { message: RAW } })).toBe(PLAIN);
  expect(read({ name: 'a', outcome: 'interrupted', output: RAW })).toMatch(/Output until then:\ndone!$/);
  expect(read({ name: 'a', outcome: 'done', structured: { 'k\u202e': '\u{e0069}v' } })).toBe('{"k":"v"}');
});

test('[L7] a name that a tool gave to a file carries nothing past the reader', () => {
  const call = oneCall({
    name: 'a',
    outcome: 'done',
    parts: [
      { type: 'reference', name: `a${'\u{e0069}'}`, uri: 'file:///a\u202e' },
      { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'AA==' }, name: 'b\u001b[2J' },
    ],
  });
  expect(resultPart(call, 'x')?.parts).toMatchObject([
    { name: 'a', uri: 'file:///a' },
    { name: 'b', source: { data: 'AA==' } },
  ]);
});

test('[L7] a result without its call is read plain, too', () => {
  const drafts: EventDraft[] = [
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'go' }], delivery: 'now' },
    { type: 'agent.tool.completed', call: 'nobody', name: 'a', outcome: 'done', parts: [{ type: 'text', text: RAW }] },
  ];
  expect(JSON.stringify(completionMessages(foldAll(eventsOf(drafts))))).toContain(`]: ${PLAIN}"`);
});

test('[L7] and one that is added by hand', async () => {
  const context = new ContextManager();
  context.addUserMessage('go');
  context.addAssistantMessageWithTools('', [{ id: 'c', name: 'a', parameters: {} }]);
  context.addToolResult('c', RAW, false);
  await context.flushUserBuffer();
  expect(context.messages.at(-1)?.toolResults).toEqual([{ toolCallId: 'c', content: PLAIN, isError: false }]);
});
