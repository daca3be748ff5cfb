/** The file of a policy: read whole, replaced whole, and judged by who could write it. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { thrownWords } from '@toolthread/core/text';
import { z } from 'zod';
import { isMissing, isOutOfReach } from './is-out-of-reach.ts';
import { parseSettings } from './parse-settings.ts';
import type { AllowedCall, Rule } from './rule.ts';

export interface StoredPolicy {
  readonly version: 1;
  readonly rules: readonly Rule[];
  /** What a person allowed for always: a tool with exactly these arguments, until then. */
  readonly always: readonly Always[];
}

/** `shown` is only for the list: the digest decides which calls are meant. */
interface Always extends Omit<AllowedCall, 'id'> {
  readonly digest: string;
}

const verdict = z.enum(['allow', 'ask', 'deny']);
const where = z.record(z.string(), z.string());
const rule = z.union([
  z.strictObject({ tool: z.string().min(1), verdict, where }),
  z.strictObject({ tool: z.string().min(1), verdict }),
]);
const always = z.strictObject({
  tool: z.string(),
  digest: z.string(),
  at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  shown: z.string().optional(),
  workspace: z.string().optional(),
});
const stored: z.ZodType<StoredPolicy> = z.strictObject({
  version: z.literal(1),
  rules: z.array(rule).default([]),
  always: z.array(always).default([]),
});

export type ReadPolicy =
  /** `trusted`: no agent can write it. */
  | { readonly kind: 'read'; readonly trusted: boolean; readonly policy: StoredPolicy }
  | { readonly kind: 'malformed'; readonly problem: string };

const MOST_BYTES = 1024 * 1024;
const NOTHING: StoredPolicy = { version: 1, rules: [], always: [] };

/** Read before every decision, so that a permission that was taken back no longer holds. */
export async function readPolicy(file: string, workspace: string | undefined): Promise<ReadPolicy> {
  try {
    const trusted = await isOutOfReach(file, workspace);
    const text = await readText(file);
    if (text === undefined) return { kind: 'read', policy: NOTHING, trusted };
    const parsed = parseSettings(stored, text);
    if (!parsed.ok) return { kind: 'malformed', problem: parsed.problem };
    return { kind: 'read', policy: parsed.value, trusted };
  } catch (error) {
    return { kind: 'malformed', problem: thrownWords(error) };
  }
}

/** Undefined only if nothing has that name: behind a link that leads nowhere there may be rules that somebody relies on. */
async function readText(file: string): Promise<string | undefined> {
  if (!(await isNamed(file))) return undefined;
  // A pipe would be waited for.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('It is not a regular file.');
    if (found.size > MOST_BYTES) throw new Error('The policy file is too large.');
    return new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile());
  } finally {
    await handle.close();
  }
}

async function isNamed(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** All of it or nothing: a reader never sees half a policy. */
export async function replacePolicy(file: string, policy: StoredPolicy): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(policy, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
}
