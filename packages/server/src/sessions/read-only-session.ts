import { type Problem, problem } from '../http/problem.ts';
import { sessionOf } from './session-thread-id.ts';

const READ_ONLY_SESSION = problem(
  409,
  'read_only_session',
  'This thread shows a session of another agent and has what its file has, nothing else. Go on with it in that agent, or in a fork of it (POST …/fork).',
);

/** Why nothing can be said or changed in this thread; undefined if it can. As a whole it may be deleted. */
export function readOnlySession(thread: string): Problem | undefined {
  return sessionOf(thread) === undefined ? undefined : READ_ONLY_SESSION;
}
