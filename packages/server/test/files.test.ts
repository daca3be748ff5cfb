import { tokenRow } from '@toolthread/server';
import type { AgentChoices, FileSource } from '@toolthread/server';
import { expect, test } from 'vitest';
import { field, newThread, startServer, TOKEN } from './start-server.ts';

const READER = 'a-token-to-read-with-0123456789';

class MemoryFiles implements FileSource {
  readonly asked: unknown[] = [];

  find: FileSource['find'] = async ({ id }, words, limit) => {
    this.asked.push([id, words, limit]);
    return words === 'gone'
      ? { ok: false, problem: 'There is not a folder.' }
      : { ok: true, files: ['src/a.ts'], more: true };
  };

  findFirst: NonNullable<FileSource['findFirst']> = async (choice, words, limit) => {
    this.asked.push([choice, words, limit]);
    return { ok: true, files: ['src/b.ts'], more: false };
  };
}

test('[issue 13] files of the workspace, for whoever may write; what cannot be had is refused in words', async () => {
  const files = new MemoryFiles();
  const token = () => [tokenRow('owner', TOKEN), tokenRow('reader', READER, { may: 'read' })];
  const started = await startServer({ files, token });
  const thread = await newThread(started);
  const path = `/api/threads/${thread}/files`;
  const code = async (query: string, with_ = TOKEN): Promise<unknown> =>
    field((await started.call('GET', `${path}${query}`, { token: with_ })).json, 'error', 'code');
  expect((await started.call('GET', `${path}?words=a`)).json).toEqual({ files: ['src/a.ts'], more: true });
  expect(files.asked).toEqual([[thread, 'a', 20]]);
  expect(await code('?words=a', READER)).toBe('read_only');
  expect(await code('?words=gone')).toBe('no_workspace');
  expect(await code(`?words=${'x'.repeat(301)}`)).toBe('bad_words');
  const { json } = await started.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const other = await started.call('GET', `/api/threads/${String(field(json, 'id'))}/files`);
  expect(field(other.json, 'error', 'code')).toBe('no_files');
  const without = await startServer();
  const none = await without.call('GET', `/api/threads/${await newThread(without)}/files`);
  expect(field(none.json, 'error', 'code')).toBe('no_files');
});

test('[issue 13] files of the folder that was chosen, before there is a thread: as the choice is judged', async () => {
  const files = new MemoryFiles();
  const agents: AgentChoices = {
    list: async () => ({ agents: [], providers: [], workspaces: [], below: [], usual: {} }),
    judge: async (choice) =>
      choice.workspace === '/etc'
        ? { ok: false, problem: 'Not there.' }
        : { ok: true, choice: { ...choice, agent: 'x' } },
  };
  const token = () => [tokenRow('owner', TOKEN), tokenRow('reader', READER, { may: 'read' })];
  const started = await startServer({ files, agents, token });
  const { json } = await started.call('GET', '/api/files?words=b&workspace=%2Fshop&approval=auto-edit');
  expect(json).toEqual({ files: ['src/b.ts'], more: false });
  expect(files.asked).toEqual([[{ workspace: '/shop', agent: 'x' }, 'b', 20]]);
  const code = async (query: string, with_ = TOKEN): Promise<unknown> =>
    field((await started.call('GET', `/api/files${query}`, { token: with_ })).json, 'error', 'code');
  expect(await code('?words=b&workspace=%2Fetc')).toBe('bad_choice');
  expect(await code('?words=b', READER)).toBe('read_only');
  expect(await code(`?words=${'x'.repeat(301)}`)).toBe('bad_words');
  expect(files.asked).toHaveLength(1);
});
