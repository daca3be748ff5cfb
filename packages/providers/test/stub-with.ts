import { onTestFinished } from 'vitest';
import { startStub } from '../stub/index.ts';
import type { Stub, StubOptions, Turn } from '../stub/index.ts';

/** A strict stand-in that plays these turns, and is gone when the test is over: `await stubWith([{ say: [] }])` */
export async function stubWith(turns: readonly Turn[] = [], options: StubOptions = {}): Promise<Stub> {
  const stub = await startStub(options);
  onTestFinished(() => stub.close());
  stub.script(turns);
  return stub;
}
