/**
 * fast-check, as tests get it without a seed of their own (vitest.config.ts): the same seed gives the same cases in every run, so
 * that the first part of them is tried. `npm run explore` tries all, with fresh seeds each time; whoever names a seed has all, too.
 */
import * as fc from 'fast-check';

/** Of what a property asks for. */
const PART = 1 / 4;
/** What fast-check tries where a property does not say. */
const USUAL = 100;
/** A property that asks for so few has them all. */
const FEWEST = 20;

export * from 'fast-check';

export function assert<T>(property: fc.IRawProperty<T>, parameters: fc.Parameters<T> = {}): Promise<void> | void {
  const { numRuns = USUAL, path } = parameters;
  // A path leads to one case, wherever that stands.
  return fc.assert(property, path === undefined ? { ...parameters, numRuns: firstPart(numRuns) } : parameters);
}

function firstPart(cases: number): number {
  return Math.max(Math.min(cases, FEWEST), Math.ceil(cases * PART));
}

// oxlint-disable-next-line import/no-default-export -- it stands for a module whose default export is used
export default { ...fc, assert };
