import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInTools } from '@toolthread/agent';
import type { ToolValue } from '@toolthread/agent';
import { expect, onTestFinished, test } from 'vitest';
import { hidingData } from './hiding-data.ts';

/** Neither below `/tmp` nor in a home, which no command sees anyway. */
function dataFolder(): string {
  const folder = join(import.meta.dirname, `../../../../node_modules/.cache/data-${process.pid}`);
  mkdirSync(join(folder, 'workspaces', 't'), { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return realpathSync(folder);
}

async function shell(data: string, command: string): Promise<ToolValue> {
  const tool = hidingData(builtInTools, [data]).find(({ name }) => name === 'run_shell_command');
  const accepted = await tool?.accept({ command });
  if (accepted?.kind !== 'run') throw new Error('there is no shell');
  const nobody = (): Promise<never> => Promise.reject(new Error('nobody is there'));
  return accepted.execute({
    signal: new AbortController().signal,
    workspace: join(data, 'workspaces', 't'),
    call: 'c1_0',
    attempt: 1,
    blobs: undefined,
    approved: false,
    output: () => undefined,
    post: nobody,
    ask: nobody,
    leavesOut: () => Promise.resolve([]),
    resultOf: () => undefined,
  });
}

test('[B.6 42] a command sees its workspace, and nothing else of the data folder', async () => {
  const data = dataFolder();
  writeFileSync(join(data, 'token'), 'the token');
  const { parts, error } = await shell(data, `echo works > here && cat here; ls ${data}; cat ${data}/token`);
  // Without a sandbox nothing runs that was not approved.
  if (error?.code === 'not_approved') return;
  expect(JSON.stringify(parts)).toContain('works');
  expect(JSON.stringify(parts)).not.toContain('the token');
});

test('every other tool is as it was', () => {
  expect(hidingData(builtInTools, ['/d']).map(({ name }) => name)).toEqual(builtInTools.map(({ name }) => name));
});
