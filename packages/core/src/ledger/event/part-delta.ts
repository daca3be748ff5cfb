import type { Envelope } from './envelope.ts';

/** A piece of a part that streams. */
export interface PartDelta extends Envelope {
  readonly step: number;
  readonly part: number;
  /** Where in the part this text begins, in UTF-16 units: repeats and overlaps are harmless. */
  readonly offset: number;
  readonly text: string;
}
