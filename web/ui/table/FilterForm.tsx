import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foldText } from '#contract/fold.ts'
import { Button } from '../button/Button.tsx'
import { CheckboxField } from '../form/CheckboxField.tsx'
import { DateField } from '../form/DateField.tsx'
import { Form } from '../form/Form.tsx'
import { SearchField } from '../form/SearchField.tsx'
import { TextField } from '../form/TextField.tsx'
import classes from './FilterBar.module.css'
import type { DaysFilter, OneFilter, OpenFilter, RangeFilter, SomeFilter } from './filters.ts'

/** Lists of this length get a search: people then search rather than read. */
const manyChoices = 12

export function FilterForm({ filter, onDone }: FormProps<OpenFilter>) {
  if (filter.kind === 'days') return <Days filter={filter} onDone={onDone} />
  if (filter.kind === 'range') return <Range filter={filter} onDone={onDone} />
  if (filter.kind === 'one') return <One filter={filter} onDone={onDone} />
  return <Some filter={filter} onDone={onDone} />
}

interface FormProps<Kind> {
  filter: Kind
  onDone: () => void
}

function Days({ filter, onDone }: FormProps<DaysFilter>) {
  const { t } = useTranslation()
  const [days, setDays] = useState(filter.days)
  const apply = () => filter.onChange(days)
  return (
    <Frame onApply={apply} onDone={onDone}>
      {filter.help ? <p className="meta">{filter.help}</p> : null}
      {(['from', 'to'] as const).map((name) => (
        <DateField
          key={name}
          label={t(`ui:filter.${name}`)}
          size="sm"
          value={days[name] || null}
          onChange={(value) => setDays({ ...days, [name]: value ?? '' })}
          popoverProps={{ withinPortal: false }}
        />
      ))}
    </Frame>
  )
}

/** A text that is no number sets no bound. */
function Range({ filter, onDone }: FormProps<RangeFilter>) {
  const { t } = useTranslation()
  const [range, setRange] = useState(filter.range)
  const bound = (text: string) => {
    const plain = text.trim().replace(',', '.')
    return /^-?\d+(\.\d+)?$/.test(plain) ? plain : ''
  }
  const apply = () => filter.onChange({ from: bound(range.from), to: bound(range.to) })
  return (
    <Frame onApply={apply} onDone={onDone}>
      <p className="meta">{filter.help}</p>
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`ui:filter.${name === 'from' ? 'atLeast' : 'atMost'}`)}
          size="sm"
          inputMode="decimal"
          value={range[name]}
          onChange={(event) => setRange({ ...range, [name]: event.currentTarget.value })}
        />
      ))}
    </Frame>
  )
}

/** Any number of values, in the order of the list. */
function Some({ filter, onDone }: FormProps<SomeFilter>) {
  const [chosen, setChosen] = useState(filter.chosen)
  const { search, found } = useSearched(filter)
  const apply = () =>
    filter.onChange(filter.data.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])))
  return (
    <Frame onApply={apply} onDone={onDone}>
      {search}
      <fieldset className={`stack ${classes.choices}`}>
        <legend className="medium no-padding">{filter.label}</legend>
        {found.map(({ value, label }, at) => (
          <CheckboxField
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(event) =>
              setChosen(
                event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
              )
            }
            {...(at === 0 && { 'data-autofocus': true })}
          />
        ))}
      </fieldset>
    </Frame>
  )
}

/** One value: pressing it is all. */
function One({ filter, onDone }: FormProps<OneFilter>) {
  const { t } = useTranslation()
  const { search, found } = useSearched(filter)
  return (
    <div className={classes.form}>
      {search}
      <ul className={`stack ${classes.kinds} ${classes.choices}`} aria-label={filter.label}>
        {found.map(({ value, label }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={filter.chosen === value}
              onClick={() => {
                filter.onChange(value)
                onDone()
              }}
            >
              {label}
            </button>
          </li>
        ))}
        {found.length === 0 ? <li className="meta">{t('ui:filter.nothing')}</li> : null}
      </ul>
    </div>
  )
}

function useSearched({ data, onSearch }: Pick<OneFilter, 'data' | 'onSearch'>) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const look = (typed: string) => {
    setText(typed)
    onSearch?.(typed)
  }
  const search =
    onSearch || data.length > manyChoices ? (
      <SearchField value={text} onChange={look} placeholder={t('ui:filter.search')} />
    ) : null
  const wanted = foldText(text)
  return { search, found: onSearch ? data : data.filter(({ label }) => foldText(label).includes(wanted)) }
}

interface FrameProps {
  children: ReactNode
  onApply: () => void
  onDone: () => void
}

function Frame({ children, onApply, onDone }: FrameProps) {
  const { t } = useTranslation()
  const ref = useRef<HTMLFormElement>(null)
  const submit = () => {
    onApply()
    onDone()
  }
  return (
    <Form className={classes.form} form={{ ref, submit }}>
      {children}
      <Button size="sm" type="submit">
        {t('ui:filter.apply')}
      </Button>
    </Form>
  )
}
