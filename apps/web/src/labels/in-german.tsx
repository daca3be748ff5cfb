import { LanguageProvider } from '@toolthread/react';
import type { Labels } from '@toolthread/react';
import { german } from '@toolthread/react/labels/de';
import type { ReactNode } from 'react';
import type { OwnPhrase, PageNoun, PagePhrase } from './page-phrase.ts';

/** The page in German. Loaded where somebody reads it. */
export function InGerman({ children }: { readonly children: ReactNode }): ReactNode {
  return <LanguageProvider labels={germanPage}>{children}</LanguageProvider>;
}

const own: { readonly [phrase in OwnPhrase]: string } = {
  Keys: 'Tasten',
  Close: 'Schließen',
  'Close the list': 'Liste schließen',
  Language: 'Sprache',
  'Theme: system': 'Farbschema: System',
  'Theme: light': 'Farbschema: hell',
  'Theme: dark': 'Farbschema: dunkel',
  'What should the agent do?': 'Was soll der Agent tun?',
  'Ask anything below, or try one of these. You will see every tool call, and can stop it at any moment.':
    'Unten etwas fragen oder einen der Vorschläge ausprobieren. Jeder Tool-Aufruf ist sichtbar und lässt sich jederzeit stoppen.',
  Agent: 'Agent',
  'What is in this workspace?': 'Was liegt in diesem Arbeitsbereich?',
  'Run the tests and tell me what fails.': 'Führe die Tests aus und sag mir, was fehlschlägt.',
  'Find out why the tests are slow, and ask me before you change anything.':
    'Finde heraus, warum die Tests langsam sind, und frag mich, bevor du etwas änderst.',
  'agent elsewhere': 'Agent an anderem Ort',
  'Queued: other threads are at work. This one begins when its turn comes.':
    'In der Warteschlange: Andere Threads arbeiten gerade. Dieser beginnt, sobald er an der Reihe ist.',
  'You can read only: this page was opened with a token that may not write.':
    'Nur Lesen: Diese Seite wurde mit einem Token ohne Schreibrecht geöffnet.',
  'Connecting…': 'Verbindung wird hergestellt …',
  'The server does not answer. Nothing is lost; trying again…':
    'Der Server antwortet nicht. Nichts geht verloren; neuer Versuch läuft …',
  'No such thread': 'Thread nicht gefunden',
  'There is no thread at this address': 'Unter dieser Adresse gibt es keinen Thread',
  'It may belong to another server, or to another data folder. The list has all that are here, or':
    'Er gehört vielleicht zu einem anderen Server oder einem anderen Datenordner. Alle vorhandenen stehen in der Liste. Oder:',
  'begin a new one': 'neuen Thread beginnen',
  'What became of the file': 'Was aus der Datei wurde',
  Turns: 'Runden',
  'Turn {n}: {words}': 'Runde {n}: {words}',
  Beginning: 'Anfang',
  '{n} tokens': '{n} Token',
  '{n}k': '{n} Tsd.',
  '{n}M': '{n} Mio.',
  'Actions: {title}': 'Aktionen: {title}',
  Title: 'Titel',
  Rename: 'Umbenennen',
  Pin: 'Anheften',
  Unpin: 'Lösen',
  Archive: 'Archiv',
  'Archive it': 'Archivieren',
  Bin: 'Papierkorb',
  'Which list': 'Welche Liste',
  'Nothing is here.': 'Hier ist nichts.',
  State: 'Zustand',
  'Any state': 'Jeder Zustand',
  When: 'Wann',
  'Any time': 'Jederzeit',
  'The last 7 days': 'Letzte 7 Tage',
  'The last 30 days': 'Letzte 30 Tage',
  'Back to the list': 'Zurück in die Liste',
  Delete: 'Löschen',
  'Delete…': 'Löschen …',
  'Delete for good': 'Endgültig löschen',
  'Delete for good…': 'Endgültig löschen …',
  'Keep it': 'Behalten',
  'Remove from the list': 'Aus der Liste nehmen',
  'It goes into the bin, and can be taken back within 30 days.':
    'Er kommt in den Papierkorb und lässt sich 30 Tage lang zurückholen.',
  'Deleted for good: there is no way back.': 'Endgültig gelöscht lässt er sich nicht zurückholen.',
  'It is deleted for good on {day}.': 'Er wird am {day} endgültig gelöscht.',
  'This thread is in the archive.': 'Dieser Thread ist im Archiv.',
  'This thread is in the bin. It is deleted for good on {day}.':
    'Dieser Thread ist im Papierkorb. Er wird am {day} endgültig gelöscht.',
  'A session of another agent. Removed here, it stays on this computer, and can be opened again.':
    'Eine Sitzung eines anderen Agenten. Hier entfernt, bleibt sie auf diesem Computer und lässt sich wieder öffnen.',
  'Not done: {problem}': 'Nicht ausgeführt: {problem}',
  'On this computer': 'Auf diesem Computer',
  'Sessions of other agents. They open as threads; their files are never changed.':
    'Sitzungen anderer Agenten. Sie öffnen sich als Threads; ihre Dateien werden nie geändert.',
  'Reading the sessions of this computer…': 'Sitzungen auf diesem Computer werden gelesen …',
  'Find a session': 'Sitzung suchen',
  'All agents': 'Alle Agenten',
  'All projects': 'Alle Projekte',
  'No session matches.': 'Keine Sitzung gefunden.',
  'Not opened: {problem}': 'Nicht geöffnet: {problem}',
  '{n} could not be read; “toolthread sessions” says why.': 'Nicht lesbar: {n}. „toolthread sessions“ nennt den Grund.',
  '(no folder)': '(kein Ordner)',
  '(no title)': '(kein Titel)',
  Unfinished: 'Nicht abgeschlossen',
  'A session of {agent}: read only here, and up to date while its file grows.':
    'Eine Sitzung von {agent}: hier nur zu lesen, und aktuell, während ihre Datei wächst.',
  'Go on with it in its folder:': 'Fortsetzen im Ordner der Sitzung:',
  'Continue here': 'Hier fortsetzen',
  'In a new thread with this history: {agent} answers, in the workspace of this server. The session’s file is not changed.':
    'In einem neuen Thread mit diesem Verlauf: {agent} antwortet, im Arbeitsbereich dieses Servers. Die Datei der Sitzung bleibt unverändert.',
  '{title} (continued)': '{title} (fortgesetzt)',
  'Not continued: {problem}': 'Nicht fortgesetzt: {problem}',
  Origin: 'Ursprung',
  'Continued from another thread': 'Fortsetzung eines anderen Threads',
  Export: 'Exportieren',
  Ledger: 'Ledger',
  'One file that any browser shows': 'Eine Datei für jeden Browser',
  'Text with collapsible calls': 'Text mit aufklappbaren Aufrufen',
  'Every event, one a line': 'Jedes Ereignis in einer Zeile',
  'Not exported: {problem}': 'Nicht exportiert: {problem}',
  'The token in this address is not one of this server.': 'Das Token in dieser Adresse gehört nicht zu diesem Server.',
  'This browser is no longer let in: its token was changed or revoked, or has expired.':
    'Dieser Browser hat keinen Zugang mehr: Sein Token wurde geändert oder widerrufen oder ist abgelaufen.',
  'Open the address that the server printed when it started. It ends with the token that this page needs.':
    'Bitte die Adresse öffnen, die der Server beim Start ausgegeben hat. Sie endet mit dem Token für diese Seite.',
  'With another token the address is': 'Mit einem anderen Token lautet die Adresse',
  Enter: 'Eingabe',
  'Alt+Enter': 'Alt+Eingabe',
  Home: 'Pos1',
  End: 'Ende',
  'Write a message': 'Nachricht schreiben',
  'Send it (Shift+Enter: a new line)': 'Senden (Umschalt+Eingabe: neue Zeile)',
  'While it works: send it when the run completes': 'Während der Arbeit: nach Ende des Laufs senden',
  'From an empty message to the thread': 'Aus dem leeren Eingabefeld in den Thread',
  'Stop the agent': 'Agenten stoppen',
  'Next and previous item of the thread': 'Nächster und voriger Eintrag des Threads',
  'Open or close the item': 'Eintrag auf- oder zuklappen',
  'The ends of the thread': 'Anfang und Ende des Threads',
  'Choose an answer': 'Antwort auswählen',
  'Answer in your own words': 'Mit eigenen Worten antworten',
  'Allow once, in this thread, edit, deny': 'Einmal erlauben, im Thread erlauben, bearbeiten, ablehnen',
  'Previous and next thread': 'Voriger und nächster Thread',
  'This list': 'Diese Liste',
};

const germanPage: Labels<PagePhrase, PageNoun> = {
  locale: 'de',
  phrases: { ...german.phrases, ...own },
  nouns: { ...german.nouns, call: { one: '{n} Aufruf', other: '{n} Aufrufe' } },
};
