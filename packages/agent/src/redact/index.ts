/** What no tool and no model may bring into a thread, and how it is kept out. */
export { harmlessBlob } from './harmless-blob.ts';
export type { RedactedStream } from './redacted-stream.ts';
export { Redactor } from './redactor.ts';
export { secretVariables, type SecretVariable } from './secrets/secret-variables.ts';
