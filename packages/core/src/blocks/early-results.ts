import type { BlockSpan } from './block-spans.ts';
import type { ToolBlock } from './parse-tool-blocks.ts';

interface EarlyResult {
  readonly place: number;
  readonly block: ToolBlock;
}

/**
 * Results that were written before their call began. The start of that id is theirs; if there is no id, the first start of that name
 * which has none either and no result, as long as no words are between.
 */
export class EarlyResults {
  readonly #byId = new Map<string, EarlyResult>();
  readonly #byName = new Map<string, EarlyResult[]>();

  note(block: ToolBlock, place: number): void {
    const early = { place, block };
    if (block.id !== undefined) this.#byId.set(block.id, early);
    else if (this.#byName.get(block.name)?.push(early) === undefined) this.#byName.set(block.name, [early]);
  }

  /** Words follow: a result without an id that came before them does not wait for a call after them. */
  passWords(): void {
    this.#byName.clear();
  }

  /** The result that came before this call; a second one changes nothing. */
  take({ id, name, call, state }: ToolBlock): EarlyResult | undefined {
    if (call === name) return undefined;
    if (id === undefined) return state === 'pending' ? this.#byName.get(name)?.shift() : undefined;
    const early = this.#byId.get(id);
    if (early?.block.name !== name) return undefined;
    this.#byId.delete(id);
    return early;
  }
}

/** A block without arguments is a result that came before its call. Not so if its tag says how it ended: then it is known that no call follows. */
export function isEarlyResult(span: Pick<BlockSpan, 'state' | 'pending'>, hasArguments: boolean): boolean {
  return !span.pending && !hasArguments && span.state === undefined;
}
