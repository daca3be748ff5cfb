import type { People } from '@toolthread/store';
import type { WatchedAnswers } from './watched-answers.ts';

/**
 * The same people. What was opened by a role or a link that is taken back has ended here when that is told: no stream goes on for a moment. A sign-in may be the one by
 * which it is ended: its answers end soon after.
 */
export function endingAnswers(people: People, { look }: Pick<WatchedAnswers, 'look'>): People {
  const ending = async <T>(change: Promise<T>): Promise<T> => {
    const done = await change;
    await look();
    return done;
  };
  const { roles, links } = people;
  return {
    ...people,
    roles: { ...roles, give: (thread, person, role) => ending(roles.give(thread, person, role)) },
    links: { ...links, takeBack: (thread, digest) => ending(links.takeBack(thread, digest)) },
  };
}
