import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { HAS_NUL, hasNoNul } from './has-no-nul.ts';

/** Linux takes as many of one argument, with the NUL at its end. */
const MOST_BYTES = 131_071;

/** A command: a line for a shell, or its words. */
export function commandText(): z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]> {
  return z
    .union([z.string().min(1), z.array(z.string()).min(1)])
    .refine((command) => [command].flat().every(hasNoNul), HAS_NUL)
    .refine((command) => [command].flat().every(isShort), `The system takes at most ${MOST_BYTES} bytes in one piece.`);
}

function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= MOST_BYTES;
}
