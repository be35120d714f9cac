import { IconFlask, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { VersionContent } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'
import { Pill } from '../../ui/Pill.tsx'
import classes from './inventories.module.css'

type Scale = VersionContent['scales'][number]

/** The scales with what they are scored from and compared with, and the categories they stand under. */
export function ScalesCard({ content: { scales, categories } }: { content: VersionContent }) {
  const { t } = useTranslation()
  return (
    <Card>
      <CardHeader title={t('inventories:scales.title')} />
      <CardBody className={classes.body ?? ''}>
        <ul className={classes.list}>
          {scales.map((scale) => (
            <ScaleLine key={scale.key} scale={scale} />
          ))}
        </ul>
        {categories.length === 0 ? null : (
          <>
            <h3 className={classes.subhead}>{t('inventories:scales.categories')}</h3>
            <ul className={classes.list}>
              {categories.map(({ key, name, scales: under }) => (
                <li key={key}>
                  <b dir="auto">{name}</b>
                  <code>{key}</code>
                  <span className="meta" dir="auto">
                    {under.join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </CardBody>
    </Card>
  )
}

function ScaleLine({ scale }: { scale: Scale }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { key, name, kind, itemCount, bandCount, sensitive, norm } = scale
  const facts = [
    t('inventories:items', { count: itemCount, number: number(itemCount) }),
    t(`inventories:scales.kind.${kind}`),
    ...(bandCount === 0
      ? []
      : [t('inventories:scales.bands', { count: bandCount, number: number(bandCount) })]),
  ]
  return (
    <li>
      <span className={classes.tags}>
        <b dir="auto">{name}</b>
        {sensitive ? <Pill icon={<IconLock aria-hidden />}>{t('inventories:sensitive')}</Pill> : null}
        {norm?.invented ? (
          <Pill tone="amber" icon={<IconFlask aria-hidden />}>
            {t('inventories:scales.invented')}
          </Pill>
        ) : null}
      </span>
      <code>{key}</code>
      <span className="meta">{facts.join(' · ')}</span>
      <span className="meta" dir="auto">
        {norm
          ? t('inventories:scales.norm', { n: number(norm.n), source: norm.source })
          : t('inventories:scales.noNorm')}
      </span>
    </li>
  )
}
