import { Fragment, StrictMode } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { pageLanguage } from './labels/page-language.ts';
import { linkSecret } from './page/link-secret.ts';
import { applyTheme, storedTheme } from './page/theme.ts';
import { LinkPage, loadPages } from './thread/load-pages.ts';
import { threadAt } from './page/use-route.ts';
import { openPageSession } from './page/open-page-session.ts';
import './styles/index.css';
import '@toolthread/react/styles.css';

/** Late parts import this module: nothing here may wait for one while the module itself is not through. */
async function start(root: HTMLElement): Promise<void> {
  const isView = /\/t\/[^/][^/]*\/\w/.test(location.pathname);
  const [problem, InGerman, shown] = await Promise.all([
    openPageSession(),
    germanWords(),
    isView
      ? import('./views/load-view.ts').then(({ loadView }) => loadView())
      : loadPages(threadAt(location.pathname)).then(() => undefined),
  ]);
  document.documentElement.lang = InGerman === undefined ? 'en' : 'de';
  const InLanguage = InGerman ?? Fragment;
  const thread = threadAt(location.pathname);
  const page =
    thread === undefined || linkSecret() === undefined ? <App problem={problem} /> : <LinkPage thread={thread} />;
  createRoot(root).render(
    <StrictMode>
      <InLanguage>{shown === undefined ? page : <shown.ViewPage view={shown.view} problem={problem} />}</InLanguage>
    </StrictMode>,
  );
}

/** Where they are not available, the page speaks English. */
async function germanWords(): Promise<ComponentType<{ readonly children: ReactNode }> | undefined> {
  if (pageLanguage() !== 'de') return undefined;
  return import('./labels/in-german.tsx').then(
    ({ InGerman }) => InGerman,
    () => undefined,
  );
}

applyTheme(storedTheme());
const root = document.getElementById('root');
if (root !== null) void start(root);
// Nothing goes before something is here.
void import('./page/keep-focus.ts').then(
  ({ keepFocus }) => keepFocus(),
  () => undefined,
);
