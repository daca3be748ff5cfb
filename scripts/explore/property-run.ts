/** One property, tried with the cases of one seed. */
export interface PropertyRun {
  readonly file: string;
  /** The names of its suites and its own, with ` > ` between them. */
  readonly test: string;
  readonly cases: number;
  readonly counterexample?: { readonly path: string; readonly message: string };
}
