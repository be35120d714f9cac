import { compareVersions } from '#server/version.ts'

/** Statements under which the release that still runs would fail. */
const breaking: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'drops',
    pattern: /\bdrop\s+(?:table|column|type|domain|view|materialized\s+view|sequence|function|schema)\b/i,
  },
  // Without the word column: what may be dropped instead is only loosened by it.
  {
    what: 'drops',
    pattern:
      /\balter\s+table\b[^;]*\bdrop\s+(?!column\b|constraint\b|not\s+null\b|default\b|expression\b|identity\b)\w/i,
  },
  { what: 'renames', pattern: /\brename\b/i },
  { what: 'moves', pattern: /\bset\s+schema\b/i },
  { what: 'retypes', pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i },
  { what: 'refuses null', pattern: /\bset\s+not\s+null\b/i },
]

const added =
  /\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)\w+\s[^;]*?(?=,\s*(?:add|alter|drop)\b|;|$)/gi

/**
 * Faults of a migration after the first. The last release still runs when it is applied, so it only adds. What no release uses
 * since a version is dropped under a comment that names this version, when that version or a later one is released.
 * @param released the last released version, of three numbers
 */
export function wrongInMigration(path: string, sql: string, released: string): string[] {
  const beside = /^-- runs beside (\d+\.\d+\.\d+) and newer\n/.exec(sql)?.[1]
  const faults: string[] = []
  if (beside === undefined)
    faults.push('its first line must be “-- runs beside 1.0.0 and newer”, with a version')
  else if (compareVersions(beside, released) > 0) faults.push(`it must run beside ${released}`)
  for (const { text, unused } of statementsOf(sql)) {
    const name = text.replace(/\s+/g, ' ').trim()
    const allowed =
      unused !== undefined &&
      compareVersions(unused, released) <= 0 &&
      beside !== undefined &&
      compareVersions(unused, beside) <= 0
    for (const { what, pattern } of allowed ? [] : breaking)
      if (pattern.test(text)) faults.push(`${what}: ${name}`)
    for (const [column] of /\balter\s+table\b/i.test(text) ? text.matchAll(added) : [])
      if (/\bnot\s+null\b/i.test(column) && !/\b(?:default|generated)\b/i.test(column))
        faults.push(`adds NOT NULL without a default: ${name}`)
  }
  return faults.map((fault) => `${path}: ${fault}`)
}

/** The statements without comments and quoted texts, each with the version of an “unused since” before it. */
function statementsOf(sql: string): { text: string; unused: string | undefined }[] {
  return withoutTexts(sql)
    .split(';')
    .map((part) => ({
      text: part.replace(/--.*$/gm, ''),
      unused: /-- unused since (\d+\.\d+\.\d+)$/m.exec(part)?.[1],
    }))
}

/** Bodies of functions, other texts and comments may have semicolons, quotes and any word. Only “unused since” stays. */
const withoutTexts = (sql: string) =>
  sql.replace(/--.*$|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/gm, (text) =>
    text.startsWith('--') ? (text.startsWith('-- unused since ') ? text : '') : "''",
  )
