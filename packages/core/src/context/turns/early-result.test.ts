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

const results = (context: ContextManager): unknown =>
  context.messages.flatMap(({ toolResults }) => toolResults.map(({ toolCallId, content }) => [toolCallId, content]));
const calls = (...ids: readonly string[]): (typeof LIST_FILES)[] => ids.map((id) => ({ ...LIST_FILES, id }));

test('[002] calls that are partly answered when another answer comes: the rest finds its call, until a model has read that there was none', async () => {
  const context = new ContextManager();
  context.addAssistantMessageWithTools('', calls('a', 'b'));
  context.addToolResult('a', 'of a', false);
  context.addAssistantMessageWithTools('More.', calls('c'));
  const saved = ContextManager.fromMessages(JSON.parse(JSON.stringify(context)));
  for (const each of [context, saved]) {
    each.addToolResult('b', 'of b', false);
    each.addToolResult('c', 'of c', false);
    await each.flushUserBuffer();
    expect(results(each)).toEqual([
      ['a', 'of a'],
      ['b', 'of b'],
      ['c', 'of c'],
    ]);
  }
  const read = new ContextManager();
  read.addAssistantMessageWithTools('', calls('a', 'b'));
  read.addToolResult('a', 'of a', false);
  await read.flushUserBuffer();
  read.addAssistantMessage('Enough.');
  const before = read.messages;
  read.addToolResult('b', 'of b', false);
  await read.flushUserBuffer();
  expect(read.messages.slice(0, before.length)).toEqual(before);
  expect(read.messages.at(-1)?.content).toContain('of b');
});

test('[002 early] a result before its call, which has the id of a call that is answered already', async () => {
  const context = new ContextManager();
  context.addAssistantMessageWithTools('', calls('a'));
  context.addToolResult('a', 'first', false);
  context.addToolResult('a', 'first', false);
  context.addToolResult('a', 'second', false);
  context.addAssistantMessageWithTools('', calls('a'));
  await context.flushUserBuffer();
  expect(results(context)).toEqual([
    ['a', 'first'],
    [expect.any(String), 'second'],
  ]);
});

test('[002 restore] results of the same words that came before their calls: a context that is saved between them makes the same request', async () => {
  for (const words of ['', 'Same.']) {
    const builds: readonly ((context: ContextManager) => unknown)[] = [
      // Both stand for themselves, until their calls come.
      (context: ContextManager) => {
        context.addToolResult('b', words, false);
        context.addToolResult('a', words, false);
      },
      // One is flushed with other words, the other waits.
      async (context: ContextManager) => {
        context.addToolResult('b', words, false);
        await context.flushUserBuffer();
        context.addUserMessage('Go on.');
        context.addToolResult('a', words, false);
      },
      // A model has answered the first, which stays.
      (context: ContextManager) => {
        context.addToolResult('a', words, false);
        context.addAssistantMessage('Well.');
        context.addToolResult('b', words, false);
      },
      // The second result of a call is not told.
      (context: ContextManager) => {
        context.addAssistantMessageWithTools('', calls('a'));
        context.addToolResult('a', 'first', false);
        context.addToolResult('a', words, false);
        context.addToolResult('b', words, false);
      },
    ];
    for (const build of builds) {
      for (const next of [['a', 'b'], ['a'], ['b']]) {
        const context = new ContextManager();
        await build(context);
        const saved = ContextManager.fromMessages(JSON.parse(JSON.stringify(context)));
        for (const each of [context, saved]) {
          each.addAssistantMessageWithTools('', calls(...next));
          await each.flushUserBuffer();
        }
        expect(JSON.stringify(saved.messages)).toBe(JSON.stringify(context.messages));
      }
    }
  }
});
