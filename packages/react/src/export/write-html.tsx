import { timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { visible } from '@toolthread/core/text';
import { renderToStaticMarkup } from 'react-dom/server';
import { VisibleText } from '../text/visible-text.tsx';
import { CallEntry } from '../calls/call-entry.tsx';
import { callParts } from '../calls/load-calls.ts';
import { StandingCalls } from '../calls/standing-calls.tsx';
import type { ToolRenderer } from '../tools/tool-renderer.ts';
import { StillContext } from '../thread/use-still.ts';
import { ThreadSettingsContext } from '../thread/thread-settings.tsx';
import type { ThreadSettings } from '../thread/thread-settings.tsx';
import { ExportAccount } from './export-account.tsx';
import { ExportItems } from './export-items.tsx';
import { exportStyles } from './export-styles.ts';

/** How the page looks. */
export interface HtmlOptions {
  /** The text of `@toolthread/react/styles.css`, bundled: the file has no other. */
  readonly styles: string;
  /** Undefined: those a thread has by itself. */
  readonly renderers?: readonly ToolRenderer[];
}

/** Nothing is fetched and nothing runs, whatever the text in it says ([L7]). */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * A thread as one file that needs neither a script nor a network.
 *
 * @example
 * writeHtml(exampleThread, { styles: '' }).includes('Only the linter.'); //=> true
 */
export function writeHtml(thread: Thread, { styles, renderers }: HtmlOptions): string {
  // Nothing is fetched here: what draws calls is part of this.
  callParts.give({ CallEntry, StandingCalls });
  const settings: ThreadSettings = { actions: {}, renderers, opened: undefined, blobUrl: undefined };
  const { state } = thread;
  const title = state.title ?? 'Thread';
  const document = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={POLICY} />
        <meta name="referrer" content="no-referrer" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{visible(title)}</title>
        <style dangerouslySetInnerHTML={{ __html: `${styles}${exportStyles}` }} />
      </head>
      <body>
        <main className="tt-thread">
          <h1>
            <VisibleText text={title} />
          </h1>
          <ThreadSettingsContext value={settings}>
            <StillContext value>
              <ExportItems items={timeline(thread).items} />
            </StillContext>
          </ThreadSettingsContext>
          <ExportAccount state={state} />
        </main>
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToStaticMarkup(document)}\n`;
}
