/** A piece of a stream; messages that have ids, in a record that has none. */
const UNSURE = /"ContentPart"|"ToolCallPart"|"\$set"/;
const NAME = /"(?:uuid|id|timestamp|call_id|tool_call_id|tool_use_id)": ?["\d]/;

/** Whether a line that occurs twice in a row is surely one: it has an id or a time, or a call with an id. */
export function countsOnce(line: string): boolean {
  return NAME.test(line) && !UNSURE.test(line);
}
