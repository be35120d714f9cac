import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate, formatDay, formatNumber } from '#contract/format.ts'
import type { Registration } from '#contract/registrations.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { testDayPath } from '../../../app/paths.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { LinkBox } from '../../../ui/button/LinkBox.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { Fact, Facts } from '../../../ui/overlay/Facts.tsx'
import classes from './registrations.module.css'

function DayLink({ id, place, day }: NonNullable<Registration['testDay']>) {
  const { i18n } = useTranslation()
  return (
    <Link className="link" to={testDayPath(id, 'people')} dir="auto">
      {[place, formatDay(day, i18n.language)].join(' · ')}
    </Link>
  )
}

/** The link to hand out, and what was set. */
export function AboutCard({ client, registration }: { client: SelectedClient; registration: Registration }) {
  const { t, i18n } = useTranslation()
  const timeZone = useClientTimeZone(client.value)
  const number = (value: number) => formatNumber(value, i18n.language)
  const {
    url,
    people,
    cap,
    reserved,
    endsOn,
    dueDate,
    approval,
    burstAt,
    group,
    locale,
    closedAt,
    closedBy,
    testDay,
  } = registration
  const facts: [name: string, value: ReactNode][] = [
    [
      'places',
      t('registrations:places', { taken: number(people.accepted + people.waiting), cap: number(cap) }),
    ],
    ['reserved', t('registrations:units', { count: reserved, number: number(reserved) })],
    ['endsOn', formatDay(endsOn, i18n.language)],
    testDay === null
      ? ['dueDate', dueDate === null ? '–' : formatDay(dueDate, i18n.language)]
      : ['testDay', <DayLink key="day" {...testDay} />],
    ['decides', t(`registrations:decides.${burstAt !== null ? 'burst' : approval ? 'manager' : 'nobody'}`)],
    ['group', group || '–'],
    ['locale', locale === 'tr' ? 'Türkçe' : 'English'],
  ]
  if (closedAt !== null) {
    const at = formatDate(closedAt, i18n.language, timeZone)
    facts.push(['closed', [at, closedBy || t('registrations:ended')].join(' · ')])
  }
  return (
    <Card>
      <CardHeader title={t('registrations:link.title')} />
      <CardBody className={`stack align-start two-columns ${classes.about ?? ''}`}>
        <div className="stack one-column min-0 gap-12">
          {closedAt === null ? (
            <>
              <LinkBox
                url={url}
                copy={t('registrations:link.copy')}
                copied={t('registrations:link.copied')}
              />
              <p className="meta">{t('registrations:link.text')}</p>
            </>
          ) : (
            <p>{t('registrations:link.closed')}</p>
          )}
          <p className="meta">{t('registrations:unverified.text')}</p>
        </div>
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} name={t(`registrations:fact.${name}`)}>
              {value}
            </Fact>
          ))}
        </Facts>
      </CardBody>
    </Card>
  )
}
