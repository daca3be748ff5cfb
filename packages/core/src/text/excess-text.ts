import type { JsonBounds, JsonExcess } from '../ledger/json/json-gauge.ts';

/**
 * Why a JSON text is not read.
 *
 * @example
 * excessText('values', { characters: 100, depth: 9, values: 20 }); //=> 'it has more than 20 values'
 */
export function excessText(excess: JsonExcess, bounds: JsonBounds): string {
  switch (excess) {
    case 'characters':
      return `it has more than ${bounds.characters} characters`;
    case 'values':
      return `it has more than ${bounds.values} values`;
    case 'depth':
      return `it is nested deeper than ${bounds.depth}`;
    default:
      return excess satisfies never;
  }
}
