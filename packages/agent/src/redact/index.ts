/** What no tool and no model may bring into a thread, and how it is kept out. */
export { harmlessBlob } from './harmless-blob.ts';
export { Redactor } from './redactor.ts';
export { secretVariables, type SecretVariable } from './secrets/secret-variables.ts';
