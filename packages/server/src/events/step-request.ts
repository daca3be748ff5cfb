/** What a step asked its model, for whoever may read the thread. */
import { type Blobs, sentRequest } from '@toolthread/agent';
import type { ThreadState } from '@toolthread/core';
import { stepKey } from '@toolthread/core/queries';
import type { ModelRequest } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import type { Ledger } from '@toolthread/store';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import type { ShownLedger } from './shown-ledger.ts';
import { stateAt } from './state-at.ts';

/** How a request looks on its way, and what of it nobody may see. The server itself knows no provider. */
export interface RequestEncoder {
  /** The body as it was sent, and what was added for the provider; undefined for a model of another kind. */
  encode(to: ModelName, request: ModelRequest): Promise<EncodedRequest | undefined>;
  /** The same without secrets. */
  redact(value: Json): Promise<Json>;
}

/** Whom a request went to, as the ledger says. */
export interface ModelName {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
}

/** A request as it goes over the wire; `notes` are what the encoder added. */
export interface EncodedRequest {
  readonly body: object;
  readonly notes: readonly { readonly kind: string; readonly text: string }[];
}

export interface StepName {
  readonly thread: string;
  readonly scope: string | undefined;
  readonly step: number;
}

/** Where it is made from. Without an encoder, nobody sees it. */
export interface StepRequestSources {
  readonly ledger: Pick<Ledger, 'state' | 'read'>;
  readonly shown: ShownLedger;
  readonly blobs: Blobs;
  readonly encoder: RequestEncoder | undefined;
}

/** `await stepRequest(sources, { thread, scope, step })`: made again from the ledger each time, by the rule that the loop sends by. */
export async function stepRequest(
  { ledger, shown, blobs, encoder }: StepRequestSources,
  { thread, scope, step }: StepName,
): Promise<{ readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: Problem }> {
  if (encoder === undefined) return { ok: false, problem: NOT_SHOWN };
  const now = await ledger.state(thread);
  if (!now.ok) return { ok: false, problem: ledgerProblem(now.error) };
  if (now.value.agent === 'elsewhere') return { ok: false, problem: ELSEWHERE };
  const { steps } = now.value;
  const seq = steps.get(stepKey(scope, step))?.seq;
  if (seq === undefined) return { ok: false, problem: NO_SUCH_STEP };
  const hidden = await shown.hides(thread, scope, seq);
  if (!hidden.ok) return { ok: false, problem: ledgerProblem(hidden.error) };
  if (hidden.value) return { ok: false, problem: WITHHELD };
  const then = await stateAt(ledger, now.value, seq);
  if (!then.ok) return { ok: false, problem: ledgerProblem(then.error) };
  const sent = await sentRequest(then.value, { scope, step }, blobs);
  if (sent === undefined) return { ok: false, problem: NO_SUCH_STEP };
  const { config, request, marks, unknown } = sent;
  const encoded = config === undefined ? undefined : await encoder.encode(config, request);
  const { provider = null, api = null, model = null } = config ?? {};
  const whole = {
    step,
    ...stepsBeside(steps, scope, step),
    scope: scope ?? null,
    provider,
    api,
    model,
    body: encoded?.body ?? plainRequest(request),
    marks: [...marks, ...(encoded?.notes ?? [])],
    unknown: [...unknown, ...(encoded === undefined && config !== undefined ? ['wire'] : [])],
  };
  const json: Json = JSON.parse(JSON.stringify(whole));
  return { ok: true, value: await encoder.redact(json) };
}

/** The steps of that scope before and after it. A number is missing where a rewind took its step back. */
function stepsBeside(
  steps: ThreadState['steps'],
  scope: string | undefined,
  step: number,
): { readonly previous: number | null; readonly next: number | null } {
  let [previous, next] = [-Infinity, Infinity];
  for (const [, other] of steps.entries()) {
    if (other.scope !== scope) continue;
    if (other.step < step) previous = Math.max(previous, other.step);
    if (other.step > step) next = Math.min(next, other.step);
  }
  return { previous: Number.isFinite(previous) ? previous : null, next: Number.isFinite(next) ? next : null };
}

/** What a model of no known wire was given. */
function plainRequest({ system, messages, tools }: ModelRequest): object {
  return { system, tools, messages: messages.map(({ role, parts }) => ({ role, parts })) };
}

const NOT_SHOWN = problem(404, 'no_requests', 'This server does not show what its models were sent.');
const NO_SUCH_STEP = problem(404, 'no_such_step', 'There is no such step in this thread, or it was rewound.');
const ELSEWHERE = problem(404, 'sent_elsewhere', 'Another program sent this request: it is not known here.');
const WITHHELD = problem(
  403,
  'request_withheld',
  'This member does not show its calls, and its requests contain them.',
);
