import type { Phase } from '@toolthread/core';
import type { Item } from '../item.ts';

/** A piece of the model's turn, before it is known whether it keeps its id. `after`: the id of the reasoning it came after, if known. */
export type Draft =
  /** Without an item it cannot go back. */
  | { readonly kind: 'reasoning'; readonly item: Item | undefined }
  | {
      readonly kind: 'words';
      readonly id: string | undefined;
      readonly after: string | undefined;
      readonly phase: Phase | undefined;
      /** Grows, as long as words of the same message follow. */
      readonly content: Item[];
    }
  /** Our text in place of what cannot go back; a message of its own. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'call'; readonly item: Item; readonly after: string | undefined }
  /** An item of unknown type. */
  | { readonly kind: 'opaque'; readonly item: Item; readonly after: string | undefined }
  | HostedDraft
  | { readonly kind: 'output'; readonly item: Item; readonly of: HostedDraft };

/** A call that the provider ran, and the text for it if the item cannot go back. */
export interface HostedDraft {
  readonly kind: 'hosted';
  readonly item: Item;
  readonly note: string;
  readonly after: string | undefined;
}
