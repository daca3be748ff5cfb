/** A cache of what was read from each session, so that listing them again reads only the folders. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userFolder } from '../user-folder.ts';
import type { SessionFile } from './session-file.ts';
import type { SessionSummary } from './session-summary.ts';

interface Kept {
  readonly size: number;
  readonly mtimeMs: number;
  readonly stamp?: string;
  /** Null: the file holds no session. */
  readonly summary: SessionSummary | null;
}

interface KeptStore {
  readonly stamp: string;
  readonly files: readonly SessionFile[];
}

interface IndexFile {
  readonly version: number;
  readonly sessions: { readonly [path: string]: Kept };
  readonly stores: { readonly [path: string]: KeptStore };
}

/** Raise it when the meaning of the cached values changes. */
const VERSION = 30;

/** Law: what it gives is what reading the file again would give; a file whose size, time or stamp changed is unknown to it. */
export class SessionIndex {
  readonly #path: string;
  readonly #sessions: Map<string, Kept>;
  readonly #stores: Map<string, KeptStore>;
  #changed = false;

  constructor(path: string) {
    this.#path = path;
    const kept = readIndex(path);
    this.#sessions = new Map(Object.entries(kept.sessions));
    this.#stores = new Map(Object.entries(kept.stores));
  }

  /** Undefined: it must be read. */
  get({ path, size, mtimeMs, stamp }: SessionFile): SessionSummary | null | undefined {
    const kept = this.#sessions.get(path);
    const isSame = kept?.size === size && kept.mtimeMs === mtimeMs && kept.stamp === stamp;
    return isSame ? kept.summary : undefined;
  }

  set({ path, size, mtimeMs, stamp }: SessionFile, summary: SessionSummary | null): void {
    this.#sessions.set(path, { size, mtimeMs, ...(stamp === undefined ? {} : { stamp }), summary });
    this.#changed = true;
  }

  /** The sessions inside of a database that has not changed since. */
  store(path: string, stamp: string): readonly SessionFile[] | undefined {
    const kept = this.#stores.get(path);
    return kept?.stamp === stamp ? kept.files : undefined;
  }

  setStore(path: string, stamp: string, files: readonly SessionFile[]): void {
    this.#stores.set(path, { stamp, files });
    this.#changed = true;
  }

  /** Files that are gone are forgotten; with `within`, only those whose path begins so. */
  keepOnly(files: readonly SessionFile[], within = ''): void {
    const there = new Set(files.map(({ path }) => path));
    for (const path of this.#sessions.keys()) {
      if (there.has(path) || !path.startsWith(within)) continue;
      this.#sessions.delete(path);
      this.#changed = true;
    }
  }

  /** If it cannot be written, the next listing only takes longer. */
  save(): void {
    if (!this.#changed) return;
    const kept: IndexFile = {
      version: VERSION,
      sessions: Object.fromEntries(this.#sessions),
      stores: Object.fromEntries(this.#stores),
    };
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      const draft = `${this.#path}.${process.pid}`;
      writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 });
      renameSync(draft, this.#path);
      this.#changed = false;
    } catch {
      return;
    }
  }
}

/** `~/.cache/toolthread/sessions.json`, or where the environment says. */
export function indexPath(
  home: string,
  env: { readonly [name: string]: string | undefined },
  of: 'sessions' | 'threads' = 'sessions',
): string {
  return join(userFolder('XDG_CACHE_HOME', env, home), 'toolthread', `${of}.json`);
}

function readIndex(path: string): IndexFile {
  const none = { version: VERSION, sessions: {}, stores: {} };
  try {
    const kept: IndexFile = JSON.parse(readFileSync(path, 'utf8'));
    return kept.version === VERSION && typeof kept.sessions === 'object' && typeof kept.stores === 'object'
      ? kept
      : none;
  } catch {
    return none;
  }
}
