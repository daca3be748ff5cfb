import { isLockedOut } from '@toolthread/client';
import type { ClientError, ThreadSummary } from '@toolthread/client';
import { latePart, ThreadList } from '@toolthread/react';
import { visible } from '@toolthread/core/text';
import { useEffect, useRef, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useInfo } from './page/info.ts';
import { folderOf } from './home/folders.ts';
import { latePage } from './late/late-page.tsx';
import { goTo, goToPage, pathOf, pathOfPage, useIsNowhere, useOwnPage, useRoute } from './page/use-route.ts';
import { useHeldWhilePressed } from './page/use-held-while-pressed.ts';
import { useShortcuts } from './page/use-shortcuts.ts';
import { useTypedWords } from './page/use-typed-words.ts';
import { useSeeing } from './threads/use-seeing.ts';
import { soughtIn, withSought } from './threads/sought-threads.ts';
import { useNow } from './threads/use-now.ts';
import { isReachable, useThreads } from './threads/use-threads.ts';
import { NewThreadPage, OpenThread } from './thread/load-pages.ts';
import type { ThreadNews } from './thread/open-thread.tsx';
import { withLateStyles } from './late/with-late-styles.ts';
import { useNotices } from './notices/use-notices.ts';
import { usePageLanguage } from './labels/use-page-language.ts';
import { sayAgent } from './settings/say-agent.ts';
import { lateDialog } from './late/late-dialog.tsx';

// Most who open the page see none of these.
const LockedPage = latePart(async () => (await import('./page/locked-page.tsx')).LockedPage);
const ListFilter = latePart(async () => (await withLateStyles(import('./threads/list-filter.tsx'))).ListFilter);
const ThreadDialog = lateDialog(async () => (await withLateStyles(import('./threads/thread-dialog.tsx'))).ThreadDialog);
const UsagePage = latePage(async () => (await import('./usage/load-usage.ts')).loadUsage());
const NoticeSwitch = latePart(async () => (await import('./notices/notice-switch.tsx')).NoticeSwitch);
const SettingsPage = latePage(async () => (await import('./settings/load-settings.ts')).loadSettings());
const ShortcutList = lateDialog(async () => (await withLateStyles(import('./page/shortcut-list.tsx'))).ShortcutList);

const MissingPage = latePage(async () => (await withLateStyles(import('./thread/missing-page.tsx'))).MissingPage);
const SignedIn = latePart(async () => (await import('./people/signed-in.tsx')).SignedIn);

const OWN_PAGES = [
  ['usage', 'Usage'],
  ['settings', 'Settings'],
] as const;

/** `problem`: why the address's token was not accepted. */
export function App({ problem }: { readonly problem: ClientError | undefined }): ReactNode {
  const { say } = usePageLanguage();
  const route = useRoute();
  const ownPage = useOwnPage();
  const nowhere = useIsNowhere();
  const isHome = route === undefined && ownPage === undefined && !nowhere;
  const [sought, setSought] = useState(() => soughtIn(location.search));
  const threads = useThreads(sought);
  const now = useNow();
  const [chosen, setChosen] = useState<ThreadSummary>();
  const info = useInfo(isReachable(threads));
  const [told, setTold] = useState<ThreadNews>();
  /** Of the thread that is open. */
  const news = told?.thread === route ? told : undefined;
  const [menu, setMenu] = useState(false);
  const [keys, setKeys] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const side = useRef<HTMLElement>(null);
  const [visit, setVisit] = useState<Visit>({ now: route, begun: true });
  if (visit.now !== route) {
    setVisit({
      now: route,
      begun:
        history.state === 'to write' ||
        (visit.now === undefined && !document.activeElement?.closest('.side, .home-list')),
    });
  }
  const order = useHeldWhilePressed(side, threads.list)?.threads ?? [];
  const step = (by: number): void => {
    const next = order[order.findIndex(({ id }) => id === route) + by];
    if (next !== undefined) goTo(next.id);
  };

  const openMenu = (): void => setMenu(true);
  const closeMenu = (): void => {
    setMenu(false);
    menuButton()?.focus();
  };
  useNotices(route);
  useTypedWords(input);
  useShortcuts((key, writing) => {
    // It may still be on its way: whoever does not want it any more is not surprised by it later.
    if (key === 'Escape' && (keys || chosen !== undefined)) {
      setKeys(false);
      setChosen(undefined);
    } else if (key === 'Escape' && menu) closeMenu();
    else if (key === 'Escape' && news?.stop !== undefined) news.stop();
    else if (writing) return false;
    else if (key === 'n' || key === 'N') {
      return () => {
        goTo(undefined);
        // On the page for a new thread already, nothing else would bring the keyboard there.
        input.current?.focus();
      };
    } else if (key === '/') input.current?.focus();
    else if (key === '?') setKeys(true);
    else if (key === '[') step(-1);
    else if (key === ']') step(1);
    else return false;
    return true;
  });
  // The list is read now and then; what happens in the open thread it shall show at once.
  useEffect(() => threads.refresh(), [news?.word, news?.live]);
  const listed = order.find(({ id }) => id === route);
  const listedAt = listed?.updatedAt ?? 0;
  const isUnread = useSeeing(news?.thread, () => Math.max(listedAt, news?.at() ?? 0), [news?.word, listedAt]);
  useEffect(() => {
    const address = pathOf(undefined) + withSought(location.search, sought) + location.hash;
    if (isHome) history.replaceState(history.state, '', address);
  }, [isHome, sought]);
  // Whoever came by a key, from home or by an address sees in the list where that is.
  useEffect(() => {
    side.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [route, listedAt > 0]);
  useEffect(() => {
    // Where the reader is, which brings it into sight; or else the first.
    const way = side.current?.querySelector<HTMLElement>('[aria-current]') ?? side.current?.querySelector('a');
    if (menu) way?.focus();
  }, [menu]);
  useEffect(() => {
    setMenu(false);
    if (route === undefined) input.current?.focus();
  }, [route, ownPage]);

  const closed = news?.problem ?? threads.problem;
  if (problem !== undefined || (closed !== undefined && isLockedOut(closed))) {
    return <LockedPage problem={problem} />;
  }
  return (
    <div className="page" data-menu={menu}>
      <a className="skip" href="#main" onClick={skipToMain}>
        {say('Skip to content')}
      </a>
      <aside ref={side} className="side">
        <ThreadList
          threads={order}
          current={route}
          now={now}
          href={pathOf}
          onChoose={goTo}
          newThreadKey="N"
          agentWords={(agent) => sayAgent(agent, say)}
          unread={({ id, updatedAt }) => id !== route && isUnread?.(id, updatedAt) === true}
          onMore={threads.list?.next === undefined ? undefined : threads.more}
          beside={
            info.may === 'read'
              ? undefined
              : (thread) => (
                  <button
                    type="button"
                    className="quiet thread-more"
                    aria-label={say('Actions: {title}', { title: visible(thread.title ?? say('New thread')) })}
                    aria-haspopup="dialog"
                    onClick={() => setChosen(thread)}
                  >
                    ⋯
                  </button>
                )
          }
        >
          <div className="brand">
            <i aria-hidden="true" />
            Toolthread
          </div>
        </ThreadList>
        {/* Home has it above its own list, which is the same. */}
        {(!isHome || info.may === 'read') && (
          <ListFilter
            agent={info.agent}
            sought={sought}
            threads={threads.list?.threads}
            folderOf={(project) => folderOf(project, info.folders)}
            listed={threads.list?.threads.length}
            onSeek={setSought}
          />
        )}
        {info.you !== undefined && <SignedIn you={info.you} accounts={info.accounts === true} />}
        {OWN_PAGES.filter(([page]) => page !== 'usage' || info.may === 'all').map(([page, words]) => (
          <a
            key={page}
            className="quiet usage-link"
            href={pathOfPage(page)}
            aria-current={ownPage === page ? 'page' : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              goToPage(page);
            }}
          >
            {say(words)}
          </a>
        ))}
        <NoticeSwitch />
        <button type="button" className="quiet keys" onClick={() => setKeys(true)}>
          {say('Keys')} <kbd className="tt-key">?</kbd>
        </button>
      </aside>
      {menu && <button type="button" className="scrim" aria-label={say('Close the list')} onClick={closeMenu} />}
      {ownPage === 'usage' && <UsagePage onMenu={openMenu} />}
      {ownPage === 'settings' && <SettingsPage operates={info.operates} onMenu={openMenu} />}
      {nowhere && <MissingPage what="page" onMenu={openMenu} />}
      {isHome && (
        <NewThreadPage
          key="new"
          info={info}
          threads={threads}
          sought={sought}
          onSeek={setSought}
          input={input}
          onMenu={openMenu}
        />
      )}
      {route !== undefined && (
        <OpenThread
          key={route}
          thread={route}
          title={listed?.title}
          info={info}
          input={input}
          begun={visit.begun}
          answers={isReachable(threads)}
          onMenu={openMenu}
          onNews={setTold}
        />
      )}
      {chosen !== undefined && (
        <ThreadDialog
          thread={chosen}
          you={info.you}
          onClose={() => setChosen(undefined)}
          onDone={(what) => {
            setChosen(undefined);
            threads.again();
            if (what === 'gone' && chosen.id === route && sought.place !== 'bin') goTo(undefined);
          }}
        />
      )}
      {keys && <ShortcutList onClose={() => setKeys(false)} />}
    </div>
  );
}

/** The thread that is shown; undefined is the page for a new one. */
interface Visit {
  readonly now: string | undefined;
  /** It was begun on the page for a new one or as a fork, or is the first that is shown; not chosen from the list. */
  readonly begun: boolean;
}

/** Past the list of threads. The address keeps its place in the thread. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
}

/** Each page has one of its own in its bar. */
function menuButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.bar .menu');
}
