import { timeline } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { isStopping, stopToContinue } from '@toolthread/core/queries';
import { visible } from '@toolthread/core/text';
import type { ThreadConnection } from '@toolthread/client';
import {
  Composer,
  connectionActions,
  itemVersions,
  latePart,
  ThreadView,
  unreadMessages,
  useThread,
} from '@toolthread/react';
import type { ThreadActions, ThreadViewHandle } from '@toolthread/react';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { blobAddress } from '../page/blob-address.ts';
import type { Info } from '../page/info.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import type { Connection } from './connection-notice.tsx';
import { LoadingThread } from './loading-thread.tsx';
import { ATTACH_LIMITS } from '../composer/attach-limits.ts';
import { saidBefore } from '../composer/said-before.ts';
import { looking } from '../views/looking.ts';
import type { Copying } from '../views/looking.ts';
import { showVersion, useShownVersion } from '../versions/use-shown-version.ts';
import { useSteppedFocus } from '../versions/use-stepped-focus.ts';
import { followOwnWords } from './follow-own-words.ts';
import { goingBack } from '../versions/going-back.ts';
import { can } from '../people/standing.ts';
import type { Act, Standing } from '../people/standing.ts';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import type { ShownItems } from '../sessions/session-notice.tsx';
import { sessionOf } from '@toolthread/server/answers';
import { ThreadBar } from '../bar/thread-bar.tsx';
import { waitsForAnswer, waitsForItsTurn, isSomeoneAtWork } from './is-someone-at-work.ts';
import { wholeThread } from './whole-thread.ts';
import { useOwnRenderers } from '../renderers/use-own-renderers.ts';
import type { Stop } from './use-stop.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { lateDialog } from '../late/late-dialog.tsx';

// They are beside the thread, which is shown first.
const QueuedList = latePart(async () => (await import('../composer/queued-list.ts')).QueuedList);
const LeftWords = latePart(async () => (await withLateStyles(import('../composer/left-words.tsx'))).LeftWords);
const FirstWords = latePart(async () => (await withLateStyles(import('../composer/first-words.tsx'))).FirstWords);
const PlacedNotice = latePart(async () => (await withLateStyles(import('./placed-notice.tsx'))).PlacedNotice);
const SessionNotice = latePart(
  async () => (await withLateStyles(import('../sessions/session-notice.tsx'))).SessionNotice,
);
const VersionView = latePart(async () => (await withLateStyles(import('../versions/version-view.tsx'))).VersionView);
const CopyDialog = lateDialog(async () => (await import('../copy/load-copy.ts')).loadCopy());
const FindInThread = latePart(async () => (await import('../find/load-find.ts')).loadFind());
const TurnMap = latePart(
  async () => (await withLateStyles(import('../map/turn-map.tsx'))).TurnMap,
  () => <div className="turn-map-room" />,
);

const AWAY: Connection = { connection: 'reconnecting', problem: undefined };

export interface ThreadPageProps {
  readonly connection: ThreadConnection;
  /** What the list calls it. */
  readonly title?: string | undefined;
  readonly info: Info;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** It was begun just now, or is the first that this page shows: whoever types, writes a message. */
  readonly begun: boolean;
  /** False: the server does not answer, though a stream of it may still stand open, with nothing in it. */
  readonly answers?: boolean | undefined;
  /** Absent if there is no list. */
  readonly onMenu: (() => void) | undefined;
  readonly stop: Stop;
}

export function ThreadPage({
  connection,
  title,
  info,
  input,
  begun,
  answers = true,
  onMenu,
  stop,
}: ThreadPageProps): ReactNode {
  const { say } = usePageLanguage();
  const now = useThread(connection);
  const { thread, earlier } = now;
  const { state } = thread;
  const own = useOwnRenderers(info.renderers);
  const view = useRef<ThreadViewHandle>(null);
  const [top, setTop] = useState(0);
  const working = isSomeoneAtWork(state);
  const isSession = sessionOf(state.id) !== undefined;
  const drawn = timeline(thread).items;
  const [change, setChange] = useState<ShownItems>();
  const items = useMemo(() => change?.(drawn) ?? drawn, [drawn, change]);
  const [standing, setStanding] = useState<Standing>();
  const mayHere = (act: Act): boolean => can(info.you, standing, act);
  const [mayWrite, mayApprove, mayAlways] = [mayHere('write'), mayHere('approve'), mayHere('always')];
  const may = isSession || !mayWrite ? 'read' : info.may;
  const isOurs = may === 'all' && state.agent === 'here';
  const writes = begun && !isSession;
  useFirstFocus(writes ? input : view, writes || items.length > 0);
  const reachable = now.connection === 'live' && answers;
  const [version, ...inner] = useShownVersion();
  useSteppedFocus(items, view, version === undefined && items.length > 0);
  // What finds comes late: a click before that is kept until it is here.
  const [findAsked, setFindAsked] = useState(false);
  const [left, setLeft] = useState<string>();
  const [copying, setCopying] = useState<Copying>();
  const actions = useMemo<ThreadActions>(() => {
    const all = connectionActions(connection, info.members);
    // Before the server has spoken nothing is decided.
    const { allowAlways: _always, ...most } = all;
    const { decide: _decide, undo: _undo, ...rest } = most;
    // What is left for a reader who may change nothing.
    const looks = looking(connection, say, setCopying);
    if (may === 'read') return { diff: all.diff, ...looks };
    return {
      ...(mayAlways ? all : mayApprove ? most : rest),
      ...looks,
      ...goingBack(connection, all, input, say, setLeft),
      ...followOwnWords(all, () => view.current?.scrollToEnd()),
    };
  }, [connection, info.members, may, mayApprove, mayAlways, now.may]);
  const whole = (): Promise<Thread> => wholeThread(connection);
  const above = useMemo(
    () => (earlier === undefined ? undefined : { items: earlier.items, read: connection.readEarlier }),
    [earlier, connection],
  );
  const versions = useMemo(() => itemVersions(thread), [state.rewinds, state.messageCount]);
  const unread = useMemo(() => unreadMessages(thread), [state.queue.said]);
  const post = async (
    text: string,
    mentions: readonly string[],
    attachments: readonly File[],
    delivery: 'now' | 'steer' | 'followUp',
  ): Promise<string | undefined> => {
    const posted = await connection.post(text, {
      delivery,
      attachments,
      ...(mentions.length === 0 ? {} : { mentions }),
    });
    // What waits for later is in its own list, and the reader stays where they are.
    if (posted.ok && delivery !== 'followUp') view.current?.scrollToEnd();
    if (posted.ok) setLeft(undefined);
    return posted.ok ? undefined : posted.error.message;
  };
  const send = (
    text: string,
    mentions: readonly string[],
    attachments: readonly File[] = [],
  ): Promise<string | undefined> => post(text, mentions, attachments, working ? 'steer' : 'now');
  return (
    <>
      <main id="main" className="thread-page">
        <ThreadBar
          thread={thread}
          listed={title}
          before={earlier?.figures}
          whole={whole}
          agent={info.agent}
          folders={info.folders}
          renderers={own.renderers}
          canChoose={isOurs && mayHere('own')}
          canCompact={isOurs}
          reachable={reachable}
          you={info.you}
          standing={now.standing ?? 0}
          onStanding={setStanding}
          onFind={() => setFindAsked(true)}
          diff={actions.diff}
          isOlder={version !== undefined}
          onCopy={() => setCopying({ index: undefined })}
          onMenu={onMenu}
        />
        <ConnectionNotice connection={now.connection === 'live' && !answers ? AWAY : now} />
        {state.placed.place !== 'list' && (
          <PlacedNotice thread={state.id} placed={state.placed} may={mayHere('own') ? may : 'read'} />
        )}
        {items.length > 0 && version === undefined && (
          <FindInThread
            thread={state.id}
            items={items}
            earlier={above}
            top={top}
            view={view}
            asked={findAsked}
            onAsked={() => setFindAsked(false)}
          />
        )}
        {version !== undefined ? (
          <VersionView
            base={thread}
            end={version}
            inner={inner}
            renderers={own.renderers}
            actions={actions}
            onVersion={showVersion}
          />
        ) : state.seq === 0 ? (
          // Every thread has a first event: without one it is not known yet whether somebody has spoken.
          now.connection === 'connecting' && <LoadingThread />
        ) : items.length === 0 && versions.size === 0 ? (
          reachable &&
          may === 'all' && (
            <FirstWords
              begun
              prompts={info.prompts}
              onChoose={(text) => {
                input.current?.focus();
                return send(text, []);
              }}
            />
          )
        ) : (
          <ThreadView
            ref={view}
            thread={state.id}
            items={items}
            earlier={above}
            actions={actions}
            renderers={own.renderers}
            blobUrl={blobAddress}
            reachable={reachable}
            may={may}
            approvers={mayApprove ? undefined : standing?.approvers}
            askedElsewhere={isSession}
            unread={unread}
            stop={stopToContinue(state)}
            folded={connection.thread}
            versions={versions}
            onVersion={(end) => showVersion(end === undefined ? [] : [end])}
            onTopItem={setTop}
          />
        )}
        {version !== undefined ? null : isSession ? (
          state.seq > 0 && <SessionNotice state={state} info={info} reachable={reachable} onItems={setChange} />
        ) : may === 'read' ? (
          <ReadOnlyNotice shared={!mayWrite} />
        ) : (
          <Composer
            thread={state.id}
            input={input}
            working={working}
            waiting={waitsForAnswer(state, mayApprove)}
            stopping={isStopping(state)}
            reachable={reachable}
            members={info.members}
            onSend={send}
            onQueue={(text, mentions, attachments) => post(text, mentions, attachments, 'followUp')}
            attach={ATTACH_LIMITS}
            files={async (words) => (await import('../composer/find-files.ts')).findFiles(state.id)(words)}
            history={() => saidBefore(connection.thread())}
            onStop={stop.press}
            onLeave={() => view.current?.focus()}
          >
            {own.problem !== undefined && (
              <p className="problem" role="alert">
                {visible(own.problem)}
              </p>
            )}
            {stop.words !== undefined && (
              <p className="problem" role="alert">
                {stop.words}
              </p>
            )}
            {left !== undefined && <LeftWords words={left} input={input} onDone={() => setLeft(undefined)} />}
            {waitsForItsTurn(state) && (
              <p className="waits-its-turn" role="status">
                {say('Queued: other threads are running. This one starts when it is its turn.')}
              </p>
            )}
            <QueuedList
              state={state}
              actions={actions}
              working={working}
              reachable={reachable}
              onEmpty={() => input.current?.focus()}
            />
          </Composer>
        )}
      </main>
      {copying !== undefined && (
        <CopyDialog
          thread={connection.thread}
          whole={whole}
          index={copying.index}
          onClose={() => setCopying(undefined)}
        />
      )}
      <TurnMap
        items={items}
        earlier={above}
        before={earlier?.figures.turns}
        top={top}
        onChoose={(index) => view.current?.scrollToItem(index)}
      />
    </>
  );
}
