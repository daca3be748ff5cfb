import type { ReactNode } from 'react';
import type { ChangesItem, GroupItem, Item, StopReason, Timeline } from '@toolthread/core';
import { UndoButton } from '../changes/undo-button.tsx';
import { ItemMenu } from '../versions/item-menu.tsx';
import { VersionSwitch } from '../versions/version-switch.tsx';
import { Announcer } from './aloud/announcer.tsx';
import { ContinueButton } from './continue-button.tsx';
import { ForgetDrafts, type ForgetDraftsProps } from '../requests/forget-drafts.tsx';
import { KeysAndFocus, type KeysAndFocusProps } from './focus/keys-and-focus.tsx';
import { RetryLine } from './retry-line.tsx';
import { WaitingTray, type WaitingTrayProps } from './waiting-tray.tsx';

/** What is pressed or said once a thread is there. Nobody can use it on a page that a server drew. */
export interface LateControls {
  readonly Announcer: (props: { readonly items: Timeline['items'] }) => ReactNode;
  readonly ContinueButton: (props: { readonly stop: StopReason }) => ReactNode;
  readonly ForgetDrafts: (props: ForgetDraftsProps) => ReactNode;
  readonly KeysAndFocus: (props: KeysAndFocusProps) => ReactNode;
  readonly UndoButton: (props: { readonly item: ChangesItem }) => ReactNode;
  readonly ItemMenu: (props: { readonly item: Item }) => ReactNode;
  readonly VersionSwitch: (props: { readonly at: string }) => ReactNode;
  readonly RetryLine: (props: { readonly item: GroupItem }) => ReactNode;
  readonly WaitingTray: (props: WaitingTrayProps) => ReactNode;
}

/** In one piece: a browser asks for it once, and the first load names it once. */
export const lateControls: LateControls = {
  Announcer,
  ContinueButton,
  ForgetDrafts,
  KeysAndFocus,
  UndoButton,
  ItemMenu,
  VersionSwitch,
  RetryLine,
  WaitingTray,
};
