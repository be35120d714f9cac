import { useTranslation } from 'react-i18next'
import type { VersionContent } from '#contract/definitions.ts'
import { formatDuration, formatNumber } from '#contract/format.ts'
import classes from '../inventories.module.css'
import { AboutCard } from './AboutCard.tsx'
import { FoldCard } from './FoldCard.tsx'
import { ScalesCard } from './ScalesCard.tsx'

/** The content of a version: the whole, its sections, its scales with their norms, its rules of validity. */
export function ContentCards({ content }: { content: VersionContent }) {
  return (
    <>
      <AboutCard content={content} />
      <SectionsCard content={content} />
      <ScalesCard content={content} />
      <ValidityCard content={content} />
    </>
  )
}

function SectionsCard({ content: { sections } }: { content: VersionContent }) {
  const { t, i18n } = useTranslation()
  const number = (value: number, digits = 0) => formatNumber(value, i18n.language, digits)
  const items = sections.reduce((sum, { itemCount }) => sum + itemCount, 0)
  const counts = [
    t('inventories:sections.count', { count: sections.length, number: number(sections.length) }),
    t('inventories:items', { count: items, number: number(items) }),
  ]
  return (
    <FoldCard title={t('inventories:sections.title')} summary={counts.join(' · ')}>
      <ol className={classes.list}>
        {sections.map((section) => {
          const { id, title, itemCount, select, practiceCount, linear, timeLimitSeconds, types, ease } =
            section
          const facts = [
            t('inventories:items', { count: itemCount, number: number(itemCount) }),
            ...(select === null ? [] : [t('inventories:sections.select', { number: number(select) })]),
            ...(practiceCount === 0
              ? []
              : [t('inventories:sections.practice', { number: number(practiceCount) })]),
            timeLimitSeconds === null
              ? t('inventories:sections.untimed')
              : t('inventories:sections.limit', { time: formatDuration(timeLimitSeconds, i18n.language) }),
            t(linear ? 'inventories:sections.linear' : 'inventories:sections.free'),
            ...(ease === null ? [] : [t('inventories:sections.ease', { number: number(ease) })]),
          ]
          return (
            <li key={id}>
              <b dir="auto">{title}</b>
              <span className="meta">{facts.join(' · ')}</span>
              <span className="meta">
                {types
                  .map(({ type, count }) => `${t(`inventories:type.${type}`)} ${number(count)}`)
                  .join(' · ')}
              </span>
            </li>
          )
        })}
      </ol>
    </FoldCard>
  )
}

function ValidityCard({ content: { validity } }: { content: VersionContent }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  if (validity.length === 0) return null
  return (
    <FoldCard
      title={t('inventories:validity.title')}
      summary={t('inventories:validity.count', { count: validity.length, number: number(validity.length) })}
    >
      <p className="meta">{t('inventories:validity.text')}</p>
      <ul className={classes.list}>
        {validity.map(({ id, kind, medium, low }) => (
          <li key={id}>
            <b>{t(`validity:${kind}.name`)}</b>
            <span className="meta">
              {[
                ...(medium === null ? [] : [t('inventories:validity.medium', { number: number(medium) })]),
                ...(low === null ? [] : [t('inventories:validity.low', { number: number(low) })]),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </FoldCard>
  )
}
