/** What is to be done with an open call. It follows from the ledger, the tools and the policy, and from nothing else. */
import { thrownWords } from '@toolthread/core/text';
import type { Call, EventDraft, Outcome, Settlement, Step } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { answerValue } from './answer-value.ts';
import { childProblem } from './child-problem.ts';
import { childOf } from '../state/child-of.ts';
import { isExpired, waitsForPerson } from '../state/has-work.ts';
import { inTime } from './in-time.ts';
import { stepOf } from '../state/open-calls.ts';
import { parseArguments } from '../tool/parse-arguments.ts';
import { permit } from './permit.ts';
import type { Permission, Running } from './permit.ts';
import type { Run } from '../run/run.ts';
import type { Accepted, Tool } from '../tool/tool.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { errorValue } from '../tool/tool-value.ts';

export type Plan =
  | { readonly do: 'wait'; readonly call: Call }
  | { readonly do: 'open' | 'expire'; readonly call: Call; readonly request: EventDraft }
  | { readonly do: 'settle'; readonly call: Call; readonly outcome: Outcome; readonly value: ToolValue }
  | {
      readonly do: 'run';
      readonly call: Call;
      readonly tool: Tool;
      readonly work: Running;
      /** The arguments, as they are executed. */
      readonly given: Json;
      readonly approved: boolean;
    };

/**
 * Everything is checked again each time: approvals, arguments and policy may have changed since the call was made. The code of
 * a tool or a policy may throw or never answer: then this call fails, and no other.
 */
export async function planCall(run: Run, call: Call): Promise<Plan> {
  try {
    return await inTime(plan(run, call), run.signal);
  } catch (error) {
    return refuse(
      call,
      'failed',
      `Nothing ran: whether it may run could not be decided. ${thrownWords(error)}`,
      'check',
    );
  }
}

async function plan(run: Run, call: Call): Promise<Plan> {
  if (call.state.name === 'waiting') {
    // By the ledger's own time, which is the same on every machine.
    return isExpired(call, run.state().at) ? expire(call.state.request, call) : { do: 'wait', call };
  }
  if (waitsForPerson(run.state(), call)) return { do: 'wait', call };
  const step = stepOf(run.state(), call.scope, call.step);
  if (step === undefined || isForeign(run, step)) return refuse(call, 'interrupted', FOREIGN, 'foreign');
  const cut = cutShort(step);
  if (cut !== undefined) return refuse(call, 'failed', cut, 'cut_short');
  const tool = run.tools.get(call.name);
  if (tool === undefined) return refuse(call, 'failed', unknownTool(run, call.name), 'unknown_tool');
  const settled = call.request?.settled;
  const edited = settled?.decision === 'edit' ? settled.executedArguments : undefined;
  const parsed = parseArguments(edited ?? call.arguments);
  if (!parsed.ok) return refuse(call, 'failed', invalidJson(call.name, parsed.problem), 'invalid_json');
  const accepted = await tool.accept(parsed.value);
  switch (accepted.kind) {
    case 'refused':
      return refuse(call, 'failed', invalidArguments(call.name, accepted.problem), 'invalid_arguments');
    case 'ask':
      return settled === undefined ? askPerson(call, accepted) : answered(call, accepted, settled);
    case 'run': {
      const limit = startsChild(run, call, accepted) ? childProblem(run, call) : undefined;
      if (limit !== undefined) return refuse(call, 'failed', limit, 'limit');
      const permission = await permit(run, call, tool, accepted, parsed.value);
      switch (permission.is) {
        case 'given':
          return { do: 'run', call, tool, work: accepted, given: parsed.value, approved: permission.approved };
        case 'needed':
          return askApproval(call, tool, permission, accepted.grant);
        case 'refused':
          return refuse(call, permission.outcome, permission.message, permission.code);
        default:
          return permission satisfies never;
      }
    }
    default:
      return accepted satisfies never;
  }
}

function startsChild(run: Run, call: Call, accepted: Running): boolean {
  return accepted.child !== undefined && childOf(run.state(), call) === undefined;
}

const FOREIGN = 'The call was open in the thread that this is a copy of. It was not run here.';

/** An imported call, or one that a fork copied, is not run here. */
function isForeign(run: Run, step: Step): boolean {
  return step.run === undefined || step.seq <= (run.state().origin?.seq ?? 0);
}

/** Calls of a response that was cut off do not run: their arguments may be incomplete. */
function cutShort(step: Step): string | undefined {
  switch (step.end?.reason) {
    case 'length':
      return 'Nothing ran: the response reached its length limit, so the call may be incomplete. Make it again, shorter.';
    case 'refusal':
      return 'Nothing ran: the response was refused.';
    case 'overflow':
    case 'error':
      return 'Nothing ran: the response failed before its end.';
    case 'stop':
    case 'tool_calls':
    case 'pause':
    case 'unknown':
    case 'aborted':
    case undefined:
      return undefined;
    default:
      return step.end?.reason satisfies undefined;
  }
}

function answered(call: Call, asked: Extract<Accepted, { kind: 'ask' }>, settled: Settlement): Plan {
  const { decision, answers, reason } = settled;
  if (decision === 'answered') {
    return { do: 'settle', call, outcome: 'done', value: answerValue(asked.questions, answers) };
  }
  const why = reason === undefined || reason === '' ? '.' : `: ${reason}`;
  if (decision === 'expired') return refuse(call, 'failed', `Nobody answered in time${why}`, 'expired');
  if (decision === 'withdrawn') return refuse(call, 'skipped', `The question was withdrawn${why}`, 'withdrawn');
  return refuse(call, 'denied', `The user did not want to answer${why}`, 'denied');
}

function askPerson(call: Call, asked: Extract<Accepted, { kind: 'ask' }>): Plan {
  const { questions } = asked;
  const at = { call: call.id, step: call.step };
  return {
    do: 'open',
    call,
    request: { type: 'request.opened', request: `q-${call.id}`, kind: 'question', ...at, questions },
  };
}

function askApproval(
  call: Call,
  { question = `Allow ${call.name}?` }: Tool,
  { why, keepsAlways, expiresAt }: Extract<Permission, { is: 'needed' }>,
  grant: string | undefined,
): Plan {
  const request: EventDraft = {
    type: 'request.opened',
    request: `a-${call.id}`,
    kind: 'approval',
    call: call.id,
    step: call.step,
    title: why === undefined ? question : `${question} ${why}`,
    proposed_arguments: call.arguments,
    ...(grant === undefined ? {} : { covers: grant }),
    ...(keepsAlways ? { keeps_always: true } : {}),
    expires_at: expiresAt,
  };
  return { do: 'open', call, request };
}

function expire(request: string, call: Call): Plan {
  return { do: 'expire', call, request: { type: 'request.resolved', request, decision: 'expired' } };
}

function refuse(call: Call, outcome: Outcome, message: string, code: string): Plan {
  return { do: 'settle', call, outcome, value: errorValue(message, code) };
}

function unknownTool(run: Run, name: string): string {
  const known = [...run.tools.keys()].join(', ');
  return `There is no tool ${JSON.stringify(name)}. Nothing ran. The tools are: ${known === '' ? '(none)' : known}.`;
}

function invalidJson(name: string, problem: string): string {
  return `The arguments of ${name} cannot be read as JSON (${problem}). Nothing ran. Call it again with valid JSON.`;
}

function invalidArguments(name: string, problem: string): string {
  return `The arguments do not fit ${name}. Nothing ran.\n${problem}\nCorrect them and call it again.`;
}
