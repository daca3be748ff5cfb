/** Seed 002, and the last sentence of 004, for every provider: no placeholder in the place of a call, and no filler in that of a message. */
import { completionMessage, ContextManager } from '@toolthread/core/context';
import type { CompletionPart } from '@toolthread/core/context';
import { describe, expect, test } from 'vitest';
import { requestBodies } from './stage/request-bodies.ts';

describe.each(Object.entries(requestBodies))('%s', (_, bodyOf) => {
  test('[002] [004] what another provider ran is a call with its result', () => {
    const searched: CompletionPart[] = [
      { type: 'call', id: 'srv_1', name: 'web_search', arguments: '{"q":"kiln"}', runs: 'provider' },
      {
        type: 'result',
        callId: 'srv_1',
        name: 'web_search',
        parts: [{ type: 'text', text: 'Kilns are hot.' }],
        isError: false,
        runs: 'provider',
      },
      { type: 'text', text: 'They are hot.' },
    ];
    const asked = completionMessage('user', [{ type: 'text', text: 'Hot?' }], 'user');
    const body = JSON.stringify(bodyOf([asked, completionMessage('assistant', searched, 'assistant'), asked]));
    expect(body).not.toContain('ran with');
    for (const words of ['web_search', 'kiln', 'Kilns are hot.', 'They are hot.']) expect(body).toContain(words);
  });

  test('[002] edge case, empty content: nothing stands in its place', async () => {
    const context = new ContextManager();
    context.addUserMessage('What is this?');
    await context.flushUserBuffer();
    context.addAssistantMessageWithTools('', [{ id: 'call_1', name: 'list_files', parameters: {} }]);
    context.addToolResult('call_1', 'file1.go', false);
    context.addUserMessage('');
    await context.flushUserBuffer();
    const before = JSON.stringify(bodyOf(context.messages));
    context.addUserMessage('');
    await context.flushUserBuffer();
    expect(JSON.stringify(bodyOf(context.messages))).toBe(before);
    expect(before).not.toContain('Continue.');
  });
});
