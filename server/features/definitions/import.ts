import type {
  checkDefinition as checkCall,
  exportDefinition as exportCall,
  ImportPlan,
  importDefinition as importCall,
  publishDefinition as publishCall,
  VersionContent,
} from '#contract/definitions.ts'
import type { BodyOf } from '#contract/kit.ts'
import { bandWarnings } from '#scoring/check/check-bands.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { itemCount } from '#scoring/form/form.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import {
  type DraftKey,
  draftOf,
  importDraft,
  publishedVersion,
  sameContent,
} from '#server/features/inventories/drafts.ts'
import { isIntact } from '#server/features/inventories/integrity.ts'
import { noticeProblems, publishDraft } from '#server/features/inventories/publish.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { contentOf } from './content.ts'
import { translatedProblems } from './problems.ts'
import { type OneOfAll, versionOf } from './versions.ts'

/** The faults of a document, or what importing it would make. Keeps nothing. */
export async function planImport(
  db: Executor,
  _platform: undefined,
  { definition: json }: BodyOf<typeof checkCall>,
  { locale }: Actor,
): Promise<ImportPlan> {
  const checked = checkDefinition(json)
  if (!checked.ok) return { ...translatedProblems(json, checked.problems, locale), draft: null }
  const { definition, renumberedFrom, known } = await numbered(db, checked.definition)
  const changed = known ? [] : await noticeProblems(db, definition)
  if (changed.length > 0) return { ...translatedProblems(json, changed, locale), draft: null }
  const { code, version, minutes, texts } = definition
  const there = known ? undefined : await draftOf(db, { code, number: version })
  return {
    problems: [],
    problemCount: 0,
    draft: {
      code,
      version,
      minutes,
      renumberedFrom,
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
 * @throws Failure definition_invalid with every problem; version_published when there is nothing new in it; draft_exists
 * where a draft is in its place; draft_changed where that is not the one to be replaced
 */
export async function importDefinition(
  tx: Tx,
  _platform: undefined,
  { definition: json, replaces }: BodyOf<typeof importCall>,
  actor: Actor,
): Promise<VersionContent> {
  const { locale } = actor
  const checked = checkDefinition(json)
  if (!checked.ok) {
    throw new Failure('definition_invalid', { details: translatedProblems(json, checked.problems, locale) })
  }
  const { definition, known } = await numbered(tx, checked.definition)
  if (known) throw new Failure('version_published')
  const changed = await noticeProblems(tx, definition)
  if (changed.length > 0)
    throw new Failure('definition_invalid', { details: translatedProblems(json, changed, locale) })
  const { outcome } = await importDraft(tx, definition, actor, { hash: replaces })
  if (outcome === 'exists') throw new Failure('draft_exists')
  if (outcome === 'changed') throw new Failure('draft_changed')
  // Published by somebody else since the number was looked up.
  if (outcome === 'frozen' || outcome === 'published_already') throw new Failure('version_published')
  return contentOf(tx, await versionOf(tx, definition), locale)
}

/** Makes a draft with the same content under the next number. @throws Failure draft_exists */
export async function copyVersion(
  tx: Tx,
  { definition: copied, all }: OneOfAll,
  _body: undefined,
  actor: Actor,
): Promise<VersionContent> {
  const newest = all.reduce((most, { entry }) => Math.max(most, entry.version), 0)
  const definition = { ...copied, version: newest + 1 }
  const { outcome } = await importDraft(tx, definition, actor, { hash: undefined })
  // Somebody else took the number in the meantime; the page then shows theirs.
  if (outcome !== 'draft') throw new Failure('draft_exists')
  return contentOf(tx, await versionOf(tx, definition), actor.locale)
}

/** Publishes a draft. @throws Failure definition_invalid with every problem, and as `publishDraft` does */
export async function publishDefinition(
  tx: Tx,
  { code, number }: DraftKey,
  { hash }: BodyOf<typeof publishCall>,
  actor: Actor,
): Promise<VersionContent> {
  const invalid = await publishDraft(tx, actor, { code, number, hash })
  if (invalid) {
    const details = translatedProblems(invalid.json, invalid.problems, actor.locale)
    throw new Failure('definition_invalid', { details })
  }
  return contentOf(tx, await versionOf(tx, { code, version: number }), actor.locale)
}

/** A version or draft as its document. @throws Failure version_not_intact */
export async function exportDefinition(
  db: Executor,
  { definition, versionId }: OneOfAll,
  _query: undefined,
  actor: Actor,
  { params: { code, version }, reply }: Context<typeof exportCall>,
) {
  if (versionId !== null && (await isIntact(db, versionId)) === false) throw new Failure('version_not_intact')
  const details = { code, version }
  await recordAudit(db, { action: 'export', reason: 'definition', by: actor, details })
  reply.header('content-disposition', `attachment; filename="${code}-${version}.json"`)
  return Buffer.from(`${JSON.stringify(definition, null, 1)}\n`)
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
