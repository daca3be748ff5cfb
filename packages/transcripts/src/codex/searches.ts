/** Rollouts tell a web search twice: as an item, which may have an id, and as an event. Each is shown once, whichever comes first. */
import type { CallDraft } from '../thread/call-book.ts';

interface ToldSearch extends CallDraft {
  /** When the event told it. */
  readonly at: number | undefined;
}

export class Searches {
  /** Events whose item has not arrived. */
  #events: ToldSearch[] = [];
  /** Items whose event has not arrived. */
  #items: CallDraft[] = [];

  event(search: ToldSearch): void {
    if (!take(this.#items, search)) this.#events.push(search);
  }

  /** The search that an item tells, with the id of its event if it has none of its own. */
  item(search: CallDraft): CallDraft {
    const event = take(this.#events, search);
    if (event === undefined) this.#items.push(search);
    return search.id === undefined && event?.id !== undefined ? { ...search, id: event.id } : search;
  }

  /** What only events told, once nothing more of the response can come. */
  takeLeft(): readonly ToldSearch[] {
    const left = this.#events;
    this.#events = [];
    this.#items = [];
    return left;
  }
}

/** The same search: by id, else by its arguments, else, where one of the two has no id, the first. */
function take(waiting: CallDraft[], search: CallDraft): CallDraft | undefined {
  const places = [
    waiting.findIndex(({ id }) => id !== undefined && id === search.id),
    waiting.findIndex((other) => other.arguments === search.arguments),
    waiting.findIndex(({ id }) => id === undefined || search.id === undefined),
  ];
  const place = places.find((at) => at !== -1);
  return place === undefined ? undefined : waiting.splice(place, 1)[0];
}
