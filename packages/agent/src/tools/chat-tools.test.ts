import { completionMessages } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, outcomes, runOn, say } from '../../test/run-on.ts';
import { useTool } from '../../test/use-tool.ts';
import { chatPost } from './chat-post.ts';
import { todo } from './todo.ts';

const posting = { script: [[call('chat_post', { text: 'hello @human, all green' })], [say('ok')]], tools: [chatPost] };

test('[B.6 53] what an agent posts is a message of the thread, in its name, and mentions nobody', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, posting);
  expect(ledger.of('message.posted').at(-1)).toMatchObject({
    author: '@agent',
    parts: [{ type: 'text', text: 'hello @human, all green' }],
    delivery: 'now',
    client_id: 'post-c1_0',
  });
  expect(ledger.of('message.posted').at(-1)).not.toHaveProperty('mentions');
  expect(outcomes(ledger)).toEqual(['c1_0 done']);
  expect(ledger.state.anomalies.count).toBe(0);
});

test('a member posts to all: the others hear it under its name, the member itself does not hear it again', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, { ...posting, more: { scope: 'agent:coder' } });
  const message = ledger.of('message.posted').at(-1);
  expect(message).toMatchObject({ author: '@coder' });
  expect(message?.scope).toBeUndefined();
  const heard = (scope?: string): string =>
    JSON.stringify(completionMessages(ledger.state, scope === undefined ? {} : { scope }));
  expect(heard('agent:pm')).toContain('[Chat from @coder]: hello');
  expect(heard()).toContain('[Chat from @coder]: hello');
  expect(heard('agent:coder')).not.toContain('[Chat from');
});

test('the thread’s own agent does not hear its own posts either', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, posting);
  expect(JSON.stringify(completionMessages(ledger.state))).not.toContain('[Chat from');
  expect(JSON.stringify(completionMessages(ledger.state, { scope: 'agent:pm' }))).toContain(
    '[Chat from @agent]: hello',
  );
});

test('a post wakes nobody up as a person would: the run ends', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  expect(await runOn(ledger, posting)).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.started')).toHaveLength(2);
});

test('an empty post is refused', async () => {
  expect(await chatPost.accept({ text: '  \n ' })).toMatchObject({ kind: 'refused' });
});

test('the list is what the model gave, as data and in words', async () => {
  const items = [
    { text: 'read', status: 'done' },
    { text: 'write', status: 'in_progress' },
    { text: 'test', status: 'pending' },
  ];
  const used = await useTool(todo, { items });
  expect(used.text).toBe('1 of 3 done.\n[x] read\n[~] write\n[ ] test');
  expect(used.structured).toEqual({ kind: 'todo', items, done: 1, total: 3 });
  expect((await useTool(todo, { items: [] })).text).toBe('Nothing to do.');
  expect(await todo.accept({ items: [{ text: 'x', status: 'maybe' }] })).toMatchObject({ kind: 'refused' });
});
