/** Sessions of Claude Code whose runs are in one file. */
import { ClaudeSession } from './claude-session.ts';

const ANSWER = '# The wool\n\nIt is spun.\n\n- white\n- black';

function mainRun(): ClaudeSession {
  return new ClaudeSession().user('Ask the spinners.');
}

/** Its file is the main one: the records of a child run have a root of their own, which says the prompt of the call. */
function childRun(name: string, prompt: string): ClaudeSession {
  return new ClaudeSession('/home/me/parser', name).user(prompt);
}

function inline(child: ClaudeSession, agentId?: string): string[] {
  const own = child.lines.map((text): { uuid: string } => JSON.parse(text));
  return own.map((record, index) =>
    JSON.stringify({ ...record, isSidechain: true, parentUuid: own[index - 1]?.uuid ?? null, agentId }),
  );
}

const asks = (prompt: string): object => ({ description: `asks: ${prompt}`, prompt, subagent_type: 'spinner' });

const LONG = { command: `${'card the wool\n'.repeat(20)}spin it` };

const GOES_ON = inline(
  childRun('c', 'spin')
    .calls('x1', 'Read', { file_path: 'a' })
    .result('x1', 'b')
    .says(ANSWER)
    .says('\n\nMore of it.')
    .user('go on')
    .says(ANSWER),
);

/** Runs whose records are in one file, each in its own order. */
export const RUNS: { readonly [name: string]: readonly (readonly string[])[] } = {
  'a child run, whose answer is the result of its call': [
    mainRun().says('I ask.').calls('t1', 'Task', asks('spin')).lines,
    inline(
      childRun('c', 'spin').says('I look.').calls('x1', 'Read', { file_path: 'a' }).result('x1', 'b').says(ANSWER),
    ),
    new ClaudeSession('/home/me/parser', 'then').result('t1', ANSWER).says('They have spun.').lines,
  ],
  'two child runs': [
    mainRun().calls('t1', 'Task', asks('spin')).calls('t2', 'Task', asks('weave')).lines,
    inline(childRun('c', 'spin').says(ANSWER)),
    inline(childRun('d', 'weave').calls('x2', 'Bash', { command: 'weave' }).result('x2', ANSWER).says(ANSWER)),
    new ClaudeSession('/home/me/parser', 'then').result('t1', ANSWER).result('t2', 'woven').says(ANSWER).lines,
  ],
  'a child run in a child run': [
    mainRun().calls('t1', 'Task', asks('spin')).lines,
    inline(childRun('c', 'spin').calls('t2', 'Task', asks('card')).result('t2', ANSWER).says('It is carded.')),
    inline(
      childRun('d', 'card').says('I card.').calls('x2', 'Read', { file_path: 'a' }).result('x2', 'b').says(ANSWER),
    ),
    new ClaudeSession('/home/me/parser', 'then').result('t1', 'It is carded.').says('They have spun.').lines,
  ],
  'a child run that goes on after the result of its call': [
    mainRun().calls('t1', 'Task', asks('spin')).result('t1', 'started').says('It runs.').user('And now?').lines,
    GOES_ON.slice(0, 2),
    new ClaudeSession('/home/me/parser', 'then').says('It still runs.').lines,
    GOES_ON.slice(2),
  ],
  'a plan that nobody decides on': [mainRun().calls('p1', 'ExitPlanMode', { plan: 'card it\nspin it' }).lines],
  'a child run that begins with a call': [
    mainRun().calls('t1', 'Task', asks('spin')).lines,
    [JSON.stringify({ type: 'progress', uuid: 'p1', parentToolUseID: 't1', data: { agentId: 'a1' } })],
    new ClaudeSession('/home/me/parser', 'then').result('t1', 'started').says('It runs.').user('And now?').lines,
    inline(new ClaudeSession('/home/me/parser', 'c').calls('x1', 'Bash', LONG).result('x1', 'b').says(ANSWER), 'a1'),
  ],
};

/** All records of all runs, each run in its own order. */
export function mixed(runs: readonly (readonly string[])[], picks: readonly number[]): string[] {
  const rest = runs.map((run) => [...run]);
  const all: string[] = [];
  for (let left = rest; left.length > 0; left = left.filter(({ length }) => length > 0)) {
    const pick = picks[all.length] ?? 0;
    all.push(...(left[pick % left.length]?.splice(0, 1) ?? []));
  }
  return all;
}
