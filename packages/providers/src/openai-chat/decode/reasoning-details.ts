import { fieldsOf, isJsonObject, textOf } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';

const GROWING = ['text', 'summary'] as const;

/** OpenRouter's `reasoning_details`. Pieces of one detail are joined; nothing else changes, since they go back. */
export class ReasoningDetails {
  readonly #details: JsonObject[] = [];

  get list(): readonly Json[] {
    return this.#details;
  }

  take(value: unknown): void {
    const detail = checkedJson(value);
    if (detail === undefined || !isJsonObject(detail)) return;
    const last = this.#details.at(-1);
    const growing = GROWING.find((key) => typeof detail[key] === 'string' && typeof last?.[key] === 'string');
    if (last === undefined || growing === undefined || !isSame(last, detail)) {
      this.#details.push(detail);
      return;
    }
    const said = Object.entries(detail).filter(([, item]) => item !== null);
    this.#details[this.#details.length - 1] = {
      ...last,
      ...Object.fromEntries(said),
      [growing]: (textOf(last[growing]) ?? '') + (textOf(detail[growing]) ?? ''),
    };
  }
}

function isSame(last: JsonObject, next: JsonObject): boolean {
  return last['type'] === next['type'] && (fieldsOf(next)['index'] ?? last['index']) === last['index'];
}
