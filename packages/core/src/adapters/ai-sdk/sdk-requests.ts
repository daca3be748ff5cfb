/** What a person is asked in a stream, and how it is settled. Our own streams say more of it, as `toolthread`. */
import { fieldsOf, filledTextOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { ownDraft } from '../own-draft.ts';
import type { SdkCall } from './sdk-calls.ts';

type Named = { readonly step: number; readonly name: string } & ({ readonly call: string } | { readonly part: number });

/** How events name a call. */
export function nameOf({ step, part, call, name }: SdkCall): Named {
  return call === undefined ? { step, part, name } : { step, call, name };
}

export function askDraft(request: string, call: SdkCall | undefined, part: Fields): EventDraft {
  const { kind, questions, covers, keeps_always, expires_at, proposed_arguments } = fieldsOf(part['toolthread']);
  const title = filledTextOf(part['reason']);
  const asked = {
    type: 'request.opened',
    request,
    kind: 'approval',
    ...(call === undefined ? {} : nameOf(call)),
    ...(call === undefined || kind !== undefined ? {} : { proposed_arguments: call.arguments }),
    ...(title === undefined ? {} : { title }),
  } as const;
  const own = { kind, questions, covers, keeps_always, expires_at, proposed_arguments };
  const said = Object.entries(own).filter(([, value]) => value !== undefined);
  return ownDraft({ ...asked, ...Object.fromEntries(said) }) ?? asked;
}

export function decisionDraft(request: string, part: Fields): EventDraft {
  const { decision, answers, executed_arguments, by } = fieldsOf(part['toolthread']);
  const reason = filledTextOf(part['reason']);
  const said = reason === undefined ? {} : { reason };
  const plain = {
    type: 'request.resolved',
    request,
    decision: part['approved'] === true ? 'once' : 'deny',
    ...said,
  } as const;
  return ownDraft({ type: 'request.resolved', request, decision, answers, executed_arguments, by, ...said }) ?? plain;
}

/** What our own streams say with a message of what a person is asked, as parts of a stream. */
export function requestParts(metadata: unknown): readonly Fields[] {
  const asked = Object.entries(fieldsOf(fieldsOf(fieldsOf(metadata)['toolthread'])['requests']));
  return asked.flatMap(([approvalId, data]) => {
    const { toolCallId, title, decision } = fieldsOf(data);
    const toolthread = toldRequest(fieldsOf(data));
    const opened = { type: 'tool-approval-request', approvalId, toolCallId, reason: title, toolthread };
    const settled = { type: 'tool-approval-response', approvalId, toolthread: { decision } };
    return decision === undefined ? [opened] : [opened, settled];
  });
}

/** What `requestData` tells of a request, in the ledger's words. */
export function toldRequest({ kind, questions, covers, keepsAlways, expiresAt, proposedArguments }: Fields): Fields {
  const own = { expires_at: expiresAt, proposed_arguments: proposedArguments };
  return { kind, questions, covers, keeps_always: keepsAlways, ...own };
}

/** What is asked, by its name. An id is asked once. */
export class SdkRequests {
  readonly #all = new Map<string, SdkCall | undefined>();
  /** Those that belong to no call. */
  readonly #open = new Set<string>();

  get isAwaited(): boolean {
    return this.#open.size > 0;
  }

  has(request: string): boolean {
    return this.#all.has(request);
  }

  open(request: string, call: SdkCall | undefined): void {
    this.#all.set(request, call);
    if (call === undefined) this.#open.add(request);
    else call.state = 'asked';
  }

  /** Whether it was open until now. */
  settle(request: string): boolean {
    const call = this.#all.get(request);
    if (call === undefined) return this.#open.delete(request);
    if (call.state !== 'asked') return false;
    call.state = 'called';
    return true;
  }
}
