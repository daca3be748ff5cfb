/** The responses of a session's agents. */
import { NumberRows } from '../records/number-rows.ts';
import { TextNumbers } from '../records/text-numbers.ts';
import { newStep } from '../thread/open-step.ts';
import type { OpenStep } from '../thread/open-step.ts';

/** One response of the model: its lines share `message.id`, and need not stand together. */
export interface Response {
  /** By which its blocks are known, from 1. */
  readonly number: number;
  readonly step: OpenStep;
  /**
   * The text that was written last, while nothing follows it, by its key and its length: it may have a hundred megabytes, and many
   * responses are kept. `before`: how many characters were put before it.
   */
  last: { readonly part: number; readonly key: string; readonly length: number; readonly before: number } | undefined;
}

/** More than there are in what may be told again. */
const MOST_NEAR = 16_384;

const COLUMNS = { number: 0, step: 1, parts: 2, calls: 3, marks: 4 } as const;
const MARKS = { said: 1, cited: 2, answered: 4 } as const;

/**
 * Law: more of a response may come at any time, and then it goes on with the part that it had come to. Of one that is long past and
 * closed a few numbers are kept, outside of the heap; only what its last text began with is forgotten, so that a text that grew meanwhile is a text of its own.
 */
export class Responses {
  readonly #near = new Map<string, Response>();
  readonly #far = new TextNumbers();
  readonly #rows = new NumberRows(Object.keys(COLUMNS).length);
  readonly #isOpen: (step: OpenStep) => boolean;
  readonly #mostNear: number;
  #count = 0;

  constructor(isOpen: (step: OpenStep) => boolean, mostNear: number = MOST_NEAR) {
    this.#isOpen = isOpen;
    this.#mostNear = mostNear;
  }

  /** Ids are those of one agent: others may have the same. */
  find(id: string, scope: string | undefined): Response | undefined {
    const name = nameOf(id, scope);
    const near = this.#near.get(name);
    const row = near === undefined ? this.#far.get(name) : undefined;
    return row === undefined ? near : this.#keep(name, this.#read(row, scope));
  }

  begin(id: string, step: OpenStep): Response {
    this.#count += 1;
    return this.#keep(nameOf(id, step.scope), { number: this.#count, step, last: undefined });
  }

  #keep(name: string, response: Response): Response {
    this.#near.set(name, response);
    if (this.#near.size <= this.#mostNear) return response;
    for (const [oldest, past] of this.#near) {
      this.#near.delete(oldest);
      if (past === response || this.#isOpen(past.step)) this.#near.set(oldest, past);
      else this.#write(oldest, past);
      break;
    }
    return response;
  }

  #write(name: string, { number, step }: Response): void {
    const known = this.#far.get(name);
    const row = known ?? this.#rows.add();
    if (known === undefined) this.#far.set(name, row);
    const { said, cited, answered } = step;
    const marks = (said ? MARKS.said : 0) | (cited ? MARKS.cited : 0) | (answered ? MARKS.answered : 0);
    this.#rows.set(row, COLUMNS.number, number);
    this.#rows.set(row, COLUMNS.step, step.step);
    this.#rows.set(row, COLUMNS.parts, step.parts);
    this.#rows.set(row, COLUMNS.calls, step.calls);
    this.#rows.set(row, COLUMNS.marks, marks);
  }

  #read(row: number, scope: string | undefined): Response {
    const number = (column: keyof typeof COLUMNS): number => this.#rows.get(row, COLUMNS[column]);
    const is = (mark: keyof typeof MARKS): boolean => (number('marks') & MARKS[mark]) !== 0;
    const step = newStep(scope, number('step'), undefined);
    const known = { parts: number('parts'), calls: number('calls') };
    Object.assign(step, known, { said: is('said'), cited: is('cited'), answered: is('answered') });
    return { number: number('number'), step, last: undefined };
  }
}

function nameOf(id: string, scope: string | undefined): string {
  return scope === undefined ? id : `${scope}\0${id}`;
}
