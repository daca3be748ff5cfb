import { ARGUMENT_BOUNDS } from '@toolthread/agent';
import { type Request, type ThreadState } from '@toolthread/core';
import { isOpen } from '@toolthread/core/summary';
import { isFields, jsonExcess, parsedJson } from '@toolthread/core/json';
import { type Problem, problem } from '../../http/problem.ts';
import type { Services } from '../services.ts';
import type { Asked, Resolution } from './settle-request.ts';

/** What a person decided about a call. With `edit`: what shall run instead, as JSON text or as the object itself. */
export interface GivenDecision {
  readonly decision: 'once' | 'thread' | 'always' | 'deny' | 'edit';
  readonly arguments?: unknown;
  readonly reason?: string;
}

/** What is recorded for it, or why it cannot be. */
export async function decisionResolution(
  services: Services,
  { state, request }: Asked,
  { decision, reason, arguments: given }: GivenDecision,
): Promise<Resolution | Problem> {
  if (decision === 'always' && !request.keepsAlways && isOpen(state, request.id)) return NOT_KEPT;
  const edited = decision === 'edit' ? editedArguments(given) : undefined;
  if (decision === 'edit' && edited === undefined)
    return problem(400, 'bad_arguments', 'The arguments are not a JSON object, or are too large for a call.');
  const unfit = await editProblem(services, state, request, edited);
  if (unfit !== undefined) return problem(422, 'bad_arguments', unfit);
  return {
    decision,
    ...(edited === undefined ? {} : { executed_arguments: edited }),
    ...(reason === undefined ? {} : { reason }),
  };
}

const NOT_KEPT = problem(
  400,
  'not_kept',
  'Nothing here remembers what is always allowed. Allow it once, or in this thread.',
);

/** Told before anything is recorded: then the person can still put it right. */
async function editProblem(
  { runner }: Services,
  state: ThreadState,
  request: Request,
  edited: string | undefined,
): Promise<string | undefined> {
  const call = request.call === undefined ? undefined : state.calls.byPlace.get(request.call);
  if (edited === undefined || call === undefined || !isOpen(state, request.id)) return undefined;
  return runner.editProblem(state, call.name, edited);
}

/** As JSON text, however it was given; undefined if it is no object, or more than a call may have. */
function editedArguments(given: unknown): string | undefined {
  const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
  if (jsonExcess(text, ARGUMENT_BOUNDS) !== undefined) return undefined;
  return isFields(parsedJson(text)) ? text : undefined;
}
