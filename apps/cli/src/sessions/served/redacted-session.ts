/** What the server takes of another agent's session, without the secrets that the server knows: its file may hold them, because that agent's tools printed them. */
import type { EventDraft } from '@toolthread/core';
import { harmlessBlob } from '@toolthread/agent/redact';
import type { Redactor } from '@toolthread/agent/redact';
import type { ListedSession } from '@toolthread/server';

/** This much before a piece is looked at with it: a secret may be cut in two. */
const TAIL = 1024;

/** `redactedSession(session, redactor)`: what a list says of it. */
export function redactedSession(session: ListedSession, redactor: Redactor): ListedSession {
  const { title, project, model } = session;
  return {
    ...session,
    title: redactor.text(title),
    project: redactor.text(project),
    model: model === undefined ? undefined : redactor.text(model),
  };
}

/** Words that may grow: how long they are in the file and as they are told, and the last of them as the file has them. */
interface Told {
  readonly length: number;
  readonly shown: number;
  readonly tail: string;
}

const NOTHING: Told = { length: 0, shown: 0, tail: '' };
/** Only what was said lately grows. */
const MOST_TOLD = 256;

/** The events of one session, in their order. */
export class RedactedEvents {
  /** By the place of the words. */
  readonly #told = new Map<string, Told>();

  /** Knows the same. What one of them learns from now on, the other does not. */
  copy(): RedactedEvents {
    const copy = new RedactedEvents();
    for (const [place, told] of this.#told) copy.#told.set(place, told);
    return copy;
  }

  async take(drafts: readonly EventDraft[], redactor: Redactor): Promise<readonly EventDraft[]> {
    const redacted: EventDraft[] = [];
    for (const draft of drafts) redacted.push(await this.#one(draft, redactor));
    return redacted;
  }

  async #one(draft: EventDraft, redactor: Redactor): Promise<EventDraft> {
    const { type } = draft;
    if (type === 'agent.text.delta' || type === 'agent.reasoning.delta' || type === 'agent.tool.input.delta')
      return this.#piece(draft, placeOf(draft), redactor);
    if (type === 'agent.tool.output.delta')
      return this.#piece(draft, `${draft.scope ?? ''}\n${draft.step ?? ''}\n${draft.call}`, redactor);
    if (type !== 'agent.part.completed' && type !== 'agent.tool.called') return marked<EventDraft>(draft, redactor);
    const { blob, ...rest } = draft;
    const words = await marked<typeof rest>(rest, redactor);
    if (rest.type === 'agent.part.completed' && words.type === rest.type && words.text !== undefined)
      this.#note(placeOf(rest), grown(NOTHING, rest.text ?? '', words.text));
    return { ...words, ...(await harmlessBlob(blob, redactor)) };
  }

  /** What is marked has another length, so what follows it has another place. */
  async #piece<Piece extends EventDraft & { readonly offset: number; readonly text: string }>(
    draft: Piece,
    place: string,
    redactor: Redactor,
  ): Promise<Piece> {
    const before = this.#told.get(place) ?? NOTHING;
    const offset = Math.max(0, draft.offset + before.shown - before.length);
    if (draft.offset !== before.length) return { ...draft, offset, text: await redactor.longText(draft.text) };
    const whole = await redactor.longText(before.tail + draft.text);
    const text = whole.slice(sharedLength(whole, redactor.text(before.tail)));
    this.#note(place, grown(before, draft.text, text));
    return { ...draft, offset, text };
  }

  #note(place: string, told: Told): void {
    this.#told.delete(place);
    this.#told.set(place, told);
    const [oldest] = this.#told.keys();
    if (this.#told.size > MOST_TOLD && oldest !== undefined) this.#told.delete(oldest);
  }
}

function grown({ length, shown, tail }: Told, text: string, told: string): Told {
  return { length: length + text.length, shown: shown + told.length, tail: (tail + text).slice(-TAIL) };
}

function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < other.length && one[at] === other[at]) at += 1;
  return at;
}

function placeOf({
  scope = '',
  step,
  part,
}: {
  readonly scope?: string;
  readonly step: number;
  readonly part: number;
}): string {
  return `${scope}\n${step}\n${part}`;
}

/** All that is written in it. When it was is no text. */
async function marked<Draft extends { readonly at?: number }>(
  { at, ...words }: Draft,
  redactor: Redactor,
): Promise<Draft> {
  const redacted = await redactor.json(JSON.parse(JSON.stringify(words)));
  return JSON.parse(JSON.stringify(at === undefined ? redacted : Object.assign({ at }, redacted)));
}
