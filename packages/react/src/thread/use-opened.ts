import { useState, useSyncExternalStore } from 'react';
import { useThreadSettings } from './thread-settings.tsx';

const nothing = (): (() => void) => () => undefined;

/** `const [open, setOpen] = useOpened(item.key)`: closed until the reader opens it, and then open after a reload too. */
export function useOpened(key: string, byDefault = false): [open: boolean, setOpen: (open: boolean) => void] {
  const { opened } = useThreadSettings();
  const [local, setLocal] = useState<boolean>();
  const read = (): boolean | undefined => opened?.get(key);
  const stored = useSyncExternalStore(opened?.subscribe ?? nothing, read, read);
  if (opened === undefined) return [local ?? byDefault, setLocal];
  return [stored ?? byDefault, (open) => opened.set(key, open)];
}
