/** The runs of subagents that are beside a session's file, and whether they have changed. */
import { closeSync, constants, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { besideStamp } from '../sessions/beside-stamp.ts';
import { stampOf } from '../sessions/stamp-of.ts';

/** Older versions of Claude Code left them beside the session. */
const CLAUDE = /^agent-[\w-][\w-]*\.jsonl$/;
/** `rollout-2026-03-04T09-00-00-019b0000-0000-7000-8000-000000000001.jsonl` */
const CODEX = /^rollout-.*-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jsonl$/;
/** A first line says early on whose run it is. */
const HEAD_BYTES = 64 * 1024;
const NEWLINE = 10;

export class RunsBeside {
  readonly #path: string;
  readonly #folder: string;
  /** What the first line of a run says that is this session's; undefined if the name says that there is none. */
  readonly #mark: string | undefined;
  readonly #runs: RegExp;
  /** By name: whether it is this session's. */
  readonly #known = new Map<string, boolean>();

  constructor(path: string) {
    const name = basename(path);
    const rollout = CODEX.exec(name)?.[1];
    this.#path = path;
    this.#folder = dirname(path);
    this.#runs = rollout === undefined ? CLAUDE : CODEX;
    if (rollout !== undefined) this.#mark = `"parent_thread_id":"${rollout}"`;
    else if (name.endsWith('.jsonl') && !CLAUDE.test(name))
      this.#mark = `"sessionId":"${name.slice(0, -'.jsonl'.length)}"`;
  }

  /** Another one whenever a run has changed; empty if there is none. */
  stamp(): string {
    const own = this.#names().map((name) => `${name}:${stampOf(join(this.#folder, name))}`);
    return [besideStamp(this.#path), ...own].filter((each) => each !== '').join(' ');
  }

  #names(): readonly string[] {
    if (this.#mark === undefined) return [];
    try {
      return readdirSync(this.#folder).filter((name) => this.#runs.test(name) && this.#isOurs(name));
    } catch {
      return [];
    }
  }

  #isOurs(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const head = headOf(join(this.#folder, name));
    const end = head.indexOf(NEWLINE);
    const line = head.subarray(0, end === -1 ? head.length : end).toString();
    const isOurs = line.replaceAll(/":\s\s*"/g, '":"').includes(this.#mark ?? '');
    // A line may not be whole yet.
    if (end !== -1 || head.length === HEAD_BYTES) this.#known.set(name, isOurs);
    return isOurs;
  }
}

/** Nothing of what is not a regular file: a pipe may never end. */
function headOf(path: string): Buffer {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return Buffer.alloc(0);
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
