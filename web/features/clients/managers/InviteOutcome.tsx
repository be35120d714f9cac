import { IconCircleCheck, IconMailX, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { inviteEmails } from '#contract/people.ts'
import { StatusWord } from '../../../ui/text/StatusWord.tsx'
import classes from '../clients.module.css'
import type { Role } from './inviteForm.ts'

const looks = {
  created: { icon: IconCircleCheck, tone: 'done' },
  existing: { icon: IconUserCheck, tone: 'running' },
  failed: { icon: IconMailX, tone: 'bad' },
} as const

interface InviteOutcomeProps {
  outcome: AnswerOf<typeof inviteEmails>
  role: Role
}

/** Address by address: invited, known already, or not taken and why. Participants get no mail before their first test. */
export function InviteOutcome({ outcome, role }: InviteOutcomeProps) {
  const { t, i18n } = useTranslation()
  const rows = {
    created: outcome.created.map(({ email }) => ({ email, why: '' })),
    existing: outcome.existing.map(({ email }) => ({ email, why: '' })),
    failed: outcome.failed.map(({ email, reason }) => ({ email, why: t(`clients:reason.${reason}`) })),
  }
  return (
    <div className={`stack gap-20 ${classes.outcome}`} role="status">
      {(['created', 'existing', 'failed'] as const).map((key) =>
        rows[key].length === 0 ? null : (
          <section key={key}>
            <h3 className="text-14">
              <StatusWord {...looks[key]}>
                {t(`clients:outcome.${key === 'created' && role !== 'manager' ? 'added' : key}`, {
                  count: rows[key].length,
                  number: formatNumber(rows[key].length, i18n.language),
                })}
              </StatusWord>
            </h3>
            <ul>
              {rows[key].map(({ email, why }) => (
                <li className="stack breakable ruled-bottom" key={`${email} ${why}`}>
                  <bdi dir="ltr">{email}</bdi>
                  {why ? <span className="meta">{why}</span> : null}
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  )
}
