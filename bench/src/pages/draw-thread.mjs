/** Opens a thread, and draws one more turn of it, an event a frame: in milliseconds. */
import { createRoot } from 'react-dom/client';
import { endOf, growing, turnOf } from './thread-words.mjs';

const TURNS = 200;

/** `element(turns, newest)`: the page of a thread with whole turns, and the newest as far as it came. */
export function benchThread(element) {
  const place = document.getElementById('root');
  let root = createRoot(place);
  let turns = [];
  globalThis.open = async () => {
    root.unmount();
    root = createRoot(place);
    turns = Array.from({ length: TURNS }, (_, turn) => turnOf(turn));
    const page = element(turns, undefined);
    await frame();
    const start = performance.now();
    root.render(page);
    await drawn(endOf(TURNS - 1));
    return performance.now() - start;
  };
  globalThis.turn = async () => {
    const turn = turnOf(turns.length);
    const start = performance.now();
    let events = 0;
    for (const state of growing(turn)) {
      root.render(element(turns, { turn, state }));
      await frame();
      events += 1;
    }
    await drawn(endOf(turns.length));
    const spent = performance.now() - start;
    turns = [...turns, turn];
    root.render(element(turns, undefined));
    await frame();
    return spent / events;
  };

  async function drawn(words) {
    const end = performance.now() + 120_000;
    while (!place.textContent.includes(words)) {
      if (performance.now() > end) throw new Error(`“${words}” was not drawn`);
      await frame();
    }
    await frame();
  }
}

/** Until what was asked for is on the screen: a frame has been made, and the browser has time again. */
function frame() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
  });
}
