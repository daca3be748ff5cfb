/** `thrownWords(new TypeError('offline')) === 'offline'`: what somebody else's code threw, in words. */
export function thrownWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}
