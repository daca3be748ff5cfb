/** Sizes and times as a person reads them. */

const SIZE_UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/**
 * A size as a person reads it: 1024-based, one decimal.
 *
 * @example
 * formatSize(2355); //=> '2.3KB'
 */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  let value = bytes / 1024;
  let unit: string = SIZE_UNITS[0];
  for (const larger of SIZE_UNITS.slice(1)) {
    // Rounded first: 1023.96 KB is 1.0 MB, never 1024.0 KB.
    if (Number(value.toFixed(1)) < 1024) break;
    value /= 1024;
    unit = larger;
  }
  return `${value.toFixed(1)}${unit}`;
}

/**
 * A time as a person reads it.
 *
 * @example
 * formatDuration(80_000); //=> '1m 20s'
 */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 100) return `${whole}ms`;
  if (whole < 59_950) return `${(whole / 1000).toFixed(1)}s`;
  const seconds = Math.round(whole / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${seconds % 60}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
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
export function formatMeta({ name = 'Assistant', durationMs, tokens }: Meta): string {
  const parts = [name];
  if (durationMs !== undefined) parts.push(formatDuration(durationMs));
  if (tokens !== undefined) parts.push(countOf(tokens, 'token'));
  return parts.join(' · ');
}

/**
 * A number with its noun. `+`: there are more than were counted.
 *
 * @example
 * countOf(1, 'tool call'); //=> '1 tool call'
 * countOf(200, 'match', '+'); //=> '200+ matches'
 */
export function countOf(count: number, noun: string, more: '' | '+' = ''): string {
  return `${count}${more} ${count === 1 && more === '' ? noun : pluralOf(noun)}`;
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
