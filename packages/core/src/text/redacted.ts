/**
 * What is in place of a secret, wherever one was taken out.
 *
 * @example
 * 'the key is sk-12345678'.replace('sk-12345678', REDACTED); //=> 'the key is [redacted]'
 */
export const REDACTED = '[redacted]';
