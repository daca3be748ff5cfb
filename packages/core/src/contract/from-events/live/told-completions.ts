import { filledTextOf } from '../../../ledger/json/fields.ts';
import { asJson } from '../../foreign/as-json.ts';
import { jsonText } from '../../foreign/json-text.ts';
import type { ContractEvent } from '../contract-event.ts';
import type { LiveCall } from './live-calls.ts';

/** The completions of an execution. Without an id, one that comes again in the same moment, before another call began, is a repetition. */
export class ToldCompletions {
  /** Of each the call that had begun last. */
  readonly #told = new Map<string, LiveCall | undefined>();

  /** Whether it was told before; it was from then on. `newest`: the call that began last. `repeated`: whichever calls are open. */
  tell({ timestamp, payload }: ContractEvent, newest: LiveCall | undefined): 'new' | 'known' | 'repeated' {
    const words = `${timestamp} ${jsonText(asJson(payload, ''))}`;
    const isKnown = this.#told.has(words);
    const isOfMoment = timestamp !== undefined && this.#told.get(words) === newest;
    this.#told.set(words, newest);
    if (!isKnown) return 'new';
    return isOfMoment && filledTextOf(payload['tool_call_id']) === undefined ? 'repeated' : 'known';
  }
}
