import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#contract/format.ts'
import classes from './DateField.module.css'
import { dropdownClasses, type FieldProps, type OwnProps, splitField } from './fieldProps.tsx'
import { parseDay } from './parseDay.ts'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/tr.js'

export interface DateFieldProps
  extends FieldProps,
    Omit<
      DateInputProps,
      OwnProps | 'value' | 'onChange' | 'valueFormat' | 'dateParser' | 'locale' | 'minDate'
    > {
  /** A calendar day, `yyyy-mm-dd`; the client's time zone gives it its meaning. */
  value: string | null
  onChange: (day: string | null) => void
  /** Tells whether the field's text is not a date: an optional date must not be treated as empty then. */
  onUnreadable?: ((unreadable: boolean) => void) | undefined
  minDate?: string
}

/**
 * A date field that never drops typed text in silence: words that are no day stay with an error beside them, and a day
 * before the first one is passed on, for the form to refuse.
 */
export function DateField({ value, onChange, onUnreadable, popoverProps, ...props }: DateFieldProps) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(false)
  // Focused because it is wrong: its message shows, and the calendar does not cover the buttons below it.
  const [quiet, setQuiet] = useState(false)
  const unreadable = typed.trim() !== '' && parseDay(typed) === null
  const { field, rest } = splitField(
    unreadable && left ? { ...props, error: t('ui:date.unreadable'), touched: true } : props,
    true,
  )
  const take = (text: string) => {
    setTyped(text)
    setLeft(false)
    setQuiet(false)
    const day = parseDay(text)
    const none = text.trim() !== '' && day === null
    onUnreadable?.(none)
    if (none && value !== null) onChange(null)
    // The calendar's own reading leaves out what is too early.
    if (day !== null && props.minDate !== undefined && day < props.minDate) onChange(day)
  }
  return (
    <DateInput
      clearable
      firstDayOfWeek={1}
      leftSection={<IconCalendar aria-hidden />}
      placeholder={t('ui:date.placeholder')}
      nextLabel={t('ui:date.next')}
      previousLabel={t('ui:date.previous')}
      clearButtonProps={{ 'aria-label': t('ui:date.clear') }}
      {...rest}
      {...field}
      popoverProps={{
        ...popoverProps,
        ...(quiet && { opened: false }),
        classNames: { dropdown: dropdownClasses.dropdown },
      }}
      value={value}
      fixOnBlur={!unreadable}
      onInput={(event: FormEvent<HTMLInputElement>) => take(event.currentTarget.value)}
      onFocus={() => setQuiet(Boolean(props.error))}
      onClick={() => setQuiet(false)}
      onBlur={() => setLeft(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setLeft(true)
      }}
      onChange={(day) => {
        // Chosen from the calendar, or read from what was typed.
        if (unreadable) onUnreadable?.(false)
        setTyped('')
        onChange(day)
      }}
      locale={i18n.language}
      valueFormat={(day) => formatDay(day, i18n.language)}
      dateParser={parseDay}
      classNames={{ ...field.classNames, day: `num rounded ${classes.day}` }}
    />
  )
}
