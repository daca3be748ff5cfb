/**
 * Which process groups run without a sandbox, and which process is the first in each sandbox, on disk. A process that has hidden its mark is found by its group, also where the server
 * and its watcher have died, and the process that led the group has ended.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOver, lifeOf } from './own-life.ts';

interface Kept {
  readonly group: number;
  /** The identity of the process that led it (`own-life.ts`). */
  readonly leader: string;
  /** The id of this boot of the system: after the next one, process numbers begin again. */
  readonly boot: string;
}

/** `keepGroup(mark, child.pid)`, as long as it may run. If it cannot be stored, only the mark is left to find it by. */
export function keepGroup(mark: string, group: number): void {
  const kept: Kept = { group, leader: lifeOf(String(group)), boot: bootId() };
  const folder = ownFolder();
  if (folder === undefined || kept.leader === '' || kept.boot === '') return;
  attempt(() => writeFileSync(join(folder, mark), `${kept.group} ${kept.leader} ${kept.boot}`, { mode: 0o600 }));
}

/** Everything in it has ended. */
export function forgetGroup(mark: string): void {
  const folder = ownFolder();
  if (folder !== undefined) attempt(() => rmSync(join(folder, mark), { force: true }));
}

/** Groups left by dead servers, by their marks. Undefined: the entry is no longer valid. */
export function groupsOfEarlierLives(): ReadonlyMap<string, number | undefined> {
  const folder = ownFolder();
  const marks = folder === undefined ? [] : (attempt(() => readdirSync(folder)) ?? []);
  const texts = marks
    .filter((mark) => isOver(mark.split('.')[1] ?? ''))
    .map((mark) => [mark, attempt(() => readFileSync(join(folder ?? '', mark), 'utf8'))] as const);
  // A file that cannot be read now may be readable later.
  return new Map(texts.flatMap(([mark, text]) => (text === undefined ? [] : [[mark, groupIn(text)]])));
}

function groupIn(text: string): number | undefined {
  const kept = keptIn(text);
  return kept !== undefined && kept.boot === bootId() && isStillLed(kept) ? kept.group : undefined;
}

function keptIn(text: string): Kept | undefined {
  const [, group = '', leader = '', boot = ''] = /^(\d\d*) (\S\S*) (\S\S*)$/.exec(text) ?? [];
  return Number(group) < 2 ? undefined : { group: Number(group), leader, boot };
}

/** The kernel gives the number of a group to nobody else as long as somebody is in it. */
function isStillLed({ group, leader }: Kept): boolean {
  const now = lifeOf(String(group));
  return now === '' || now === leader;
}

function bootId(): string {
  return attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '';
}

/** Nobody else may write in it: its content decides what is killed. */
function ownFolder(): string | undefined {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const folder = join(tmpdir(), `toolthread-groups-${uid}`);
  attempt(() => mkdirSync(folder, { mode: 0o700 }));
  const found = attempt(() => lstatSync(folder));
  const isOwn = found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0;
  return isOwn ? folder : undefined;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
