/**
 * The blocks of a text, each of which can be replaced without copying the text. So completing one of a thousand calls in a
 * text costs about as much as completing one of ten ([L5]).
 *
 * A tree of joined strings: its leaves are the pieces of the text, its root is the text. Engines join strings without
 * copying them until somebody looks inside; so the tree remembers its blocks and does not look again.
 */
import { blockSpans } from './block-spans.ts';
import type { BlockSpan } from './block-spans.ts';
import { isEarlyResult } from './early-results.ts';
import { encodeName } from './encode.ts';
import { isWords } from './parse-tool-blocks.ts';

export interface TreeBlock extends Pick<BlockSpan, 'id' | 'state' | 'pending'> {
  readonly piece: number;
  /** The call as it is written. */
  readonly call: string;
}

export class BlockTree {
  #nodes: string[] = [];
  #width = 0;
  readonly #newest = new Map<string, TreeBlock>();
  /** Blocks without an id that are pending since the last one of their name that ended, from `next` on. */
  readonly #pending = new Map<string, { readonly blocks: TreeBlock[]; next: number }>();
  /** Those that were pending before it. */
  readonly #older = new Map<string, TreeBlock[]>();
  /** How many results without an id came before their call, by name, since the last words. */
  readonly #early = new Map<string, number>();

  /** In a text with a fence it depends on all that follows what is code: then not all of its blocks are known here. */
  isComplete = true;

  constructor(text: string) {
    this.#plant(this.#read(text, 0, 0));
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

  /** The text with a block behind it. Whether it is one depends on what is between it and the block before: only that is read again. */
  append(written: string): string {
    const last = this.#nodes.length - 1 - this.#width;
    const before = last === 0 ? '' : ANY_BLOCK;
    const pieces = this.#read(before + (this.#nodes.at(-1) ?? '') + written, before.length, last);
    if (last + pieces.length > this.#width) {
      this.#plant([...this.#nodes.slice(this.#width, -1), ...pieces]);
      return this.text;
    }
    for (const [index, piece] of pieces.entries()) this.#put(last + index, piece);
    return this.text;
  }

  /** The text with `written` in the place of a pending block, which has ended, and now may carry an id. */
  end(block: TreeBlock, written: string, id: string | undefined): string {
    if (block.id === undefined) this.#passName(block.call);
    if (id !== undefined) this.#newest.set(id, { ...block, id, pending: false });
    this.#put(block.piece, written);
    return this.text;
  }

  /** The pieces of a text from `start` on, and its blocks; `first` is the place of the first piece. */
  #read(text: string, start: number, first: number): readonly string[] {
    if (/```|~~~/.test(text)) this.isComplete = false;
    const pieces: string[] = [];
    let from = start;
    for (const span of blockSpans(text)) {
      if (span.start < start) continue;
      if (isWords(text, from, span.start)) this.#early.clear();
      pieces.push(text.slice(from, span.start), text.slice(span.start, span.end));
      from = span.end;
      const { id, state, pending } = span;
      const piece = first + pieces.length - 1;
      this.#add({ piece, id, state, pending, call: text.slice(span.innerStart, span.innerEnd) });
    }
    return [...pieces, text.slice(from)];
  }

  #plant(pieces: readonly string[]): void {
    this.#width = 2 ** Math.ceil(Math.log2(pieces.length));
    this.#nodes = [...Array.from({ length: this.#width }, () => ''), ...pieces];
    for (let node = this.#width - 1; node > 0; node -= 1) this.#join(node);
  }

  #put(piece: number, text: string): void {
    let node = this.#width + piece;
    this.#nodes[node] = text;
    while (node > 1) {
      node >>= 1;
      this.#join(node);
    }
  }

  #join(node: number): void {
    this.#nodes[node] = (this.#nodes[2 * node] ?? '') + (this.#nodes[2 * node + 1] ?? '');
  }

  #add(block: TreeBlock): void {
    if (block.id !== undefined) {
      this.#newest.set(block.id, block);
      return;
    }
    const [line = ''] = block.call.split('\n', 1);
    if (isEarlyResult(block, line.includes('('))) {
      this.#early.set(line, (this.#early.get(line) ?? 0) + 1);
      return;
    }
    const name = nameOf(block.call);
    const queue = this.#pending.get(name);
    const results = this.#early.get(name) ?? 0;
    const isAnswered = block.pending && results > 0;
    if (isAnswered) this.#early.set(name, results - 1);
    if (!block.pending || isAnswered) this.#leave(name, queue?.blocks ?? []);
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

/** Behind a block it does not matter which one it is. */
const ANY_BLOCK = '<tool>a()</tool>';

/** As it is written; a call without a bracket has no name that a result could give. */
function nameOf(call: string): string {
  return call.slice(0, Math.max(0, call.indexOf('(')));
}
