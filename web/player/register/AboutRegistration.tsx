import { IconClock } from '@tabler/icons-react'
import { cx } from '../cx.ts'
import { dayWords } from '../pages/days.ts'
import pages from '../pages/pages.module.css'
import controls from '../parts/controls.module.css'
import { t, useLocale } from '../words.ts'
import type { RegistrationPage } from './calls.ts'

/** Shows who asks, for which tests, until when. */
export function AboutRegistration({ page }: { page: RegistrationPage }) {
  const locale = useLocale()
  const { testDay, approval, dueDate } = page
  const intro = page.client.brand?.intro
  const client = { client: page.client.name, count: page.tests.length }
  const asks =
    testDay === null
      ? t(approval ? 'register:asksApproval' : 'register:asks', client)
      : t(approval ? 'register:asksDayApproval' : 'register:asksDay', client)
  return (
    <>
      <h1 className={controls.title}>{page.name}</h1>
      <p className={cx('above-8 muted', controls.lead)}>{asks}</p>
      {intro && <p className={cx('breakable rounded-lg', pages.wish)}>{intro}</p>}
      <ul
        className={cx('above-16', controls.panel, pages.tests)}
        aria-label={t('register:tests', { count: page.tests.length })}
      >
        {page.tests.map(({ name, minutes }) => (
          <li className="stack align-center" key={name}>
            <b>{name}</b>
            <span className="inline-row gap-6 semibold nowrap">
              <IconClock size={20} aria-hidden />
              {t('player:facts.minutesShort', { count: minutes })}
            </span>
          </li>
        ))}
      </ul>
      <dl className={`stack gap-8 ${pages.facts}`}>
        <div>
          <dt>{t('register:endsOn')}</dt>
          <dd>{dayWords(page.endsOn, locale)}</dd>
        </div>
        {dueDate !== null && (
          <div>
            <dt>{t(testDay === null ? 'register:dueDate' : 'register:day', client)}</dt>
            <dd>{dayWords(dueDate, locale)}</dd>
          </div>
        )}
        {testDay !== null && (
          <div style={{ gridColumn: '1 / -1' }}>
            <dt>{t('register:place')}</dt>
            <dd dir="auto">{testDay.place}</dd>
          </div>
        )}
      </dl>
    </>
  )
}
