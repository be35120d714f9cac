import { IconClock } from '@tabler/icons-react'
import { cx } from '../cx.ts'
import entry from '../entry/entry.module.css'
import { dayWords } from '../pages/days.ts'
import pages from '../pages/pages.module.css'
import controls from '../parts/controls.module.css'
import { t, useLocale } from '../words.ts'
import type { RegistrationPage } from './calls.ts'

/** Who asks, for which tests, until when. */
export function AboutRegistration({ page }: { page: RegistrationPage }) {
  const locale = useLocale()
  return (
    <>
      <h1 className={controls.title}>{page.name}</h1>
      <p className={cx(controls.lead, controls.muted, entry.lead)}>
        {t(page.approval ? 'register:asksApproval' : 'register:asks', {
          client: page.client.name,
        })}
      </p>
      <ul className={cx(controls.panel, pages.tests)} aria-label={t('register:tests')}>
        {page.tests.map(({ name, minutes }) => (
          <li key={name}>
            <b>{name}</b>
            <span className={pages.minutes}>
              <IconClock size={20} aria-hidden />
              {t('player:facts.minutesShort', { count: minutes })}
            </span>
          </li>
        ))}
      </ul>
      <dl className={pages.facts}>
        <div>
          <dt>{t('register:endsOn')}</dt>
          <dd>{dayWords(page.endsOn, locale)}</dd>
        </div>
        {page.dueDate !== null && (
          <div>
            <dt>{t('register:dueDate')}</dt>
            <dd>{dayWords(page.dueDate, locale)}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
