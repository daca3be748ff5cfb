/**
 * JSON that is still being written: a tool call's arguments while the model streams them.
 *
 * Contract: a state is a function of the text fed so far, never of how it was cut; feeding costs O(chunk); a state,
 * once made, never changes; nothing throws. The first character that no JSON text can have there makes the state
 * `malformed` for good: what was read before it stays.
 */
import type { JsonNode } from './json-node.ts';
import { mayEnd, numberSoFar } from './number-step.ts';
import { containerOf, literalNode, withValue } from './literal-node.ts';
import type { PartialJson, Token } from './literal-node.ts';
import { readFrom } from './read-from.ts';
import type { Draft } from './read-from.ts';

export { JSON_HEAD, jsonHeadOf, jsonOf } from './json-node.ts';
export type { JsonNode } from './json-node.ts';
export type { PartialJson } from './literal-node.ts';

/** JSON of which nothing has arrived yet. */
export const emptyPartialJson: PartialJson = {
  place: 'value',
  token: undefined,
  frame: undefined,
  root: undefined,
  malformed: false,
};

/**
 * One more piece of a JSON text that is still coming. It costs what the piece costs.
 *
 * @example
 * import { emptyPartialJson, jsonNodeOf, jsonOf } from '@toolthread/core/json';
 * const node = jsonNodeOf(feedPartialJson(emptyPartialJson, '{"query":"par'));
 * node && jsonOf(node); //=> { query: 'par' }
 */
export function feedPartialJson(state: PartialJson, chunk: string): PartialJson {
  if (state.malformed || chunk === '') return state;
  const { place, token, frame, root, malformed } = state;
  const draft: Draft = { place, token, frame, root, malformed };
  // An escape that the last chunk cut is read again, whole.
  const text = token !== undefined && 'escape' in token ? token.escape + chunk : chunk;
  let index = 0;
  while (index < text.length && !draft.malformed) index = readFrom(draft, text, index);
  return draft;
}

/** The same as feeding the whole text, done when it is first looked at: most calls' arguments never are. */
export function latePartialJson(text: string): PartialJson {
  return new LatePartialJson(text);
}

class LatePartialJson implements PartialJson {
  readonly #text: string;
  #fed: PartialJson | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get place(): PartialJson['place'] {
    return this.#read().place;
  }

  get token(): PartialJson['token'] {
    return this.#read().token;
  }

  get frame(): PartialJson['frame'] {
    return this.#read().frame;
  }

  get root(): PartialJson['root'] {
    return this.#read().root;
  }

  get malformed(): boolean {
    return this.#read().malformed;
  }

  #read(): PartialJson {
    return (this.#fed ??= feedPartialJson(emptyPartialJson, this.#text));
  }
}

/** `complete`: `JSON.parse` would take the text as it is. `partialJsonStatus(emptyPartialJson) === 'empty'` */
export function partialJsonStatus(state: PartialJson): 'empty' | 'partial' | 'complete' | 'malformed' {
  if (state.malformed) return 'malformed';
  if (state.root !== undefined || isWholeNumber(state)) return 'complete';
  return state.token === undefined && state.frame === undefined ? 'empty' : 'partial';
}

/**
 * The value as far as it has arrived. It costs no more than the depth of the value.
 *
 * @example
 * import { emptyPartialJson, feedPartialJson } from '@toolthread/core/json';
 * jsonNodeOf(emptyPartialJson); //=> undefined
 * jsonNodeOf(feedPartialJson(emptyPartialJson, '[1'))?.kind; //=> 'array'
 */
export function jsonNodeOf(state: PartialJson): JsonNode | undefined {
  if (state.root !== undefined) return state.root;
  let node = state.token === undefined ? undefined : nodeSoFar(state.token, isWholeNumber(state));
  for (let frame = state.frame; frame !== undefined; frame = frame.parent) {
    node = containerOf(node === undefined ? frame : withValue(frame, node), false);
  }
  return node;
}

/** At the root nothing tells that a number ended: it is complete whenever it may end. */
function isWholeNumber({ token, frame }: PartialJson): boolean {
  return frame === undefined && token?.kind === 'number' && mayEnd(token.place);
}

function nodeSoFar(token: Token, complete: boolean): JsonNode | undefined {
  switch (token.kind) {
    case 'key':
      return undefined;
    case 'string':
      return { kind: 'string', text: token.text, head: token.head, complete };
    case 'number':
      if (token.place === 'minus') return undefined;
      return { kind: 'number', text: token.text, value: numberSoFar(token.text), complete };
    case 'literal':
      return literalNode(token.word, complete);
    default:
      return token satisfies never;
  }
}
