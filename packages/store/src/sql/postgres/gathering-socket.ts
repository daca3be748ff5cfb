import { Socket } from 'node:net';

/** A socket that sends everything written in one turn of the event loop together: each send costs as much as the work that it asks for. */
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
