/** What comes after the first load, in one piece: a browser asks for it once, and the first load names it once. */
export { Announcer } from './aloud/announcer.tsx';
export { ContinueButton } from './continue-button.tsx';
export { ItemMenu } from '../versions/item-menu.tsx';
export { KeysAndFocus } from './focus/keys-and-focus.tsx';
export { RetryLine } from './retry-line.tsx';
export { UndoButton } from '../changes/undo-button.tsx';
export { VersionSwitch } from '../versions/version-switch.tsx';
export { WaitingTray } from './waiting-tray.tsx';
