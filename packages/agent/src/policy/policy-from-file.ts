/**
 * A policy that holds for all threads, in a file of the user: rules written by hand, and calls that were allowed for always. No tool may
 * write the file. If one could, the file can still deny and ask, but allows nothing.
 */
import { ALWAYS_DAYS } from '@toolthread/core/lines';
import { callDigest } from './call-digest.ts';
import { inTurn } from './in-turn.ts';
import type { AskedCall, Policy, Verdict } from './policy.ts';
import { decideByRules, pathsHeldBack } from './policy-by-rules.ts';
import type { Rule } from './rule.ts';
import { readPolicy, replacePolicy } from './stored-policy.ts';

/** Which file, and what holds beside it. */
export interface PolicyFileOptions {
  /** The path of the file, outside of every workspace. The file need not exist. */
  readonly file: string;
  /** Rules that hold beside those of the file. */
  readonly rules: readonly Rule[];
  readonly otherwise: Verdict;
  readonly now?: () => number;
}

/** How long `always` lasts. */
const ALWAYS_MS = ALWAYS_DAYS * 24 * 60 * 60 * 1000;

/**
 * The policy of a file, beside rules that always hold.
 *
 * @example
 * import { standardRules } from '@toolthread/agent';
 * const policy = policyFromFile({ file: `${exampleFolder()}/policy.json`, rules: standardRules, otherwise: 'ask' });
 * await policy.decide({ name: 'deploy', arguments: {}, workspace: undefined }); //=> 'ask'
 */
export function policyFromFile(options: PolicyFileOptions): Policy {
  const { file, rules, otherwise, now = Date.now } = options;
  const add = async (call: AskedCall, digest: string, shown?: string): Promise<void> => {
    const read = await readPolicy(file, call.workspace);
    if (read.kind === 'malformed') throw new Error(`The policy file is left as it is: ${read.problem}`);
    if (!read.trusted) throw new Error('The policy file is in reach of the agent; nothing is written to it.');
    const at = now();
    const kept = read.policy.always.filter((one) => Date.parse(one.expires_at) > at && one.digest !== digest);
    const known = { tool: call.name, digest, at: iso(at), expires_at: iso(at + ALWAYS_MS) };
    const { workspace } = call;
    const entry = {
      ...known,
      ...(shown === undefined ? {} : { shown }),
      ...(workspace === undefined ? {} : { workspace }),
    };
    await replacePolicy(file, { ...read.policy, always: [...kept, entry] });
  };
  return {
    decide: async (call) => {
      const read = await readPolicy(file, call.workspace);
      if (read.kind === 'malformed') return (await decideByRules(rules, 'ask', call)) === 'deny' ? 'deny' : 'ask';
      const own = read.trusted ? read.policy.rules : read.policy.rules.filter((one) => one.verdict !== 'allow');
      return decideByRules([...rules, ...own], otherwise, call);
    },
    leavesOut: async (call) => {
      const read = await readPolicy(file, call.workspace);
      return pathsHeldBack(read.kind === 'malformed' ? rules : [...rules, ...read.policy.rules], call);
    },
    granted: async (call) => {
      const digest = callDigest(call);
      const read = await readPolicy(file, call.workspace);
      if (digest === undefined || read.kind === 'malformed' || !read.trusted) return false;
      return read.policy.always.some(
        (one) => one.digest === digest && one.tool === call.name && Date.parse(one.expires_at) > now(),
      );
    },
    keeps: async (call) => {
      const read = await readPolicy(file, call.workspace);
      return callDigest(call) !== undefined && read.kind !== 'malformed' && read.trusted;
    },
    remember: (call, shown) => {
      const digest = callDigest(call);
      if (digest === undefined) return undefined;
      return inTurn(file, () => add(call, digest, shown));
    },
  };
}

/**
 * Why a policy file is not used, to be shown at the start; undefined if it is used.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 * const file = `${exampleFolder()}/policy.json`;
 * await policyProblem(file); //=> undefined
 * writeFileSync(file, '{"rules": [');
 * (await policyProblem(file)) === undefined; //=> false
 */
export async function policyProblem(file: string): Promise<string | undefined> {
  const read = await readPolicy(file, undefined);
  return read.kind === 'malformed' ? read.problem : undefined;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
