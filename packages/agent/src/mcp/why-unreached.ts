import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { thrownWords } from '@toolthread/core/text';

/** Why a server is not reached, in words, and what to do. The library tells of its own steps instead: of a probe, and of a limit of time nothing more. */
export function whyUnreached(error: unknown): string {
  if (SdkHttpError.isInstance(error)) return httpWords(error.status);
  const code = SdkError.isInstance(error) ? error.code : undefined;
  if (code === SdkErrorCode.RequestTimeout) return 'it did not answer in time.';
  if (code === SdkErrorCode.ConnectionClosed) return 'it ended before it answered.';
  if (code !== SdkErrorCode.EraNegotiationFailed || !(error instanceof Error)) return thrownWords(error);
  return isNoAnswer(error.cause) ? innermost(error.cause) : OTHER_ADDRESS;
}

const OTHER_ADDRESS = 'what answers there is no MCP server. Check its address.';

function httpWords(status: number): string {
  if (status === 401 || status === 403)
    return `it wants a key (HTTP ${status}). Give it in "headers", beside its address.`;
  return status === 404 || status === 405 ? OTHER_ADDRESS : `it answered with an error (HTTP ${status}).`;
}

/** `fetch` says of a failed request only that it failed, and why in its cause. */
function isNoAnswer(error: unknown): error is TypeError {
  return error instanceof TypeError && error.cause !== undefined;
}

function innermost(error: Error): string {
  return error.cause instanceof Error ? innermost(error.cause) : thrownWords(error);
}
