/** Text escaped for a LIKE pattern. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
