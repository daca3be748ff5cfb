/** Draws a text as it grows, 4 characters at a time, until the time is over; gives how many characters were drawn. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const DELTA = 4;

export function drawGrowing(text, element, ms) {
  const place = document.getElementById('root');
  const root = createRoot(place);
  const end = performance.now() + ms;
  let length = 0;
  while (length < text.length && performance.now() < end) {
    length = Math.min(text.length, length + DELTA);
    flushSync(() => root.render(element(text.slice(0, length))));
    // Reading a height makes the browser lay out what was drawn, as it would before it shows it.
    if (place.offsetHeight < 0) throw new Error('a page has a height');
  }
  if (!place.textContent.includes(text.slice(3, 20))) throw new Error('the text was not drawn');
  root.unmount();
  return length;
}
