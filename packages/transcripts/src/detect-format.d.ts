import type { Format } from './reader.ts';
/** `detectFormat(await readFile(path), { path }) === 'codex'`; undefined if no reader knows it. */
export declare function detectFormat(
  input: Uint8Array | string,
  options?: {
    readonly path?: string;
  },
): Format | undefined;
