import { wordIn } from '@toolthread/core';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Role } from '@toolthread/server/answers';
import { askServer } from '../views/ask-server.ts';
import type { Standing } from './standing.ts';

export interface ThreadPeople {
  readonly people: readonly { readonly name: string; readonly role: Role }[];
  /** Who reads it along now. */
  readonly here: readonly string[];
  /** What the server lets whoever looks at this page do here, and who may approve. */
  readonly standing: Standing;
  readonly links: readonly { readonly id: string; readonly by: string; readonly at: number }[];
}

export interface SignIn {
  readonly id: string;
  readonly at: number;
  readonly browser: string;
  readonly here: boolean;
}

export type Told<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** `await askPeople('GET', '/api/people')`: what the server says; or a message that says why it says nothing. */
export async function askPeople(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Told<unknown>> {
  const asked = await askServer(path, { method, body });
  if (!asked.ok) return asked;
  const answer: unknown = await asked.response.json().catch(() => undefined);
  return { ok: true, value: answer };
}

export async function askThreadPeople(thread: string): Promise<Told<ThreadPeople>> {
  const told = await askPeople('GET', `/api/threads/${thread}/people`);
  if (!told.ok) return told;
  const { people, here, may, always, approvers, links } = fieldsOf(told.value);
  return {
    ok: true,
    value: {
      people: listOf(people).flatMap((each) => {
        const [name, role] = [textOf(fieldsOf(each)['name']), roleOf(fieldsOf(each)['role'])];
        return name === undefined || role === undefined ? [] : [{ name, role }];
      }),
      here: textsOf(here),
      standing: { may: [...textsOf(may), ...(always === true ? ['always'] : [])], approvers: textsOf(approvers) },
      links: listOf(links).flatMap((each) => {
        const { id, by, at } = fieldsOf(each);
        return typeof id === 'string' && typeof by === 'string' && typeof at === 'number' ? [{ id, by, at }] : [];
      }),
    },
  };
}

/** Those who have accounts; none if nobody here knows them all. */
export async function askAccounts(): Promise<readonly string[]> {
  const told = await askPeople('GET', '/api/people');
  return told.ok ? textsOf(fieldsOf(told.value)['people']) : [];
}

export async function askSignIns(): Promise<Told<readonly SignIn[]>> {
  const told = await askPeople('GET', '/api/sign-ins');
  if (!told.ok) return told;
  const signIns = listOf(fieldsOf(told.value)['sign_ins']).flatMap((each) => {
    const { id, at, browser, here } = fieldsOf(each);
    const isOne = typeof id === 'string' && typeof at === 'number' && typeof browser === 'string';
    return isOne ? [{ id, at, browser, here: here === true }] : [];
  });
  return { ok: true, value: signIns };
}

function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string');
}

/** The compiler asks for every one. */
const ROLES: { readonly [role in Role]: true } = { read: true, write: true, approve: true, owner: true };

function roleOf(value: unknown): Role | undefined {
  return wordIn(ROLES, value);
}
