import { Buffer } from 'node:buffer';
import { z } from 'zod';

/** Linux takes as many of one argument, with the NUL at its end. */
const MOST_BYTES = 131_071;

/** A path, as a tool is given it: it is refused before anybody is asked about it, if no system would take it. */
export function pathText(): z.ZodString {
  return z.string().refine(hasNoNul, HAS_NUL);
}

/** A command: a line for a shell, or its words. */
export function commandText(): z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]> {
  return z
    .union([z.string().min(1), z.array(z.string()).min(1)])
    .refine((command) => [command].flat().every(hasNoNul), HAS_NUL)
    .refine((command) => [command].flat().every(isShort), `The system takes at most ${MOST_BYTES} bytes in one piece.`);
}

const HAS_NUL = 'It contains a NUL character, which no command or path can.';

function hasNoNul(text: string): boolean {
  return !text.includes('\0');
}

function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= MOST_BYTES;
}
