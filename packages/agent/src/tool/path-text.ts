import { z } from 'zod';
import { HAS_NUL, hasNoNul } from './has-no-nul.ts';

/** A path, as a tool is given it: it is refused before anybody is asked about it, if no system would take it. */
export function pathText(): z.ZodString {
  return z.string().refine(hasNoNul, HAS_NUL);
}
