import type { ContentPart } from '@toolthread/core';
import type { Fields } from '../fields.ts';
import type { Fate } from '../fate.ts';
import type { Session } from './session.ts';
/** A user record holds results, words, or both: what was typed while a tool ran stands beside its result. */
export declare function readUser(session: Session, record: Fields): Fate;
export declare function post(
  session: Session,
  record: Fields,
  scope: string | undefined,
  parts: readonly ContentPart[],
): void;
