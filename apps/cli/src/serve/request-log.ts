/** What goes to a model and comes from it, a file for each request, for whoever debugs one. Without secrets, and bounded. */
import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Redactor } from '@toolthread/agent/redact';
import type { DebugEntry, DebugLog } from '@toolthread/providers';
import type { KnownSecrets } from './known-secrets.ts';
import { RedactedFrames } from './redacted-frames.ts';

/** What is kept: of one request so many bytes, and so many requests. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILES = 100;
const NAME = /^\d{4}-\d\d-\d\dT[\d-]+Z-\d{6}-[\w.-]+\.jsonl$/;

export interface RequestLog {
  readonly take: DebugLog;
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
  let written = Promise.resolve();
  let isTold = false;
  const later = (work: () => Promise<void>): void => {
    written = written.then(work).catch((error: unknown) => {
      if (!isTold) onError(error);
      isTold = true;
    });
  };
  return {
    close: () => written,
    take: (entry) => {
      const file = open.get(entry.request) ?? new OpenFile(join(folder, nameOf(entry)), secrets.list());
      if (!open.has(entry.request)) later(() => removeOldest(folder));
      if (entry.kind === 'end') open.delete(entry.request);
      else open.set(entry.request, file);
      const text = file.textOf(entry);
      if (text !== '') later(() => appendFile(file.path, text, { mode: 0o600 }));
    },
  };
}

class OpenFile {
  readonly path: string;
  readonly #frames: RedactedFrames;
  #bytes = 0;

  constructor(path: string, secrets: readonly string[]) {
    this.path = path;
    this.#frames = new RedactedFrames(new Redactor(secrets));
  }

  /** What is to be written of it; nothing, once the file is full. */
  textOf({ kind, provider, model, payload }: DebugEntry): string {
    const at = new Date().toISOString();
    const payloads =
      kind === 'end'
        ? this.#frames.rest()
        : [kind === 'frame' ? this.#frames.take(payload) : this.#frames.whole(payload)];
    const text = payloads.map((one) => `${JSON.stringify({ at, kind, provider, model, payload: one })}\n`).join('');
    const isFull = this.#bytes > MOST_BYTES;
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes <= MOST_BYTES) return text;
    return isFull
      ? ''
      : `${JSON.stringify({ at, kind: 'cut', provider, model, payload: `over ${MOST_BYTES} bytes` })}\n`;
  }
}

/** `2026-11-15T20-36-04-123Z-000001-anthropic.jsonl`: in the order of time. */
function nameOf({ request, provider }: DebugEntry): string {
  const at = new Date().toISOString().replace(/[:.]/g, '-');
  return `${at}-${String(request).padStart(6, '0')}-${provider.replace(/[^\w.-]/g, '_')}.jsonl`;
}

/** Room for one more. What is not ours stays, and so does what is no plain file, whatever its name. */
async function removeOldest(folder: string): Promise<void> {
  const found = await readdir(folder, { withFileTypes: true });
  const files = found.flatMap((entry) => (entry.isFile() && NAME.test(entry.name) ? [entry.name] : [])).toSorted();
  for (const name of files.slice(0, Math.max(0, files.length - MOST_FILES + 1))) {
    await rm(join(folder, name), { force: true });
  }
}
