import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '@toolthread/store';
import { expect, test } from 'vitest';
import { begunLedger } from '../../test/begun-ledger.ts';
import { folder, MAIN, PATIENCE_MS } from '../../test/run-cli.ts';

/** As a key in a file has several lines. */
const SECRET = 'correct "horse"\nstaple battery';

async function purge(data: string, words: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [MAIN, 'purge', ...args, '--data', data]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)));
  child.stdin.end(`${words}\n`);
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, said };
}

test(
  '[issue 14] words that somebody pasted are gone from a thread, its blobs and the file, and all else stays',
  { timeout: PATIENCE_MS },
  async () => {
    const data = folder();
    const file = join(data, 'ledger.db');
    const opened = await openLedger({ file });
    if (!opened.ok) throw new Error(opened.error.message);
    const made = await opened.value.createThread({ title: 'A thread' });
    const thread = (made.ok ? made.value[0]?.thread : undefined) ?? '';
    const post = (client: string, text: string): Promise<unknown> =>
      opened.value.append(thread, [
        {
          type: 'message.posted',
          author: '@human',
          client_id: client,
          delivery: 'now',
          parts: [{ type: 'text', text }],
        },
      ]);
    await post('a', `It is ${SECRET}, see?`);
    await post('b', 'Nothing here.');
    const before = await opened.value.read(thread, { after: 0, limit: 100 });
    await opened.value.close();
    expect(before.ok && before.value.length).toBe(3);
    expect(await purge(data, 'zzzz', thread)).toMatchObject({ code: 1, said: expect.stringContaining('No event') });
    expect(await purge(data, SECRET, thread)).toMatchObject({ code: 0, said: expect.stringContaining('1 event: 2.') });
    expect(await purge(data, SECRET, thread, '--yes')).toMatchObject({ code: 0, said: '1 event removed.\n' });
    const again = await openLedger({ file });
    if (!again.ok) throw new Error(again.error.message);
    const after = await again.value.read(thread, { after: 0, limit: 100 });
    await again.value.close();
    expect(after.ok && after.value.map(({ type }) => type)).toEqual([
      'thread.created',
      'event.purged',
      'message.posted',
    ]);
    for (const name of readdirSync(data)) expect(readFileSync(join(data, name)).includes('battery')).toBe(false);
  },
);

test(
  '[issue 14] forks that keep the words are named, and what they were made of',
  { timeout: PATIENCE_MS },
  async () => {
    const data = folder();
    const { ledger } = await begunLedger(data);
    const thread = async (text: string, origin?: string): Promise<string> => {
      const made = await ledger.createThread(origin === undefined ? {} : { origin: { thread: origin, seq: 2 } });
      const id = (made.ok ? made.value[0]?.thread : undefined) ?? '';
      const parts = [{ type: 'text', text }] as const;
      await ledger.append(id, [{ type: 'message.posted', author: '@human', client_id: text, delivery: 'now', parts }]);
      return id;
    };
    const first = await thread(SECRET);
    const fork = await thread(SECRET, first);
    const [ofFork, without, stranger] = [
      await thread(SECRET, fork),
      await thread('other', first),
      await thread(SECRET),
    ];
    await ledger.close();
    const { said } = await purge(data, SECRET, fork, '--yes');
    expect(said).toContain('1 event removed.\nForks keep these words until they are purged there, too:\n');
    for (const id of [first, ofFork]) expect(said).toContain(`\n  ${id}\n`);
    for (const id of [fork, without, stranger]) expect(said).not.toContain(id);
  },
);

test(
  '[issue 14] a thread that waits for a person is not purged: what asks could be among what goes',
  { timeout: PATIENCE_MS },
  async () => {
    const data = folder();
    const { ledger, thread: newThread } = await begunLedger(data);
    const thread = await newThread();
    await ledger.append(thread, [{ type: 'request.opened', request: 'r', kind: 'approval', title: SECRET }]);
    await ledger.close();
    expect(await purge(data, SECRET, thread, '--yes')).toMatchObject({
      code: 1,
      said: expect.stringContaining('waits for an answer'),
    });
  },
);

test(
  '[issue 14] words that stand in an id are not said to be removed where the event stays',
  { timeout: PATIENCE_MS },
  async () => {
    const data = folder();
    const { ledger, thread: newThread } = await begunLedger(data);
    const thread = await newThread();
    await ledger.append(thread, [{ type: 'agent.tool.completed', call: 'staple battery', outcome: 'done' }]);
    await ledger.close();
    expect(await purge(data, 'staple battery', thread, '--yes')).toMatchObject({
      code: 1,
      said: expect.stringContaining('still hold these words: 2.'),
    });
  },
);
