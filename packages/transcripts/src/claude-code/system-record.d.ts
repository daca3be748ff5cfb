import type { Fields } from '../fields.ts';
import type { Fate } from '../fate.ts';
import type { Session } from './session.ts';
export declare function readSystem(session: Session, record: Fields): Fate;
