import type { Phase } from '@toolthread/core';
import type { Item } from '../item.ts';

/** A piece of the model's turn, before it is known what it may bear. `after`: the reasoning it came after, where that was noted. */
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
  /** Words of ours, in place of what cannot go back; they stand apart. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'call'; readonly item: Item; readonly after: string | undefined }
  /** Nobody here knows what it is. */
  | { readonly kind: 'opaque'; readonly item: Item; readonly after: string | undefined }
  | HostedDraft
  | { readonly kind: 'output'; readonly item: Item; readonly of: HostedDraft };

/** What the provider ran, and the words for it if the item cannot go back. */
export interface HostedDraft {
  readonly kind: 'hosted';
  readonly item: Item;
  readonly note: string;
  readonly after: string | undefined;
}
