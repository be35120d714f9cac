import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Report } from '#contract/reports.ts'
import { allKeys, isShown, type Selection, settled } from '#report/selection.ts'
import { correctKey } from '#scoring/check/shape/correct-spelling.ts'

/**
 * The reader's selection, kept in the address: a reload changes nothing and the link shows a colleague the same. Everything
 * is shown without a selection; an empty `scores=` shows none.
 */
export function useSelection(report: Report) {
  const [params, setParams] = useSearchParams()
  return useMemo(() => {
    const keys = allKeys(report)
    const asked = params.get('scores')?.split(',').map(correctKey)
    const chosen = new Set(asked ? keys.filter((key) => asked.includes(key)) : keys)
    const selection: Selection = {
      details: params.get('details') !== 'false',
      percentages: params.get('percentages') !== 'false',
      ...(chosen.size === keys.length ? {} : { scores: [...chosen] }),
    }
    const within = settled(report, selection)
    const change = (name: string, value: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === null) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true, preventScrollReset: true },
      )
    return {
      selection,
      keys,
      /** The number of scores in the report: a chosen but withheld one does not count. */
      shown: keys.filter((key) => isShown(within, key)).length,
      isChosen: (key: string) => chosen.has(key),
      setDetails: (on: boolean) => change('details', on ? null : 'false'),
      setPercentages: (on: boolean) => change('percentages', on ? null : 'false'),
      choose: (changed: readonly string[], on: boolean) => {
        const next = keys.filter((key) => (changed.includes(key) ? on : chosen.has(key)))
        change('scores', next.length === keys.length ? null : next.join(','))
      },
    }
  }, [params, report, setParams])
}

export type SelectionState = ReturnType<typeof useSelection>
