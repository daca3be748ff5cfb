/** Three agents in one thread: they work at the same time, one asks the user, two talk, and the leader sums up. */
import type { ThreadState } from '@toolthread/core';
import { isPersonsWord } from '@toolthread/core/queries';
import type { Model, ModelRequest } from '@toolthread/core/context';
import { BUILT_IN_MEMBERS, builtInMembers } from '../team/built-in-members.ts';
import { isTeamThread } from '../team/is-team-thread.ts';
import type { Member } from '../team/member.ts';
import { teamHasWork } from '../team/team-has-work.ts';
import { call, pause, pickIn, say, speak, think } from './scene.ts';
import type { DemoPiece, Pick } from './scene.ts';
import { logBackwards } from '../state/log-backwards.ts';

export const TEAM_PROMPTS = { en: 'Plan it as a team', de: 'Plant es als Team' } as const;

/** A model that says these pieces: `(pieces) => scriptedModel(() => pieces)`. */
export type Play = (pieces: readonly DemoPiece[]) => Model;

const ASKED = { en: 'Do the tests pass as they are?', de: 'Laufen die Tests so durch, wie sie sind?' };
const REPLY = {
  en: '@architect: two tests fail, and they are those that the upgrade will mend.',
  de: '@architect: Zwei Tests schlagen fehl, und es sind die, die das Update behebt.',
};

function partsOf(name: string, pick: Pick): readonly (readonly DemoPiece[])[] {
  switch (name) {
    case 'pm':
      return pmParts(pick);
    case 'architect':
      return architectParts(pick);
    default:
      return coderParts(pick);
  }
}

function pmParts(pick: Pick): readonly (readonly DemoPiece[])[] {
  const question = {
    question: pick({ en: 'Who is the plan for?', de: 'Für wen ist der Plan?' }),
    header: pick({ en: 'Readers', de: 'Leser' }),
    options: pick({ en: ['Maintainers', 'Users', 'Both'], de: ['Entwickler', 'Benutzer', 'Beide'] }).map((label) => ({
      label,
    })),
  };
  return [
    [
      pause(400),
      think(pick({ en: 'I must not guess what is wanted.', de: 'Ich darf nicht raten, was gewünscht ist.' })),
      call('chat_ask_user', { questions: [question] }),
    ],
    [
      ...speak(pick, {
        en: '**Wanted:** the upgrade first, one release, and notes that its readers understand.',
        de: '**Gewünscht:** zuerst das Update, eine Veröffentlichung, und Hinweise, die ihre Leser verstehen.',
      }),
    ],
  ];
}

function architectParts(pick: Pick): readonly (readonly DemoPiece[])[] {
  return [
    [
      pause(600),
      say(pick({ en: 'I read before I judge.', de: 'Ich lese, bevor ich urteile.' })),
      call('list_files', {}),
      call('read_file', { path: 'package.json' }),
    ],
    [pause(500), call('chat_post', { text: pick(ASKED), to: ['coder'] })],
    [
      ...speak(pick, {
        en: '**Design:** nothing new is needed. The parser stays one file; only its version and one test change.',
        de: '**Entwurf:** Es braucht nichts Neues. Der Parser bleibt eine Datei; nur seine Version und ein Test ändern sich.',
      }),
    ],
  ];
}

function coderParts(pick: Pick): readonly (readonly DemoPiece[])[] {
  return [
    [
      pause(500),
      say(pick({ en: 'I run the tests first.', de: 'Ich lasse zuerst die Tests laufen.' })),
      call('run_shell_command', { command: 'node test/run.mjs' }),
    ],
    [
      pause(800),
      say(
        pick({
          en: '**Effort:** the tests say what is missing. Half an hour.',
          de: '**Aufwand:** Die Tests sagen, was fehlt. Eine halbe Stunde.',
        }),
      ),
    ],
  ];
}

/**
 * PM, Architect and Coder with scripted words and their real tools.
 *
 * @example
 * import { scriptedModel } from '@toolthread/providers/scripted';
 * demoMembers((pieces) => scriptedModel(() => pieces)).map(({ name }) => name); //=> ['pm', 'architect', 'coder']
 */
export function demoMembers(play: Play): readonly Member[] {
  const silent = play([]);
  return builtInMembers((name) => ({
    ...silent,
    stream: (request, signal) => play(piecesFor(name, request)).stream(request, signal),
  }));
}

/** How far a member has come follows from what it has said: the script has no state. */
function piecesFor(name: string, { messages, tools }: ModelRequest): readonly DemoPiece[] {
  const chat = messages.map(({ content }) => content).join('\n');
  const pick = pickIn(chat.includes(TEAM_PROMPTS.de) ? 'de' : 'en');
  if (tools.length === 0) return consensus(chat, pick);
  const said = messages.filter(({ role }) => role === 'assistant').length;
  const own = partsOf(name, pick)[said] ?? [];
  // It answers the question once, after it has run the tests.
  const owes = name === 'coder' && said > 0 && chat.includes(pick(ASKED)) && !chat.includes(pick(REPLY));
  const pieces = owes ? [...own, pause(400), say(`\n\n${pick(REPLY)}`)] : own;
  if (pieces.length > 0) return pieces;
  return speak(pick, { en: 'Nothing to add from my side.', de: 'Von meiner Seite nichts hinzuzufügen.' });
}

function consensus(chat: string, pick: Pick): readonly DemoPiece[] {
  const readers = /The user has answered: (\w\w*)/.exec(chat)?.[1];
  return [
    pause(500),
    say(
      pick({
        en: `We agree:\n\n1. **Coder** upgrades the parser and mends the failing tests.\n2. **Architect** reads the change; no new parts.\n3. **PM** writes the notes, for ${readers?.toLowerCase() ?? 'everybody'}.\n\nNothing is open.`,
        de: `Wir sind uns einig:\n\n1. **Coder** aktualisiert den Parser und behebt die Tests, die fehlschlagen.\n2. **Architect** liest die Änderung; keine neuen Teile.\n3. **PM** schreibt die Hinweise. Leser: ${readers ?? 'alle'}.\n\nEs ist nichts offen.`,
      }),
    ),
  ];
}

/**
 * A thread belongs to the team from the prompt on that asks for it, or names one of them.
 *
 * @example
 * isDemoTeamThread(exampleState); //=> false
 */
export function isDemoTeamThread(thread: ThreadState): boolean {
  if (isTeamThread(thread, BUILT_IN_MEMBERS)) return true;
  for (const entry of logBackwards(thread)) {
    if (entry.kind !== 'message' || !isPersonsWord(entry.message)) continue;
    const [part] = entry.message.parts;
    if (part?.type !== 'text') return false;
    const said = part.text.trim().toLowerCase();
    return Object.values(TEAM_PROMPTS).some((prompt) => said.startsWith(prompt.toLowerCase()));
  }
  return false;
}

/**
 * As `teamHasWork`, for the team of the demo.
 *
 * @example
 * demoTeamHasWork(exampleState); //=> true
 */
export function demoTeamHasWork(thread: ThreadState, now?: number): boolean {
  return teamHasWork(thread, BUILT_IN_MEMBERS, now);
}
