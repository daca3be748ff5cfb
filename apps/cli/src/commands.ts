import { serve } from './serve/serve.ts';

/** Runs, and resolves with the exit code. */
export type Command = (args: readonly string[]) => Promise<number>;

export const commands: ReadonlyMap<string, Command> = new Map([['serve', serve]]);
