import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFinder } from '@toolthread/agent';
import { emptyThread } from '@toolthread/core';
import { expect, onTestFinished, test } from 'vitest';
import { fileSource } from './file-source.ts';

const SECRET = 'hunter2-hunter2-hunter2';

test('[issue 13] what the policy file holds back, and names that are secrets, are named to nobody', async () => {
  const root = mkdtempSync(join(tmpdir(), 'toolthread-source-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [workspace, policy] = [join(root, 'work'), join(root, 'policy.json')];
  const rule = { tool: 'read_file', verdict: 'deny', where: { path: 'secrets/**' } };
  writeFileSync(policy, JSON.stringify({ version: 1, rules: [rule], always: [] }));
  const finder = fileFinder();
  onTestFinished(() => finder.close());
  const source = fileSource({
    find: finder.find,
    workspaceOf: () => workspace,
    firstWorkspace: ({ agent }) => (agent === 'demo' ? undefined : workspace),
    policy,
    withoutSecrets: (text) => text.replaceAll(SECRET, '[redacted]'),
  });
  const thread = emptyThread('t');
  // A workspace is made when somebody works in it.
  expect(await source.find(thread, '', 20)).toEqual({ ok: true, files: [], more: false });
  mkdirSync(join(workspace, 'secrets'), { recursive: true });
  for (const file of ['a.txt', 'secrets/key.env', `${SECRET}.txt`]) writeFileSync(join(workspace, file), '');
  for (;;) {
    const found = await source.find(thread, '', 20);
    if (!found.ok) throw new Error(found.problem);
    if (found.more) continue;
    expect(found.files).toEqual(['a.txt']);
    break;
  }
  // [issue 14] Where they are not here, nobody says that there are none.
  const away = fileSource({
    find: finder.find,
    workspaceOf: () => undefined,
    firstWorkspace: () => undefined,
    policy,
    withoutSecrets: String,
  });
  expect(await away.find(thread, '', 20)).toMatchObject({ ok: false, problem: expect.stringMatching(/not here/) });
  // The same before there is a thread; one that will have a folder of its own has none yet.
  expect(await source.findFirst?.({}, '', 20)).toEqual({ ok: true, files: ['a.txt'], more: false });
  expect(await source.findFirst?.({ agent: 'demo' }, '', 20)).toEqual({ ok: true, files: [], more: false });
});
