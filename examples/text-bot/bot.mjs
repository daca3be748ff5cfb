import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool, policyByTool, textValue } from '@toolthread/agent';
import { connectThread, createThread, textStream } from '@toolthread/client';
import { isAtWork } from '@toolthread/core';
import { scriptedModel } from '@toolthread/providers/scripted';
import { serveAgent } from '@toolthread/server';
import { z } from 'zod';

const lookUp = defineTool({
  name: 'look_up',
  description: 'What a word means.',
  input: z.object({ word: z.string() }),
  execute: () => textValue('A book of accounts.'),
});
const model = scriptedModel([
  [{ type: 'call', name: 'look_up', arguments: { word: 'ledger' } }],
  [{ type: 'text', text: 'It is a book.' }],
]);
const policy = policyByTool({ look_up: 'allow' }, 'ask');
const token = 'for-this-example';
const file = join(mkdtempSync(join(tmpdir(), 'bot-')), 'threads.db');
const served = await serveAgent({ agent: { model, policy, tools: [lookUp] }, file, token });
if (!served.ok) throw new Error(served.message);

/** Your chat: it edits the bot's message in place. */
const chat = { message: '', edit: (text) => void (chat.message = text) };

const server = { baseUrl: served.url, token };
const created = await createThread(server);
if (!created.ok) throw new Error(created.error.message);
const stream = textStream({ throttleMs: 500, onText: (text) => chat.edit(text) });
const ended = Promise.withResolvers();
const connection = connectThread({
  ...server,
  thread: created.value.id,
  onEvent: (event) => {
    // What the person said is in the chat already.
    if (event.type !== 'message.posted') stream.push(event);
    if (event.type === 'agent.status' && !isAtWork(event.status)) ended.resolve();
  },
});
await connection.post('What is a ledger?');
await ended.promise;
await stream.end();
connection.close();
await served.close();
console.log(chat.message);
