import type { Json, ThreadState } from '@toolthread/core';
import { parseArguments } from './parse-arguments.ts';
import type { Tool } from './tool.ts';

export type Verdict = 'allow' | 'ask' | 'deny';

/** Who may run what without asking. It is consulted before every run of a tool, after an approval too. */
export interface Policy {
  decide(call: { readonly name: string; readonly input: Json }): Verdict | Promise<Verdict>;
}

/** `policyByTool({ run_shell_command: 'ask' }, 'allow')`: a verdict for each tool, and one for all others. */
export function policyByTool(verdicts: { readonly [tool: string]: Verdict }, otherwise: Verdict): Policy {
  const byName = new Map(Object.entries(verdicts));
  return { decide: ({ name }) => byName.get(name) ?? otherwise };
}

/** Has a person allowed this for the whole thread? The answer is in the ledger, nowhere else. */
export async function grantedInThread(state: ThreadState, tool: Tool, grant: string): Promise<boolean> {
  for (const [, request] of state.requests.entries()) {
    const { settled } = request;
    if (request.kind !== 'approval' || settled === undefined) continue;
    if (settled.decision !== 'thread' && settled.decision !== 'always') continue;
    const call = request.call === undefined ? undefined : state.calls.byPlace.get(request.call);
    if (call?.name !== tool.name) continue;
    const input = parseArguments(call.arguments);
    const accepted = input.ok ? await tool.accept(input.value) : undefined;
    if (accepted?.kind === 'run' && accepted.grant === grant) return true;
  }
  return false;
}
