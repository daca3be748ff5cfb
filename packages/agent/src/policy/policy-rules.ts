/** The rules of a policy's file, for a person: to be read, and to be changed. Nothing that a tool can call leads here. */
import { createHash } from 'node:crypto';
import { thrownWords } from '@toolthread/core/text';
import { inTurn } from './in-turn.ts';
import type { PolicyRules, Rule } from './rule.ts';
import { readPolicy, replacePolicy } from './stored-policy.ts';

/** What a person wants the rules to be. */
export interface PolicyChange {
  readonly rules: readonly Rule[];
  /** The version of the rules that the person saw, so that nobody replaces changes of others without having seen them. */
  readonly version: string;
  /** Calls that were allowed for always are also taken back: all of them, or those with these ids. */
  readonly forgetAlways?: boolean | readonly string[];
}

/** `changed`: these are no longer the rules that the person saw. */
export type PolicyChanged =
  | { readonly ok: true; readonly policy: PolicyRules }
  | { readonly ok: false; readonly why: 'changed' | 'not written'; readonly problem: string };

/**
 * The rules of a policy's file, to be shown.
 *
 * @example
 * const { rules, always } = await policyRules('/no/such/policy.json');
 * [rules, always]; //=> [[], 0]
 */
export async function policyRules(file: string): Promise<PolicyRules> {
  const read = await readPolicy(file, undefined);
  if (read.kind === 'malformed') return { rules: [], always: 0, allowed: [], problem: read.problem };
  const { rules, always } = read.policy;
  return {
    rules,
    always: always.length,
    allowed: always.map(({ digest: id, ...call }) => ({ id, ...call })),
    version: versionOf(rules),
    ...(read.trusted ? {} : { problem: IN_REACH }),
  };
}

/**
 * Other rules in a policy's file: what a person wrote, and nothing that a model said. They hold from the next call on.
 *
 * @example
 * import { policyRules } from '@toolthread/agent';
 * const file = `${exampleFolder()}/policy.json`;
 * const { version = '' } = await policyRules(file);
 * const changed = await changePolicyRules(file, { version, rules: [{ tool: 'deploy', verdict: 'deny' }] });
 * [changed.ok, (await policyRules(file)).rules]; //=> [true, [{ tool: 'deploy', verdict: 'deny' }]]
 */
export function changePolicyRules(file: string, change: PolicyChange): Promise<PolicyChanged> {
  return inTurn(file, async (): Promise<PolicyChanged> => {
    const read = await readPolicy(file, undefined);
    if (read.kind === 'malformed') return notWritten(`The policy file is left as it is: ${read.problem}`);
    if (!read.trusted) return notWritten(IN_REACH);
    if (versionOf(read.policy.rules) !== change.version)
      return { ok: false, why: 'changed', problem: 'The rules were changed meanwhile. Look at them again first.' };
    try {
      const always = read.policy.always.filter(({ digest }) => !isForgotten(digest, change.forgetAlways));
      await replacePolicy(file, { version: 1, rules: change.rules, always });
    } catch (error) {
      return notWritten(`The policy file cannot be written: ${thrownWords(error)}`);
    }
    return { ok: true, policy: await policyRules(file) };
  });
}

const IN_REACH =
  'The policy file, or its folder, can be written by others: it allows nothing, and nothing is written to it.';

function isForgotten(id: string, forget: PolicyChange['forgetAlways'] = false): boolean {
  return typeof forget === 'boolean' ? forget : forget.includes(id);
}

function notWritten(problem: string): PolicyChanged {
  return { ok: false, why: 'not written', problem };
}

function versionOf(rules: readonly Rule[]): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16);
}
