/** A clock that browsers do not slow down in a tab that nobody sees: those of the page tick once a minute there. */
const EVERY_MS = 2_500;

setInterval(() => postMessage('tick'), EVERY_MS);
