/**
 * Who uses a server, and what each may do in which thread. None of it is an event: readers of a thread do not see it, and it goes with the thread or the
 * person.
 *
 * Contract:
 * - What a method has returned is committed. Every change but that of readers raises `changes()`, also for other processes.
 * - A thread that is deleted takes its roles and links along.
 * - Passwords and sign-ins come as digests: nothing that is kept here opens anything.
 */
import type { Result } from '../result.ts';
import type { Readers } from './readers.ts';
import type { Role } from './role.ts';

/** People, their sign-ins, and their roles in threads. */
export interface People {
  readonly accounts: Accounts;
  readonly signIns: SignIns;
  readonly roles: Roles;
  readonly links: Links;
  readonly readers: Readers;
  /** Grows with every change, so that a caller knows whether to read again. */
  changes(): Promise<Result<number>>;
}

/** Somebody who has an account. */
export interface Account {
  readonly name: string;
  readonly addedAt: number;
}

/** A name that was removed: nothing continues on its behalf. */
export interface RemovedName {
  readonly name: string;
  /** It had no account, and may come again: what it asked for up to this time does not go on. Absent: nothing ever does. */
  readonly until?: number;
}

/** Accounts by name. A password is kept as its digest. */
export interface Accounts {
  list(): Promise<Result<readonly Account[]>>;
  /** False: there is one of that name, or was: whoever is removed may still be counted for, and is on what they said. */
  add(name: string, password: string): Promise<Result<boolean>>;
  /** Those that were removed, by name. */
  removed(): Promise<Result<readonly RemovedName[]>>;
  password(name: string): Promise<Result<string | undefined>>;
  /** Gives another password, and ends every sign-in. False: there is no such account. */
  reset(name: string, password: string): Promise<Result<boolean>>;
  /** Removes the account with its sign-ins and roles. From then on nothing new can belong to the name: no thread, no role, no link, no count. */
  remove(name: string, threads: LeftThreads): Promise<Result<Removed>>;
}

/** What becomes of the threads of somebody who is removed: they belong to nobody, or there must be none any more. */
export type LeftThreads = 'stay' | 'are gone';

/** `has threads`: it stays, with all that it has. `unknown`: there was no such account; whoever has roles by that name has none any more, and what they asked for ends. */
export type Removed = 'removed' | 'has threads' | 'unknown';

/** A browser that somebody has signed in with. */
export interface SignIn {
  /** The digest of its cookie. */
  readonly cookie: string;
  /** The digest of the secret that the page keeps. */
  readonly secret: string;
  readonly person: string;
  readonly at: number;
  readonly until: number;
  /** The browser, as text, so that an unknown one can be recognised. */
  readonly browser: string;
}

/** Sign-ins of people with accounts. */
export interface SignIns {
  /** False: there is no such account. */
  begin(signIn: SignIn): Promise<Result<boolean>>;
  find(cookie: string): Promise<Result<SignIn | undefined>>;
  /** The newest first. */
  of(person: string): Promise<Result<readonly SignIn[]>>;
  /** Ends all of them, or the one with this cookie. Returns how many there were. */
  end(person: string, cookie?: string): Promise<Result<number>>;
  /** Removes sign-ins that ended before this time. */
  expire(before: number): Promise<Result<undefined>>;
}

/** A person in a thread. */
export interface ThreadRole {
  readonly person: string;
  readonly role: Role;
}

/** Who may do what in which thread. */
export interface Roles {
  of(thread: string, person: string): Promise<Result<Role | undefined>>;
  /** Everybody who has one, by name. */
  inThread(thread: string): Promise<Result<readonly ThreadRole[]>>;
  /** Every thread in which the person has a role, or this one. */
  threads(person: string, role?: Role): Promise<Result<readonly string[]>>;
  /** Undefined removes the role. The owner's role cannot be changed: false. */
  give(thread: string, person: string, role: Exclude<Role, 'owner'> | undefined): Promise<Result<boolean>>;
  /** Threads without an owner become this person's. Returns how many there were. */
  adopt(person: string): Promise<Result<number>>;
}

/** Whoever has the link may read the thread, until it is revoked. */
export interface Link {
  /** The digest of the link's secret. */
  readonly digest: string;
  readonly thread: string;
  readonly by: string;
  readonly at: number;
}

/** Links to threads. */
export interface Links {
  make(link: Link): Promise<Result<undefined>>;
  find(digest: string): Promise<Result<Link | undefined>>;
  /** The newest first. */
  of(thread: string): Promise<Result<readonly Link[]>>;
  /** False: there is none. */
  takeBack(thread: string, digest: string): Promise<Result<boolean>>;
}
