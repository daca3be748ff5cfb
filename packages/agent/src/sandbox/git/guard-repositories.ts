/**
 * What git would run outside is not written by a command in the sandbox. The repositories that are there when it starts are
 * read-only, and cannot be moved aside; what is there only afterwards is made harmless when it ends.
 */
import { join } from 'node:path';
import { thrownWords } from '@toolthread/core/text';
import { bytePath, isBelow, shownPath } from './byte-path.ts';
import { findRepositories } from './find-repositories.ts';
import type { Control, Repository, Unseen } from './find-repositories.ts';
import { fingerprint } from './fingerprint.ts';
import type { Link } from './link-follower.ts';
import { foldersBehind } from './folders-behind.ts';
import { guardingMounts } from './guarding-mounts.ts';
import { ledByGit } from './led-by-git.ts';

/** Plain data, so that another process can finish the work of one that died. All paths in it are byte paths. */
export interface Guard {
  /** The workspace first, then folders outside of it that its `.git` leads to, where they may be written. */
  readonly roots: readonly string[];
  readonly known: readonly Known[];
  /** Files that a configuration refers to, and that do not exist. */
  readonly absent: readonly string[];
  /** By which git gets to others. No mount keeps a link as it is. */
  readonly links: readonly Link[];
}

export interface Known {
  readonly path: string;
  readonly kind: Repository['kind'];
  readonly controls: readonly (Control & { readonly print: string })[];
}

export type Guarded =
  /** The mounts are arguments of bubblewrap, with byte paths. In folders that are closed nothing can be written: they hold too many repositories, or one too far down. */
  | {
      readonly ok: true;
      readonly guard: Guard;
      readonly mounts: readonly string[];
      readonly closed: readonly string[];
      /** What git would run or be led by: byte paths, for `keepNow`. */
      readonly led: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

/** `await guardRepositories('/home/me/project', 'read')`: `write` lets a command commit, and change nothing that git runs. */
export async function guardRepositories(folder: string, git: 'read' | 'write'): Promise<Guarded> {
  try {
    return await guarded(folder, git);
  } catch (error) {
    return { ok: false, why: `what git would run is not known: ${thrownWords(error)}. Try again` };
  }
}

async function guarded(folder: string, git: 'read' | 'write'): Promise<Guarded> {
  const workspace = bytePath(folder);
  const known: Known[] = [];
  for await (const found of findRepositories(workspace)) {
    if (found.kind === 'unseen') return { ok: false, why: notSeen(found) };
    known.push(knownOf(found, workspace));
  }
  const outside = known
    .flatMap(({ path, kind }) => (kind === 'file' ? foldersBehind(path) : []))
    .filter(isOutside(workspace));
  // What is in another of them is reached from there.
  const roots = [...new Set(outside)].filter((path) => !outside.some((other) => isBelow(path, other)));
  const writable = git === 'write' ? roots : [];
  for (const root of writable) {
    for await (const found of findRepositories(root)) {
      if (found.kind === 'unseen') return { ok: false, why: notSeen(found) };
      known.push(knownOf(found, root));
    }
  }
  const gits = known.map(({ path }) => path);
  const { present, absent, links } = await ledByGit(gits, [workspace, ...writable]);
  const kept: readonly Known[] = present.map((path) => ({ path, kind: 'file', controls: [] }));
  const { mounts, closed } = await guardingMounts([...known, ...kept], links, [workspace, ...roots], git);
  return {
    ok: true,
    guard: { roots: [workspace, ...writable], known, absent, links },
    mounts: [...roots.flatMap((root) => [git === 'write' ? '--bind' : '--ro-bind', root, root]), ...mounts],
    led: [...present, ...absent, ...links.map(({ path }) => path)],
    closed: closed.map((path) => shownPath(path === workspace ? '.' : path.slice(workspace.length + 1))),
  };
}

function knownOf({ name, path, kind, controls }: Repository, root: string): Known {
  const prints = controls.map((control) => ({ ...control, print: fingerprint(join(path, control.name)) }));
  return { path: join(root, name), kind, controls: prints };
}

/** What is not known before a command cannot be told from what it made. */
function notSeen({ name, why }: Unseen): string {
  const folder = name === '' ? 'the folder itself' : shownPath(name).slice(0, 200);
  return `the workspace cannot be searched for repositories (${folder}: ${why}). Try again, or remove what is in the way`;
}

function isOutside(workspace: string): (path: string) => boolean {
  return (path) => path !== workspace && !isBelow(path, workspace) && !isBelow(workspace, path);
}
