import { Popover } from '@mantine/core'
import { IconChevronLeft, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatNumber } from '#contract/format.ts'
import { Button } from '../button/Button.tsx'
import classes from './FilterBar.module.css'
import { FilterForm } from './FilterForm.tsx'
import type { Choices, DaysFilter, Filter, OpenFilter, RangeFilter } from './filters.ts'

interface FilterBarProps {
  filters: readonly Filter[]
  /** Clears all of them with the search; undefined where nothing is set. */
  onClear: (() => void) | undefined
}

/** A list's filters: each that is set is a chip, a button adds another. */
export function FilterBar({ filters, onClear }: FilterBarProps) {
  const { t, i18n } = useTranslation()
  const day = (one: string) => formatDay(one, i18n.language)
  const inDays = ({ from, to }: DaysFilter['days']) => {
    if (from && to) return `${day(from)} – ${day(to)}`
    if (from) return t('ui:filter.since', { day: day(from) })
    return to && t('ui:filter.until', { day: day(to) })
  }
  const number = (one: string) => formatNumber(Number(one), i18n.language)
  const inRange = ({ from, to }: RangeFilter['range']) => {
    if (from && to) return `${number(from)}–${number(to)}`
    if (from) return t('ui:filter.numberFrom', { number: number(from) })
    return to && t('ui:filter.numberTo', { number: number(to) })
  }
  const named = ({ data }: Choices, value: string) =>
    value && (data.find((one) => one.value === value)?.label ?? '…')
  const chipOf = (filter: Filter): { value: string; clear: () => void } => {
    switch (filter.kind) {
      case 'given':
        return { value: filter.value, clear: filter.onClear }
      case 'days':
        return { value: inDays(filter.days), clear: () => filter.onChange({ from: '', to: '' }) }
      case 'range':
        return { value: inRange(filter.range), clear: () => filter.onChange({ from: '', to: '' }) }
      case 'one':
        return { value: named(filter, filter.chosen), clear: () => filter.onChange('') }
      case 'some': {
        const type = filter.together ? 'conjunction' : 'disjunction'
        const list = new Intl.ListFormat(i18n.language, { type })
        const value = list.format(filter.chosen.map((one) => named(filter, one)))
        return { value, clear: () => filter.onChange([]) }
      }
    }
  }
  const chips = filters
    .map((filter) => ({ key: filter.key, label: filter.label, ...chipOf(filter) }))
    .filter(({ value }) => value !== '')
  const open = filters.filter((filter): filter is OpenFilter => filter.kind !== 'given')
  return (
    <>
      {chips.map(({ key, label, value, clear }) => (
        <Chip key={key} label={label} value={value} onClear={clear} />
      ))}
      <AddFilter filters={open} />
      {onClear ? (
        <Button size="sm" variant="plain" onClick={onClear}>
          {t('ui:filter.clear')}
        </Button>
      ) : null}
    </>
  )
}

function Chip({ label, value, onClear }: { label: string; value: ReactNode; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <span className={`inline-row medium ink-primary rounded clip ${classes.chip}`}>
      <span className={`breakable ${classes.words}`}>
        <i className="regular muted">{label}:</i> {value}
      </span>
      <button type="button" aria-label={t('ui:filter.remove', { name: label })} onClick={onClear}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </button>
    </span>
  )
}

function AddFilter({ filters }: { filters: readonly OpenFilter[] }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [key, setKey] = useState<string>()
  const only = filters.length === 1 ? filters[0] : undefined
  const open = only ?? filters.find((filter) => filter.key === key)
  const close = () => {
    setOpened(false)
    setKey(undefined)
  }
  return (
    <Popover
      opened={opened}
      onChange={(shows) => (shows ? setOpened(true) : close())}
      position="bottom-start"
      shadow="md"
      width={280}
      trapFocus
      returnFocus
      classNames={{ dropdown: `raised rounded-lg ${classes.dropdown}` }}
    >
      <Popover.Target>
        <button
          type="button"
          className={`font-inherit inline-row gap-6 medium muted rounded pointer ${classes.add}`}
          onClick={() => (opened ? close() : setOpened(true))}
        >
          <IconPlus size={16} stroke={1.75} aria-hidden />
          {only?.label ?? t('ui:filter.add')}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {open === undefined ? (
          <ul className={classes.kinds}>
            {filters.map((filter) => (
              <li key={filter.key}>
                <button type="button" onClick={() => setKey(filter.key)}>
                  {filter.label}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <div className={classes.form}>
            {only ? null : (
              <button type="button" className={classes.back} onClick={() => setKey(undefined)}>
                <IconChevronLeft size={16} stroke={1.75} className="flip" aria-hidden />
                {t('ui:filter.all')}
              </button>
            )}
            <FilterForm key={open.key} filter={open} onDone={close} />
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
