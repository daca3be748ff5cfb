import { Socket } from 'node:net';

/** A socket that sends what is written in one turn at once: each sending costs as much as the work it asks for. */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override cork(): void {
    super.cork();
    if (this.#isGathering) return;
    this.#isGathering = true;
    super.cork();
    // After all promises that go on by themselves.
    process.nextTick(() => {
      this.#isGathering = false;
      this.uncork();
    });
  }
}
