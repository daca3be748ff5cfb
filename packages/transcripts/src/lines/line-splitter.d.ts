/** Bytes of a growing file to lines, each with its place. A line is given once, when its end has come. */
export interface RawLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Where it begins in the file. */
  readonly byte: number;
}
export declare class LineSplitter {
  #private;
  /** `splitter.push(chunk, (line) => …)` */
  push(bytes: Uint8Array, take: (line: RawLine) => void): void;
  /** The last line, if the file does not end with a newline. */
  end(): RawLine | undefined;
}
