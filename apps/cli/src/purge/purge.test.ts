import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '@toolthread/store';
import { expect, test } from 'vitest';
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
