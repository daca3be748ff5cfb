/** What is known of the place that the output goes to. */
export interface Terminal {
  /** Where lines are cut; `Infinity` if the output is no window. */
  readonly columns: number;
  readonly rows: number;
  readonly colours: boolean;
  /** A person sits there and can press keys. */
  readonly interactive: boolean;
}

export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

type Environment = { readonly [name: string]: string | undefined };

const LEAST_COLUMNS = 20;

/** `terminalOf(process.stdout, process.env).columns` */
export function terminalOf(output: Output, env: Environment): Terminal {
  const interactive = output.isTTY === true && env['TERM'] !== 'dumb';
  const told = Number(env['COLUMNS']);
  // A terminal that does not know says 0.
  const known = [output.columns ?? 0, told].find((columns) => Number.isInteger(columns) && columns > 0);
  const columns = known ?? (interactive ? 80 : Infinity);
  return {
    columns: Math.max(LEAST_COLUMNS, columns),
    rows: output.rows ?? 24,
    colours: hasColours(interactive, env),
    interactive,
  };
}

/** https://no-color.org: any value but the empty one. */
function hasColours(interactive: boolean, env: Environment): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  return forced === undefined || forced === '' ? interactive : forced !== '0';
}
