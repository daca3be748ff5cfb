/** What a request gave, or why not: the server's own reason, or that it could not be reached. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ClientError };

/** Why a request gave nothing. */
export interface ClientError {
  /** The server's code (`already_settled`, `no_token`, …), or `unreachable`, or `bad_answer`, or `bad_address` for a `baseUrl` without `http://`. */
  readonly code: string;
  readonly message: string;
  /** 0 where there was no answer. */
  readonly status: number;
}

/**
 * The server does not know the token, or what stands for it in this browser; saying the same again will not help.
 *
 * @example
 * isLockedOut({ status: 401, code: 'wrong_token', message: 'The token is wrong.' }); //=> true
 */
export function isLockedOut({ status, code }: ClientError): boolean {
  return status === 401 || code === 'too_many_failures';
}

export function failure(
  code: string,
  message: string,
  status: number,
): { readonly ok: false; readonly error: ClientError } {
  return { ok: false, error: { code, message, status } };
}
