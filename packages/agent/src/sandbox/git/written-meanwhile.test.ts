/** [H1] A file that is written while a command makes a repository around it leaves nothing that git runs, whoever is done first. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { visit } from '../../../test/git-attacks.ts';
import { tempFolder } from '../../../test/use-tool.ts';
import { MemoryBlobs } from '../../../test/memory-blobs.ts';
import { undoChanges } from '../../changes/undo-changes.ts';
import { locate, writeText } from '../../workspace/locate.ts';
import type { Located } from '../../workspace/locate.ts';
import { shownPath } from './byte-path.ts';
import { disarmAfter } from './disarm-again.ts';
import { disarmRepositories } from './disarm-repositories.ts';
import { guardRepositories } from './guard-repositories.ts';
import type { Guard } from './guard-repositories.ts';

/** What is asked of the file system with a promise waits until it is let go: every thread for that waits at a named pipe. */
function holdFiles(): () => Promise<void> {
  const pipe = join(tempFolder(), 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe]);
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
  const waiting = Array.from({ length: threads }, () => open(pipe, 'r'));
  let isHeld = true;
  const letGo = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    const other = openSync(pipe, constants.O_RDWR);
    for (const one of await Promise.all(waiting)) await one.close();
    closeSync(other);
  };
  onTestFinished(letGo);
  return letGo;
}

/** Whatever needs no file has been done by then. */
async function turns(): Promise<void> {
  for (let n = 0; n < 1000; n += 1) await new Promise((turn) => setImmediate(turn));
}

interface Ground {
  readonly workspace: string;
  /** What no command in the sandbox could make. */
  readonly canary: string;
  /** A configuration of a repository that has its files around it. */
  readonly armed: string;
}

function newGround(): Ground {
  const folder = tempFolder();
  const [workspace, canary] = [join(folder, 'w'), join(folder, 'canary')];
  mkdirSync(join(workspace, 'sub'), { recursive: true });
  const armed = `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = .\nfsmonitor = "touch ${canary}; false"\n`;
  return { workspace, canary, armed };
}

async function guardOf(folder: string): Promise<Guard> {
  const guarded = await guardRepositories(folder, 'read');
  if (!guarded.ok) throw new Error(guarded.why);
  return guarded.guard;
}

type Search = (guard: Guard) => Promise<unknown>;
const ofThisServer: Search = (guard) => disarmAfter(shownPath(guard.roots[0] ?? ''), guard);
/** Another process, or the watcher of one that is frozen, waits for no file tool of this one. */
const ofAnother: Search = (guard) => disarmRepositories(guard);

/** A file tool has looked, and cannot write yet; meanwhile the command does its work, and what it made is searched. */
async function overtaken(
  guard: Guard,
  search: Search,
  writes: () => Promise<unknown>,
  command: () => void,
): Promise<void> {
  const letGo = holdFiles();
  const writing = writes();
  await turns();
  command();
  const looking = search(guard);
  await turns();
  await letGo();
  await Promise.all([writing, looking]);
}

/** Git runs nothing, and another look would find nothing. */
async function expectHarmless({ workspace, canary }: Ground, guard: Guard): Promise<void> {
  expect(await disarmRepositories(guard)).toEqual({ taken: [], left: [] });
  await visit(workspace);
  expect(existsSync(canary)).toBe(false);
}

async function placeOf(workspace: string, path: string): Promise<Located> {
  const place = await locate(workspace, path);
  if (!place.ok) throw new Error(place.problem);
  return place;
}

async function write(workspace: string, path: string, text: string): Promise<void> {
  await writeText(await placeOf(workspace, path), text);
}

const HEAD = 'ref: refs/heads/main\n';
const SHAPE = 'mkdir -p r/objects r/refs; echo "ref: refs/heads/main" > r/HEAD';

describe.each([
  ['server', ofThisServer],
  ['other server', ofAnother],
])('a file tool that has looked before, and writes after the command of its %s', (_, search) => {
  test.each([
    { name: 'the configuration', path: 'r/config', command: SHAPE },
    {
      name: 'the configuration, of a folder that is moved there',
      path: 'r/config',
      command: `${SHAPE}; mv r q; mv q r`,
    },
    {
      name: 'the configuration, many folders down',
      path: `${'a/'.repeat(50)}r/config`,
      command: `mkdir -p ${'a/'.repeat(50)}; cd ${'a/'.repeat(50)}; ${SHAPE}`,
    },
    {
      name: 'the configuration, to which a .git file leads',
      path: 'r/config',
      command: `${SHAPE}; mkdir x; echo "gitdir: ../r" > x/.git`,
    },
    {
      name: 'the configuration, to which a .git link leads',
      path: 'r/config',
      command: `${SHAPE}; mkdir x; ln -s ../r x/.git`,
    },
    {
      name: 'the configuration of a worktree',
      path: 'r/config.worktree',
      command: `${SHAPE}; printf "[core]\\nrepositoryformatversion = 1\\nbare = false\\n[extensions]\\nworktreeConfig = true\\n" > r/config`,
    },
    { name: 'the HEAD', path: 'r/HEAD', text: HEAD, command: `${SHAPE}; rm r/HEAD; printf "%s" "$armed" > r/config` },
    {
      name: 'the folder of objects',
      path: 'r/objects/x',
      command: `${SHAPE}; rmdir r/objects; printf "%s" "$armed" > r/config`,
    },
    {
      name: 'a commondir',
      path: 'r/commondir',
      text: '../e\n',
      command: `${SHAPE}; mv r e; mkdir r; mv e/HEAD r/HEAD; printf "%s" "$armed" > e/config`,
    },
  ])('$name', async ({ path, text, command }) => {
    const ground = newGround();
    const { workspace, armed } = ground;
    const guard = await guardOf(workspace);
    const place = await placeOf(workspace, path);
    const env = { ...process.env, armed };
    await overtaken(
      guard,
      search,
      () => writeText(place, text ?? armed),
      () => execFileSync('sh', ['-c', command], { cwd: workspace, env }),
    );
    await expectHarmless(ground, guard);
  });

  test.each([
    ['the workspace around that of the command', '.', 'sub'],
    ['a workspace in that of the command', 'sub', '.'],
  ])('in %s', async (__, ofTheTool, ofTheCommand) => {
    const ground = newGround();
    const { workspace, armed } = ground;
    const guard = await guardOf(join(workspace, ofTheCommand));
    const place = await placeOf(join(workspace, ofTheTool), join(workspace, 'sub/r/config'));
    await overtaken(
      guard,
      search,
      () => writeText(place, armed),
      () => execFileSync('sh', ['-c', SHAPE], { cwd: join(workspace, 'sub') }),
    );
    await expectHarmless(ground, guard);
  });
});

describe('what makes a repository only together is not written at once', () => {
  test('by file tools', async () => {
    const ground = newGround();
    const { workspace, armed } = ground;
    const guard = await guardOf(workspace);
    await write(workspace, 'r/config', armed);
    await write(workspace, 'r/refs/x', '');
    await Promise.all([write(workspace, 'r/HEAD', HEAD), write(workspace, 'r/objects/x', '')]);
    await expectHarmless(ground, guard);
  });

  test('by undoing', async () => {
    const ground = newGround();
    const { workspace, armed } = ground;
    const guard = await guardOf(workspace);
    const blobs = new MemoryBlobs();
    await write(workspace, 'r/config', armed);
    await write(workspace, 'r/refs/x', '');
    const undo = async (path: string, text: string): Promise<unknown> =>
      undoChanges(workspace, [{ path, before: await blobs.put(Buffer.from(text)) }], blobs);
    await Promise.all([undo('r/HEAD', HEAD), undo('r/objects/x', '')]);
    await expectHarmless(ground, guard);
  });
});
