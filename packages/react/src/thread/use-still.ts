import { createContext, use } from 'react';
import type { Context } from 'react';

/** Drawn into a file in which nothing runs: all that a click would show is there, in folds that the browser opens by itself. */
export const StillContext: Context<boolean> = createContext(false);

export function useStill(): boolean {
  return use(StillContext);
}
