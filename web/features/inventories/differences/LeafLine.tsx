import { useTranslation } from 'react-i18next'
import type { Difference } from '#contract/differences.ts'
import { formatNumber } from '#contract/format.ts'
import classes from './differences.module.css'

type Leaf = Difference['leaves'][number]

/** One value that differs: what it is called, what it was, what it is. */
export function LeafLine({ leaf: { field, locale, before, after, options } }: { leaf: Leaf }) {
  const { t } = useTranslation()
  const [first = '', ...rest] = field.split('.')
  const label = [
    t(`inventories:field.${first}`),
    // The keys under bands are band names, and a name may be one of our own words: low, mean.
    ...rest.map((part, index) =>
      (rest[index - 1] ?? first) === 'bands'
        ? part
        : t([`inventories:field.${part}`, 'inventories:field.as_it_is'], { value: part }),
    ),
  ].join(' · ')
  return (
    <div>
      <dt className="text-13 muted breakable">
        {label}
        {locale === null ? null : <span className="meta"> {t(`inventories:language.${locale}`)}</span>}
      </dt>
      {before === null ? null : (
        <dd className={`relative ink breakable rounded-sm ${classes.before}`}>
          <span className="sr">{t('inventories:differences.before')} </span>
          {options?.before ? (
            <Options options={options.before} />
          ) : (
            <Value field={field} value={before} locale={locale} />
          )}
        </dd>
      )}
      {after === null ? null : (
        <dd className={`relative ink breakable rounded-sm ${classes.after}`}>
          <span className="sr">{t('inventories:differences.after')} </span>
          {options?.after ? (
            <Options options={options.after} />
          ) : (
            <Value field={field} value={after} locale={locale} />
          )}
        </dd>
      )}
    </div>
  )
}

type Option = NonNullable<NonNullable<Leaf['options']>['before']>[number]

/** Options by their letter, their words and, where they are pictures, their drawing. */
function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ id, words, figure }) => (
    <span key={id} className={`flex align-baseline gap-8 ${classes.option}`}>
      <code className="rigid muted">{id}</code>
      {figure === null ? (
        <span dir="auto">{words}</span>
      ) : (
        <img src={drawing(figure)} alt={words ?? id} className={`block ${classes.figure}`} />
      )}
    </span>
  ))
}

const drawing = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

interface ValueProps {
  field: string
  value: NonNullable<Leaf['before']>
  locale: Leaf['locale']
}

function Value({ field, value, locale }: ValueProps) {
  const { t, i18n } = useTranslation()
  if (field === 'svg')
    return (
      <img
        src={drawing(String(value))}
        alt={t('inventories:field.svg')}
        className={`block ${classes.figure}`}
      />
    )
  const words = (one: string | number | boolean) =>
    typeof one === 'boolean'
      ? t(one ? 'inventories:differences.yes' : 'inventories:differences.no')
      : typeof one === 'number'
        ? formatNumber(one, i18n.language, 6)
        : one
  const text = typeof value === 'object' ? value.map(words).join(', ') : words(value)
  return (
    <span dir="auto" lang={locale ?? undefined}>
      {text === '' ? '–' : text}
    </span>
  )
}
