import type { People } from '@toolthread/store';
import type { Hono } from 'hono';
import { newLinkSecret } from '../../access/people/new-link-secret.ts';
import { allowed, may, mayAllowAlways } from '../../access/may.ts';
import type { Presence } from '../../access/people/presence.ts';
import { sha256 } from '../../access/tokens/token-row.ts';
import { type Http, refuse } from '../../http/http.ts';
import { ledgerProblem, problem } from '../../http/problem.ts';
import { emptyBody, readBody, roleBody } from '../../http/body/read-body.ts';
import type { Services } from '../services.ts';

/** With whom a thread is shared, and who is there now. */
export function shareRoutes(
  app: Hono<Http>,
  { ledger, people, now }: Services,
  presence: Presence,
  accounts: boolean,
): void {
  app.get('/api/people', async (c) => {
    if (people === undefined) return refuse(c, NO_PEOPLE);
    // Where others say who somebody is, nobody here knows them all.
    if (!accounts) return c.json({ people: null });
    const all = await people.accounts.list();
    return all.ok ? c.json({ people: all.value.map(({ name }) => name) }) : refuse(c, ledgerProblem(all.error));
  });

  /** Whoever opens all threads opens those that are not there, too: nobody has a link to them, nor a role in them. */
  const linksOf = async ({ links }: People, thread: string): ReturnType<People['links']['of']> => {
    const known = await ledger.thread(thread);
    return known.ok ? links.of(thread) : known;
  };

  app.get('/api/threads/:id/people', async (c) => {
    if (people === undefined) return refuse(c, NO_PEOPLE);
    const thread = c.req.param('id');
    const links = await linksOf(people, thread);
    if (!links.ok) return refuse(c, ledgerProblem(links.error));
    const roles = await people.roles.inThread(thread);
    if (!roles.ok) return refuse(c, ledgerProblem(roles.error));
    const standing = c.get('standing') ?? 'visitor';
    return c.json({
      people: roles.value.map(({ person, role }) => ({ name: person, role })),
      here: await presence.here(thread),
      may: allowed(standing),
      always: mayAllowAlways(c.get('who')),
      approvers: roles.value.filter(({ role }) => may(role, 'approve')).map(({ person }) => person),
      links: may(standing, 'own') ? links.value.map(({ digest, by, at }) => ({ id: idOf(digest), by, at })) : [],
    });
  });

  app.put('/api/threads/:id/people/:name', async (c) => {
    const body = await readBody(c, roleBody);
    if (!body.ok) return refuse(c, body.problem);
    if (people === undefined) return refuse(c, NO_PEOPLE);
    const name = c.req.param('name');
    if (accounts) {
      const known = await people.accounts.password(name);
      if (!known.ok) return refuse(c, ledgerProblem(known.error));
      if (known.value === undefined) return refuse(c, NO_SUCH_PERSON);
    }
    const given = await people.roles.give(c.req.param('id'), name, body.value.role);
    if (!given.ok) return refuse(c, ledgerProblem(given.error));
    return given.value ? c.json({ name, role: body.value.role }) : refuse(c, IS_OWNER);
  });

  app.delete('/api/threads/:id/people/:name', async (c) => {
    if (people === undefined) return refuse(c, NO_PEOPLE);
    const given = await people.roles.give(c.req.param('id'), c.req.param('name'), undefined);
    if (!given.ok) return refuse(c, ledgerProblem(given.error));
    return given.value ? c.json({ name: c.req.param('name'), role: null }) : refuse(c, IS_OWNER);
  });

  app.post('/api/threads/:id/links', async (c) => {
    const body = await readBody(c, emptyBody);
    if (!body.ok) return refuse(c, body.problem);
    if (people === undefined) return refuse(c, NO_PEOPLE);
    const thread = c.req.param('id');
    const secret = newLinkSecret();
    const digest = sha256(secret);
    const made = await people.links.make({ digest, thread, by: c.get('by'), at: now() });
    // Only now: nobody can tell it again.
    return made.ok ? c.json({ id: idOf(digest), secret }, 201) : refuse(c, ledgerProblem(made.error));
  });

  app.delete('/api/threads/:id/links/:link', async (c) => {
    if (people === undefined) return refuse(c, NO_PEOPLE);
    const thread = c.req.param('id');
    const links = await linksOf(people, thread);
    if (!links.ok) return refuse(c, ledgerProblem(links.error));
    const link = links.value.find(({ digest }) => idOf(digest) === c.req.param('link'));
    if (link === undefined) return refuse(c, NO_SUCH_LINK);
    const gone = await people.links.takeBack(thread, link.digest);
    return gone.ok ? c.json({ taken_back: idOf(link.digest) }) : refuse(c, ledgerProblem(gone.error));
  });
}

/** It names the link, and opens nothing. */
function idOf(digest: string): string {
  return sha256(digest).slice(0, 16);
}

const NO_PEOPLE = problem(404, 'no_people', 'Threads have no owners on this server: there is nobody to share with.');
const NO_SUCH_PERSON = problem(404, 'no_such_person', 'Nobody of that name has an account here.');
const NO_SUCH_LINK = problem(404, 'no_such_link', 'There is no such link.');
const IS_OWNER = problem(409, 'is_owner', 'This is the owner of the thread: their role cannot be changed.');
