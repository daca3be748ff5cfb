import type { Outcome } from '@toolthread/core';

/** What Codex writes before the output of a script that calls its tools. */
interface ScriptHead {
  /** Undefined while it goes on. */
  readonly outcome: Outcome | undefined;
  readonly durationMs: number;
  /** Under which id it goes on, if it has not ended. */
  readonly session: string | undefined;
}

const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ['completed', 'done'],
  ['failed', 'failed'],
  ['terminated', 'interrupted'],
]);

const OUTPUT = '\nOutput:';

/** What the script wrote: its last words are why it failed. */
export function withoutScriptHead(text: string): string {
  return scriptHead(text) === undefined ? text : text.slice(text.indexOf(OUTPUT) + OUTPUT.length);
}

/** `scriptHead('Script failed\\nWall time 0.2 seconds\\nOutput:\\n')?.outcome === 'failed'` */
export function scriptHead(text: string): ScriptHead | undefined {
  const [status = '', time = '', output] = text.split('\n', 3);
  const [, end, session] =
    /^Script (?:(completed|failed|terminated)|running with cell ID (\S{1,100}))$/.exec(status) ?? [];
  const seconds = /^Wall time:? ([\d.]{1,20}) seconds$/.exec(time)?.[1];
  if ((end ?? session) === undefined || seconds === undefined || output !== 'Output:') return undefined;
  return { outcome: OUTCOMES.get(end ?? ''), durationMs: Number(seconds) * 1000, session };
}
