import { describe, expect, it } from 'vitest';
import { readGolden } from '../../fixtures/golden.ts';
import { problemsOf } from '../../test/problems-of.ts';
import type { ContentPart } from '../ledger/content-part.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import { completionMessages } from './completion-messages.ts';
import { ContextManager } from './context-manager.ts';
import type { ToolCallInput } from './context-manager.ts';
import { NO_RESULT } from './turns/turns.ts';

const call = (id: string, name = 'list_files'): ToolCallInput => ({ id, name, parameters: { pattern: '*' } });

/** A manager in which the model has just made these calls. */
async function called(...calls: ToolCallInput[]): Promise<ContextManager> {
  const manager = new ContextManager();
  manager.addUserMessage('What is this?');
  await manager.flushUserBuffer();
  manager.addAssistantMessageWithTools('Let me check.', calls);
  return manager;
}

describe('results and what people said meanwhile', () => {
  it('are one user message, results first, whatever came first', async () => {
    const manager = await called(call('call_1'));
    manager.addUserMessage('general knowledge probably');
    manager.addToolResult('call_1', 'file1.go\nfile2.go', false);
    await manager.flushUserBuffer();
    expect(manager.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(manager.messages[2]).toMatchObject({
      content: 'general knowledge probably',
      toolResults: [{ toolCallId: 'call_1', content: 'file1.go\nfile2.go', isError: false }],
      provenance: 'tool-results-and-text',
    });
    expect(manager.messages[2]?.parts.map(({ type }) => type)).toEqual(['result', 'text']);
  });

  it('wait for the flush', async () => {
    const manager = await called(call('call_1'));
    manager.addToolResult('call_1', 'a', false);
    expect(manager.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Let me check.' });
    expect(manager.messages.at(-1)?.toolCalls).toEqual([call('call_1')]);
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)).toMatchObject({ role: 'user', content: '', provenance: 'tool-results' });
  });

  it('need no filler: results alone are results alone', async () => {
    const manager = await called(call('call_1'));
    manager.addToolResult('call_1', '', false);
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)?.parts).toHaveLength(1);
    expect(manager.messages.at(-1)?.toolResults).toEqual([{ toolCallId: 'call_1', content: '', isError: false }]);
  });

  it('[bug 9] are in the order of the calls, not of their ends', async () => {
    const manager = await called(call('a'), call('b', 'read_file'), call('c'));
    for (const id of ['c', 'a', 'b']) manager.addToolResult(id, `of ${id}`, id === 'b');
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)?.toolResults.map(({ content }) => content)).toEqual(['of a', 'of b', 'of c']);
    expect(manager.messages.at(-1)?.toolResults.map(({ isError }) => isError)).toEqual([false, true, false]);
  });

  it('are joined by a blank line where they are words', async () => {
    const manager = new ContextManager();
    manager.addUserMessage('one');
    manager.addUserMessage('two');
    await manager.flushUserBuffer();
    expect(manager.messages).toHaveLength(1);
    expect(manager.messages[0]?.content).toBe('one\n\ntwo');
  });

  it('keep images and files in their place', async () => {
    const image: ContentPart = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'iVBO' } };
    const manager = new ContextManager();
    manager.addUserMessage([{ type: 'text', text: 'before' }, image, { type: 'text', text: 'after' }]);
    await manager.flushUserBuffer();
    expect(manager.messages[0]?.parts).toEqual([
      { type: 'text', text: 'before' },
      { type: 'content', content: image },
      { type: 'text', text: 'after' },
    ]);
  });

  it('a second flush adds nothing, and later words join the same message', async () => {
    const manager = await called(call('call_1'));
    manager.addToolResult('call_1', 'x', false);
    await manager.flushUserBuffer();
    const before = manager.messages;
    await manager.flushUserBuffer();
    expect(manager.messages).toEqual(before);
    manager.addUserMessage('also');
    await manager.flushUserBuffer();
    expect(manager.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(manager.messages[2]).toMatchObject({ content: 'also', provenance: 'tool-results-and-text' });
  });

  it('tell a summariser which tool they are of', async () => {
    const manager = await called(call('call_1', 'read_file'));
    manager.addToolResult('call_1', 'x', false);
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)?.parts[0]).toMatchObject({ name: 'read_file' });
  });
});

describe('[L2] every call has exactly one result', () => {
  it('[bug 17] [bug 23] a missing one is synthesised, the same bytes every time', async () => {
    const make = async (): Promise<ContextManager> => {
      const manager = await called(call('a'), call('b'));
      manager.addToolResult('b', 'of b', false);
      manager.addUserMessage('never mind');
      await manager.flushUserBuffer();
      return manager;
    };
    const [one, other] = [await make(), await make()];
    expect(one.messages.at(-1)?.toolResults).toEqual([
      { toolCallId: 'a', content: NO_RESULT, isError: true },
      { toolCallId: 'b', content: 'of b', isError: false },
    ]);
    expect(JSON.stringify(one.messages)).toBe(JSON.stringify(other.messages));
    expect(problemsOf(one.messages)).toEqual([]);
  });

  it('[bug 13] [bug 14] a second one is dropped', async () => {
    const manager = await called(call('a'));
    manager.addToolResult('a', 'first', false);
    manager.addToolResult('a', 'second', true);
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)?.toolResults).toEqual([{ toolCallId: 'a', content: 'first', isError: false }]);
    expect(manager.messages.at(-1)?.content).toBe('');
  });

  it('[bug 28] one without its call becomes text, and takes nobody’s words with it', async () => {
    const manager = await called(call('a'));
    manager.addToolResult('a', 'x', false);
    manager.addToolResult('nobody', 'found it', false);
    manager.addUserMessage('and hurry');
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)?.content).toMatch(/found it\n\nand hurry$/);
    expect(problemsOf(manager.messages)).toEqual([]);
  });

  it('[bug 11] [bug 15] the same id in two steps is two calls, each with its own result', async () => {
    const manager = await called(call('same'));
    manager.addToolResult('same', 'first', false);
    await manager.flushUserBuffer();
    manager.addAssistantMessageWithTools('', [call('same'), call('same')]);
    manager.addToolResult('same', 'second', false);
    manager.addToolResult('same', 'third', false);
    await manager.flushUserBuffer();
    const results = manager.messages.flatMap(({ toolResults }) => toolResults);
    expect(results.map(({ content }) => content)).toEqual(['first', 'second', 'third']);
    expect(new Set(results.map(({ toolCallId }) => toolCallId)).size).toBe(3);
    expect(problemsOf(manager.messages)).toEqual([]);
  });

  it('the next answer closes what was open, though nobody flushed', async () => {
    const manager = await called(call('a'));
    manager.addToolResult('a', 'x', false);
    manager.addAssistantMessage('So it is a parser.');
    expect(manager.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(problemsOf(manager.messages)).toEqual([]);
  });

  it('[002 two answers] two answers in a row are one message with a blank line between, also after a ledger that ends with an answer', () => {
    const manager = ContextManager.fromEvents(readGolden('tour').slice(0, 0));
    manager.addUserMessage('go');
    manager.addAssistantMessage('one ');
    manager.addAssistantMessage('two');
    expect(manager.messages.map(({ content }) => content)).toEqual(['go', 'one \n\ntwo']);

    const events = readGolden('tour');
    const last = events.findLastIndex(({ type }) => type === 'agent.step.completed');
    const later = ContextManager.fromEvents(events.slice(0, last + 1));
    expect(later.messages.at(-1)?.role).toBe('assistant');
    later.addAssistantMessage('P.S.');
    expect(problemsOf(later.messages)).toEqual([]);
    expect(later.messages.at(-1)?.content).toMatch(/\S\n\nP\.S\.$/);
  });

  it('two hundred thousand lines before an answer are no trouble', async () => {
    const manager = new ContextManager();
    for (let line = 0; line < 200_000; line += 1) manager.addUserMessage('x');
    await manager.flushUserBuffer();
    expect(manager.messages).toHaveLength(1);
  });
});

describe('a system message', () => {
  it('stands in the history where it was said', async () => {
    const manager = new ContextManager();
    manager.addSystemMessage('Be brief.');
    manager.addUserMessage('hello');
    await manager.flushUserBuffer();
    manager.addSystemMessage('Now be long.');
    expect(manager.messages.map(({ role, provenance }) => [role, provenance])).toEqual([
      ['system', 'system'],
      ['user', 'user'],
      ['system', 'system'],
    ]);
  });

  it('between a call and its result takes neither from the other', async () => {
    const manager = await called(call('a'));
    manager.addSystemMessage('The user went away.');
    manager.addToolResult('a', 'the real result', false);
    await manager.flushUserBuffer();
    expect(manager.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'system']);
    expect(manager.messages[2]?.toolResults).toEqual([{ toolCallId: 'a', content: 'the real result', isError: false }]);
    expect(problemsOf(manager.messages)).toEqual([]);
  });
});

describe('a question to the user', () => {
  const ask = { id: 'q1', name: 'chat_ask_user', parameters: { question: 'Which linter?' } };

  it('is answered by the result of its call; the results of its neighbours wait for it', async () => {
    const manager = await called(call('a'), ask);
    manager.addToolResult('a', 'x', false);
    manager.addToolResult('q1', 'only the new one', false);
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)?.toolResults.map(({ content }) => content)).toEqual(['x', 'only the new one']);
    expect(manager.messages.at(-1)?.content).toBe('');
  });

  it('that a person answers in the chat instead has a result and their words after it', async () => {
    const manager = await called(ask);
    manager.addToolResult('q1', '(the user replied in the chat)', false);
    manager.addChatMessages([{ id: 1, author: '@human', text: 'only the new one' }]);
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)).toMatchObject({ role: 'user', content: 'only the new one' });
    expect(problemsOf(manager.messages)).toEqual([]);
  });

  it('[bug 36] is still open after a restart: the late answer takes the place of the result that was missing', async () => {
    const events = readGolden('question-answered-after-restart');
    const asked = events.findIndex(({ type }) => type === 'request.opened');
    const open = events.slice(0, asked + 1);
    const manager = ContextManager.fromEvents(open);
    const id = manager.messages.flatMap(({ toolCalls }) => toolCalls).at(-1)?.id ?? '';
    expect(manager.messages.at(-1)?.toolResults.at(-1)).toMatchObject({ toolCallId: id, content: NO_RESULT });
    manager.addToolResult(id, 'yes, go on', false);
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)?.toolResults.at(-1)).toEqual({
      toolCallId: id,
      content: 'yes, go on',
      isError: false,
    });
    expect(manager.messages.at(-1)?.content).toBe('');
    expect(problemsOf(manager.messages)).toEqual([]);
  });
});

describe('a chat of several', () => {
  it('skips one’s own lines, names the others, and lets the human speak plainly', async () => {
    const manager = new ContextManager({ agent: 'coder' });
    manager.addChatMessages([
      { id: 3, author: '@human', text: 'Which parser?' },
      { id: 1, author: '@pm', text: 'We begin.' },
      { id: 2, author: '@coder', text: 'On it.' },
    ]);
    await manager.flushUserBuffer();
    expect(manager.messages.map(({ content }) => content)).toEqual(['[Chat from @pm]: We begin.\n\nWhich parser?']);
    expect(manager.chatCursor).toBe(3);
  });

  it('moves the cursor past one’s own lines, and takes no line twice', async () => {
    const manager = new ContextManager({ agent: '@coder', chatCursor: 4 });
    manager.addChatMessages([
      { id: 4, author: '@pm', text: 'old' },
      { id: 5, author: 'coder', text: 'mine' },
    ]);
    expect(manager.chatCursor).toBe(5);
    manager.addChatMessages([{ id: 5, author: '@pm', text: 'again' }]);
    await manager.flushUserBuffer();
    expect(manager.messages).toEqual([]);
    manager.addChatMessages([{ id: 6, author: '@pm', text: 'new' }]);
    await manager.flushUserBuffer();
    expect(manager.messages[0]).toMatchObject({ content: '[Chat from @pm]: new', provenance: 'chat' });
  });

  it('never comes between a call and its result', async () => {
    const manager = await called(call('a'));
    manager.addChatMessages([{ id: 1, author: '@pm', text: 'how far?' }]);
    manager.addToolResult('a', 'x', false);
    await manager.flushUserBuffer();
    expect(manager.messages.at(-1)?.parts.map(({ type }) => type)).toEqual(['result', 'text']);
    expect(problemsOf(manager.messages)).toEqual([]);
  });
});

describe('a result that is too long', () => {
  it('is cut when it is added, at 2,000 lines, and says so', async () => {
    const manager = await called(call('a'));
    manager.addToolResult('a', Array.from({ length: 5_000 }, (_, n) => `line ${n}`).join('\n'), false);
    await manager.flushUserBuffer();
    const text = manager.messages.at(-1)?.toolResults[0]?.content ?? '';
    expect(text).toContain('line 1999\n');
    expect(text).not.toContain('line 2000');
    expect(text).toMatch(/\[Cut: .*5000 lines.*\]$/);
  });

  it('is cut at 50 KB between characters, never inside one', async () => {
    const manager = await called(call('a'));
    manager.addToolResult('a', `a${'🔧'.repeat(30_000)}`, false);
    await manager.flushUserBuffer();
    const text = manager.messages.at(-1)?.toolResults[0]?.content ?? '';
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeGreaterThan(20_000);
    expect(text.length).toBeLessThan(27_000);
  });
});

describe('from a ledger', () => {
  it('goes on where the ledger ended', async () => {
    const events = readGolden('tour');
    const manager = ContextManager.fromEvents(events);
    const before = completionMessages(foldAll(events));
    manager.addUserMessage('And then?');
    await manager.flushUserBuffer();
    expect(manager.messages.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(manager.messages.at(-1)?.content).toMatch(/And then\?$/);
    expect(problemsOf(manager.messages)).toEqual([]);
  });
});

describe('[seed 002] an empty message', () => {
  it('is no message: nothing stands in its place, and what comes after it is joined to nothing', async () => {
    const context = new ContextManager();
    context.addUserMessage('Hi');
    context.addUserMessage('');
    context.addUserMessage(' \n');
    await context.flushUserBuffer();
    context.addAssistantMessage('Hello.');
    context.addUserMessage('');
    await context.flushUserBuffer();
    expect(context.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Hi'],
      ['assistant', 'Hello.'],
    ]);
  });

  it('beside results leaves them alone, with empty content', async () => {
    const context = new ContextManager();
    context.addAssistantMessageWithTools('', [{ id: 'c1', name: 'list_files', parameters: {} }]);
    context.addToolResult('c1', 'a.go', false);
    context.addUserMessage('');
    await context.flushUserBuffer();
    expect(context.messages.at(-1)).toMatchObject({ role: 'user', content: '', toolResults: [{ content: 'a.go' }] });
    expect(context.messages.at(-1)?.parts).toHaveLength(1);
  });
});
