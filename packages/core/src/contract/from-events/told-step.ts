import { ChunkOrder } from './chunk-order.ts';
import type { WordsAgain } from './stored-words.ts';

/** A step that is being told. */
export interface ToldStep {
  readonly step: number;
  readonly number: number | undefined;
  parts: number;
  /** The text part being written. */
  text: { readonly part: number; length: number } | undefined;
  /** The reasoning that is being written. */
  reasoning: { readonly part: number; length: number } | undefined;
  chunks: Set<number>;
  readonly order: ChunkOrder;
  /** All that was said in it, and the beginning of that. */
  words: string;
  opening: string;
  /** What was said, as long as it is what a stored message says; `other` once it is not. */
  again: WordsAgain | 'other' | undefined;
  held: string;
  /** When that was said. */
  heldAt: number | undefined;
  /** Whether it told something that a stored message says. */
  isAgain: boolean;
  /** Whether a stored message says what it has begun to say. */
  isStored: boolean;
  /** A result of one of its calls has come. */
  isAnswered: boolean;
}

export function newToldStep(step: number, number: number | undefined): ToldStep {
  return {
    step,
    number,
    parts: 0,
    text: undefined,
    reasoning: undefined,
    chunks: new Set(),
    order: new ChunkOrder(),
    words: '',
    opening: '',
    again: undefined,
    held: '',
    heldAt: undefined,
    isAgain: false,
    isStored: false,
    isAnswered: false,
  };
}
