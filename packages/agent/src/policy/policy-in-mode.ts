import type { ApprovalMode } from '@toolthread/core/events';
import type { AskedCall, Policy, Verdict } from './policy.ts';
import { policyFromFile } from './policy-from-file.ts';
import type { PolicyFileOptions } from './policy-from-file.ts';
import { decideByRules } from './policy-by-rules.ts';
import type { Rule } from './rule.ts';
import { standardRules } from './standard-rules.ts';

/** Writing files of the workspace; what the file forbids or asks for still holds. */
const EDITS: readonly Rule[] = ['save_file', 'edit_file'].map((tool) => ({ tool, verdict: 'allow' }));

/**
 * The policy of a file as a person wants it for a thread. A mode never allows what the file forbids, nor what it asks for.
 *
 * @example
 * const file = `${exampleFolder()}/policy.json`;
 * const call = { name: 'save_file', arguments: { path: 'a.ts' }, workspace: exampleFolder() };
 * const modes = (['ask', 'read-only', 'auto-edit'] as const).map((mode) => policyInMode({ file }, mode).decide(call));
 * await Promise.all(modes); //=> ['ask', 'deny', 'allow']
 */
export function policyInMode(options: Pick<PolicyFileOptions, 'file' | 'now'>, mode: ApprovalMode): Policy {
  const rules = mode === 'auto-edit' ? [...standardRules, ...EDITS] : standardRules;
  const policy = policyFromFile({ ...options, rules, otherwise: 'ask' });
  if (mode !== 'read-only') return policy;
  return {
    ...policy,
    decide: async (call) => onlyLooking(call, await policy.decide(call)),
    // A call that was allowed for always was allowed in another mode.
    granted: () => false,
  };
}

/** Only tools that read, whatever the file allows. What the file denies stays denied. */
async function onlyLooking(call: AskedCall, verdict: Verdict): Promise<Verdict> {
  return (await decideByRules(standardRules, 'deny', call)) === 'allow' ? verdict : 'deny';
}
