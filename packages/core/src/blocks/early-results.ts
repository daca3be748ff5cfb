import type { ToolBlock } from './parse-tool-blocks.ts';

/** Results that were written before their call began: blocks with an id, and without arguments. The start of that id is theirs. */
export class EarlyResults {
  readonly #byId = new Map<string, { readonly place: number; readonly block: ToolBlock }>();

  note(block: ToolBlock, place: number): void {
    const isEarly = block.state !== 'pending' && block.call === block.name;
    if (block.id !== undefined && isEarly) this.#byId.set(block.id, { place, block });
  }

  /** The result that came before this call; a second one changes nothing. */
  take({ id, name, call }: ToolBlock): { readonly place: number; readonly block: ToolBlock } | undefined {
    const early = id === undefined || call === name ? undefined : this.#byId.get(id);
    if (id === undefined || early?.block.name !== name) return undefined;
    this.#byId.delete(id);
    return early;
  }
}
