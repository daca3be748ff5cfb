import { filledTextOf, isFields, listOf, numberOf, textOf } from '../../../ledger/json/fields.ts';
import type { Fields } from '../../../ledger/json/fields.ts';
import { DECISIONS, REQUEST_KINDS, wordIn } from '../../../ledger/word-in.ts';
import type { Answer, Question } from '../../../ledger/question.ts';
import type { ContractEvent } from '../contract-event.ts';
import type { Verdict } from '../verdict.ts';
import type { LiveSession } from './live-session.ts';

/** What a person is asked, and how it was settled: a back end of ours tells it. */
export class LiveRequests {
  readonly #session: LiveSession;
  readonly #known = new Set<string>();

  constructor(session: LiveSession) {
    this.#session = session;
  }

  opened({ payload }: ContractEvent): Verdict {
    const request = filledTextOf(payload['request']);
    const kind = wordIn(REQUEST_KINDS, payload['kind']);
    if (request === undefined || kind === undefined) return { fate: 'malformed', rule: 'request_without_kind' };
    if (this.#known.has(request)) return { fate: 'folded', rule: 'repeated_request' };
    this.#known.add(request);
    const call = this.#session.callOf(filledTextOf(payload['tool_call_id']));
    const questions = listOf(payload['questions']).flatMap(readQuestion);
    const expires = numberOf(payload['expires_at']);
    this.#session.writer.write({
      type: 'request.opened',
      request,
      kind,
      ...(call === undefined ? {} : { call: call.call, step: call.step }),
      ...texts(payload, ['title', 'proposed_arguments', 'covers']),
      ...flag(payload, 'keeps_always'),
      ...(questions.length === 0 ? {} : { questions }),
      ...(expires === undefined ? {} : { expires_at: expires }),
    });
    return { fate: 'shown' };
  }

  resolved({ payload }: ContractEvent): Verdict {
    const request = filledTextOf(payload['request']);
    const decision = wordIn(DECISIONS, payload['decision']);
    if (request === undefined || decision === undefined || !this.#known.has(request))
      return { fate: 'malformed', rule: 'unknown_request' };
    // The call that ends, or the thread, withdraws it by itself.
    if (decision === 'withdrawn') return { fate: 'folded' };
    const answers = listOf(payload['answers']).flatMap(readAnswer);
    this.#session.writer.write({
      type: 'request.resolved',
      request,
      decision,
      ...(answers.length === 0 ? {} : { answers }),
      ...texts(payload, ['executed_arguments', 'reason', 'by']),
    });
    return { fate: 'folded' };
  }
}

function texts<Name extends string>(payload: Fields, names: readonly Name[]): { readonly [name in Name]?: string } {
  const found: { [name in Name]?: string } = {};
  for (const name of names) {
    const text = textOf(payload[name]);
    if (text !== undefined) found[name] = text;
  }
  return found;
}

function readQuestion(value: unknown): Question[] {
  if (!isFields(value) || typeof value['question'] !== 'string') return [];
  const options = listOf(value['options']).flatMap((option) => {
    if (!isFields(option) || typeof option['label'] !== 'string') return [];
    return [{ label: option['label'], ...texts(option, ['description']) }];
  });
  return [
    {
      question: value['question'],
      ...texts(value, ['header']),
      ...(options.length === 0 ? {} : { options }),
      ...flag(value, 'multiple'),
      ...flag(value, 'free_text'),
      ...flag(value, 'optional'),
    },
  ];
}

function flag<Name extends string>(value: Fields, name: Name): { readonly [name in Name]?: boolean } {
  const given = value[name];
  const found: { [name in Name]?: boolean } = {};
  if (typeof given === 'boolean') found[name] = given;
  return found;
}

function readAnswer(value: unknown): Answer[] {
  if (!isFields(value) || typeof value['question'] !== 'string') return [];
  const values = listOf(value['values']).flatMap((each) => textOf(each) ?? []);
  return [{ question: value['question'], values, ...texts(value, ['text']) }];
}
