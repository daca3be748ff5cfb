import { variableOf } from './configured-args.ts';
import { READ_VARIABLES } from './read-variables.ts';

/** Programs of ours mark processes with them, and tests take them. */
const MARKS: ReadonlySet<string> = new Set([
  'TOOLTHREAD_COMMAND',
  'TOOLTHREAD_WATCHES',
  'TOOLTHREAD_TRANSCRIPTS',
  'TOOLTHREAD_SEED',
]);

/** A message for each variable that begins like one of ours and is not one: `unknownVariables(process.env, SETTINGS)`. Never its value. */
export function unknownVariables(
  env: { readonly [name: string]: string | undefined },
  settings: readonly string[],
): readonly string[] {
  const known = [...settings.map(variableOf), ...READ_VARIABLES.map(({ name }) => name)];
  return Object.keys(env)
    .filter((name) => name.startsWith('TOOLTHREAD_') && !known.includes(name) && !MARKS.has(name))
    .map((name) => {
      const [nearest] = known
        .filter((one) => one.startsWith('TOOLTHREAD_'))
        .toSorted((a, b) => distance(name, a) - distance(name, b));
      const meant = nearest !== undefined && distance(name, nearest) <= NEAR ? ` Is ${nearest} meant?` : '';
      return `toolthread: ${name} is set, but there is no such setting.${meant}`;
    });
}

const NEAR = 2;

/** How many letters have to be put in, taken out or changed. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, there] of [...other].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === there ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
