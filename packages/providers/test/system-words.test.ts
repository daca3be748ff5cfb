/** Words of the system in the middle of a conversation: taken by every provider, and nothing before them changes for it. */
import { ContextManager } from '@toolthread/core/context';
import { stubWith } from '@toolthread/provider-stub';
import { expect, test } from 'vitest';
import { modelAt, PROVIDERS } from './stub-models.ts';
import { Thread, TOOLS } from './thread.ts';

test.each(PROVIDERS)('%s', async (provider) => {
  const stub = await stubWith([
    {
      say: [
        { type: 'thinking', text: 'hm' },
        { type: 'call', name: 'look', arguments: '{}' },
      ],
    },
    {
      say: [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'Seen.' },
      ],
    },
    { say: [{ type: 'text', text: 'Understood.' }] },
  ]);
  const model = modelAt(stub, provider);
  const thread = new Thread();
  thread.say('go');
  thread.answer((await thread.step(model)).calls[0]!, 'a fire');
  await thread.step(model);
  const context = ContextManager.fromEvents(thread.events);
  context.addSystemMessage('From now on, be polite.');
  context.addUserMessage('And now?');
  await context.flushUserBuffer();
  const request = { system: 'Be brief.', messages: context.messages, tools: TOOLS };
  const said: string[] = [];
  for await (const event of model.stream(request, new AbortController().signal)) {
    if (event.type === 'text.delta') said.push(event.text);
  }
  expect(stub.journal.refused).toEqual([]);
  expect(said.join('')).toBe('Understood.');
  expect(stub.journal.entries[2]!.text).toContain('From now on, be polite.');
});
