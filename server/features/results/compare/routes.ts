import { comparePdf, compareResults, compareXlsx } from '#contract/compare.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { compare } from './compare.ts'
import { printComparison, tabulateComparison } from './files.ts'
import { recordReading } from './record.ts'

export const compareRoutes: readonly Route[] = [
  onClient.read(compareResults, async (db, client, { assignments }, actor) => {
    const { locale, caller } = actor
    const comparison = await compare(db, client, { assignments, locale, caller, copy: false })
    await recordReading(db, client, comparison, actor)
    return comparison
  }),
  onClient.read(comparePdf, printComparison),
  onClient.read(compareXlsx, tabulateComparison),
]
