/** Chunks of a response of Gemini, for tests. */
export const say = (...parts: object[]): object => ({ candidates: [{ content: { role: 'model', parts } }] });
export const finish = (reason: string, ...parts: object[]): object => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: reason }],
  usageMetadata: { promptTokenCount: 30, cachedContentTokenCount: 20, candidatesTokenCount: 3, thoughtsTokenCount: 4 },
});
