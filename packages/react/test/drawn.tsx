import { foldAll, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { ItemList, ThreadSettingsContext, toolRenderers } from '@toolthread/react';
import type { ThreadSettings } from '@toolthread/react';
import { renderToStaticMarkup } from 'react-dom/server';

const settings: ThreadSettings = {
  actions: {},
  renderers: toolRenderers,
  opened: { get: () => true, set: () => undefined, subscribe: () => () => undefined },
  blobUrl: undefined,
};

/** The markup of a ledger with everything open, or as it is when nobody has opened anything. */
export function drawn(events: Iterable<LedgerEvent>, { open = true } = {}): string {
  return renderToStaticMarkup(
    <ThreadSettingsContext value={open ? settings : { ...settings, opened: undefined }}>
      <ItemList items={timeline(foldAll(events)).items} />
    </ThreadSettingsContext>,
  );
}

/** What a reader reads: the text between the tags. */
export function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}
