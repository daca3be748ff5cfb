import { lstatSync, rmSync } from 'node:fs';
import { mountsOf } from './mounts-of.ts';

/** How often it is looked whether the mounts are made, and how many times. */
const LOOK_MS = 5;
const LOOKS = 400;

/**
 * Where a socket was gone before it was hidden, and its folder can be written to, bubblewrap makes an empty file to mount on. These are removed when the
 * command is over, and nothing else: what is there when it has just mounted, before the command begins, is told from what anybody puts there
 * later.
 */
export class MountPoints {
  /** Not looked at yet. */
  readonly #open: Set<string>;
  readonly #made = new Map<string, string>();
  readonly #looked: Promise<void>;
  #begin: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;

  constructor(paths: readonly string[]) {
    this.#open = new Set(paths);
    this.#looked = new Promise((resolve) => (this.#begin = resolve));
  }

  /** Resolved when the command may begin; undefined if it may at once. */
  get looked(): Promise<void> | undefined {
    return this.#open.size === 0 ? undefined : this.#looked;
  }

  /** The first process inside, which makes the mounts, is this one. */
  begun(first: number): void {
    if (this.#open.size > 0) this.#timer ??= setInterval(() => this.#look(first), LOOK_MS);
  }

  remove(): void {
    clearInterval(this.#timer);
    // It was over before we looked.
    for (const path of this.#open) this.#take(path);
    for (const [path, file] of this.#made) if (emptyFileAt(path) === file) rmSync(path, { force: true });
  }

  #look(first: number): void {
    // While they are made, below a folder of bubblewrap's own.
    const mounts = mountsOf(first);
    for (const path of this.#open) if (mounts.some(({ point }) => point.endsWith(path))) this.#take(path);
    this.#looks += 1;
    if (this.#open.size > 0 && this.#looks < LOOKS) return;
    clearInterval(this.#timer);
    this.#begin?.();
  }

  #take(path: string): void {
    this.#open.delete(path);
    const file = emptyFileAt(path);
    if (file !== undefined) this.#made.set(path, file);
  }
}

/** Which one it is, if it is an empty file that nobody may write to. */
function emptyFileAt(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (found?.isFile() !== true || found.size > 0n || (found.mode & 0o222n) !== 0n) return undefined;
  return `${found.dev} ${found.ino} ${found.ctimeNs}`;
}
