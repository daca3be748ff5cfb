import { join } from 'node:path';
import type { TokenRow } from '@toolthread/server';
import { z } from 'zod';
import { fileText } from '../file-text.ts';
import { systemTrouble } from '../system-trouble.ts';
import { replaceFile, Unwritten } from './replace-file.ts';

/** The tokens beside the owner's, as they are kept in `tokens.json`: by their digests, never themselves. */
export interface KeptToken extends Omit<TokenRow, 'strong'> {
  readonly madeAt: number;
}

const digest = z.string().regex(/^[0-9a-f]{64}$/);
export const digests: z.ZodObject<
  { token: z.ZodString; cookie: z.ZodString; pageSecret: z.ZodString },
  z.core.$strict
> = z.strictObject({ token: digest, cookie: digest, pageSecret: digest });
const listSchema = z.strictObject({
  version: z.literal(1),
  tokens: z.array(
    z.strictObject({
      name: z.string(),
      may: z.enum(['all', 'read']),
      digests,
      madeAt: z.number(),
      expiresAt: z.number().exactOptional(),
    }),
  ),
});

export type TokenList =
  | { readonly ok: true; readonly tokens: readonly KeptToken[] }
  /** `away`: whoever asks again may get it. */
  | { readonly ok: false; readonly reason: string; readonly away?: true };

function tokenListFile(data: string): string {
  return join(data, 'tokens.json');
}

/** `readTokenList(data)`; without a file there are none. */
export function readTokenList(data: string): TokenList {
  try {
    const text = fileText(tokenListFile(data));
    return text === undefined ? { ok: true, tokens: [] } : parseTokenList(text, DAMAGED);
  } catch (error) {
    return { ok: false, reason: systemTrouble('tokens.json cannot be read', error).what };
  }
}

const DAMAGED = 'tokens.json is damaged. Delete it, and add the tokens again.';

/** `damage`: what to say if the text is no list. */
export function parseTokenList(text: string, damage: string): TokenList {
  const damaged = { ok: false, reason: damage } as const;
  try {
    const parsed = listSchema.safeParse(JSON.parse(text));
    return parsed.success ? { ok: true, tokens: parsed.data.tokens } : damaged;
  } catch {
    return damaged;
  }
}

/** Returns the new list, or the reason why there is none. */
export type ChangeTokens = (tokens: readonly KeptToken[]) => readonly KeptToken[] | string;

/** As it is kept, in a file or in a database. */
export function tokenListText(tokens: readonly KeptToken[]): string {
  return `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`;
}

/** Undefined if it was written; else the reason why not. */
export function changeTokenList(data: string, change: ChangeTokens): string | undefined {
  const replaced = replaceFile(tokenListFile(data), () => {
    const before = readTokenList(data);
    const after = before.ok ? change(before.tokens) : before.reason;
    if (typeof after === 'string') throw new Unwritten(after);
    return tokenListText(after);
  });
  return replaced.ok ? undefined : replaced.reason;
}
