import { useTranslation } from 'react-i18next'
import { formatDay, formatLongDay } from '#contract/format.ts'
import { Mark } from '../../../../app/layouts/Logo.tsx'
import type { Offer } from '../../../quota/useOffer.ts'
import type { Draft } from '../draft/draft.ts'
import classes from './MailPreview.module.css'

interface MailPreviewProps {
  client: string
  name: string
  draft: Draft
  offers: readonly Offer[]
}

/** The invitation as its reader will see it: the mail's own words, in the language of the invitation. */
export function MailPreview({ client, name, draft, offers }: MailPreviewProps) {
  const { t } = useTranslation()
  const { t: write } = useTranslation('mail', { lng: draft.locale })
  const { terms } = draft
  const tests = draft.inventoryIds.flatMap((id) => offers.find((one) => one.id === id) ?? [])
  const count = Math.max(1, tests.length)
  const day = draft.dueDate ? formatLongDay(draft.dueDate, draft.locale) : ''
  return (
    <section className="stack gap-8" aria-label={t('invite:mail.title')}>
      <p className="medium">{t('invite:mail.title')}</p>
      <div className={`stack gap-10 breakable surface rounded edged ${classes.mail}`} lang={draft.locale}>
        <span className={`inline-row ${classes.logo}`}>
          <Mark /> Terazi
        </span>
        <b>
          {name.trim() ? write('mail:greeting', { name: name.trim() }) : write('mail:greetingWithoutName')}
        </b>
        <p>{write('mail:invitation.lead.invited', { count, client })}</p>
        {tests.length > 0 || day ? (
          <dl className={`stack gap-4 muted ${classes.rows}`}>
            {tests.map((test) => (
              <div className="flex split gap-12" key={test.id}>
                <dt>{test.name}</dt>
                <dd>{write('mail:invitation.minutes', { count: test.minutes })}</dd>
              </div>
            ))}
            {terms.day === null ? null : (
              <div className="flex split gap-12">
                <dt>{write('mail:invitation.opens')}</dt>
                <dd>{`${formatDay(terms.day, draft.locale)}, ${terms.time || '00:00'}`}</dd>
              </div>
            )}
            {day ? (
              <div className="flex split gap-12">
                <dt>{write('mail:invitation.due')}</dt>
                <dd>{write('mail:invitation.dueEnd', { day })}</dd>
              </div>
            ) : null}
          </dl>
        ) : null}
        <span className={`semibold text-center rounded ${classes.button}`}>
          {write('mail:invitation.action', { count })}
        </span>
        {terms.inOrder && tests.length > 1 ? (
          <p className="meta">{write('mail:invitation.inOrder')}</p>
        ) : null}
        <p className="meta">{write('mail:invitation.nothingLost')}</p>
        <p className="meta">{write('mail:personal')}</p>
      </div>
    </section>
  )
}
