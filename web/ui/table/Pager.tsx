import { Group, Pagination, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { dropdownClasses } from '../form/fieldProps.tsx'
import { useNarrow } from '../useNarrow.ts'
import classes from './Pager.module.css'

export interface PagerProps {
  page: number
  pageSize: number
  count: number
  onPage: (page: number) => void
  onPageSize?: (pageSize: number) => void
}

const sizes = ['10', '25', '50', '100']

/** "1-10 / 48" at the start, the pages at the end; on a phone, where a row of numbers would break, one step at a time. */
export function Pager({ page, pageSize, count, onPage, onPageSize }: PagerProps) {
  const { t, i18n } = useTranslation()
  const narrow = useNarrow()
  const number = (value: number) => formatNumber(value, i18n.language)
  const from = count === 0 ? 0 : (page - 1) * pageSize + 1
  const turning = { total: Math.max(1, Math.ceil(count / pageSize)), value: page, onChange: onPage }
  const to = Math.min(page * pageSize, count)
  return (
    <div className={`row wraps muted num edged-top ${classes.pager}`}>
      <span aria-live="polite">
        <bdi dir="ltr">
          {t('ui:pager.range', { from: number(from), to: number(to), count: number(count) })}
        </bdi>{' '}
        {t('ui:pager.showing')}
      </span>
      {onPageSize ? (
        <span className="inline-row gap-8">
          {t('ui:pager.perPage')}
          <Select
            size="xs"
            w={76}
            data={sizes}
            value={String(pageSize)}
            allowDeselect={false}
            aria-label={t('ui:pager.perPage')}
            classNames={{ input: `ink surface ${classes.sizeInput}`, ...dropdownClasses }}
            onChange={(value) => value && onPageSize(Number(value))}
          />
        </span>
      ) : null}
      {narrow && turning.total === 1 ? null : (
        <nav aria-label={t('ui:pager.pages')} className={`push-end ${classes.nav}`}>
          {narrow ? <Steps {...turning} write={number} /> : <Numbers {...turning} />}
        </nav>
      )}
    </div>
  )
}

interface Turning {
  total: number
  value: number
  onChange: (page: number) => void
}

function Numbers(turning: Turning) {
  const { t } = useTranslation()
  return (
    <Pagination
      {...turning}
      gap={2}
      getItemProps={(number) => ({ 'aria-label': t('ui:pager.page', { number }) })}
      getControlProps={(control) => ({
        'aria-label': control === 'previous' ? t('ui:pager.previous') : t('ui:pager.next'),
      })}
      classNames={{ control: `medium muted rounded bare ${classes.control}`, dots: classes.dots ?? '' }}
    />
  )
}

function Steps({ write, ...turning }: Turning & { write: (value: number) => string }) {
  const { t } = useTranslation()
  return (
    <Pagination.Root {...turning} classNames={{ control: `medium muted rounded bare ${classes.control}` }}>
      <Group gap={2} wrap="nowrap">
        <Pagination.First aria-label={t('ui:pager.first')} />
        <Pagination.Previous aria-label={t('ui:pager.previous')} />
        <span className={`nowrap ${classes.where}`}>
          <span className="sr">{t('ui:pager.page', { number: write(turning.value) })}</span>
          <bdi dir="ltr" aria-hidden>
            {write(turning.value)} / {write(turning.total)}
          </bdi>
        </span>
        <Pagination.Next aria-label={t('ui:pager.next')} />
        <Pagination.Last aria-label={t('ui:pager.last')} />
      </Group>
    </Pagination.Root>
  )
}
