/** A stock `useChat` that speaks on while a call of a real agent waits for its approval. */
import { Chat } from '@ai-sdk/react';
import { defineTool, textValue } from '@toolthread/agent';
import { scriptedModel } from '@toolthread/providers/scripted';
import { serveAgent } from '@toolthread/server';
import { DefaultChatTransport, isToolUIPart, type UIMessage } from 'ai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const token = 'a-long-secret-0123456789';
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({}),
  execute: () => textValue('Paid.'),
});
const script = [[{ type: 'call', name: 'pay', arguments: {} }], [{ type: 'text', text: 'Hello.' }]] as const;

interface Page {
  readonly chat: Chat<UIMessage>;
  /** What the page was told of earlier messages. */
  readonly heard: unknown[];
  loaded(): Promise<UIMessage[]>;
  post(body: object): Promise<Response>;
}

async function asked(): Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), 'chat-overtaken-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const agent = { model: scriptedModel(script), tools: [pay] };
  const started = await serveAgent({ agent, file: join(folder, 'ledger.db'), token });
  if (!started.ok) throw new Error(started.message);
  onTestFinished(started.close);
  const { url } = started;
  const made = await fetch(`${url}/api/threads`, { method: 'POST', headers, body: '{}' });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const heard: unknown[] = [];
  const chat = new Chat<UIMessage>({
    id,
    transport: new DefaultChatTransport<UIMessage>({ api: `${url}/api/chat`, headers }),
    onData: ({ type, data }) => void (type === 'data-settled' && heard.push(data)),
  });
  await chat.sendMessage({ text: 'pay' });
  expect(chat.lastMessage?.parts.find(isToolUIPart)?.state).toBe('approval-requested');
  await chat.sendMessage({ text: 'hello' });
  expect(chat.error).toBeUndefined();
  return {
    chat,
    heard,
    loaded: async () => JSON.parse(await (await fetch(`${url}/api/chat/${id}/messages`, { headers })).text()).messages,
    post: (body) => fetch(`${url}/api/chat`, { method: 'POST', headers, body: JSON.stringify({ id, ...body }) }),
  };
}

test('[embedder] who speaks on is told with the next answer that the call is over, and a page that is loaded says the same', async () => {
  const page = await asked();
  const [, reply, , next] = await page.loaded();
  // It is the part as it is loaded: put in the place of the other it is all that there is to know.
  expect(page.heard).toEqual([reply?.parts.find(isToolUIPart)]);
  expect(page.heard).toMatchObject([{ state: 'output-error', errorText: expect.stringContaining('Skipped') }]);
  expect(reply?.metadata).toMatchObject({ toolthread: { status: 'completed' } });
  expect(JSON.parse(JSON.stringify(page.chat.lastMessage))).toEqual(next);
});

test('[embedder] a late yes is refused with its reason, and stands in nobody’s way', async () => {
  const { chat, post } = await asked();
  const id = chat.messages.flatMap(({ parts }) => parts).find(isToolUIPart)?.approval?.id ?? '';
  await chat.addToolApprovalResponse({ id, approved: true });
  const refused = await post({ messages: chat.messages, trigger: 'submit-message' });
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    {
      error: { code: 'already_settled', message: expect.stringContaining('Skipped: the user sent a new message.') },
    },
  ]);
  await chat.sendMessage({ text: 'and then?' });
  expect(chat.error).toBeUndefined();
});
