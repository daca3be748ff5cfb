import { subscribe } from 'node:diagnostics_channel';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** In bytes outside of the heap, over what was there before. */
const MUCH = 4 * 1024 * 1024;

/** After these, bytes are done with: of a request that came, of an answer that went, of a request to a model. */
const DONE = ['http.server.response.finish', 'undici:request:bodySent'];

/**
 * Bytes that came or went are collected soon: V8 waits until there are 32 MB of them, for a process that has not been started with
 * `--max-semi-space-size=4`. Only what is new is looked at, as for a few megabytes of new objects: some milliseconds.
 */
export function collectBytesEarly(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect !== 'function') return;
  let least = outside();
  const look = (): void => {
    least = Math.min(least, outside());
    if (outside() < least + MUCH) return;
    collect({ type: 'minor' });
    least = outside();
  };
  for (const name of DONE) subscribe(name, look);
  subscribe('http.server.request.start', (told) => {
    const { request } = Object(told);
    request.once('end', look);
  });
}

function outside(): number {
  return getHeapStatistics().external_memory;
}
