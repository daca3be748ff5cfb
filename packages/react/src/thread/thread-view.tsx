import { timeline } from '@toolthread/core';
import { stopToContinue } from '@toolthread/core/queries';
import type { LedgerEvent, StopReason, Thread, Timeline } from '@toolthread/core';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { Virtualizer } from 'virtua';
import type { CacheSnapshot, VirtualizerHandle } from 'virtua';
import { ItemView } from '../items/item-view.tsx';
import { createRevealedEntries } from '../items/revealed-entries.ts';
import { showsNothing } from '../items/shows-nothing.ts';
import { bounded } from '../parts/bounded.tsx';
import { GivenAnswersContext } from '../requests/given-answers.ts';
import type { GivenAnswers } from '../requests/given-answers.ts';
import { openCards } from '../requests/open-cards.ts';
import { loadCalls } from '../calls/load-calls.ts';
import { loadOpenRequest } from '../requests/load-open-request.ts';
import { MessageEditsContext, unreadMessages } from '../queue/unread-messages.ts';
import type { MessageEdits, UnreadMessages } from '../queue/unread-messages.ts';
import { useInteractive } from '../text/use-interactive.ts';
import type { ToolRenderer } from '../tools/tool-renderer.ts';
import type { ThreadActions } from './actions/thread-actions.ts';
import { createOpenedStore, defaultStorage } from './opened-store.ts';
import type { OpenedStorage } from './opened-store.ts';
import { EarlierRow } from './earlier-row.tsx';
import type { EarlierItems } from './earlier-row.tsx';
import { ThreadSettingsContext } from './thread-settings.tsx';
import type { BlobUrl, ThreadSettings } from './thread-settings.tsx';
import { likelyHeight } from './likely-height.ts';
import { loadControls, useLateControls } from './load-controls.ts';
import { useStickToEnd } from './scroll/use-stick-to-end.ts';
import { useThread } from './use-thread.ts';
import { CourseContext } from '../versions/course-context.ts';
import type { CourseSettings } from '../versions/course-context.ts';
import { AT_END, itemVersions } from '../versions/item-versions.ts';
import type { ItemVersions } from '../versions/item-versions.ts';
import { useLanguage } from '../labels/use-language.ts';

/** The events of a thread, or its items where it is folded already, and what the page can do about them. */
export type ThreadViewProps = ThreadViewOptions & (ThreadEvents | ThreadItems);

interface ThreadEvents {
  /** All of its events, the newest last. They are plain JSON, which a component of a server can hand over. */
  readonly events: readonly LedgerEvent[];
  readonly items?: undefined;
  /** The thread's id: what the reader opened is remembered under it. Absent: what its events say. */
  readonly thread?: string;
}

interface ThreadItems {
  readonly items: Timeline['items'];
  readonly events?: undefined;
  readonly thread: string;
}

/** What the page can do about a thread, and how it is drawn. */
export interface ThreadViewOptions {
  readonly actions?: ThreadActions;
  /** Undefined: those a thread has by itself. */
  readonly renderers?: readonly ToolRenderer[] | undefined;
  /** Where to remember what was opened; the browser's own storage unless told otherwise. */
  readonly storage?: OpenedStorage;
  readonly blobUrl?: BlobUrl;
  /** Whether the server answers; what failed while it did not is not told any more when it does. */
  readonly reachable?: boolean;
  /** Somebody who may only read sees that, and no buttons. */
  readonly may?: 'all' | 'read';
  /** Who may approve, where the reader may not: their names are in place of the buttons. */
  readonly approvers?: readonly string[] | undefined;
  /** Another program asks, and this is only its session: it is answered there, and cards say so. */
  readonly askedElsewhere?: boolean;
  /** Messages that can still be changed: `unreadMessages(thread)`. Absent: what the events say. */
  readonly unread?: UnreadMessages;
  /** Why the last run stopped, where it can be continued: `stopToContinue(state)`. Absent: what the events say. */
  readonly stop?: StopReason | undefined;
  /**
   * The thread that the items are of, when somebody asks: `connection.thread`. Without it, and without `events`, no item can be gone back to, edited
   * or forked from.
   */
  readonly folded?: () => Thread;
  /** The versions of its messages: `itemVersions(thread)`. Absent: what the events say. */
  readonly versions?: ReadonlyMap<string, ItemVersions>;
  /** Shows the version that ends with this event; undefined: the one that counts now. Absent: there is no way between versions. */
  readonly onVersion?: (end: number | undefined) => void;
  /** What of the thread is not here: `earlier` of `useThread`, with `readEarlier` of its connection. */
  readonly earlier?: EarlierItems | undefined;
  /** The item at the top of what is on the screen; the last one, where the end is in sight. */
  readonly onTopItem?: (index: number) => void;
  readonly ref?: Ref<ThreadViewHandle>;
}

/** Moves the view, from outside. */
export interface ThreadViewHandle {
  scrollToItem(index: number): void;
  scrollToEnd(): void;
  /**
   * Leads to the item or entry with this key, and opens what it is in. Gives its element once that is drawn; undefined if there is none, and where the reader was led elsewhere before. Of what is in
   * a child run it is the call of that run. `whole`: nothing of its result is cut; `details`: they are open.
   */
  show(key: string, how?: 'whole' | 'details'): Promise<HTMLElement | undefined>;
  /** Puts the keyboard into the thread. */
  focus(): void;
}

/** A server draws so many items, and a browser takes them over; the rest is mounted when it comes into sight. */
const SERVER_ITEMS = 200;
const noActions: ThreadActions = {};
const noEvents: readonly LedgerEvent[] = [];

/**
 * A thread: it mounts what is on the screen, and follows the end unless the reader scrolled up. It fills its parent, which must have a
 * height of its own.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ThreadView events={exampleEvents} />).includes('Only the linter.'); //=> true
 */
export function ThreadView(props: ThreadViewProps): ReactNode {
  return bounded(props.items ?? props.events, <WholeThread {...props} />);
}

function WholeThread(props: ThreadViewProps): ReactNode {
  const told = useThread(props.events ?? noEvents).thread;
  const { items } = props.items === undefined ? timeline(told) : props;
  const {
    thread = told.state.id,
    storage,
    renderers,
    actions = noActions,
    blobUrl,
    reachable = true,
    may = 'all',
    approvers,
    askedElsewhere = false,
    unread: given,
    stop = stopToContinue(told.state),
    folded,
    onVersion,
    onTopItem,
    earlier,
    ref,
  } = props;
  const { say } = useLanguage();
  const opened = useMemo(() => createOpenedStore(thread, storage ?? defaultStorage()), [thread, storage]);
  const [late, tellLate] = useState<string>();
  const [revealed] = useState(createRevealedEntries);
  const lead = useRef<ThreadViewHandle['show']>(() => Promise.resolve(undefined));
  const settings = useMemo<ThreadSettings>(
    () => ({
      thread,
      actions,
      renderers,
      opened,
      blobUrl,
      reachable,
      may,
      approvers,
      askedElsewhere,
      tellLate,
      revealed,
      show: (key) => void lead.current(key).catch(() => undefined),
    }),
    [thread, actions, renderers, opened, blobUrl, reachable, may, approvers, askedElsewhere, revealed],
  );
  const [answers] = useState<GivenAnswers>(() => new Map());
  const [drafts] = useState(() => new Map<string, string>());
  const unread = useMemo(() => given ?? unreadMessages(told), [given, told.state.queue.said]);
  const edits = useMemo<MessageEdits>(() => ({ unread, drafts }), [unread, drafts]);
  const versions = useMemo(
    () => props.versions ?? itemVersions(told),
    [props.versions, told.state.rewinds, told.state.messageCount],
  );
  const latest = useRef(told);
  useEffect(() => {
    latest.current = told;
  }, [told]);
  const asEvents = props.items === undefined;
  const course = useMemo<CourseSettings | undefined>(() => {
    const current = folded ?? (asEvents ? () => latest.current : undefined);
    return current && { thread: current, versions, onVersion };
  }, [folded, asEvents, versions, onVersion]);
  // On a server, and for the first drawing over what a server drew.
  const fromServer = !useInteractive();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [unmeasured] = useState<CacheSnapshot>(() => [[], likelyHeight(items)]);
  // A row for all that is not here, and then a row for each item.
  const before = Math.max(0, (earlier?.items ?? 0) - 1);
  const [drawnBefore, setDrawnBefore] = useState(before);
  const firstRow = useRef(before);
  useLayoutEffect(() => {
    firstRow.current = before;
    setDrawnBefore(before);
  }, [before]);
  const {
    stuck,
    toCard,
    measured,
    hold,
    lead: goTo,
    jump,
    showCard,
  } = useStickToEnd(
    scroller,
    items,
    (index) => list.current?.getItemOffset(Math.max(0, index - firstRow.current)) ?? 0,
  );
  const [isReadingAll, setIsReadingAll] = useState(false);
  const goToFirst = async (): Promise<void> => {
    setIsReadingAll(true);
    await earlier?.read('all');
    setIsReadingAll(false);
    // What was read is drawn first.
    requestAnimationFrame(() => requestAnimationFrame(() => goTo(0)));
  };
  const show = async (key: string, how?: 'whole' | 'details'): Promise<HTMLElement | undefined> => {
    const { showPlace } = await import('./show-place.ts');
    return scroller.current === null
      ? undefined
      : showPlace(key, { items, opened, revealed, scroller: scroller.current, goTo }, how);
  };
  useEffect(() => {
    lead.current = show;
  });
  useImperativeHandle(ref, () => ({
    scrollToItem: goTo,
    scrollToEnd: jump,
    show,
    focus: () => scroller.current?.focus(),
  }));
  const { Announcer, ContinueButton, ForgetDrafts, KeysAndFocus, VersionSwitch, WaitingTray } = useLateControls();
  const tellTop = (offset: number): void => onTopItem?.((list.current?.findItemIndex(offset + 24) ?? 0) + before);
  useEffect(() => {
    // Several turns may be on the screen with the end: the last of them is the one the reader is at.
    if (stuck) onTopItem?.(items.length - 1);
    // A jump scrolls once, and then the end was still in sight.
    else if (list.current !== null) tellTop(list.current.scrollOffset);
  }, [stuck, items.length]);
  useEffect(() => {
    loadCalls().catch(() => undefined);
    loadControls().catch(() => undefined);
    loadOpenRequest().catch(() => undefined);
  }, []);

  const cards = openCards(items);
  const leadTo = (request?: string): void =>
    showCard(request)?.closest<HTMLElement>('[data-index]')?.focus({ preventScroll: true });
  // The list asks for one item at a time, so that no copy of the vector is made for each event.
  const places = useMemo(() => ({ length: items.length - before }), [items.length, before]);
  return (
    <ThreadSettingsContext value={settings}>
      <div className="tt-root tt-thread">
        <div
          ref={scroller}
          className="tt-scroller"
          role="log"
          aria-live="off"
          aria-label={say('Thread')}
          tabIndex={0}
          onClickCapture={(event) =>
            event.target instanceof Element && event.target.closest('button, summary') && hold(event.target)
          }
        >
          <GivenAnswersContext value={answers}>
            <MessageEditsContext value={edits}>
              <CourseContext value={course}>
                <Virtualizer
                  ref={list}
                  scrollRef={scroller}
                  data={places}
                  cache={unmeasured}
                  {...(fromServer ? { ssrCount: Math.min(places.length, SERVER_ITEMS) } : {})}
                  shift={before < drawnBefore}
                  keepMounted={cards.map(({ index }) => index - before)}
                  onResize={measured}
                  onScroll={(offset) => !stuck && tellTop(offset)}
                >
                  {(_, row) => {
                    if (row === 0 && earlier !== undefined)
                      return <EarlierRow key="earlier" read={earlier.read} away={!stuck} />;
                    const index = row + before;
                    const item = items.at(index);
                    if (item === undefined || showsNothing(item)) return <div key={index} />;
                    return (
                      <div key={item.key} className="tt-item" data-kind={item.kind} data-index={index} tabIndex={-1}>
                        <ItemView item={item} />
                      </div>
                    );
                  }}
                </Virtualizer>
              </CourseContext>
            </MessageEditsContext>
          </GivenAnswersContext>
        </div>
        {versions.has(AT_END) && (
          <CourseContext value={course}>
            <p className="tt-rewound">
              {say('Rewound. Later messages are kept as a version.')} <VersionSwitch at={AT_END} />
            </p>
          </CourseContext>
        )}
        {stop !== undefined && <ContinueButton stop={stop} />}
        {late !== undefined && (
          <p className="tt-late" role="alert">
            {say('That did not work. {problem}', { problem: late })}
            <button type="button" className="tt-link-button" onClick={() => tellLate(undefined)}>
              {say('Dismiss')}
            </button>
          </p>
        )}
        <div className="tt-ways">
          {toCard !== undefined && <WaitingTray way={toCard} cards={cards} onShow={leadTo} />}
          {isReadingAll && (
            <span className="tt-reading" role="status">
              {say('Loading earlier turns…')}
            </span>
          )}
          {!stuck && (
            <button type="button" onClick={jump}>
              ↓ {say('Latest')}
            </button>
          )}
        </div>
        <KeysAndFocus
          scroller={scroller}
          ends={{ first: () => (earlier === undefined ? goTo(0) : void goToFirst()), last: jump }}
        />
        <Announcer items={items} />
        <ForgetDrafts id={thread} open={cards.length} thread={course?.thread} />
      </div>
    </ThreadSettingsContext>
  );
}
