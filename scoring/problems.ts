/** What is wrong, and where: `sections[0].items[3].key`. */
export type Problem = { path: string; message: string }
/** Notes a problem; checking goes on, so that everything wrong is said at once. */
export type ReportProblem = (path: string, message: string) => void

/** Reports the second of two entries with one id. */
export function reportTwice(list: readonly { id: string }[], path: string, report: ReportProblem): void {
  for (const [i, { id }] of list.entries()) {
    if (list.findIndex((each) => each.id === id) < i) report(`${path}[${i}].id`, `${id} exists twice`)
  }
}

/** Reports wanted ids without words, and words of ids that nobody wants. */
export function reportDifference(
  wanted: readonly string[],
  texts: object | string | undefined,
  at: string,
  report: ReportProblem,
): void {
  const given = Object.keys(typeof texts === 'object' ? texts : {})
  for (const id of wanted) if (!given.includes(id)) report(`${at}.${id}`, 'missing translation')
  for (const id of given)
    if (!wanted.includes(id)) report(`${at}.${id}`, 'belongs to nothing in the definition')
}
