/** Text that stands for itself in a LIKE pattern. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
