import type { OwnPhrase } from './page-phrase.ts';

/** What the page says of the server’s settings, in German. */
export const germanSettings = {
  'Asking the providers…': 'Die Anbieter werden gefragt …',
  'Keys are read from the server’s environment variables. They are never sent to this page.':
    'Schlüssel werden aus den Umgebungsvariablen des Servers gelesen. Sie kommen nie auf diese Seite.',
  'It answers at {address}.': 'Er antwortet unter {address}.',
  'Nothing answers at {address}.': 'Unter {address} antwortet niemand.',
  'No key: it is asked at its address without one.': 'Kein Schlüssel: Er wird an seiner Adresse ohne einen gefragt.',
  'No key, and it asks for one: {problem}': 'Kein Schlüssel, und er verlangt einen: {problem}',
  'Key found.': 'Schlüssel gefunden.',
  'MCP servers': 'MCP-Server',
  'None configured.': 'Keiner ist eingerichtet.',
  Policy: 'Richtlinie',
  'The policy is in {file}. It is read before every call; no tool can change it.':
    'Ihre Datei ist {file}. Sie wird vor jedem Aufruf gelesen; kein Tool kann sie ändern.',
  'Rules: {rules}. Calls that are always allowed: {n}.': 'Regeln: {rules}. Für immer erlaubte Aufrufe: {n}.',
  'Asking the server…': 'Der Server wird gefragt …',
  'The settings of the server cannot be read: {problem}':
    'Die Einstellungen des Servers können nicht gelesen werden: {problem}',
  Retry: 'Noch einmal versuchen',
  Reconnect: 'Neu verbinden',
  'It has no tools.': 'Er hat keine Tools.',
  'Change the rules': 'Regeln ändern',
  'Saved. The rules apply from the next call on.': 'Gespeichert. Die Regeln gelten ab dem nächsten Aufruf.',
  'Deny rules come before ask rules, and ask rules before allow rules, in whatever order they are listed. A tool may be a pattern, such as files__*.':
    'Was verbietet, kommt vor dem, was fragt, und was fragt, vor dem, was erlaubt, in welcher Reihenfolge auch immer. Ein Tool kann ein Muster sein, wie files__*.',
  'Add a rule': 'Regel hinzufügen',
  'Revoke calls that are always allowed ({n})': 'Für immer erlaubte Aufrufe widerrufen ({n})',
  'since {day}, until {end}': 'seit {day}, bis {end}',
  'with the arguments of {day}, until {end}': 'mit den Argumenten vom {day}, bis {end}',
  'A rule allows every call of a tool, with any arguments, without asking.':
    'Eine Regel erlaubt jeden Aufruf eines Tools, mit welchen Argumenten auch immer: dann wird niemand gefragt.',
  'Read them again': 'Neu einlesen',
  'New rule': 'Neue Regel',
  Tool: 'Tool',
  Verdict: 'Urteil',
  Argument: 'Argument',
  Pattern: 'Muster',
  'Remove this condition': 'Diese Bedingung entfernen',
  'Only where an argument is…': 'Nur wenn ein Argument …',
  allow: 'erlauben',
  ask: 'fragen',
  deny: 'verbieten',
  or: 'oder',
  'No key: set {names} and restart the server.': 'Kein Schlüssel: {names} setzen und den Server neu starten.',
  'The key was refused: {problem}': 'Der Schlüssel wird abgelehnt: {problem}',
} as const satisfies { readonly [phrase in OwnPhrase]?: string };
