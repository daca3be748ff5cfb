/** Teams whose members say what a test tells them. */
import type { Model, ModelRequest } from '@toolthread/core/context';
import { scriptedModel, type Piece, type Seen } from '@toolthread/providers/scripted';
import { policyByTool } from '../src/policy/policy.ts';
import type { RunEnd } from '../src/run/run.ts';
import type { Member } from '../src/team/member.ts';
import { runTeam } from '../src/team/run-team.ts';
import type { TeamOptions } from '../src/team/run-team.ts';
import type { MemoryLedger } from './memory-ledger.ts';
import { say } from './run-on.ts';
import { VirtualClock } from './virtual-clock.ts';

/** What somebody says to a request. */
export type Part = (seen: Seen, request: ModelRequest) => readonly Piece[];
export const NAMES = ['pm', 'architect', 'coder'];
export const answers =
  (text: string): Part =>
  () => [say(text)];

export const ask = (question: string): Piece => {
  return { type: 'call', name: 'chat_ask_user', arguments: { questions: [{ question }] } };
};

/** What each member says; `team` is the leader's part when it writes the consensus. */
export function modelOf(
  parts: { readonly [name: string]: Part },
  seen: Map<string, ModelRequest[]> = new Map(),
): (name: string) => Model {
  return (name: string): Model => ({
    provider: 'scripted',
    api: 'scripted',
    model: name,
    stream: (request, signal) => {
      const who = request.tools.length === 0 ? 'team' : name;
      seen.set(who, [...(seen.get(who) ?? []), request]);
      const part = parts[who] ?? answers(`${who} says yes`);
      return scriptedModel((now) => part(now, request), { speed: Infinity }).stream(request, signal);
    },
  });
}

/** One turn of the team, to its end. */
export function runOnTeam(
  ledger: MemoryLedger,
  members: readonly Member[],
  more: Partial<TeamOptions> = {},
): Promise<RunEnd> {
  return runTeam({
    thread: ledger.state,
    append: ledger.append(),
    members,
    leader: members[0]?.name ?? '',
    policy: policyByTool({}, 'allow'),
    signal: new AbortController().signal,
    clock: new VirtualClock('hurrying'),
    ...more,
  });
}
