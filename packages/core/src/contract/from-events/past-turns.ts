import type { ReadAssistant, ReadMessage } from '../from-messages/read-message.ts';
import type { ContractEvent } from './contract-event.ts';

interface PastTurn {
  readonly asked: number;
  /** When its end was stored: an answer, an error, a stop. */
  over: number | undefined;
}

/** What a run tells beside requests and messages. */
const OF_RUN = /^agent\.(?:status|step\.|stream\.|reasoning\.|tool\.|continuation)/;

/**
 * The turns that are stored, by the time of their questions. A back end may tell all of its turns again to a reader who has their messages: what happened before the
 * last question belongs to an earlier one, and is no news where the end of that is stored.
 */
export class PastTurns {
  /** In the order of their questions; undefined if that is not the order of their times. */
  #turns: PastTurn[] | undefined = [];
  /** The runs of which something was told that is no news. */
  readonly #runs = new Set<string | undefined>();

  store(message: ReadMessage): void {
    if (message.kind === 'user') return this.#ask(message.at);
    const last = this.#turns?.at(-1);
    if (last === undefined) return;
    if (message.kind === 'assistant') last.over = isAnswer(message) ? message.at : undefined;
    else if (message.kind === 'error') last.over = message.at;
    else if (message.kind === 'continuation' && !message.continuation.should_continue) last.over = message.at;
  }

  /** Whether it happened before the stored end of a turn, and another question was asked since. Clocks may differ: what comes later than that end may be of the next. */
  tells({ type, at, execution }: ContractEvent): boolean {
    const turns = this.#turns ?? [];
    if (at === undefined || !OF_RUN.test(type) || !(at < (turns.at(-1)?.asked ?? -Infinity))) return false;
    // That it is over, a run says after its end was stored.
    if (this.#runs.has(execution)) return true;
    let [low, high] = [0, turns.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((turns[middle]?.asked ?? Infinity) <= at) low = middle;
      else high = middle - 1;
    }
    const turn = turns[low];
    const isTold = turn !== undefined && turn.asked <= at && at <= (turn.over ?? -Infinity);
    if (isTold) this.#runs.add(execution);
    return isTold;
  }

  #ask(asked: number | undefined): void {
    const last = this.#turns?.at(-1)?.asked ?? -Infinity;
    if (asked === undefined || asked < last) this.#turns = undefined;
    else this.#turns?.push({ asked, over: undefined });
  }
}

function isAnswer({ content, calls }: ReadAssistant): boolean {
  return content.trim() !== '' && calls.length === 0;
}
