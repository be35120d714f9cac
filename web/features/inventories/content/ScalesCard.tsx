import { IconFlask, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { VersionContent } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { Pill } from '../../../ui/text/Pill.tsx'
import classes from '../inventories.module.css'
import { FoldCard, FoldLine } from './FoldCard.tsx'
import foldClasses from './fold.module.css'

type Scale = VersionContent['scales'][number]

/** The scales with what they are scored from and compared with, and the categories they belong to. */
export function ScalesCard({ content: { scales, categories, simulated } }: { content: VersionContent }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const norms = scales.flatMap(({ norm }) => norm ?? [])
  // If all norms are invented, that is shown once, with the test's facts or else here; if some are, at each of them.
  const allInvented = norms.length > 0 && norms.every(({ invented }) => invented)
  const counts = [
    t('inventories:scales.count', { count: scales.length, number: number(scales.length) }),
    ...(categories.length === 0
      ? []
      : [
          t('inventories:scales.categoryCount', {
            count: categories.length,
            number: number(categories.length),
          }),
        ]),
  ]
  return (
    <FoldCard title={t('inventories:scales.title')} summary={counts.join(' · ')}>
      {allInvented && !simulated ? <p className="meta">{t('inventories:scales.allInvented')}</p> : null}
      <ul className={foldClasses.lines}>
        {scales.map((scale) => (
          <li className="ruled-top" key={scale.key}>
            <ScaleLine scale={scale} marked={!allInvented} />
          </li>
        ))}
      </ul>
      {categories.length === 0 ? null : (
        <>
          <h3 className={`text-14 ${classes.subhead}`}>{t('inventories:scales.categories')}</h3>
          <ul className={foldClasses.lines}>
            {categories.map(({ key, name, scales: under }) => (
              <li className="ruled-top" key={key}>
                <FoldLine head={<b dir="auto">{name}</b>}>
                  <span className="meta" dir="auto">
                    {under.join(', ')}
                  </span>
                  <InFile name={key} />
                </FoldLine>
              </li>
            ))}
          </ul>
        </>
      )}
    </FoldCard>
  )
}

function ScaleLine({ scale, marked }: { scale: Scale; marked: boolean }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { key, name, kind, itemCount, bandCount, sensitive, norm } = scale
  const facts = [
    t(`inventories:scales.kind.${kind}`),
    ...(bandCount === 0
      ? []
      : [t('inventories:scales.bands', { count: bandCount, number: number(bandCount) })]),
  ]
  return (
    <FoldLine
      head={
        <>
          <b dir="auto">{name}</b>
          <span className="meta">
            {t('inventories:items', { count: itemCount, number: number(itemCount) })}
          </span>
          {sensitive ? <Pill icon={<IconLock aria-hidden />}>{t('inventories:sensitive')}</Pill> : null}
          {marked && norm?.invented ? (
            <Pill tone="amber" icon={<IconFlask aria-hidden />}>
              {t('inventories:scales.invented')}
            </Pill>
          ) : null}
        </>
      }
    >
      <span className="meta">{facts.join(' · ')}</span>
      <span className="meta" dir="auto">
        {norm
          ? [
              t('inventories:scales.norm', { count: norm.n, n: number(norm.n) }),
              // The source of an invented norm is already shown, in the page's language.
              ...(norm.invented ? [] : [norm.source]),
            ].join(' ')
          : t('inventories:scales.noNorm')}
      </span>
      <InFile name={key} />
    </FoldLine>
  )
}

/** Its name in the definition, for people who edit one. */
function InFile({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <span className="meta">
      {t('inventories:scales.inFile')} <code>{name}</code>
    </span>
  )
}
