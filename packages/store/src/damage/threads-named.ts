import { closeSync, existsSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 20;
/** Longer than any name of a thread, with the words before it. */
const OVERLAP = 300;

/** `threadsNamed('ledger.db')`: every thread that some event in the file says it belongs to, however broken the way to it is. */
export function threadsNamed(file: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of [file, `${file}-wal`]) {
    if (!existsSync(name)) continue;
    const handle = openSync(name, 'r');
    const buffer = Buffer.alloc(CHUNK + OVERLAP);
    try {
      for (let at = 0; ; at += CHUNK) {
        const read = readSync(handle, buffer, 0, buffer.length, at);
        for (const [, id] of buffer.toString('latin1', 0, read).matchAll(/"v":\d\d*,"thread":"([\w.:-]{1,200})"/g)) {
          if (id !== undefined) names.add(id);
        }
        if (read < buffer.length) break;
      }
    } finally {
      closeSync(handle);
    }
  }
  return names;
}
