import { fieldsOf, textOf } from '@toolthread/core/json';

/** The same refusal, with its message in other words: `{ "error": { "code", "message" } }`. What is no refusal of ours stays as it is. */
export async function refusalIn(told: (words: string) => string, refused: Response): Promise<Response> {
  const answer = fieldsOf(
    await refused
      .clone()
      .json()
      .catch(() => undefined),
  );
  const error = fieldsOf(answer['error']);
  const message = textOf(error['message']);
  if (message === undefined) return refused;
  const { status, statusText, headers } = refused;
  return Response.json({ ...answer, error: { ...error, message: told(message) } }, { status, statusText, headers });
}
