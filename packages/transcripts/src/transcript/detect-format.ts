import type { Format } from './format-reader.ts';
import { Transcript } from './transcript.ts';

/** Enough for the first records of almost any file; then twice as much, and so on. */
const FIRST_BYTES = 64 * 1024;

/**
 * The format of a transcript; undefined if no reader knows it.
 *
 * @example
 * const text = '{"role":"user","content":"Hello"}\n{"role":"assistant","content":"Hello."}\n';
 * detectFormat(text); //=> 'openai'
 * detectFormat('Dear diary'); //=> undefined
 */
export function detectFormat(input: Uint8Array | string, options: { readonly path?: string } = {}): Format | undefined {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const transcript = new Transcript(options);
  let from = 0;
  for (let size = FIRST_BYTES; from < bytes.length; size *= 2) {
    transcript.push(bytes.subarray(from, from + size));
    if (transcript.format !== undefined) return transcript.format;
    from += size;
  }
  transcript.end();
  return transcript.format;
}
