import { createContext, use, useEffect, useState } from 'react';
import type { Context } from 'react';
import type { CodeSpan, Highlight } from './highlight.ts';

/** Where no effect runs, as in a file, colours are there at once or never. */
export const HighlightContext: Context<Highlight | undefined> = createContext<Highlight | undefined>(undefined);

/** Code in colours, once its language has been fetched; undefined until then, and if there are none for it. */
export function useHighlight(language: string, code: string | undefined): readonly CodeSpan[] | undefined {
  const atOnce = use(HighlightContext);
  const [done, setDone] = useState<{ readonly code: string; readonly spans: readonly CodeSpan[] }>();
  useEffect(() => {
    if (language === '' || code === undefined) return undefined;
    let current = true;
    void colours(code, language).then(
      (spans) => current && spans !== undefined && setDone({ code, spans }),
      // A language that cannot be fetched leaves the code plain.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [language, code]);
  if (atOnce !== undefined && code !== undefined) return atOnce(code, language);
  return done?.code === code ? done?.spans : undefined;
}

/** No page needs them to open. */
async function colours(code: string, language: string): Promise<readonly CodeSpan[] | undefined> {
  const { highlight } = await import('./highlight.ts');
  return highlight(code, language);
}
