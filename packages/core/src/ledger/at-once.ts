/** What the steps come to, for whoever lets nobody else go on between them: `atOnce(foldThreadSteps(thread, event))`. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
