import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInTools } from '@toolthread/agent';
import type { ToolValue } from '@toolthread/agent';
import { expect, onTestFinished, test } from 'vitest';
import { hidingData } from './hiding-data.ts';
import type { ServeOptions } from '../serve/options/serve-options.ts';
import { openLedger } from '@toolthread/store';
import { judgeFolder } from '../serve/agents/allowed-folders.ts';
import { openRoots } from './known-roots.ts';
import { closedFolders, hiddenFrom, ownRoot, workspaceOf } from './workspace-of.ts';

/** Neither below `/tmp` nor in a home, which no command sees anyway. */
function outsideFolder(): string {
  const folder = join(import.meta.dirname, `../../../../node_modules/.cache/data-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return realpathSync(folder);
}

const nodeWith = (sharedWorkspaces: string): ServeOptions['node'] => ({ name: 'a', limits: {}, sharedWorkspaces });

/** No other start had any. */
const NONE = { folders: () => [] };

async function shell(workspace: string, hides: readonly string[], command: string): Promise<ToolValue> {
  const tool = hidingData(builtInTools, hides).find(({ name }) => name === 'run_shell_command');
  const accepted = await tool?.accept({ command });
  if (accepted?.kind !== 'run') throw new Error('there is no shell');
  const nobody = (): Promise<never> => Promise.reject(new Error('nobody is there'));
  return accepted.execute({
    signal: new AbortController().signal,
    workspace,
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
  const data = outsideFolder();
  const works = join(data, 'workspaces', 't');
  mkdirSync(works, { recursive: true });
  writeFileSync(join(data, 'token'), 'the token');
  const { parts, error } = await shell(works, [data], `echo works > here && cat here; ls ${data}; cat ${data}/token`);
  // Without a sandbox nothing runs that was not approved.
  if (error?.code === 'not_approved') return;
  expect(JSON.stringify(parts)).toContain('works');
  expect(JSON.stringify(parts)).not.toContain('the token');
});

test('every other tool is as it was', () => {
  expect(hidingData(builtInTools, ['/d']).map(({ name }) => name)).toEqual(builtInTools.map(({ name }) => name));
});

test('[B.6 42] a command sees no folder of another thread, wherever those folders are', async () => {
  const root = outsideFolder();
  const [data, shared, projects, log] = ['data', 'shared', 'projects', 'log'].map((name) => join(root, name));
  if (data === undefined || shared === undefined || projects === undefined) throw new Error('four names, four paths');
  const options = { data, workspace: undefined, workspaces: [projects], logRequests: log, node: nodeWith(shared) };
  const places = [workspaceOf(options, 'mine'), join(projects, 'mine'), projects];
  const others = [workspaceOf(options, 'other'), join(data, 'workspaces', 'other'), join(projects, 'other')];
  for (const place of [...places, ...others]) mkdirSync(place, { recursive: true });
  for (const other of others) writeFileSync(join(other, 'file'), 'of another thread');
  for (const works of places) {
    const theirs = others.filter((other) => !other.startsWith(`${works}/`));
    const { parts, error } = await shell(
      works,
      hiddenFrom(works, options, NONE),
      `echo works; cat ${theirs.map((other) => join(other, 'file')).join(' ')}; ls ${shared} ${data}`,
    );
    if (error?.code === 'not_approved') return;
    expect(JSON.stringify(parts)).toContain('works');
    expect(JSON.stringify(parts)).not.toContain('of another thread');
    if (works !== places[0]) expect(JSON.stringify(parts)).not.toContain('mine');
  }
});

test('[B.6 42] a command sees no folder of another thread in a root that only an earlier start had', async () => {
  const root = outsideFolder();
  const [data, old, shared, projects] = ['data', 'old', 'new', 'projects'].map((name) => join(root, name));
  if (data === undefined || old === undefined || shared === undefined || projects === undefined) throw new Error();
  for (const place of [data, old, shared, projects]) mkdirSync(place);
  const ledger = await openLedger({ file: join(data, 'ledger.db') });
  if (!ledger.ok) throw new Error(ledger.error.message);
  onTestFinished(() => ledger.value.close());
  const at = { own: ownRoot(data), workspace: undefined, isBesideLedger: true };
  // On any node: the storage is known by what is in it.
  await openRoots(ledger.value, { node: 'b', shared: old, ...at });
  mkdirSync(join(old, 'other'));
  writeFileSync(join(old, 'other', 'file'), 'of another thread');
  const opened = await openRoots(ledger.value, { node: 'a', shared, ...at });
  if (!opened.ok) throw new Error(opened.what);
  const options = { data, workspace: undefined, workspaces: [projects], node: nodeWith(shared) };
  const works = workspaceOf(options, 'mine');
  mkdirSync(works);
  for (const place of [works, projects]) {
    const hides = hiddenFrom(place, options, opened.roots);
    const { parts, error } = await shell(place, hides, `echo works; cat ${join(old, 'other', 'file')}; ls ${old}`);
    if (error?.code === 'not_approved') return;
    expect(JSON.stringify(parts)).toContain('works');
    expect(JSON.stringify(parts)).not.toContain('other thread');
  }
  const folders = { named: [], below: [root], closed: closedFolders(options, opened.roots) };
  for (const place of [old, join(old, 'other'), root]) expect((await judgeFolder(place, folders)).ok).toBe(false);
  expect((await judgeFolder(projects, folders)).ok).toBe(true);
  const above = await openRoots(ledger.value, { node: 'a', shared, ...at, workspace: root });
  expect(above.ok).toBe(false);
});
