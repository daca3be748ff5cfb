/** A block that is not known, as words of a response: bare JSON beside a call would be taken for arguments that leaked, and not be drawn. `fencedBlock('{"type":"x"}')` */
export function fencedBlock(json: string): string {
  return `\`\`\`json\n${json}\n\`\`\``;
}
