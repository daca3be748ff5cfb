import { StrictMode } from 'react';
import { loadCalls } from '@toolthread/react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyTheme, storedTheme } from './page/theme.ts';
import { openPageSession } from './page/open-page-session.ts';
import './styles/index.css';
import '@toolthread/react/styles.css';

applyTheme(storedTheme());
// It is here before the thread is: nothing is drawn plainly first. Without it, the thread asks again.
loadCalls().catch(() => undefined);
const root = document.getElementById('root');
if (root !== null) {
  const problem = await openPageSession();
  createRoot(root).render(
    <StrictMode>
      <App problem={problem} />
    </StrictMode>,
  );
}
