import type { Fields } from '../fields.ts';
import type { Fate } from '../fate.ts';
import type { Session } from './session.ts';
/** Attachments are what the program told the model, except for one kind: what a person typed while the agent worked. */
export declare function readAttachment(session: Session, record: Fields): Fate;
export declare function readQueueOperation(_session: Session, record: Fields): Fate;
