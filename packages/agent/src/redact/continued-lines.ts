import { Lane } from './lane.ts';
import type { Span } from './gap-matcher.ts';
import type { SecretForms } from './secrets/secret-forms.ts';

const NEWLINE = 10;

/** The longest prefix that a program puts before a line: the name of a file, a number, a time, an author. */
const LONGEST_PREFIX = 256;
/** The most ways to continue that are tried at once. */
const MOST_WAYS = 8;

/**
 * A secret that goes over several lines, with something between its pieces that a program has put before each (`cat -n`, `grep -Hn`, `diff`, a log). What that
 * is nobody says, but that it ends with a sign or a blank: behind each of those the secret may go on.
 */
export class ContinuedLines {
  readonly #forms: SecretForms;
  readonly #found: (span: Span) => void;
  /** As the line before was read, with a secret unfinished. */
  #waiting: Lane[] = [];
  /** Those that go on in this line. */
  #going: Lane[] = [];
  readonly #free: Lane[] = [];
  /** Where this line begins, and how much of it was read. */
  #start = 0;
  #length = 0;
  #mayGoOn = false;

  constructor(forms: SecretForms, found: (span: Span) => void) {
    this.#forms = forms;
    this.#found = found;
  }

  /** Where the first unfinished secret begins; `Infinity` if there is none. */
  get from(): number {
    let first = Infinity;
    for (const lane of this.#waiting) first = Math.min(first, lane.from);
    for (const lane of this.#going) first = Math.min(first, lane.from);
    return first;
  }

  /** A character, where in the text it is, and how the text was read up to it. */
  take(code: number, start: number, end: number, read: Lane): void {
    if (code === NEWLINE) return this.#endLine(start, end, read);
    if (this.#waiting.length > 0) this.#goOn(code);
    if (this.#going.length === 0) return;
    for (const lane of this.#going) lane.take(code, start, end);
    this.#keepGoing();
  }

  /** The text ends here. */
  end(at: number): void {
    for (const lane of this.#going) lane.end(at);
    this.reset();
  }

  reset(): void {
    this.#free.push(...this.#waiting, ...this.#going);
    this.#waiting = [];
    this.#going = [];
    this.#mayGoOn = false;
  }

  /** Blanks behind a sign go with it. */
  #goOn(code: number): void {
    this.#length += 1;
    if (!isBlank(code)) this.#goOnHere();
    this.#mayGoOn = isSign(code);
    if (this.#length <= LONGEST_PREFIX) return;
    this.#free.push(...this.#waiting);
    this.#waiting = [];
  }

  #goOnHere(): void {
    if (!this.#mayGoOn) return;
    const ways = this.#waiting.slice(0, MOST_WAYS - this.#going.length);
    this.#going.push(...ways.map((lane) => this.#copy(lane)));
  }

  /** What began in this line is read without us. */
  #keepGoing(): void {
    if (this.#going.every((lane) => lane.from < this.#start)) return;
    this.#free.push(...this.#going.filter((lane) => lane.from >= this.#start));
    this.#going = this.#going.filter((lane) => lane.from < this.#start);
  }

  #endLine(start: number, end: number, read: Lane): void {
    // A line may have nothing of it.
    this.#goOnHere();
    for (const lane of this.#going) lane.take(NEWLINE, start, end);
    this.#keepGoing();
    this.#free.push(...this.#waiting);
    this.#waiting = read.from === Infinity ? this.#going : [this.#copy(read), ...this.#going];
    this.#going = [];
    this.#start = end;
    this.#length = 0;
    this.#mayGoOn = false;
  }

  #copy(lane: Lane): Lane {
    const copy = this.#free.pop() ?? new Lane(this.#forms, this.#found);
    copy.goOnFrom(lane);
    return copy;
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** No letter and no digit. */
function isSign(code: number): boolean {
  return (code < 48 || code > 57) && (code < 65 || code > 90) && (code < 97 || code > 122);
}
