import { useTranslation } from 'react-i18next'
import { formatDate } from '#contract/format.ts'
import { lastMoment } from '#contract/lastMoment.ts'
import { Fact, Facts } from '../../../ui/overlay/Facts.tsx'
import { ErasedSoon } from '../../memberships/ErasedSoon.tsx'
import type { PersonDetails } from './personDetails.ts'

export function PersonFacts({ person, timeZone }: { person: PersonDetails; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const { email, phone, staffNumber, group, joinedAt, keptUntil, locale, link } = person
  return (
    <Facts>
      <Fact name={t('person:field.email')}>
        {email === '' ? t('person:fact.none') : <bdi dir="ltr">{email}</bdi>}
      </Fact>
      <Fact name={t('person:field.phone')}>
        {phone === '' ? t('person:fact.none') : <bdi dir="ltr">{phone}</bdi>}
      </Fact>
      <Fact name={t('person:field.staffNumber')}>
        {staffNumber === '' ? t('person:fact.none') : <bdi>{staffNumber}</bdi>}
      </Fact>
      <Fact name={t('person:field.group')}>{group === '' ? t('person:fact.none') : <bdi>{group}</bdi>}</Fact>
      <Fact name={t('person:field.locale')}>{t(`person:locale.${locale}`)}</Fact>
      <Fact name={t('person:fact.joined')}>
        {formatDate(joinedAt, i18n.language, timeZone)}
        <ErasedSoon day={keptUntil} timeZone={timeZone} />
      </Fact>
      <Fact name={t('person:fact.link')}>
        {link === null
          ? t('person:fact.noLink')
          : t('person:fact.linkUntil', {
              day: formatDate(lastMoment(link.expiresAt), i18n.language, timeZone),
            })}
      </Fact>
    </Facts>
  )
}
