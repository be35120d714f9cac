import { type Broken, type Checked, verifyAudit } from '#server/audit/verify.ts'
import type { Database } from '#server/db/database.ts'
import { fingerprintOf } from '#server/signing.ts'
import { CliError } from './error.ts'
import { noKey, ownPublicKey } from './own-key.ts'

/**
 * Checks that the audit log is as it was sealed.
 * @param expect the hash of a seal seen earlier
 * @throws CliError with the first broken place
 */
export async function verifyAuditLog(db: Database, expect: string | undefined): Promise<object> {
  if (expect !== undefined && !/^[0-9a-f]{64}$/.test(expect))
    throw new CliError('--expect must be the hash of a seal: 64 characters, 0 to 9 and a to f.')
  const own = await ownPublicKey(db)
  const checked = await verifyAudit(db, { publicKey: own, expect })
  if (checked.broken !== undefined) throw new CliError(`${placeOf(checked.broken)}\n${upTo(checked)}`)
  const { seals, entries, erased, late, delayed, unsealed, lastSeal, lastLate, lastDelayed, publicKey } =
    checked
  return {
    intact: true,
    seals,
    entries,
    erased,
    late,
    delayed,
    unsealed,
    lastSeal: lastSeal ?? null,
    /** Null where this computer has no key of an installation. */
    ofThisInstallation: own === undefined || lastSeal === undefined ? null : true,
    fingerprint: publicKey === undefined ? null : fingerprintOf(publicKey),
    notes: [
      ...(lastLate === undefined ? [] : [lateNote(lastLate)]),
      ...(lastDelayed === undefined ? [] : [delayedNote(lastDelayed)]),
      ...(own === undefined ? [noKey] : []),
      lastSeal === undefined ? 'Nothing is sealed yet. The server seals every hour.' : keep,
    ],
  }
}

const keep =
  'Keep lastSeal.hash outside of this server. The next check with --expect and that hash finds out if the end of the log was cut off.'

const lateNote = ({ id, at }: NonNullable<Checked['lastLate']>) =>
  `The last late entry is ${id} of ${at}: a transaction took longer than ten minutes, a clock was wrong, or somebody added it.`

const delayedNote = ({ number, sealedAt }: NonNullable<Checked['lastDelayed']>) =>
  `Seal ${number} of ${sealedAt} is the last one with entries sealed more than three hours after their time. That is right after an upgrade, or when the server was stopped. Otherwise somebody deleted seals, and the server sealed again what had been changed: check with --expect.`

const upTo = ({ seals, entries }: Checked) =>
  `Checked up to there: ${seals} ${seals === 1 ? 'seal' : 'seals'} with ${entries} ${entries === 1 ? 'entry' : 'entries'} as sealed.`

/** The first broken place of the log, in words. */
export function placeOf({ what, seal, entry }: Broken): string {
  const named = entry === undefined ? '' : `${entry.id}${entry.at === undefined ? '' : ` of ${entry.at}`}`
  switch (what) {
    case 'entry_changed':
      return `Entry ${named} was changed after seal ${seal} sealed it.`
    case 'entry_missing':
      return `Entry ${named} is missing; seal ${seal} has it.`
    case 'entry_added':
      return `Entry ${named} was added more than an hour after its time was sealed: no seal has it.`
    case 'renaming_forged':
      return `Entry ${named}, of seal ${seal}, names an erasure that this installation’s key didn’t sign.`
    case 'seal_missing':
      return `Seal ${seal} is missing.`
    case 'seal_changed':
      return `Seal ${seal} was changed, or the seal before it was replaced.`
    case 'seal_of_other_key':
      return `Seal ${seal} was signed with another key.`
    case 'signature_wrong':
      return `The signature of seal ${seal} is wrong.`
    case 'seal_expected':
      return 'No seal has the hash after --expect: the end of the log is missing, its seals were made again, or a backup from before that seal was restored.'
  }
}
