/** The only place that writes to the standard output and the standard error: here it is decided what a terminal is given ([L7]). */
import { visible } from '@toolthread/core/text';

interface Stream {
  readonly isTTY?: boolean;
  write(text: string, done?: () => void): unknown;
}

/**
 * Words, whoever wrote them: a terminal is shown what they hold and obeys nothing of it; a file or a pipe gets them as they are.
 * Resolves when they have gone; a pipe that was closed at the other end is no failure.
 */
export function printText(text: string, to: Stream = process.stdout): Promise<void> {
  return written(to, to.isTTY === true ? visible(text) : text);
}

/** What `wrap` made of lines, with our own colours and moves in it: foreign text is inert since it was made a span. */
export function printDrawn(text: string, to: Stream = process.stdout): Promise<void> {
  return written(to, text);
}

/** A line about what went wrong. It is inert everywhere: logs are looked at in terminals, too, and a name must not make two lines of one. */
export function printProblem(text: string): Promise<void> {
  return written(process.stderr, `${visible(text).replaceAll('\n', '\n  ')}\n`);
}

function written(to: Stream, text: string): Promise<void> {
  return new Promise((resolve) => {
    to.write(text, () => resolve());
  });
}
