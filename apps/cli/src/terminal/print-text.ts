/** The only place that writes to the standard output and the standard error: here it is decided what a terminal is given ([L7]). */
import { visible } from '@toolthread/core/text';

interface Stream {
  readonly isTTY?: boolean;
  write(text: string, done?: () => void): unknown;
}

/**
 * Prints any text: on a terminal, control characters are shown and not obeyed; a file or a pipe gets the text as it is.
 * Resolves when it is written; a closed pipe is no failure.
 */
export function printText(text: string, to: Stream = process.stdout): Promise<void> {
  return written(to, to.isTTY === true ? visible(text) : text);
}

/** Prints what `wrap` made, with our own colours in it. `span` has made foreign text inert before. */
export function printDrawn(text: string, to: Stream = process.stdout): Promise<void> {
  return written(to, text);
}

/** Prints a problem. It is inert even in a file, because logs are read in terminals, and line breaks in it are indented. */
export function printProblem(text: string): Promise<void> {
  return written(process.stderr, `${visible(text).replaceAll('\n', '\n  ')}\n`);
}

function written(to: Stream, text: string): Promise<void> {
  return new Promise((resolve) => {
    to.write(text, () => resolve());
  });
}
