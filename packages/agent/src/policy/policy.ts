import type { Json } from '@toolthread/core/json';

/** May a call run? */
export type Verdict = 'allow' | 'ask' | 'deny';

/** What a policy is asked about: the arguments as they would be executed. */
export interface AskedCall {
  readonly name: string;
  readonly arguments: Json;
  readonly workspace: string | undefined;
}

/** Which calls run without asking. It is consulted before every run of a tool, after an approval too. */
export interface Policy {
  decide(call: AskedCall): Verdict | Promise<Verdict>;
  /** Patterns of paths that this call may not see although it does not name them: a tool that walks through folders leaves them out. */
  leavesOut?(call: AskedCall): Promise<readonly string[]>;
  /** Has a person allowed exactly this for always? */
  granted?(call: AskedCall): boolean | Promise<boolean>;
  /**
   * A person allows exactly this for always. It is called again before every run of that call, so a second time must change nothing. A card says that it holds
   * for 30 days, in the call's workspace; without this and `granted` it does not offer it. `shown`: how its arguments may be listed, cut and without secrets.
   */
  remember?(call: AskedCall, shown?: string): void | Promise<void>;
  /** Could it be remembered now? Asked before a person is. Without it, always. */
  keeps?(call: AskedCall): boolean | Promise<boolean>;
  /** `allow` also covers what a tool does only after approval, such as a shell without a sandbox. For scratch workspaces. */
  readonly trusts?: boolean;
  /** How long a request for approval stays open, and how long an approval may wait to be used; without it, seven days. */
  readonly approvalMs?: number;
}

/**
 * A verdict for each tool, and one for all others. Throws if one of them is none.
 *
 * @example
 * const policy = policyByTool({ run_shell_command: 'ask' }, 'allow');
 * policy.decide({ name: 'run_shell_command', arguments: {}, workspace: undefined }); //=> 'ask'
 */
export function policyByTool(verdicts: { readonly [tool: string]: Verdict }, otherwise: Verdict): Policy {
  const byName = new Map(Object.entries(verdicts));
  assertVerdict(otherwise, 'all other tools');
  for (const [tool, verdict] of byName) assertVerdict(verdict, tool);
  return { decide: ({ name }) => byName.get(name) ?? otherwise };
}

const VERDICTS: readonly unknown[] = ['allow', 'ask', 'deny'] satisfies Verdict[];

function assertVerdict(verdict: Verdict, whom: string): void {
  if (!VERDICTS.includes(verdict))
    throw new Error(`policyByTool: ${JSON.stringify(verdict)} is no verdict, for ${whom}: give allow, ask or deny.`);
}
