import type { Locale } from '#contract/fields.ts'
import type { JobFit } from '#contract/job-profiles.ts'
import { overallFit, scaleFit } from '#scoring/score/job-fit.ts'
import { listedKeys } from '#scoring/score/listed.ts'
import type { ReadableClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { listedKeysOf } from '#server/features/delivery/results/listed.ts'
import { currentVersions, getVersion, type Version } from '#server/features/inventories/versions.ts'
import { findProfile, type JobProfileRow } from './queries.ts'

/** A profile with the version that its ranges are of. */
export interface ChosenProfile {
  readonly row: JobProfileRow
  readonly version: Version
  /** The scores that the newest version still lists: a scale that became sensitive is not among them. */
  readonly open: ReadonlySet<string>
}

/** A client's profile of a test, archived ones too; undefined for one of another client or test. */
export async function findChosen(
  db: Executor,
  client: ReadableClient,
  { id, inventoryId }: { id: string; inventoryId: string },
): Promise<ChosenProfile | undefined> {
  const row = await findProfile(db, client, id)
  if (row?.inventory_id !== inventoryId) return undefined
  const version = await getVersion(db, row.version_id)
  const current = (await currentVersions(db)).find((one) => one.inventoryId === inventoryId) ?? version
  return { row, version, open: new Set(listedKeys(current.definition).map(({ key }) => key)) }
}

interface StoredScore {
  readonly key: string
  readonly value: number
  readonly se: number | null
}

/**
 * The fit of a result's scores to a profile, scale by scale, without those that became sensitive since. A scale that another
 * version of the test measures in another unit or between other ends has no score to compare.
 */
export function fitTo(
  { row, version, open }: ChosenProfile,
  result: { readonly version: Version; readonly scores: readonly StoredScore[] },
  locale: Locale,
): JobFit {
  const theirs = new Map(listedKeysOf(result.version, locale).map((one) => [one.key, one]))
  const scales = listedKeysOf(version, locale).flatMap(({ key, name, unit, min, max }) => {
    const range = row.ranges.find((one) => one.key === key)
    if (range === undefined || !open.has(key)) return []
    const same = theirs.get(key)
    const alike = same?.unit === unit && same.min === min && same.max === max
    const found = alike ? result.scores.find((one) => one.key === key) : undefined
    const score = found === undefined ? null : { value: found.value, se: found.se }
    const { from, to } = range
    return [{ key, name, unit, min, max, from, to, score, fit: scaleFit(score, range, unit) }]
  })
  return {
    profile: { id: row.id, name: row.name },
    overall: overallFit(scales.map(({ fit }) => fit)),
    scales,
    otherVersion: result.version.id !== version.id,
  }
}
