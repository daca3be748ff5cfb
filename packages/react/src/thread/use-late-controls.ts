import type { ReactNode } from 'react';
import type { ChangesItem, StopReason, Timeline } from '@toolthread/core';
import { late } from '../parts/late.ts';
import type { Late } from '../parts/late.ts';

/** What is pressed or said once a thread is there. Nobody can use it on a page that a server drew. */
interface LateControls {
  readonly Announcer: (props: { readonly items: Timeline['items'] }) => ReactNode;
  readonly ContinueButton: (props: { readonly stop: StopReason }) => ReactNode;
  readonly UndoButton: (props: { readonly item: ChangesItem }) => ReactNode;
}

const controls: Late<LateControls> = late(async () => {
  const [{ Announcer }, { ContinueButton }, { UndoButton }] = await Promise.all([
    import('./announcer.tsx'),
    import('./continue-button.tsx'),
    import('../changes/undo-button.tsx'),
  ]);
  return { Announcer, ContinueButton, UndoButton };
});

/** Fetches them: a thread that is shown does it by itself. */
export function loadControls(): Promise<void> {
  return controls.load();
}

const Nothing = (): ReactNode => null;
const nothing: LateControls = { Announcer: Nothing, ContinueButton: Nothing, UndoButton: Nothing };

/** Until they have come, nothing stands in their places. */
export function useLateControls(): LateControls {
  const here = controls.use();
  return here === undefined || here === 'failed' ? nothing : here;
}
