/**
 * The blocks of a text, each of which can be exchanged without copying the text: whoever completes a thousand calls in one
 * text pays for each of them about what one of ten costs ([L5]).
 *
 * A tree of joined strings: its leaves are the pieces of the text, its root is the text. Engines join strings without
 * copying them until somebody looks inside; so the tree remembers its blocks and does not look again.
 */
import { blockSpans } from './block-spans.ts';
import type { BlockSpan } from './block-spans.ts';
import { encodeName } from './encode.ts';

export interface TreeBlock extends Pick<BlockSpan, 'id' | 'state' | 'pending'> {
  readonly piece: number;
  /** The call as it is written. */
  readonly call: string;
}

export class BlockTree {
  readonly #nodes: string[];
  readonly #width: number;
  readonly #newest = new Map<string, TreeBlock>();
  /** Blocks without an id that are pending since the last one of their name that ended, from `next` on. */
  readonly #pending = new Map<string, { readonly blocks: TreeBlock[]; next: number }>();
  /** Those that were pending before it. */
  readonly #older = new Map<string, TreeBlock[]>();

  constructor(text: string) {
    const pieces: string[] = [];
    let from = 0;
    for (const span of blockSpans(text)) {
      pieces.push(text.slice(from, span.start), text.slice(span.start, span.end));
      from = span.end;
      const { id, state, pending } = span;
      this.#add({ piece: pieces.length - 1, id, state, pending, call: text.slice(span.innerStart, span.innerEnd) });
    }
    pieces.push(text.slice(from));
    this.#width = 2 ** Math.ceil(Math.log2(pieces.length));
    this.#nodes = [...Array.from({ length: this.#width }, () => ''), ...pieces];
    for (let node = this.#width - 1; node > 0; node -= 1) this.#join(node);
  }

  get text(): string {
    return this.#nodes[1] ?? '';
  }

  newestOfId(callId: string): TreeBlock | undefined {
    return this.#newest.get(encodeName(callId));
  }

  pendingOfName(toolName: string): TreeBlock | undefined {
    const name = encodeName(toolName);
    const queue = this.#pending.get(name);
    return queue?.blocks[queue.next] ?? this.#older.get(name)?.at(-1);
  }

  /** The text with `written` in the place of a pending block, which has ended, and now may carry an id. */
  end(block: TreeBlock, written: string, id: string | undefined): string {
    if (block.id === undefined) this.#passName(block.call);
    if (id !== undefined) this.#newest.set(id, { ...block, id, pending: false });
    let node = this.#width + block.piece;
    this.#nodes[node] = written;
    while (node > 1) {
      node >>= 1;
      this.#join(node);
    }
    return this.text;
  }

  #join(node: number): void {
    this.#nodes[node] = (this.#nodes[2 * node] ?? '') + (this.#nodes[2 * node + 1] ?? '');
  }

  #add(block: TreeBlock): void {
    if (block.id !== undefined) {
      this.#newest.set(block.id, block);
      return;
    }
    const name = nameOf(block.call);
    const queue = this.#pending.get(name);
    if (!block.pending) this.#leave(name, queue?.blocks ?? []);
    else if (queue === undefined) this.#pending.set(name, { blocks: [block], next: 0 });
    else queue.blocks.push(block);
  }

  #leave(name: string, blocks: readonly TreeBlock[]): void {
    this.#pending.delete(name);
    const older = this.#older.get(name);
    if (older === undefined) this.#older.set(name, [...blocks]);
    else older.push(...blocks);
  }

  #passName(call: string): void {
    const name = nameOf(call);
    const queue = this.#pending.get(name);
    if (queue !== undefined && queue.next < queue.blocks.length) queue.next += 1;
    else this.#older.get(name)?.pop();
  }
}

/** As it is written; a call without a bracket has no name that a result could give. */
function nameOf(call: string): string {
  return call.slice(0, Math.max(0, call.indexOf('(')));
}
