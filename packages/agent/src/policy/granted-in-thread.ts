import type { Call, ThreadState } from '@toolthread/core';
import { parseArguments } from '../tool/parse-arguments.ts';
import type { Tool } from '../tool/tool.ts';
import { callDigest } from './call-digest.ts';
import type { AskedCall, Policy } from './policy.ts';

/**
 * Has a person allowed this for the whole thread? The answer is in the ledger, nowhere else. `thread` reaches as far as
 * the tool's grant says. `always` is for exactly these arguments, and counts here only where no policy keeps it: one that
 * does may have taken it back.
 */
export async function grantedInThread(
  state: ThreadState,
  tool: Tool,
  grant: string,
  asked: AskedCall,
  keeper: Pick<Policy, 'granted'>,
): Promise<boolean> {
  const digest = keeper.granted === undefined ? callDigest(asked) : undefined;
  for (const [, { kind, settled, call: place, expiresAt }] of state.requests.entries()) {
    if (kind !== 'approval' || settled === undefined || place === undefined) continue;
    if (settled.at > (expiresAt ?? Infinity)) continue;
    const call = state.calls.byPlace.get(place);
    if (call?.name !== tool.name) continue;
    if (settled.decision === 'thread' && (await grantOf(tool, call)) === grant) return true;
    if (settled.decision === 'always' && digest !== undefined && digestOf(call, asked.workspace) === digest)
      return true;
  }
  return false;
}

async function grantOf(tool: Tool, call: Call): Promise<string | undefined> {
  const parsed = parseArguments(call.arguments);
  const accepted = parsed.ok ? await tool.accept(parsed.value) : undefined;
  return accepted?.kind === 'run' ? accepted.grant : undefined;
}

function digestOf(call: Call, workspace: string | undefined): string | undefined {
  const parsed = parseArguments(call.arguments);
  return parsed.ok ? callDigest({ name: call.name, arguments: parsed.value, workspace }) : undefined;
}
