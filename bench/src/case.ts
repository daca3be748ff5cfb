/** One benchmark: two numbers of the same unit, and what their ratio must be. */
export interface Case {
  readonly name: string;
  readonly unit: string;
  /** Absent if the figure is only told. */
  readonly target?: { readonly at: 'least' | 'most'; readonly ratio: number };
  /** `sizes`: what the command line says of them; each case knows its own. */
  run(sizes: CaseSizes): Promise<Measured | NotMeasured>;
}

export interface Measured {
  readonly ours: number;
  /** The peer's number; in a `…-growth` case our own at the smaller size. */
  readonly theirs: number;
  /** What a reader of the table must know, such as a peer that was stopped. */
  readonly note?: string;
}

/** A peer is not on this computer: that is told, and is no failure. */
export interface NotMeasured {
  readonly skipped: string;
}

/** Of a server that has much in it. */
interface CaseSizes {
  readonly events?: number;
  readonly threads?: number;
  readonly unanswered?: number;
  readonly files?: number;
}
