/** May this call run? Asked again before every run: an approval is checked like everything else. */
import type { Call, Request, Settlement } from '@toolthread/core';
import { ellipsis } from '@toolthread/core/text';
import { Redactor } from '../redact/redactor.ts';
import type { Run } from '../run/run.ts';
import type { Accepted, Tool } from '../tool/tool.ts';
import { grantedInThread } from '../policy/granted-in-thread.ts';
import type { AskedCall, Policy } from '../policy/policy.ts';

export type Permission =
  /** `approved`: it may also do what its tool does only after approval. */
  | { readonly is: 'given'; readonly approved: boolean }
  | {
      readonly is: 'needed';
      readonly why: string | undefined;
      readonly keepsAlways: boolean;
      readonly expiresAt: number;
    }
  | { readonly is: 'refused'; readonly outcome: 'denied' | 'skipped'; readonly message: string; readonly code: string };

export type Running = Extract<Accepted, { kind: 'run' }>;

const APPROVAL_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The policy's denial comes first, then what the person decided on this call, then the policy, then earlier grants.
 * Time is the ledger's own, the same on every machine.
 */
export async function permit(
  run: Run,
  call: Call,
  tool: Tool,
  work: Running,
  given: AskedCall['arguments'],
): Promise<Permission> {
  const { policy, workspace } = run;
  const asked: AskedCall = { name: tool.name, arguments: given, workspace };
  const verdict = await policy.decide(asked);
  if (verdict === 'deny') return refused('denied', `The policy does not allow this call of ${tool.name}.`, 'policy');
  const { request } = call;
  if (request?.settled !== undefined) {
    const decided = byPerson(call, request, request.settled, run.state().at, policy.approvalMs ?? APPROVAL_MS);
    if (decided.is === 'given' && request.settled.decision === 'always') await remember(run, asked);
    return decided;
  }
  const why = await work.needsApproval({ workspace });
  if (verdict === 'allow' && (why === undefined || policy.trusts === true)) {
    return { is: 'given', approved: policy.trusts === true };
  }
  if (grantedInThread(run.state(), work.grant, asked, policy)) return { is: 'given', approved: true };
  if ((await policy.granted?.(asked)) === true) return { is: 'given', approved: true };
  const keepsAlways = await keeps(policy, asked);
  return { is: 'needed', why, keepsAlways, expiresAt: run.state().at + (policy.approvalMs ?? APPROVAL_MS) };
}

/** Only then a person is offered to allow it for always. */
async function keeps(policy: Policy, asked: AskedCall): Promise<boolean> {
  if (policy.granted === undefined || policy.remember === undefined) return false;
  return (await policy.keeps?.(asked)) ?? true;
}

function byPerson(call: Call, request: Request, settled: Settlement, now: number, approvalMs: number): Permission {
  const { decision, reason } = settled;
  const why = reason === undefined || reason === '' ? '.' : `: ${reason}`;
  switch (decision) {
    case 'deny':
      return refused('denied', `The user denied this call${why}`, 'denied');
    case 'expired':
      return refused('denied', `Nobody approved this call in time${why}`, 'expired');
    case 'withdrawn':
    case 'answered':
      return refused('skipped', `The request for approval was withdrawn${why}`, 'withdrawn');
    case 'once':
    case 'thread':
    case 'always':
    case 'edit':
      break;
    default:
      return decision satisfies never;
  }
  if (request.proposedArguments !== call.arguments) {
    return refused('denied', 'What was approved is not what this call would run.', 'changed');
  }
  const tooLate = settled.at > (request.expiresAt ?? Infinity) || now - settled.at > approvalMs;
  if (tooLate) return refused('denied', 'The approval came too late, or is too old by now.', 'expired');
  return { is: 'given', approved: true };
}

/** The names of the arguments, as a list. */
const MOST_SHOWN = 200;

/** If the policy cannot store the permission, the call still runs now. The person is asked again next time. */
async function remember({ policy, secrets }: Run, asked: AskedCall): Promise<void> {
  try {
    const shown = await new Redactor(secrets).longText(JSON.stringify(asked.arguments));
    await policy.remember?.(asked, ellipsis(shown, MOST_SHOWN));
  } catch {
    return;
  }
}

function refused(outcome: 'denied' | 'skipped', message: string, code: string): Permission {
  return { is: 'refused', outcome, message, code };
}
