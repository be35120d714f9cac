/**
 * The meaning of a cell: without the `="…"` that keeps a program from computing with it, and without the one apostrophe
 * that protects what looks like a formula or a number.
 */
export function plainCell(cell: string): string {
  const first = cell.charCodeAt(0)
  if (first === 0x3d && cell.length >= 3 && cell.charCodeAt(1) === 0x22 && cell.endsWith('"'))
    return cell.slice(2, -1).replaceAll('""', '"')
  return first === 0x27 && /^'[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20\d]/.test(cell) ? cell.slice(1) : cell
}
