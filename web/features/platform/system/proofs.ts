import type { TFunction } from 'i18next'
import { formatDateTime, formatDuration } from '#contract/format.ts'
import type { Finding } from '#contract/proofs.ts'
import type { System } from '#contract/system.ts'

type Proof = System['proofs']['list'][number]

interface Words {
  readonly t: TFunction
  readonly locale: string
  readonly timeZone: string
}

/** What the installation proves of itself: each proof with when it passed, or the step that failed and what was wrong. */
export const proofFacts = (proofs: readonly Proof[], words: Words): { name: string; value: string }[] =>
  proofs.flatMap((proof) => [
    { name: words.t(`system:proofs.name.${proof.proof}`), value: outcomeOf(proof, words) },
    ...proof.findings.map((finding) => ({
      name: words.t(`system:proofs.step.${proof.step ?? 'prepare'}`),
      value: findingOf(finding, words),
    })),
  ])

function outcomeOf(
  { outcome, at, passedAt, host, seconds, proof }: Proof,
  { t, locale, timeZone }: Words,
): string {
  const time = (moment: string) => formatDateTime(moment, locale, timeZone)
  if (at === null) {
    if (outcome === 'off') return t(`system:proofs.off.${proof}`)
    return t('system:proofs.pending')
  }
  const long = seconds === null ? '' : formatDuration(seconds, locale)
  const what =
    outcome === 'passed'
      ? t('system:proofs.passed', { at: time(at), long })
      : t(outcome === 'impossible' ? 'system:proofs.impossible' : 'system:proofs.failed', { at: time(at) })
  const where = host === null ? [] : [t('system:proofs.host', { host })]
  const before =
    outcome === 'passed'
      ? []
      : [
          passedAt === null
            ? t('system:proofs.neverPassed')
            : t('system:proofs.lastPassed', { at: time(passedAt) }),
        ]
  return [what, ...where, ...before].join(' ')
}

function findingOf(finding: Finding, { t }: Words): string {
  switch (finding.code) {
    case 'unreachable':
      return t('system:proofs.finding.unreachable', { reason: finding.reason })
    case 'status':
      return t('system:proofs.finding.status', {
        status: [finding.status, finding.problem].filter((part) => part !== '').join(' '),
      })
    case 'differs':
      return t('system:proofs.finding.differs', {
        what: finding.what,
        expected: finding.expected,
        found: finding.found,
      })
    case 'no_room':
      return t('system:proofs.finding.no_room', { folder: finding.folder })
    case 'said':
      return finding.text
    default:
      return t(`system:proofs.finding.${finding.code}`)
  }
}
