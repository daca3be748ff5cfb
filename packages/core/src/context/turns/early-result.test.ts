import { expect, test } from 'vitest';
import { foldAll } from '../../ledger/fold/fold.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { completionMessages } from '../completion-messages.ts';
import { ContextManager } from '../context-manager.ts';

const LIST_FILES = { id: 'call_1', name: 'list_files', parameters: { pattern: '*' } };
const FILES = 'file1.go\nfile2.go';

test('[002 early] in a ledger too', () => {
  const ledger = new LedgerWriter('t');
  const parts = [{ type: 'text', text: FILES }] as const;
  ledger.write({ type: 'agent.step.started', step: 1 });
  ledger.write({ type: 'agent.tool.completed', call: 'call_1', outcome: 'done', parts });
  ledger.write({ type: 'agent.tool.called', step: 1, part: 0, call: 'call_1', name: 'list_files', arguments: '{}' });
  ledger.write({ type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' });
  const messages = completionMessages(foldAll(ledger.events));
  expect(messages.map(({ content }) => content)).toEqual(['', '']);
  expect(messages[1]?.toolResults).toEqual([{ toolCallId: 'call_1', content: FILES, isError: false }]);
});

test('[002 early] a result that nobody asked for is read as text, before the next answer', async () => {
  const context = new ContextManager();
  context.addToolResult('nobody', 'found it', false);
  await context.flushUserBuffer();
  expect(context.messages[0]?.content).toContain('found it');
  context.addAssistantMessageWithTools('', [LIST_FILES]);
  await context.flushUserBuffer();
  expect(context.messages[0]?.content).toContain('found it');
});

test('[002] calls of two answers in a row wait for their results together', async () => {
  const said = (context: ContextManager): unknown =>
    context.messages.map(({ role, content, toolCalls, toolResults }) => [
      role,
      content,
      (toolCalls ?? []).map(({ id }) => id),
      (toolResults ?? []).map(({ content: result }) => result),
    ]);
  const expected = [
    ['assistant', 'I look.\n\nAnd there.', ['a', 'b'], []],
    ['user', '', [], ['one', 'two']],
  ];
  const call = (id: string): typeof LIST_FILES => ({ ...LIST_FILES, id });
  for (const order of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    const context = new ContextManager();
    context.addAssistantMessageWithTools('I look.', [call('a')]);
    context.addAssistantMessageWithTools('And there.', [call('b')]);
    for (const id of order) context.addToolResult(id, id === 'a' ? 'one' : 'two', false);
    await context.flushUserBuffer();
    expect(said(context)).toEqual(expected);
    expect(said(ContextManager.fromMessages(context.toJSON()))).toEqual(expected);
  }
});

test('[002] a call that was never answered is told as that before words, or an answer without calls', async () => {
  for (const go of [
    (context: ContextManager) => context.addUserMessage('Go on.'),
    (context: ContextManager) => context.addAssistantMessage('Done.'),
  ]) {
    const context = new ContextManager();
    context.addAssistantMessageWithTools('', [LIST_FILES]);
    go(context);
    context.addAssistantMessageWithTools('', [{ ...LIST_FILES, id: 'call_2' }]);
    context.addToolResult('call_2', FILES, false);
    await context.flushUserBuffer();
    const results = context.messages.flatMap(({ toolResults }) => toolResults ?? []);
    expect(results.map(({ toolCallId, isError }) => [toolCallId, isError])).toEqual([
      ['call_1', true],
      ['call_2', false],
    ]);
  }
});
