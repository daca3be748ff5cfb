import { useSyncExternalStore } from 'react';

/** False if there is no script to do the rest later: in the export everything is drawn at once. */
export function useInteractive(): boolean {
  return useSyncExternalStore(never, isHere, isWritten);
}

const nothing = (): void => undefined;
const never = (): (() => void) => nothing;
const isHere = (): boolean => true;
const isWritten = (): boolean => false;
