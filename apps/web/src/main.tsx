import { Fragment, StrictMode } from 'react';
import { loadCalls } from '@toolthread/react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme, storedTheme } from './page/theme.ts';
import { openPageSession } from './page/open-page-session.ts';
import './styles/index.css';
import '@toolthread/react/styles.css';
import { pageLanguage } from './labels/page-language.ts';

applyTheme(storedTheme());
// It is here before the thread is: nothing is drawn plainly first. Without it, the thread asks again.
loadCalls().catch(() => undefined);
const language = pageLanguage();
// Where they cannot be had, the page speaks English, and says so.
const words =
  language === 'de'
    ? import('./labels/in-german.tsx').then(
        ({ InGerman }) => InGerman,
        () => undefined,
      )
    : undefined;
const root = document.getElementById('root');
if (root !== null) {
  const problem = await openPageSession();
  const InGerman = await words;
  const InLanguage = InGerman ?? Fragment;
  document.documentElement.lang = InGerman === undefined ? 'en' : language;
  createRoot(root).render(
    <StrictMode>
      <InLanguage>
        <App problem={problem} />
      </InLanguage>
    </StrictMode>,
  );
}
