import { threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { ItemList, LanguageProvider, ThreadSettingsContext, toolRenderers, unreadMessages } from '@toolthread/react';
import type { SomeLabels, ThreadActions, ThreadSettings } from '@toolthread/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadCalls } from '../src/calls/load-calls.ts';
import { loadOpenRequest } from '../src/requests/load-open-request.ts';
import { loadControls } from '../src/thread/load-controls.ts';
import { MessageEditsContext } from '../src/queue/unread-messages.ts';

// As in a page that has shown a thread.
await loadCalls();
await loadControls();
await loadOpenRequest();

const settings: ThreadSettings = {
  actions: {},
  renderers: toolRenderers,
  opened: undefined,
  blobUrl: undefined,
};

export interface DrawnOptions {
  readonly open?: boolean;
  /** What is open, where not everything is. */
  readonly isOpen?: (key: string) => boolean;
  readonly actions?: ThreadActions;
  readonly may?: 'all' | 'read';
  readonly approvers?: readonly string[];
  readonly askedElsewhere?: boolean;
  readonly labels?: SomeLabels<string, string>;
}

/** The markup of a ledger with everything open, or as it is when nobody has opened anything. */
export function drawn(
  events: Iterable<LedgerEvent>,
  {
    open = true,
    isOpen = () => true,
    actions = {},
    may = 'all',
    approvers,
    askedElsewhere = false,
    labels = {},
  }: DrawnOptions = {},
): string {
  const thread = threadOf(events);
  const opened = { get: isOpen, set: () => undefined, subscribe: () => () => undefined };
  return renderToStaticMarkup(
    <LanguageProvider labels={labels}>
      <ThreadSettingsContext
        value={{ ...settings, actions, may, approvers, askedElsewhere, opened: open ? opened : undefined }}
      >
        <MessageEditsContext value={{ unread: unreadMessages(thread), drafts: new Map() }}>
          <ItemList items={timeline(thread).items} />
        </MessageEditsContext>
      </ThreadSettingsContext>
    </LanguageProvider>,
  );
}

const taken = (): Promise<undefined> => Promise.resolve(undefined);

/** A server that takes everything. */
export const allActions: ThreadActions = {
  answer: taken,
  decide: taken,
  continueRun: taken,
  changeMessage: taken,
  takeBack: taken,
  say: taken,
  diff: () => Promise.resolve({ ok: true, diff: '' }),
  undo: taken,
};

/** What a reader reads: the text between the tags. */
export function markupText(markup: string): string {
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
