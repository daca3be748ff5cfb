import { timeline } from '@toolthread/core';
import type { Thread, ThreadState } from '@toolthread/core';
import type { WhenText } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import { renderToStaticMarkup } from 'react-dom/server';
import { DrawnApartContext } from '../text/drawn-apart-context.ts';
import { stepsOf } from '../text/long-text.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { CallEntry } from '../calls/call-entry.tsx';
import { CallUnderWay } from '../calls/call-under-way.tsx';
import { callParts } from '../calls/load-calls.ts';
import { HighlightContext } from '../markdown/use-highlight.ts';
import type { Highlight } from '../markdown/highlight.ts';
import { ChangedFiles } from '../changes/changed-files.tsx';
import { changedFiles, ChangesLine } from '../changes/changes-line.tsx';
import { ImagePart } from '../parts/image-part.tsx';
import { OrphanView } from '../items/orphan-view.tsx';
import { VerdictReasons } from '../items/verdict-reasons.tsx';
import { StandingCalls } from '../calls/standing-calls.tsx';
import type { ToolRenderer } from '../tools/tool-renderer.ts';
import { StillContext } from '../thread/use-still.ts';
import { ThreadSettingsContext } from '../thread/thread-settings.tsx';
import type { DiffOutcome } from '../thread/actions/thread-actions.ts';
import type { ThreadSettings } from '../thread/thread-settings.tsx';
import { ExportAccount } from './export-account.tsx';
import { ExportItem } from './export-item.tsx';
import { exportStyles } from './export-styles.ts';

/** How the page looks. */
export interface HtmlOptions {
  /** The text of `@toolthread/react/styles.css`, bundled: the file has no other. */
  readonly styles: string;
  /** Undefined: those a thread has by itself. */
  readonly renderers?: readonly ToolRenderer[];
  /** Colours of code: `await loadHighlight()`. Without it code is plain. */
  readonly highlight?: Highlight;
  /** The `data:` address of a picture or a file that the ledger keeps as a blob. Without it, only its name and size are shown. */
  readonly blobUrl?: (hash: string, mediaType: string) => string | undefined;
  /** The diff of a change of the workspace, by its name. Without it, only the names of its files are shown. */
  readonly diffs?: (change: string) => DiffOutcome | undefined;
}

/** Nothing is fetched and nothing runs, whatever the text in it says ([L7]). */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A file that is written in pieces: its start, the items of each piece, its end. */
export interface HtmlInPieces {
  readonly start: string;
  /** The markup of some turns, item by item. */
  items(thread: Pick<Thread, 'drawn'>): Iterable<string>;
  end(state: ThreadState): string;
}

/** What is at the top of the page. */
export interface HtmlHead {
  readonly title: string | undefined;
  /** `codex · gpt-5 · 2026-02-02 03:40`: in one line, whose thread it is. */
  readonly about?: string;
  /** In which words it is told when something was said: `2026-02-02 03:40`. Without it, no times are shown. */
  readonly when?: WhenText;
}

/**
 * A thread as one file that needs neither a script nor a network.
 *
 * @example
 * writeHtml(exampleThread, { styles: '' }).includes('Only the linter.'); //=> true
 */
export function writeHtml(thread: Thread, options: HtmlOptions): string {
  const { start, items, end } = htmlInPieces(thread.state, options);
  return [start, ...items(thread), end(thread.state)].join('');
}

/**
 * The same for a thread that is longer than the memory: each piece of it is drawn by itself.
 *
 * @example
 * const html = htmlInPieces(exampleState, { styles: '' });
 * [html.start, ...html.items(exampleThread), html.end(exampleState)].join('').includes('Only the linter.'); //=> true
 */
export function htmlInPieces(
  { title = 'Thread', about, when }: HtmlHead,
  { styles, renderers, highlight, blobUrl, diffs }: HtmlOptions,
): HtmlInPieces {
  // Nothing is fetched here: what draws calls is part of this.
  callParts.give({ CallEntry, StandingCalls, CallUnderWay, OrphanView, ChangesLine, VerdictReasons, ImagePart });
  changedFiles.give(ChangedFiles);
  const settings: ThreadSettings = { actions: {}, renderers, opened: undefined, blobUrl, diffs };
  const head = (
    <head>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={POLICY} />
      <meta name="referrer" content="no-referrer" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{visible(title)}</title>
      <style dangerouslySetInnerHTML={{ __html: `${styles}${exportStyles}` }} />
    </head>
  );
  const heading = (
    <>
      <h1>
        <VisibleText text={title} />
      </h1>
      {about === undefined ? null : (
        <p className="tt-about">
          <VisibleText text={about} />
        </p>
      )}
    </>
  );
  let drawn = 0;
  return {
    start: `<!doctype html>\n<html lang="en" class="tt-root">${renderToStaticMarkup(head)}<body><main class="tt-thread">${renderToStaticMarkup(heading)}<div class="tt-items">`,
    *items(thread) {
      for (const item of timeline(thread).items) {
        drawn += 1;
        const texts: Iterable<string>[] = [];
        const markup = renderToStaticMarkup(
          <ThreadSettingsContext value={settings}>
            <HighlightContext value={highlight}>
              <StillContext value>
                <DrawnApartContext value={(text) => <template data-text={texts.push(text) - 1} />}>
                  <ExportItem item={item} depth={0} when={when} />
                </DrawnApartContext>
              </StillContext>
            </HighlightContext>
          </ThreadSettingsContext>,
          { identifierPrefix: `i${drawn}-` },
        );
        yield* withTexts(markup, texts);
      }
    },
    end: (state) => `</div>${renderToStaticMarkup(<ExportAccount state={state} />)}</main></body></html>\n`,
  };
}

/** Nothing that anybody said is such a tag: its `<` would be an entity. */
const PLACE = /<template data-text="(\d{1,9})"><\/template>/g;

function* withTexts(markup: string, texts: readonly Iterable<string>[]): Iterable<string> {
  let from = 0;
  for (const { 0: place, 1: text, index } of markup.matchAll(PLACE)) {
    yield markup.slice(from, index);
    for (const piece of texts[Number(text)] ?? [])
      for (const step of stepsOf(piece)) yield renderToStaticMarkup(<VisibleText text={step} />);
    from = index + place.length;
  }
  yield markup.slice(from);
}
