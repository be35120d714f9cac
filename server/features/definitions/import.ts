import type { ImportPlan } from '#contract/definitions.ts'
import type { Locale } from '#contract/fields.ts'
import { bandWarnings } from '#scoring/check/check-bands.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { itemCount } from '#scoring/form/form.ts'
import type { Database, Executor } from '#server/db/database.ts'
import {
  type By,
  draftOf,
  importDraft,
  publishedVersion,
  sameContent,
} from '#server/features/inventories/drafts.ts'
import { noticeProblems } from '#server/features/inventories/publish.ts'
import { Failure } from '#server/http/failure.ts'
import { translatedProblems } from './problems.ts'

/** What is wrong with a document, or what importing it would make. Keeps nothing. */
export async function planImport(db: Executor, json: unknown, locale: Locale): Promise<ImportPlan> {
  const checked = checkDefinition(json)
  if (!checked.ok) return { ...translatedProblems(json, checked.problems, locale), draft: null }
  const { definition, renumberedFrom, known } = await numbered(db, checked.definition)
  const changed = known ? [] : await noticeProblems(db, definition)
  if (changed.length > 0) return { ...translatedProblems(json, changed, locale), draft: null }
  const { code, version, minutes, texts } = definition
  const there = known ? undefined : await draftOf(db, { code, number: version })
  return {
    ...{ problems: [], problemCount: 0 },
    draft: {
      ...{ code, version, minutes, renumberedFrom },
      name: texts[locale].name,
      itemCount: itemCount(definition),
      outcome: known ? 'known' : there ? 'replaces' : 'new',
      replaces: there ? { at: there.at.toISOString(), by: there.by, hash: there.hash } : null,
      warnings: translatedProblems(definition, bandWarnings(definition), locale).problems,
    },
  }
}

/**
 * Keeps a document as a draft.
 * @returns its code and number
 * @throws Failure definition_invalid with every problem; version_published when there is nothing new in it; draft_exists
 * where a draft is in its place; draft_changed where that is not the one to be replaced
 */
export async function importDefinition(
  db: Database,
  by: By,
  json: unknown,
  { replaces, locale }: { replaces: string | undefined; locale: Locale },
): Promise<{ code: string; version: number }> {
  const checked = checkDefinition(json)
  if (!checked.ok) {
    throw new Failure('definition_invalid', { details: translatedProblems(json, checked.problems, locale) })
  }
  const { definition, known } = await numbered(db, checked.definition)
  if (known) throw new Failure('version_published')
  const changed = await noticeProblems(db, definition)
  if (changed.length > 0)
    throw new Failure('definition_invalid', { details: translatedProblems(json, changed, locale) })
  const { code, version } = definition
  const { outcome } = await importDraft(db, definition, by, { hash: replaces })
  if (outcome === 'exists') throw new Failure('draft_exists')
  if (outcome === 'changed') throw new Failure('draft_changed')
  // Published by somebody else since the number was looked up.
  if (outcome === 'frozen' || outcome === 'published_already') throw new Failure('version_published')
  return { code, version }
}

/**
 * A document under the number it can have: its own, or the next one where versions up to its own are published. What is
 * published already is known, under its number and, as the newest, regardless of the document's number.
 */
async function numbered(
  db: Executor,
  definition: Definition,
): Promise<{ definition: Definition; renumberedFrom: number | null; known: boolean }> {
  const { code, version } = definition
  const newest = (await publishedVersion(db, { code, number: undefined }))?.definition
  if (newest === undefined) return { definition, renumberedFrom: null, known: false }
  if (sameContent(newest, { ...definition, version: newest.version }))
    return { definition: newest, renumberedFrom: null, known: true }
  if (version > newest.version) return { definition, renumberedFrom: null, known: false }
  const published = await publishedVersion(db, { code, number: version })
  if (published && sameContent(published.definition, definition))
    return { definition, renumberedFrom: null, known: true }
  return {
    definition: { ...definition, version: newest.version + 1 },
    renumberedFrom: version,
    known: false,
  }
}
