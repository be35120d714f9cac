import { type Decision, decision as decisionField } from '#contract/decision-fields.ts'
import { adverseImpact } from '#scoring/fairness/adverse-impact.ts'
import { CliError } from './error.ts'
import { cut, Faults, type Note, readResponses } from './responses.ts'

/** The step that people were chosen for. */
type Stage = 'shortlisted' | 'hired'

/** True where a decision chose somebody for a step; undefined while it is open. */
function isChosen(decision: Decision, stage: Stage): boolean | undefined {
  switch (decision) {
    case 'none':
      return undefined
    case 'declined':
      return false
    case 'hired':
      return true
    case 'shortlisted':
      return stage === 'shortlisted' ? true : undefined
  }
}

interface Options {
  decisions: string
  group: string
  stage: string | undefined
  skipBadRows: boolean
}

/**
 * Compares how often people of each group were chosen, by the decisions in the column `decision`. People without a decision yet
 * and people whose group isn't known are left out and counted.
 */
export async function impact({ decisions: path, group, stage, skipBadRows }: Options, note: Note) {
  const step = stageOf(stage)
  const { columns, persons } = await readResponses(path, { note, skipBadRows })
  for (const column of ['decision', group])
    if (!columns.includes(column)) throw new CliError(`${path}: there is no column ${cut(column)}`)
  const faults = new Faults(skipBadRows ? note : undefined)
  const groups = new Map<string, { people: number; selected: number }>()
  const leftOut = { undecided: 0, unknown_group: 0 }
  for (const { line, cells } of persons) {
    const cell = cells.get('decision') ?? 'none'
    const parsed = decisionField.safeParse(cell)
    if (!parsed.success) {
      const place = `${path}: line ${line}, column ${columns.indexOf('decision') + 2}`
      const known = decisionField.options.join(', ')
      faults.add(`${place}: ${JSON.stringify(cut(cell))} is no decision; there are ${known}`)
      continue
    }
    const name = cells.get(group)
    const chosen = isChosen(parsed.data, step)
    if (chosen === undefined) leftOut.undecided += 1
    else if (name === undefined) leftOut.unknown_group += 1
    else {
      const found = groups.get(name) ?? { people: 0, selected: 0 }
      groups.set(name, found)
      found.people += 1
      if (chosen) found.selected += 1
    }
  }
  faults.end()
  const result = adverseImpact([...groups].map(([name, counts]) => ({ group: name, ...counts })))
  return {
    stage: step,
    left_out: leftOut,
    groups: (result.groups ?? []).map((one) => ({
      group: one.group,
      people: one.people,
      selected: one.selected,
      rate: one.rate,
      rate_interval: one.rateInterval,
      ratio: one.ratio,
      ratio_interval: one.ratioInterval,
      ratio_interval_reason: one.ratioIntervalReason,
      p: one.p,
      verdict: one.verdict,
    })),
  }
}

function stageOf(text: string | undefined): Stage {
  if (text === undefined || text === 'hired' || text === 'shortlisted') return text ?? 'hired'
  throw new CliError(`--stage must be hired or shortlisted, not ${cut(text)}.`)
}
