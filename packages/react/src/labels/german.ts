/** All words of the parts in German. */
import { germanPhrases } from './german-phrases.ts';
import { germanTold } from './german-told.ts';
import type { Labels } from './labels.ts';

/**
 * German, all of it.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import { Composer, LanguageProvider } from '@toolthread/react';
 * const page = <LanguageProvider labels={german}><Composer onSend={async () => undefined} /></LanguageProvider>;
 * renderToStaticMarkup(page).includes('Nachricht schreiben …'); //=> true
 */
export const german: Labels = {
  locale: 'de',
  told: germanTold,
  phrases: germanPhrases,
  nouns: {
    'tool call': { one: '{n} Tool-Aufruf', other: '{n} Tool-Aufrufe' },
    token: { other: '{n} Token' },
    file: { one: '{n} Datei', other: '{n} Dateien' },
    record: { one: '{n} Eintrag', other: '{n} Einträge' },
    'malformed line': { one: '{n} fehlerhafte Zeile', other: '{n} fehlerhafte Zeilen' },
    question: { one: '{n} Frage', other: '{n} Fragen' },
    'more line': { one: '{n} weitere Zeile', other: '{n} weitere Zeilen' },
    newline: { one: '{n} Zeilenumbruch', other: '{n} Zeilenumbrüche' },
    character: { other: '{n} Zeichen' },
    space: { other: '{n} Leerzeichen' },
    'empty line': { one: '{n} leere Zeile', other: '{n} leere Zeilen' },
    line: { one: '{n} Zeile', other: '{n} Zeilen' },
    match: { other: '{n} Treffer' },
    page: { one: '{n} Seite', other: '{n} Seiten' },
    message: { one: '{n} Nachricht', other: '{n} Nachrichten' },
    'more file': { one: '{n} weitere Datei', other: '{n} weitere Dateien' },
    approval: { one: '{n} Freigabe', other: '{n} Freigaben' },
    field: { one: '{n} Feld', other: '{n} Felder' },
    item: { one: '{n} Element', other: '{n} Elemente' },
    'more record': { one: '{n} weiterer Eintrag', other: '{n} weitere Einträge' },
  },
};
