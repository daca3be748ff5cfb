import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { saveFile } from '../tools/save-file.ts';
import type { AskedCall, Policy } from './policy.ts';
import { policyFromFile, policyProblem } from './policy-from-file.ts';
import type { Rule } from './rule.ts';

interface Setting {
  readonly home: string;
  readonly workspace: string;
  readonly file: string;
  readonly policy: Policy;
  now: number;
}

function setting(stored?: unknown, rules: readonly Rule[] = []): Setting {
  const home = tempFolder();
  const workspace = join(home, 'work');
  mkdirSync(workspace);
  const file = join(home, 'config', 'policy.json');
  if (stored !== undefined) {
    mkdirSync(join(home, 'config'), { mode: 0o700 });
    writeFileSync(file, typeof stored === 'string' ? stored : JSON.stringify(stored), { mode: 0o600 });
  }
  const made: Setting = {
    home,
    workspace,
    file,
    now: Date.UTC(2026, 0, 1),
    policy: policyFromFile({ file, rules, otherwise: 'ask', now: () => made.now }),
  };
  return made;
}

const call = (workspace: string, given: AskedCall['arguments'] = { word: 'x' }, name = 'deploy'): AskedCall => ({
  name,
  arguments: given,
  workspace,
});

const ALLOW = { version: 1, rules: [{ tool: 'deploy', verdict: 'allow' }] };

test('the rules of the file hold beside those of the code', async () => {
  const { policy, workspace } = setting(ALLOW, [{ tool: 'deploy', verdict: 'deny', where: { word: 'prod' } }]);
  expect(await policy.decide(call(workspace))).toBe('allow');
  expect(await policy.decide(call(workspace, { word: 'prod' }))).toBe('deny');
  expect(await policy.decide(call(workspace, {}, 'other'))).toBe('ask');
});

test('a file that is taken away or changed holds no more', async () => {
  const { policy, workspace, file } = setting(ALLOW);
  expect(await policy.decide(call(workspace))).toBe('allow');
  writeFileSync(file, JSON.stringify({ version: 1, rules: [{ tool: 'deploy', verdict: 'deny' }] }));
  expect(await policy.decide(call(workspace))).toBe('deny');
  writeFileSync(file, JSON.stringify({ version: 1 }));
  expect(await policy.decide(call(workspace))).toBe('ask');
});

test('[B.3 21] always is for exactly these arguments, in this workspace, whatever the order of the keys', async () => {
  const { policy, workspace, home } = setting();
  expect(await policy.granted?.(call(workspace))).toBe(false);
  await policy.remember?.(call(workspace, { a: 1, b: [2, { c: 3, d: 4 }] }));
  expect(await policy.granted?.(call(workspace, { b: [2, { d: 4, c: 3 }], a: 1 }))).toBe(true);
  for (const other of [
    call(workspace, { a: 1, b: [2, { c: 3, d: 5 }] }),
    call(workspace, { a: 1, b: [2, { c: 3, d: 4 }], extra: 0 }),
    call(workspace, { a: '1', b: [2, { c: 3, d: 4 }] }),
    call(workspace, { a: 1, b: [2, { c: 3, d: 4 }] }, 'other'),
    call(join(home, 'elsewhere'), { a: 1, b: [2, { c: 3, d: 4 }] }),
  ]) {
    expect(await policy.granted?.(other)).toBe(false);
  }
});

test('always ends after its time, can be taken back, and is told once', async () => {
  const made = setting();
  const { policy, workspace, file } = made;
  await policy.remember?.(call(workspace));
  await policy.remember?.(call(workspace));
  const { always } = JSON.parse(readFileSync(file, 'utf8'));
  expect(always).toEqual([
    {
      tool: 'deploy',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: '2026-01-01T00:00:00.000Z',
      expires_at: '2026-01-31T00:00:00.000Z',
      workspace,
    },
  ]);
  expect(JSON.stringify(always)).not.toContain('"word"');
  made.now += 29 * 24 * 3600 * 1000;
  expect(await policy.granted?.(call(workspace))).toBe(true);
  made.now += 2 * 24 * 3600 * 1000;
  expect(await policy.granted?.(call(workspace))).toBe(false);
  await policy.remember?.(call(workspace, 'another'));
  expect(JSON.parse(readFileSync(file, 'utf8')).always).toHaveLength(1);
  writeFileSync(file, JSON.stringify({ version: 1 }));
  expect(await policy.granted?.(call(workspace, 'another'))).toBe(false);
});

test('[B.3 25] it is written whole, for its owner alone, and leaves nothing beside it; many at once lose nothing', async () => {
  const { policy, workspace, file, home } = setting();
  await Promise.all(Array.from({ length: 20 }, async (_, n) => policy.remember?.(call(workspace, n))));
  for (let n = 0; n < 20; n += 1) expect(await policy.granted?.(call(workspace, n))).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'config')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(home, 'config'))).toEqual(['policy.json']);
});

test('what a person wrote by hand is kept', async () => {
  const { policy, workspace, file } = setting(ALLOW);
  await policy.remember?.(call(workspace));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ rules: ALLOW.rules, always: [{ tool: 'deploy' }] });
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"version":2}',
  '{"version":1,"rules":[{"tool":"deploy","verdict":"yes"}]}',
  '{"version":1,"ruels":[]}',
])('a file that cannot be read allows nothing, and is not overwritten: %j', async (stored) => {
  const rules: Rule[] = [
    { tool: 'deploy', verdict: 'allow' },
    { tool: 'never', verdict: 'deny' },
  ];
  const { policy, workspace, file } = setting(stored, rules);
  expect(await policy.decide(call(workspace))).toBe('ask');
  expect(await policy.decide(call(workspace, {}, 'never'))).toBe('deny');
  await expect(policy.remember?.(call(workspace))).rejects.toThrow(/left as it is/);
  expect(readFileSync(file, 'utf8')).toBe(stored);
});

/** Puts the file where an agent could write it. */
const REACHED: readonly [string, (made: Setting) => string | void][] = [
  ['in the workspace', ({ home }) => join(home, 'config')],
  ['below it', ({ home }) => home],
  ['in the workspace by another case', ({ home }) => join(home, 'CONFIG')],
  [
    'reached by a link',
    ({ home }) => {
      symlinkSync(join(home, 'config'), join(home, 'alias'));
      return join(home, 'alias');
    },
  ],
  ['under another name', ({ file, workspace }) => linkSync(file, join(workspace, 'hard'))],
  ['writable by others', ({ file }) => chmodSync(file, 0o666)],
  ['in a folder writable by others', ({ home }) => chmodSync(join(home, 'config'), 0o777)],
];

test.each(REACHED)(
  '[B.3 21] a file that an agent could write forbids, asks, and allows nothing: %s',
  async (_, place) => {
    const made = setting({
      version: 1,
      rules: [
        { tool: 'deploy', verdict: 'allow' },
        { tool: 'never', verdict: 'deny' },
      ],
    });
    const { policy, workspace, file } = made;
    await policy.remember?.(call(workspace));
    const within = place(made) ?? workspace;
    expect(await policy.decide(call(within))).toBe('ask');
    expect(await policy.decide(call(within, {}, 'never'))).toBe('deny');
    expect(await policy.granted?.(call(within))).toBe(false);
    const before = readFileSync(file, 'utf8');
    await expect(policy.remember?.(call(within, 'new'))).rejects.toThrow(/in reach of the agent/);
    expect(readFileSync(file, 'utf8')).toBe(before);
  },
);

test('[B.3 19] a file that does not exist yet is guarded all the same', async () => {
  const { policy, home, workspace, file } = setting();
  await expect(policy.remember?.(call(home))).rejects.toThrow(/in reach of the agent/);
  expect(existsSync(file)).toBe(false);
  // An agent whose workspace holds the place may create the file: then it counts for nothing there.
  const used = await useTool(
    saveFile,
    { path: 'config/policy.json', content: JSON.stringify(ALLOW) },
    { workspace: home },
  );
  expect(used.error).toBeUndefined();
  expect(await policy.decide(call(home))).toBe('ask');
  for (const path of ['../config/policy.json', file]) {
    expect((await useTool(saveFile, { path, content: '{}' }, { workspace })).error).toBeDefined();
  }
});

test('arguments that nest without end have no digest and are never remembered', async () => {
  const { policy, workspace, file } = setting();
  const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
  await policy.remember?.(call(workspace, deep));
  expect(await policy.granted?.(call(workspace, deep))).toBe(false);
  expect(existsSync(file)).toBe(false);
});

test('whoever starts the program can be told why its file is not used', async () => {
  const file = join(tempFolder(), 'policy.json');
  expect(await policyProblem(file)).toBeUndefined();
  writeFileSync(file, '{"version":1,"rules":[{"tool":"x","verdict":"allow"}]}');
  expect(await policyProblem(file)).toBeUndefined();
  writeFileSync(file, '{"rules":[{"tool":"x","verdict":"maybe"}]}');
  expect(await policyProblem(file)).toContain('version');
});

test.each([
  ['a pipe', (path: string) => execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path])],
  ['a device without an end', (path: string) => symlinkSync('/dev/zero', path)],
  ['a terminal', (path: string) => symlinkSync('/dev/ptmx', path)],
  ['a folder', (path: string) => mkdirSync(path)],
  ['a loop of links', (path: string) => symlinkSync(path, path)],
  ['a link that leads nowhere', (path: string) => symlinkSync(`${path}.gone`, path)],
  ['no text', (path: string) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]))],
])('[43] a policy that is %s allows nothing, says so, and nobody waits for it', async (_, make) => {
  const { policy, workspace, file } = setting('', [{ tool: 'deploy', verdict: 'allow' }]);
  rmSync(file);
  make(file);
  expect(await policyProblem(file)).toBeDefined();
  expect(await policy.decide(call(workspace))).toBe('ask');
});
