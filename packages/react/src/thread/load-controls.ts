import type { ReactNode } from 'react';
import type { ChangesItem, GroupItem, Item, StopReason, Timeline } from '@toolthread/core';
import { late } from '../parts/late.ts';
import type { KeysAndFocusProps } from './focus/keys-and-focus.tsx';
import type { WaitingTrayProps } from './waiting-tray.tsx';
import type { Late } from '../parts/late.ts';

/** What is pressed or said once a thread is there. Nobody can use it on a page that a server drew. */
interface LateControls {
  readonly Announcer: (props: { readonly items: Timeline['items'] }) => ReactNode;
  readonly ContinueButton: (props: { readonly stop: StopReason }) => ReactNode;
  readonly KeysAndFocus: (props: KeysAndFocusProps) => ReactNode;
  readonly UndoButton: (props: { readonly item: ChangesItem }) => ReactNode;
  readonly ItemMenu: (props: { readonly item: Item }) => ReactNode;
  readonly VersionSwitch: (props: { readonly at: string }) => ReactNode;
  readonly RetryLine: (props: { readonly item: GroupItem }) => ReactNode;
  readonly WaitingTray: (props: WaitingTrayProps) => ReactNode;
}

const controls: Late<LateControls> = late(() => import('./late-controls.ts'));

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
