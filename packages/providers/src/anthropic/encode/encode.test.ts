import { foldAll } from '@toolthread/core';
import { completionMessage, completionMessages } from '@toolthread/core/context';
import type { CompletionPart } from '@toolthread/core/context';
import { readGolden } from '@toolthread/core/testing';
import { expect, test } from 'vitest';
import { blocks, body, MODEL, own, thinking } from '../../../test/messages/anthropic-body.ts';
import { assistant, call, GO, result, text, TOOLS, user } from '../../../test/messages/parts.ts';
import { encode } from './encode.ts';

test('a golden ledger with signed thinking goes back to its model with the exact signatures and arguments', () => {
  const messages = completionMessages(foldAll(readGolden('signed-thinking-parallel-calls')));
  const sent = JSON.stringify(body(messages).messages);
  expect(sent).toContain('"signature":"EsYCCkgIARABGAIqQNightlyBuild1"');
  expect(sent).toContain('{"type":"redacted_thinking","data":"EpQDCkYIBxgCKkBSZWRhY3RlZA"}');
  for (const model of ['claude-sonnet-4-7', 'other']) {
    expect(JSON.stringify(encode({ model, messages, tools: TOOLS }))).not.toMatch(/signature|redacted/);
  }
});

test('a golden ledger with a search by the provider goes back in pairs, and what failed without a block as a call with its result', () => {
  const messages = completionMessages(foldAll(readGolden('provider-run-web-search')));
  const sent = body(messages).messages.flatMap(({ content }) => content);
  expect(sent.map(({ type }) => type)).toEqual([
    'text',
    'text',
    'server_tool_use',
    'web_search_tool_result',
    'text',
    'text',
    'text',
    'text',
    'tool_use',
    'tool_result',
    'text',
    'tool_use',
    'tool_result',
    'text',
    'text',
  ]);
  expect(sent).toContainEqual(
    expect.objectContaining({
      text: 'needs Node 22.13 or newer',
      citations: [expect.objectContaining({ encrypted_index: 'Eo8BLoom' })],
    }),
  );
  expect(sent).toContainEqual(
    expect.objectContaining({ name: 'web_search', input: { query: 'check node version file' } }),
  );
  expect(JSON.stringify(sent)).toContain('max_uses_exceeded');
});

test('[bug 2] nothing follows a call in a message but more calls', () => {
  expect(
    blocks([GO, assistant(text('a'), call('1'), text('b'), call('2'), text('c')), user(result('1'), result('2'))], 1),
  ).toMatchObject([
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
    { type: 'text', text: 'c' },
    { id: '1' },
    { id: '2' },
  ]);
});

/** A call that the provider runs itself. */
function serverCall(name: string, args?: string): CompletionPart {
  return { ...call('srvtoolu_1', args), name, runs: 'provider', ...own({ type: 'server_tool_use' }) };
}

test('[bug 3] a call before a tool of the provider moves behind it, but not over thinking, which is signed in its place', () => {
  const server = serverCall('web_search');
  const found: CompletionPart = {
    type: 'opaque',
    ...own({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }),
  };
  const types = (...parts: CompletionPart[]): unknown =>
    (blocks([GO, assistant(...parts), user(result('1'))], 1) as { type: string }[]).map(({ type }) => type);
  expect(types(call('1'), server, found)).toEqual(['server_tool_use', 'web_search_tool_result', 'tool_use']);
  expect(types(thinking('s1'), call('1'), thinking('s2'))).toEqual(['thinking', 'thinking', 'tool_use']);
  const two = blocks(
    [GO, assistant(thinking('s1'), call('1'), thinking('s2'), call('2')), user(result('1'), result('2'))],
    1,
  ) as { type: string }[];
  expect(two.map(({ type }) => type)).toEqual(['thinking', 'tool_use', 'thinking', 'tool_use']);
});

test('[bug 4] a call that the provider ran never gets a result from us', () => {
  const server = serverCall('web_search', '{"broken');
  expect(JSON.stringify(body([GO, assistant(server, text('Well.')), user(text('And?'))]))).not.toContain('tool_result');
});

test('a call of the provider that waits for the next turn stays open: a pause, a search beside a call, code that calls', () => {
  const server = serverCall('code_execution', '{"code":"1"}');
  const caller = { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' };
  const container: CompletionPart = { type: 'opaque', ...own({ container: 'container_1' }) };
  const paused = body([GO, assistant(text('Let me look.'), server)]);
  expect(paused.messages.at(-1)).toMatchObject({
    role: 'assistant',
    content: [{ type: 'text' }, { type: 'server_tool_use', id: 'srvtoolu_1' }],
  });
  const first = assistant(server, call('1', '{}', own({ caller })), container);
  const waiting = body([GO, first, user(result('1'))]);
  expect(waiting).toMatchObject({ container: 'container_1' });
  expect(waiting.messages[1]?.content).toMatchObject([{ type: 'server_tool_use' }, { type: 'tool_use', caller }]);
  const again = [
    GO,
    first,
    user(result('1')),
    assistant(call('2', '{}', own({ caller })), container),
    user(result('2')),
  ];
  expect(body(again).messages[1]?.content).toMatchObject([{ type: 'server_tool_use' }, { type: 'tool_use', caller }]);
  const given: CompletionPart = {
    type: 'opaque',
    ...own({ type: 'code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: {} }),
  };
  expect(body([...again, assistant(given, text('Done.')), GO]).messages[5]?.content[0]).toMatchObject({
    type: 'code_execution_tool_result',
  });
  const given_up = body([...again, assistant(text('Never mind.')), GO]);
  expect(JSON.stringify(given_up)).not.toMatch(/server_tool_use|caller|container/);
});

test('[bug 12] [bug 16] [bug 58] an illegal id becomes the same legal one on the call and on its result, always', () => {
  const long = 'x'.repeat(80);
  const messages = [
    GO,
    assistant(call('a/b:c'), call(long), call('toolu_ok')),
    user(result('a/b:c'), result(long), result('toolu_ok')),
  ];
  const [, asked, answered] = body(messages).messages;
  const ids = asked?.content.map(({ id }) => id);
  expect(answered?.content.map(({ tool_use_id: id }) => id)).toEqual(ids);
  expect(ids?.[2]).toBe('toolu_ok');
  expect(
    JSON.stringify(
      encode({
        model: 'other',
        messages: messages.map((message) => completionMessage(message.role, message.parts, 'user')),
        tools: [],
      }),
    ),
  ).toContain(JSON.stringify(ids?.[0]));
});

test('an id that looks like one of our hashes is hashed too: two calls never share one', () => {
  const [, asked] = body([GO, assistant(call('a/b')), user(result('a/b'))]).messages;
  const hash = JSON.stringify(asked?.content[0]?.['id']).replaceAll('"', '');
  body([GO, assistant(call('a/b'), call(hash)), user(result('a/b'), result(hash))]);
});

test('[bug 31] [bug 63] foreign and unsigned thinking is left out, not turned into words', () => {
  const foreign: CompletionPart = {
    type: 'reasoning',
    text: 'secret',
    blob: { provider: 'openai', api: 'responses', model: MODEL, data: { signature: 's' } },
  };
  const unsigned: CompletionPart = { type: 'reasoning', text: 'secret' };
  const nullSigned: CompletionPart = { type: 'reasoning', text: 'secret', ...own({ signature: null }) };
  expect(blocks([GO, assistant(foreign, unsigned, nullSigned, text('Hi.')), GO], 1)).toEqual([
    { type: 'text', text: 'Hi.' },
  ]);
});

test('an assistant who only thought for itself has no turn: the people around it are one', () => {
  expect(body([GO, assistant({ type: 'reasoning', text: 'Hm' }), user(text('And?'))]).messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Go.' },
        { type: 'text', text: 'And?' },
      ],
    },
  ]);
});

test('[bug 60] [bug 63] texts without words are left out, except in a signed place between two thoughts', () => {
  expect(
    blocks([GO, assistant(thinking('a'), text(''), thinking('b'), text(' \n'), text('x'), text('')), GO], 1),
  ).toEqual([
    { type: 'thinking', thinking: 'about a', signature: 'a' },
    { type: 'text', text: ' ' },
    { type: 'thinking', thinking: 'about b', signature: 'b' },
    { type: 'text', text: 'x' },
  ]);
});

test('what the system says first stands apart; what it says later is said in its place, and changes nothing before it', () => {
  const rule = completionMessage('system', [text('Be brief.')], 'system');
  const history = [rule, GO, assistant(thinking('s'), text('Hi.')), user(text('And?'))];
  const before = body(history, { system: 'You are kind.' });
  const after = body([...history, completionMessage('system', [text('Be polite.')], 'system'), user(text('So?'))], {
    system: 'You are kind.',
  });
  expect(before['system']).toEqual([
    { type: 'text', text: 'You are kind.' },
    { type: 'text', text: 'Be brief.' },
  ]);
  expect(after['system']).toEqual(before['system']);
  expect(after.messages.slice(0, 2)).toEqual(before.messages.slice(0, 2));
  expect(after.messages[2]?.content).toMatchObject([
    { text: 'And?' },
    { text: '[System]: Be polite.' },
    { text: 'So?' },
  ]);
});

test('[bug 29] a history with calls has a tool, though nobody can call it', () => {
  const notes: string[] = [];
  const sent = encode({ model: MODEL, messages: [GO, assistant(call('1')), user(result('1'))], tools: [] }, (note) =>
    notes.push(note),
  );
  expect(sent).toMatchObject({ tools: [{ name: '_none' }], tool_choice: { type: 'none' } });
  expect(notes).toEqual(['placeholder-tool']);
});

test('[bug 59] thinking is off for a turn whose calls came without it, on where they came with it', () => {
  const options = { thinking: { type: 'enabled', budget_tokens: 2000 } };
  const without = [GO, assistant(call('1')), user(result('1'))];
  const withThinking = [GO, assistant(thinking('s'), call('1')), user(result('1'))];
  expect(body(without, { options })).not.toHaveProperty('thinking');
  expect(body(withThinking, { options })).toHaveProperty('thinking');
  expect(body(without, { options: { thinking: { type: 'adaptive' } } })).toHaveProperty('thinking');
});
