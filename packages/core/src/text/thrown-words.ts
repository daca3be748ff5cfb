const NO_REASON = 'no reason was given';

/**
 * What was thrown, or given as the reason of a failure, in words. Anything can be thrown, and some errors have no message: then it is their name.
 *
 * @example
 * thrownWords(new TypeError('offline')); //=> 'offline'
 * thrownWords(new AggregateError([])); //=> 'AggregateError'
 */
export function thrownWords(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  if (typeof error === 'string') return error;
  if (typeof error === 'number' || typeof error === 'boolean') return String(error);
  if (typeof error !== 'object' || error === null) return NO_REASON;
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  return 'error' in error && error.error !== error ? thrownWords(error.error) : NO_REASON;
}
