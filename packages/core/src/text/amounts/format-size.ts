/** Sizes and times as a person reads them. */
import { english } from '../language/english.ts';
import type { Language } from '../language/language.ts';

const SIZE_UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/**
 * A size as a person reads it: 1024-based, one decimal.
 *
 * @example
 * formatSize(2355); //=> '2.3KB'
 */
export function formatSize(bytes: number, { say, number }: Language = english): string {
  if (bytes < 1024) return say('{n}{unit}', { n: bytes, unit: 'B' });
  let value = bytes / 1024;
  let unit: string = SIZE_UNITS[0];
  for (const larger of SIZE_UNITS.slice(1)) {
    // Rounded first: 1023.96 KB is 1.0 MB, never 1024.0 KB.
    if (Number(value.toFixed(1)) < 1024) break;
    value /= 1024;
    unit = larger;
  }
  return say('{n}{unit}', { n: number(value, 1), unit });
}

/**
 * A time as a person reads it: below a second in milliseconds, and without what is zero.
 *
 * @example
 * formatDuration(250); //=> '250ms'
 * formatDuration(5_000); //=> '5s'
 * formatDuration(80_000); //=> '1m 20s'
 */
export function formatDuration(ms: number, { say }: Language = english): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 1000) return say('{n}ms', { n: whole });
  const some = (n: number, unit: 'd' | 'h' | 'm' | 's'): string => (n === 0 ? '' : say(`{n}${unit}`, { n }));
  if (whole < 59_950) return some(Math.round(whole / 100) / 10, 's');
  const seconds = Math.round(whole / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${some(minutes, 'm')} ${some(seconds % 60, 's')}`.trimEnd();
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${some(hours, 'h')} ${some(minutes % 60, 'm')}`.trimEnd();
  const days = Math.floor(hours / 24);
  // A longer time is most likely an error, so its days are not counted.
  return days < 36_500 ? `${some(days, 'd')} ${some(hours % 24, 'h')}`.trimEnd() : say('over 100 years');
}

/** What is known of an answer besides its words. */
export interface Meta {
  readonly name?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly tokens?: number | undefined;
}

/**
 * Who, how long, how many tokens.
 *
 * @example
 * formatMeta({ durationMs: 1200, tokens: 650 }); //=> 'Assistant · 1.2s · 650 tokens'
 */
export function formatMeta({ name, durationMs, tokens }: Meta, language: Language = english): string {
  const parts = [name ?? language.say('Assistant')];
  if (durationMs !== undefined) parts.push(formatDuration(durationMs, language));
  if (tokens !== undefined) parts.push(language.count(tokens, 'token'));
  return parts.join(' · ');
}

/**
 * A number with its noun, in English. `+`: there are more than were counted.
 *
 * @example
 * countOf(1, 'tool call'); //=> '1 tool call'
 * countOf(200, 'match', '+'); //=> '200+ matches'
 */
export function countOf(count: number, noun: string, more: '' | '+' = ''): string {
  return english.count(count, noun, more);
}

/**
 * What stands at the end of a text that was cut: how much of it is missing.
 *
 * @example
 * moreCharacters(12); //=> '… (12 more characters)'
 */
export function moreCharacters(count: number, where = ''): string {
  return `… (${countOf(count, 'more character')}${where})`;
}
