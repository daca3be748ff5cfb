import { readAs } from './read-transcript.ts';
import type { ReadTranscript } from './read-transcript.ts';
import { Transcript } from './transcript.ts';
import type { TranscriptOptions } from './transcript.ts';

/** A thread that grows with the bytes of its file. */
export interface TranscriptTail extends ReadTranscript {
  push(bytes: Uint8Array): void;
  /** Closes the thread: only now is an open call `lost`. */
  end(): void;
}

/**
 * Reads a transcript that is still being written: push what came, and look at it at any time.
 *
 * @example
 * const tail = tailTranscript();
 * tail.push(new TextEncoder().encode('{"role":"user","content":"Hello"}\n{"role":"assist'));
 * tail.push(new TextEncoder().encode('ant","content":"Hello."}\n'));
 * tail.end();
 * tail.format; //=> 'openai'
 */
export function tailTranscript(options: TranscriptOptions = {}): TranscriptTail {
  const transcript = new Transcript(options);
  return Object.assign(readAs(transcript), {
    push: (bytes: Uint8Array) => transcript.push(bytes),
    end: () => transcript.end(),
  });
}
