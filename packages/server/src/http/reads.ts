/** `await reads('t1')`: whether somebody may look into that thread. */
export type Reads = (thread: string) => Promise<boolean>;
