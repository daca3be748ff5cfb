import { createThread } from '@toolthread/client';
import { Composer, latePart } from '@toolthread/react';
import { useState } from 'react';
import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { AgentChoice } from '@toolthread/server/answers';
import type { Info } from '../page/info.ts';
import { MenuButton } from '../page/menu-button.tsx';
import { goTo } from '../page/use-route.ts';
import { server } from '../page/server.ts';
import { ThemeButton } from '../page/theme-button.tsx';
import { ATTACH_LIMITS } from '../composer/attach-limits.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { useHasBegun } from '../threads/use-has-begun.ts';
import type { SoughtThreads } from '../threads/sought-threads.ts';
import { isReachable } from '../threads/use-threads.ts';
import type { Threads } from '../threads/use-threads.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

const ChoiceRow = latePart(async () => (await withLateStyles(import('../settings/choice-row.tsx'))).ChoiceRow);
const DropSession = latePart(async () => (await withLateStyles(import('../sessions/drop-session.tsx'))).DropSession);
const ConnectModel = latePart(async () => (await withLateStyles(import('../settings/connect-model.tsx'))).ConnectModel);
const HomeList = latePart(async () => (await withLateStyles(import('../home/home-list.tsx'))).HomeList);
const SearchAll = latePart(
  async () => (await import('../search/load-search.ts')).loadSearch(),
  () => <SearchRoom />,
);
// The message stays below, also before they are here. What stands in it is asked for together with it.
const FirstWords = latePart(
  async () => {
    for (const part of [SearchAll, HomeList]) part.load().catch(() => undefined);
    return (await withLateStyles(import('../composer/first-words.tsx'))).FirstWords;
  },
  () => (
    <div className="first-words">
      <div className="first-words-above">
        <SearchRoom />
      </div>
    </div>
  ),
);

export interface NewThreadPageProps {
  readonly info: Info;
  /** What is listed, here and at the side, and what was chosen of it. */
  readonly threads: Threads;
  readonly sought: SoughtThreads;
  readonly onSeek: (sought: SoughtThreads) => void;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly onMenu: () => void;
}

/** Where the search will be. */
function SearchRoom(): ReactNode {
  const { say } = usePageLanguage();
  return (
    <div className="search-room" aria-hidden="true">
      {say('Search all threads and sessions')}
    </div>
  );
}

/** A thread begins with its first message. */
export function NewThreadPage({ info, threads, sought, onSeek, input, onMenu }: NewThreadPageProps): ReactNode {
  const { say, told } = usePageLanguage();
  const choice = useRef<AgentChoice>(undefined);
  const [isSearching, setIsSearching] = useState(false);
  const reachable = isReachable(threads);
  const begun = useHasBegun(threads);
  const begin = async (
    text: string,
    mentions: readonly string[],
    attachments: readonly File[] = [],
  ): Promise<string | undefined> => {
    // It comes with what reads threads along, which this page does without until now.
    const first = await import('./post-first.ts').catch(() => undefined);
    if (first === undefined) return told('The server does not answer.');
    const title = first.titleFrom(text.trim() === '' ? (attachments[0]?.name ?? '') : text);
    const created = await createThread(server, title === undefined ? {} : { title });
    if (!created.ok) return created.error.message;
    const problem =
      (await first.chooseFirst(created.value.id, choice.current)) ??
      (await first.postFirst(created.value.id, text, mentions, attachments));
    if (problem === undefined) goTo(created.value.id);
    return problem;
  };
  return (
    <main id="main" className="thread-page new-thread-page">
      <title>Toolthread</title>
      <header className="bar">
        <MenuButton onPress={onMenu} />
        <h1>{say('New thread')}</h1>
        <span className="bar-place">{info.agent}</span>
        <span className="bar-totals" />
        <ThemeButton />
      </header>
      <ConnectionNotice connection={{ connection: reachable ? 'live' : 'reconnecting', problem: undefined }} />
      {info.may === 'read' ? (
        <ReadOnlyNotice />
      ) : (
        <>
          <FirstWords
            prompts={info.prompts}
            onChoose={(text) => begin(text, [])}
            above={<SearchAll onSearching={setIsSearching} />}
            isSearching={isSearching}
            begun={begun}
          >
            <HomeList info={info} threads={threads} sought={sought} onSeek={onSeek} />
            <DropSession />
            <ConnectModel />
          </FirstWords>
          <Composer
            input={input}
            reachable={reachable}
            members={info.members}
            attach={ATTACH_LIMITS}
            files={async (words) => (await import('../composer/find-files.ts')).findFirstFiles(choice.current)(words)}
            onSend={begin}
          >
            <div className="choice-row">
              <ChoiceRow
                onChoice={(chosen) => {
                  choice.current = chosen;
                }}
              />
            </div>
          </Composer>
        </>
      )}
    </main>
  );
}
