import type { Fields } from '../fields.ts';
import type { Fate } from '../fate.ts';
import type { Session } from './session.ts';
/** One line of a response, mostly one block of it. Lines of one `message.id` are one step, wherever they stand. */
export declare function readAssistant(session: Session, record: Fields): Fate;
