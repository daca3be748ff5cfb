/** The numbers of steps, which no rewind makes free: a step that is told again gets another. */
export class StepNumbers {
  readonly #last = new Map<string, number>();
  /** The numbers that steps have, by those that they had before they were told again. */
  readonly #again = new Map<string, number>();

  get scopes(): readonly (string | undefined)[] {
    return [...this.#last.keys()].map((scope) => (scope === '' ? undefined : scope));
  }

  next(scope: string | undefined): number {
    const number = (this.#last.get(scope ?? '') ?? 0) + 1;
    this.#last.set(scope ?? '', number);
    return number;
  }

  renew(scope: string | undefined, step: number): void {
    this.#again.set(stepName(scope, step), this.next(scope));
  }

  /** However often it was told again. */
  now(scope: string | undefined, step: number): number {
    // Mostly nothing was told again, and this runs for every record of a response.
    if (this.#again.size === 0) return step;
    let number = step;
    for (let next: number | undefined = step; next !== undefined; next = this.#again.get(stepName(scope, next)))
      number = next;
    return number;
  }
}

/** `stepName(undefined, 3)` */
export function stepName(scope: string | undefined, step: number): string {
  return `${scope ?? ''}\0${step}`;
}
