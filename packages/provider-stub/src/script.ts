import type { Turn } from './turn.ts';

/** Which turn is next: the first that was not played and fits the request. */
export interface Script {
  take(results: readonly string[]): Turn | undefined;
  /** What was not played. */
  readonly left: number;
}

export function newScript(turns: readonly Turn[]): Script {
  const waiting = [...turns];
  let played = 0;
  return {
    take: (results) => {
      const at = waiting.findIndex((turn) => fits(turn, played, results));
      if (at === -1) return undefined;
      played += 1;
      return waiting.splice(at, 1)[0];
    },
    get left() {
      return waiting.length;
    },
  };
}

function fits({ when }: Turn, played: number, results: readonly string[]): boolean {
  if (when?.turn !== undefined && when.turn !== played) return false;
  let at = 0;
  return (when?.results ?? []).every((wanted) => {
    const found = results.findIndex((result, index) => index >= at && result.includes(wanted));
    at = found + 1;
    return found !== -1;
  });
}
