import type { Content, Piece } from './layout.ts'

/** Writes a mail as plain text: the same words in the same order as its HTML, the button as an address. */
export function mailText(content: Content): string {
  const width = content.rows.reduce((most, { label }) => Math.max(most, label.length), 0) + 4
  const blocks = [
    [content.heading],
    ...content.paragraphs.map((parts) => [line(parts)]),
    content.rows.map(({ label, value }) => `  ${label.padEnd(width)}${value}`),
    content.action ? [content.action.lead, content.action.url] : [],
    content.notes,
    content.closing.length > 0 ? ['--', ...content.closing.map(line)] : [],
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

const line = (parts: readonly Piece[]) =>
  parts
    .map((part) => (typeof part === 'string' ? part : 'strong' in part ? part.strong : written(part)))
    .join('')

// A telephone number or an address that is its own label is not said twice.
const written = ({ link, label }: { link: string; label: string }) =>
  link.startsWith('http') && !link.endsWith(label)
    ? `${label} (${link})`
    : link.startsWith('http')
      ? link
      : label
