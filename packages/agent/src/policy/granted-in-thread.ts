import type { Call, ThreadState } from '@toolthread/core';
import { parseArguments } from '../tool/parse-arguments.ts';
import { callDigest } from './call-digest.ts';
import type { AskedCall, Policy } from './policy.ts';

/**
 * Has a person allowed this for the whole thread? Only the ledger says so. `thread` covers what the card said:
 * calls with the same `grant`, or with exactly these arguments. `always` covers exactly these arguments. It counts here only if no policy
 * stores it: a policy that does may have taken it back.
 */
export function grantedInThread(
  state: ThreadState,
  grant: string | undefined,
  asked: AskedCall,
  keeper: Pick<Policy, 'granted'>,
): boolean {
  const digest = callDigest(asked);
  for (const [, { kind, settled, call: place, covers, expiresAt }] of state.requests.entries()) {
    if (kind !== 'approval' || settled === undefined || place === undefined) continue;
    if (settled.at > (expiresAt ?? Infinity)) continue;
    const call = state.calls.byPlace.get(place);
    if (call?.name !== asked.name) continue;
    const isForThread = settled.decision === 'thread';
    if (isForThread && covers !== undefined && covers === grant) return true;
    const isExact = isForThread ? covers === undefined : settled.decision === 'always' && keeper.granted === undefined;
    if (isExact && digest !== undefined && digestOf(call, asked.workspace) === digest) return true;
  }
  return false;
}

function digestOf(call: Call, workspace: string | undefined): string | undefined {
  const parsed = parseArguments(call.arguments);
  return parsed.ok ? callDigest({ name: call.name, arguments: parsed.value, workspace }) : undefined;
}
