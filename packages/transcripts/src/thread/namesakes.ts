/** What is known of each id that calls have: which calls have it, and how the last of them ended. */
import { NumberRows } from '../records/number-rows.ts';
import { TextNumbers } from '../records/text-numbers.ts';

const COLUMNS = { step: 0, seq: 1, calls: 2, settled: 3, scope: 4, marks: 5 } as const;

/** `counted`: it is a call that the file owes a result. `provisional`: its last result was; `failing`: and was counted as an error. `well`: it says that all went well. `unanswered`: it ended without one in the file. */
const MARKS = { counted: 1, provisional: 2, failing: 4, well: 8, unanswered: 16 } as const;

type Mark = keyof typeof MARKS;

/** The calls of one id in the newest step that has any: providers use ids again, and sometimes twice in a step. */
export class Namesakes {
  readonly #rows = new NumberRows(Object.keys(COLUMNS).length);
  readonly #byId = new TextNumbers();
  readonly #scopes: (string | undefined)[] = [undefined];
  readonly #places = new Map<string | undefined, number>([[undefined, 0]]);

  /** Undefined for an id that nothing is known of. */
  find(id: string): number | undefined {
    return this.#byId.get(id);
  }

  /** The row of a call that has come. */
  called(id: string): number | undefined {
    const row = this.find(id);
    return row === undefined || this.calls(row) === 0 ? undefined : row;
  }

  /** Made where there is none: its calls may come later. */
  of(id: string): number {
    const known = this.find(id);
    if (known !== undefined) return known;
    const row = this.#rows.add();
    this.#byId.set(id, row);
    return row;
  }

  /** Calls of another step have the id from now on. */
  begin(row: number, { step, seq, scope, counted }: Beginning): void {
    this.#rows.set(row, COLUMNS.calls, 0);
    this.#rows.set(row, COLUMNS.settled, 0);
    this.#rows.set(row, COLUMNS.scope, this.#placeOf(scope));
    this.move(row, { step, seq });
    if (counted) this.mark(row, 'counted');
    else this.unmark(row, 'counted');
  }

  move(row: number, { step, seq }: Pick<Beginning, 'step' | 'seq'>): void {
    this.#rows.set(row, COLUMNS.step, step);
    this.#rows.set(row, COLUMNS.seq, seq);
  }

  step(row: number): number {
    return this.#rows.get(row, COLUMNS.step);
  }

  /** Of the event that called the first of them. */
  seq(row: number): number {
    return this.#rows.get(row, COLUMNS.seq);
  }

  scope(row: number): string | undefined {
    return this.#scopes[this.#rows.get(row, COLUMNS.scope)];
  }

  calls(row: number): number {
    return this.#rows.get(row, COLUMNS.calls);
  }

  /** Results go to them in their order. */
  settled(row: number): number {
    return this.#rows.get(row, COLUMNS.settled);
  }

  isSettled(row: number): boolean {
    return this.settled(row) === this.calls(row);
  }

  call(row: number): void {
    this.#rows.set(row, COLUMNS.calls, this.calls(row) + 1);
  }

  settle(row: number): void {
    this.#rows.set(row, COLUMNS.settled, this.settled(row) + 1);
  }

  is(row: number, mark: Mark): boolean {
    return (this.#rows.get(row, COLUMNS.marks) & MARKS[mark]) !== 0;
  }

  mark(row: number, mark: Mark): void {
    this.#rows.set(row, COLUMNS.marks, this.#rows.get(row, COLUMNS.marks) | MARKS[mark]);
  }

  /** Whether it had the mark. */
  unmark(row: number, mark: Mark): boolean {
    const had = this.is(row, mark);
    if (had) this.#rows.set(row, COLUMNS.marks, this.#rows.get(row, COLUMNS.marks) - MARKS[mark]);
    return had;
  }

  /** The mark is there, or not. */
  set(row: number, mark: Mark, isThere: boolean): void {
    if (isThere) this.mark(row, mark);
    else this.unmark(row, mark);
  }

  #placeOf(scope: string | undefined): number {
    const known = this.#places.get(scope);
    if (known !== undefined) return known;
    const place = this.#scopes.push(scope) - 1;
    this.#places.set(scope, place);
    return place;
  }
}

interface Beginning {
  readonly step: number;
  readonly seq: number;
  readonly scope: string | undefined;
  readonly counted: boolean;
}
