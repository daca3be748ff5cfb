/** Runs all steps without a pause and returns the result: `atOnce(foldThreadSteps(thread, event))`. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
