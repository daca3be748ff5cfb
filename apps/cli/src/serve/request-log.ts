/** What goes to a model and comes from it, a file for each request, for whoever debugs one. Without secrets, and bounded. */
import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Redactor } from '@toolthread/agent/redact';
import type { Json } from '@toolthread/core/json';
import type { DebugEntry } from '@toolthread/providers';
import type { KnownSecrets } from './known-secrets.ts';
import { RedactedFrames } from './redacted-frames.ts';

/** What is kept: of one request so many bytes, and so many requests. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILES = 100;
const NAME = /^\d{4}-\d\d-\d\dT[\d-][\d-]*Z-\d{6}-[\w.-][\w.-]*\.jsonl$/;

/** This many characters of one request may wait for the disk. */
const MOST_WAITING = 64 * 1024;

export interface RequestLog {
  /** Resolves when the next entry may come. */
  readonly take: (entry: DebugEntry) => Promise<void>;
  /** Waits until all is written. */
  close(): Promise<void>;
}

/** `requestLog(folder, secrets, onError)`: lines `{ at, kind, provider, model, payload }`. Trouble is told once, and ends no run. */
export function requestLog(
  folder: string,
  secrets: Pick<KnownSecrets, 'list'>,
  onError: (error: unknown) => void,
): RequestLog {
  const open = new Map<number, OpenFile>();
  const busy = new Set<Promise<void>>();
  let isTold = false;
  const tell = (error: unknown): void => {
    if (!isTold) onError(error);
    isTold = true;
  };
  let begun = Promise.resolve();
  /** One after another: each makes room for itself. */
  const begin = (path: string): Promise<void> => {
    begun = begun
      .then(() => removeOldest(folder))
      .then(() => appendFile(path, '', { mode: 0o600 }))
      .catch(tell);
    return begun;
  };
  return {
    close: async () => {
      await Promise.all(busy);
      await Promise.all([...open.values()].map((file) => file.written()));
    },
    take: async (entry) => {
      const file = open.get(entry.request) ?? new OpenFile(join(folder, nameOf(entry)), secrets.list(), begin, tell);
      if (entry.kind === 'end') open.delete(entry.request);
      else open.set(entry.request, file);
      const taken = file.take(entry);
      busy.add(taken);
      await taken;
      busy.delete(taken);
    },
  };
}

class OpenFile {
  readonly #path: string;
  readonly #frames: RedactedFrames;
  readonly #tell: (error: unknown) => void;
  #taken: Promise<void>;
  #writing: Promise<void> | undefined;
  #waiting = '';
  #bytes = 0;

  constructor(
    path: string,
    secrets: readonly string[],
    begin: (path: string) => Promise<void>,
    tell: (error: unknown) => void,
  ) {
    this.#path = path;
    this.#frames = new RedactedFrames(new Redactor(secrets));
    this.#tell = tell;
    this.#taken = begin(path);
  }

  /** In the order of the calls. Only what is too much for the disk is waited for, and the end. */
  take(entry: DebugEntry): Promise<void> {
    this.#taken = this.#taken.then(() => this.#take(entry)).catch(this.#tell);
    return this.#taken;
  }

  written(): Promise<void> {
    if (this.#waiting !== '') this.#writing ??= this.#write();
    return this.#writing ?? Promise.resolve();
  }

  async #take(entry: DebugEntry): Promise<void> {
    this.#waiting += await this.#textOf(entry);
    const written = this.written();
    if (entry.kind === 'end' || this.#waiting.length > MOST_WAITING) await written;
  }

  /** What comes while the disk is busy is written together. */
  async #write(): Promise<void> {
    try {
      while (this.#waiting !== '') {
        const text = this.#waiting;
        this.#waiting = '';
        await appendFile(this.#path, text);
      }
    } catch (error) {
      this.#tell(error);
    } finally {
      this.#writing = undefined;
    }
  }

  /** What is to be written of it; nothing, once the file is full. */
  async #textOf(entry: DebugEntry): Promise<string> {
    if (this.#bytes > MOST_BYTES) return '';
    const { kind, provider, model } = entry;
    const at = new Date().toISOString();
    const line = (of: string, payload: Json): string =>
      `${JSON.stringify({ at, kind: of, provider, model, payload })}\n`;
    const text = (await this.#payloadsOf(entry)).map((payload) => line(kind, payload)).join('');
    this.#bytes += Buffer.byteLength(text);
    return this.#bytes > MOST_BYTES ? line('cut', `over ${MOST_BYTES} bytes`) : text;
  }

  async #payloadsOf({ kind, payload }: DebugEntry): Promise<readonly Json[]> {
    if (kind === 'end') return this.#frames.rest();
    return [await (kind === 'frame' ? this.#frames.take(payload) : this.#frames.whole(payload))];
  }
}

/** `2026-11-15T20-36-04-123Z-000001-anthropic.jsonl`: in the order of time. */
function nameOf({ request, provider }: DebugEntry): string {
  const at = new Date().toISOString().replace(/[:.]/g, '-');
  return `${at}-${String(request).padStart(6, '0')}-${provider.replace(/[^\w.-]/g, '_')}.jsonl`;
}

/** Room for one more. What is not ours stays, and so does what is not a regular file, whatever its name. */
async function removeOldest(folder: string): Promise<void> {
  const found = await readdir(folder, { withFileTypes: true });
  const files = found.flatMap((entry) => (entry.isFile() && NAME.test(entry.name) ? [entry.name] : [])).toSorted();
  for (const name of files.slice(0, Math.max(0, files.length - MOST_FILES + 1))) {
    await rm(join(folder, name), { force: true });
  }
}
