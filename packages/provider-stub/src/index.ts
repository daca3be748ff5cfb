export { growth } from './growth.ts';
export type { Entry } from './journal.ts';
export type { Problem } from './problem.ts';
export { random } from './random.ts';
export { startStub, type Stub, type StubOptions } from './stub.ts';
export { stubWith } from './stub-with.ts';
export { PASSING_FAULTS, type Fault, type Piece, type Turn } from './turn.ts';
export { validators } from './validators.ts';
export type { Provider } from './wire.ts';
