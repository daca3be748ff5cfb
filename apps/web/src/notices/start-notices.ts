import { basePath } from '../page/base-path.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';
import { seen } from '../threads/seen.ts';
import { showNotice } from './show-notice.ts';
import type { Notice } from './notices-of.ts';
import { showMark } from './show-mark.ts';
import { watchThreads } from './watch-threads.ts';
import type { News } from './watch-threads.ts';

export interface Notices {
  /** The thread that this tab shows. */
  look(thread: string | undefined): void;
  end(): void;
}

const NAME = `toolthread:notices${basePath}`;
/** Held by each tab that is seen, for the thread that it shows. */
const seenName = (thread: string): string => `toolthread:seen${basePath}:${thread}`;

/**
 * Tells a person elsewhere what asks, failed or ended. One tab of all, whichever has the lock, looks at the list and tells the others; each shows it in its
 * title and icon, and that one alone on the desktop.
 */
export function startNotices({ say }: Pick<PageLanguage, 'say'>): Notices {
  const ending = new AbortController();
  const { signal } = ending;
  const channel = new BroadcastChannel(NAME);
  let shown: string | undefined;
  let own: Notice['what'] | undefined;
  let last: News | undefined;
  let seeing = new AbortController();
  const words = { asks: say('Waiting for you'), failed: say('Failed'), ended: say('Done') } as const;

  const draw = (): void => {
    const waiting = last?.look.threads.filter(({ condition }) => condition === 'waiting').length ?? 0;
    showMark({ waiting, own });
  };
  const take = (news: News): void => {
    last = news;
    const mine = news.notices.findLast(({ thread }) => thread === shown);
    if (mine !== undefined && document.visibilityState !== 'visible') own = mine.what;
    draw();
  };
  const see = (): void => {
    seeing.abort();
    if (document.visibilityState !== 'visible') return;
    own = undefined;
    seeing = new AbortController();
    if (shown !== undefined) hold(seenName(shown), { mode: 'shared' }, seeing.signal);
    draw();
  };
  const lead = (): Promise<void> =>
    watchThreads(last?.look, signal, ({ look, notices }) => {
      // Somebody saw it, and went elsewhere before the list was looked at.
      const news = { look, notices: notices.filter(({ thread, at }) => seen.isUnread(thread, at)) };
      channel.postMessage(news);
      take(news);
      void tellDesktop(news.notices, words);
    });

  channel.addEventListener('message', ({ data }: MessageEvent<News>) => take(data));
  document.addEventListener('visibilitychange', see, { signal });
  navigator.locks.request(NAME, { signal }, lead).catch(() => undefined);
  signal.addEventListener('abort', () => {
    seeing.abort();
    channel.close();
  });
  return {
    look: (thread) => {
      shown = thread;
      see();
    },
    end: () => ending.abort(),
  };
}

/** What somebody looks at already is not told on the desktop. */
async function tellDesktop(
  notices: readonly Notice[],
  words: { readonly [what in Notice['what']]: string },
): Promise<void> {
  if (notices.length === 0) return;
  const { held = [] } = await navigator.locks.query();
  const taken = new Set(held.map(({ name }) => name));
  for (const notice of notices) if (!taken.has(seenName(notice.thread))) showNotice(notice, words[notice.what]);
}

function hold(name: string, options: LockOptions, signal: AbortSignal): void {
  const until = (): Promise<void> =>
    new Promise((release) => {
      if (signal.aborted) release();
      signal.addEventListener('abort', () => release(), { once: true });
    });
  navigator.locks.request(name, options, until).catch(() => undefined);
}
