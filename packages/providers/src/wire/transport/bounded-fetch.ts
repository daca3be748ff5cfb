/** No answer of a model is as long. Its client holds what is not yet a whole frame, without a bound of its own. */
const MOST_BYTES = 32 * 1024 * 1024;

/** `fetch`, for the clients of providers: an answer without end is an error, and not all of the memory. */
export const boundedFetch: typeof fetch = async (...asked) => {
  const response = await fetch(...asked);
  if (response.body === null) return response;
  let left = MOST_BYTES;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller) {
        left -= bytes.byteLength;
        if (left >= 0) controller.enqueue(bytes);
        else controller.error(new Error(TOO_LONG));
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(bounded, { status, statusText, headers });
};

const TOO_LONG = `The model sent more than ${MOST_BYTES / 1024 / 1024} MB in one answer.`;
