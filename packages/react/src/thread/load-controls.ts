import type { ReactNode } from 'react';
import { late } from '../parts/late.ts';
import type { Late } from '../parts/late.ts';
import type { LateControls } from './late-controls.ts';

const controls: Late<LateControls> = late(async () => (await import('./late-controls.ts')).lateControls);

/**
 * Fetches what is pressed or said in a thread: a thread that is shown does it by itself. Who draws one where no effect runs waits for
 * it first: `await loadControls()`.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import { ChangesLine, ThreadSettingsContext } from '@toolthread/react';
 * await loadControls();
 * const settings = { actions: { undo: async () => undefined }, renderers: undefined, opened: undefined, blobUrl: undefined };
 * const line = <ChangesLine item={exampleItem('changes')} />;
 * renderToStaticMarkup(<ThreadSettingsContext value={settings}>{line}</ThreadSettingsContext>).includes('Undo'); //=> true
 */
export function loadControls(): Promise<void> {
  return controls.load();
}

const Nothing = (): ReactNode => null;
const nothing: LateControls = {
  Announcer: Nothing,
  ContinueButton: Nothing,
  ForgetDrafts: Nothing,
  KeysAndFocus: Nothing,
  UndoButton: Nothing,
  ItemMenu: Nothing,
  VersionSwitch: Nothing,
  RetryLine: Nothing,
  WaitingTray: Nothing,
};

/** Until they have arrived, nothing is in their places. */
export function useLateControls(): LateControls {
  const here = controls.use();
  return here === undefined || here === 'failed' ? nothing : here;
}
