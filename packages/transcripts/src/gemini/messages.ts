import type { RecordPlace } from '@toolthread/core';
import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { sameJson } from '../records/same-json.ts';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { RewindableEntries } from '../thread/rewindable-entries.ts';
import type { OpenStep } from '../thread/open-step.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { fateOfMessage, tellAdditions, tellMessage } from './tell-message.ts';

/** A message as it was told last, and its step. */
interface Told {
  message: JsonFields;
  step: OpenStep | undefined;
  /** Where its first record is, if that is counted as shown. */
  readonly shown: RecordPlace | undefined;
}

/** The chat's current messages: one that comes again replaces the old one in its place. */
export class Messages {
  readonly #thread: ThreadWriter;
  readonly #entries: RewindableEntries<Told>;
  readonly #places = new Map<string, number>();

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
    this.#entries = new RewindableEntries(
      thread,
      (told) => {
        told.step = tellMessage(thread, told.message);
      },
      ({ shown }) => shown,
      ({ message }) => textOf(message['id']),
    );
  }

  all(): readonly JsonFields[] {
    return this.#entries.from(0).map(({ message }) => message);
  }

  take(message: JsonFields): Fate {
    const id = textOf(message['id']);
    const place = id === undefined ? undefined : this.#placeOf(id);
    const known = place === undefined ? undefined : this.#entries.at(place);
    if (place === undefined || known === undefined) return this.#append(message, id);
    if (tellAdditions(this.#thread, known.step, known.message, message)) {
      known.message = message;
      return FOLDED;
    }
    if (this.#entries.spent) return hidden('too-many-updates');
    const later = this.#entries.from(place + 1);
    const updated = { message, step: undefined, shown: known.shown };
    return this.#entries.replace(place, [updated, ...later]) ? FOLDED : hidden('too-many-updates');
  }

  /** An unknown id removes all of them. */
  rewindTo(id: string): Fate {
    return this.#entries.replace(this.#placeOf(id) ?? 0, []) ? FOLDED : hidden('too-many-updates');
  }

  replaceAll(messages: readonly JsonFields[]): Fate {
    let same = 0;
    while (same < messages.length && sameJson(this.#entries.at(same)?.message, messages[same])) same += 1;
    const told = messages.slice(same).map((message) => {
      const place = this.#placeOf(textOf(message['id']) ?? '');
      const shown = place === undefined ? undefined : this.#entries.at(place)?.shown;
      return { message, step: undefined, shown };
    });
    if (!this.#entries.replace(same, told)) return hidden('too-many-updates');
    messages.forEach((message, place) => this.#places.set(textOf(message['id']) ?? '', place));
    const tellsMore = told.some(({ shown, message }) => shown === undefined && fateOfMessage(message).fate === 'shown');
    return tellsMore ? SHOWN : FOLDED;
  }

  #append(message: JsonFields, id: string | undefined): Fate {
    if (id !== undefined) this.#places.set(id, this.#entries.length);
    const fate = fateOfMessage(message);
    const shown = fate.fate === 'shown' ? this.#thread.ledger.place : undefined;
    this.#entries.append({ message, step: undefined, shown });
    return fate;
  }

  /** Messages that were taken back leave their place in the map: it counts only if they are still there. */
  #placeOf(id: string): number | undefined {
    const place = this.#places.get(id);
    const told = place === undefined ? undefined : this.#entries.at(place);
    return told !== undefined && textOf(told.message['id']) === id ? place : undefined;
  }
}
