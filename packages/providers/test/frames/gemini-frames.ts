/** Chunks of a response of Gemini, for tests. */
export const say = (...parts: object[]): object => ({ candidates: [{ content: { role: 'model', parts } }] });
export const finish = (reason: string, ...parts: object[]): object => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: reason }],
  usageMetadata: { promptTokenCount: 100, cachedContentTokenCount: 40, candidatesTokenCount: 7, thoughtsTokenCount: 3 },
});
