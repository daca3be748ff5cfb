/** Three agents in one thread: they work at the same time, one asks the user, two talk, and the leader sums up. */
import type { ThreadState } from '@toolthread/core';
import { isPersonsWord } from '@toolthread/core/queries';
import type { Model, ModelRequest } from '@toolthread/core/context';
import { builtInMembers } from '../team/built-in-members.ts';
import { isTeamThread } from '../team/is-team-thread.ts';
import type { Member } from '../team/member.ts';
import { teamHasWork } from '../team/team-has-work.ts';
import { call, pause, say, think } from './scene.ts';
import type { DemoPiece } from './scene.ts';
import { logBackwards } from '../state/log-backwards.ts';

export const TEAM_PROMPTS = { en: 'Plan it as a team', de: 'Plant es als Team' } as const;

/** A model that says these pieces: `(pieces) => scriptedModel(() => pieces)`. */
export type Play = (pieces: readonly DemoPiece[]) => Model;

const QUESTION = {
  question: 'Who is the plan for?',
  header: 'Readers',
  options: [{ label: 'Maintainers' }, { label: 'Users' }, { label: 'Both' }],
};

const ASKED = 'Do the tests pass as they are?';
const REPLY = '@architect: two tests fail, and they are those that the upgrade will mend.';

const PARTS: { readonly [name: string]: readonly (readonly DemoPiece[])[] } = {
  pm: [
    [pause(400), think('I must not guess what is wanted.'), call('chat_ask_user', { questions: [QUESTION] })],
    [pause(300), say('**Wanted:** the upgrade first, one release, and notes that its readers understand.')],
  ],
  architect: [
    [pause(600), say('I read before I judge.'), call('list_files', {}), call('read_file', { path: 'package.json' })],
    [pause(500), call('chat_post', { text: ASKED, to: ['coder'] })],
    [
      pause(300),
      say('**Design:** nothing new is needed. The parser stays one file; only its version and one test change.'),
    ],
  ],
  coder: [
    [pause(500), say('I run the tests first.'), call('run_shell_command', { command: 'node test/run.mjs' })],
    [pause(800), say('**Effort:** the tests say what is missing. Half an hour.')],
  ],
};

const NOTHING_NEW: readonly DemoPiece[] = [pause(300), say('Nothing to add from my side.')];

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

/** Where a member is follows from what it has said: the script holds no state. */
function piecesFor(name: string, { messages, tools }: ModelRequest): readonly DemoPiece[] {
  if (tools.length === 0) return consensus(messages.map(({ content }) => content).join('\n'));
  const said = messages.filter(({ role }) => role === 'assistant').length;
  const chat = messages.map(({ content }) => content).join('\n');
  const own = PARTS[name]?.[said] ?? [];
  // It answers the question once, after it has run the tests.
  const owes = name === 'coder' && said > 0 && chat.includes(ASKED) && !chat.includes(REPLY);
  const pieces = owes ? [...own, pause(400), say(`\n\n${REPLY}`)] : own;
  return pieces.length === 0 ? NOTHING_NEW : pieces;
}

function consensus(chat: string): readonly DemoPiece[] {
  const readers = /The user has answered: (\w\w*)/.exec(chat)?.[1]?.toLowerCase() ?? 'everybody';
  return [
    pause(500),
    say(
      `We agree:\n\n1. **Coder** upgrades the parser and mends the failing tests.\n2. **Architect** reads the change; no new parts.\n3. **PM** writes the notes, for ${readers}.\n\nNothing is open.`,
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
  if (isTeamThread(thread, Object.keys(PARTS))) return true;
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
  return teamHasWork(thread, Object.keys(PARTS), now);
}
