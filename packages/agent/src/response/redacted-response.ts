/** What a model and its provider say, before it is written down: an error may quote a key, and a provider knows the one it was given. */
import type { ModelEvent } from '@toolthread/core/context';
import { FreeNames } from '../redact/free-names.ts';
import { harmlessBlob } from '../redact/harmless-blob.ts';
import type { RedactedStream } from '../redact/redacted-stream.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { Response } from './held-to-contract.ts';

type Delta = Extract<ModelEvent, { type: 'text.delta' | 'reasoning.delta' | 'input.delta' }>;

/** `redactedResponse(heldToContract(…), redactor)` */
export async function* redactedResponse(response: Response, redactor: Redactor): Response {
  const open = new Map<number, { readonly stream: RedactedStream; last: Delta }>();
  const ids = new CallIds(redactor);
  const rest = (part: number): readonly Delta[] => {
    const { stream, last } = open.get(part) ?? {};
    open.delete(part);
    const text = stream?.end() ?? '';
    return last === undefined || text === '' ? [] : [withText(last, text)];
  };
  for (;;) {
    const { done, value: event } = await response.next();
    if (done === true) {
      for (const part of open.keys()) yield* rest(part);
      const { error } = event;
      return error === undefined ? event : { ...event, error: { ...error, ...redactor.failure(error) } };
    }
    switch (event.type) {
      case 'text.delta':
      case 'reasoning.delta':
      case 'input.delta': {
        const { stream } = open.get(event.part) ?? { stream: redactor.stream() };
        open.set(event.part, { stream, last: event });
        const name = 'name' in event && event.name !== undefined ? { name: redactor.text(event.name) } : {};
        yield { ...event, text: stream.push(event.text), ...name };
        break;
      }
      case 'part': {
        yield* rest(event.part);
        const { text, content, blob, ...others } = event;
        yield {
          ...others,
          ...(text === undefined ? {} : { text: await redactor.longText(text) }),
          ...(content === undefined ? {} : { content: await redactor.part(content) }),
          ...(await harmlessBlob(blob, redactor)),
        };
        break;
      }
      case 'call': {
        yield* rest(event.part);
        const { blob, providerId, ...others } = event;
        yield {
          ...others,
          ...ids.ofCall(providerId, event.runs),
          name: redactor.text(event.name),
          arguments: await redactor.longText(event.arguments),
          ...(await harmlessBlob(blob, redactor)),
        };
        break;
      }
      case 'result': {
        const { structured, blob, ...others } = event;
        const { parts } = await redactor.words({ parts: event.parts });
        yield {
          ...others,
          providerId: ids.known(event.providerId),
          parts,
          ...(structured === undefined ? {} : { structured: await redactor.json(structured) }),
          ...(await harmlessBlob(blob, redactor)),
        };
        break;
      }
      default:
        event satisfies never;
    }
  }
}

/** Ids that a provider gave: those of one response stay apart, and a result's is still that of its call. */
class CallIds {
  readonly #redactor: Redactor;
  readonly #known = new Map<string, string>();
  readonly #names = new FreeNames();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  known(id: string): string {
    const known = this.#known.get(id) ?? this.#names.free(this.#redactor.text(id));
    this.#known.set(id, known);
    return known;
  }

  /** A call that we run goes by our own id, if the provider's holds a secret. */
  ofCall(id: string | undefined, runs: 'here' | 'provider'): { readonly providerId?: string } {
    if (id === undefined) return {};
    const known = this.known(id);
    return known !== id && runs === 'here' ? {} : { providerId: known };
  }
}

/** The name of a call is said once, by its first delta. */
function withText(delta: Delta, text: string): Delta {
  return delta.type === 'input.delta' ? { type: 'input.delta', part: delta.part, text } : { ...delta, text };
}
