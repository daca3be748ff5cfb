import { dayOf } from '@toolthread/transcripts/writers';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `whenWords(at, now) === '5 min ago'`; from a week on, and of what is to come, the day. */
export function whenWords(at: number, now: number): string {
  const ago = at - now > DAY ? Infinity : Math.max(0, now - at);
  if (ago < MINUTE) return 'just now';
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`;
  if (ago < DAY) return `${Math.floor(ago / HOUR)} h ago`;
  if (ago < 7 * DAY) return `${Math.floor(ago / DAY)} d ago`;
  return dayOf(at);
}
