import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#contract/format.ts'
import classes from './DateField.module.css'
import { dropdownClasses, type FieldProps, type OwnProps, splitField } from './fieldProps.tsx'
import { parseDay } from './parseDay.ts'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/tr.js'

export interface DateFieldProps
  extends FieldProps,
    Omit<DateInputProps, OwnProps | 'value' | 'onChange' | 'valueFormat' | 'dateParser' | 'locale'> {
  /** A calendar day, `yyyy-mm-dd`; the client's time zone gives it its meaning. */
  value: string | null
  onChange: (day: string | null) => void
}

export function DateField({ value, onChange, ...props }: DateFieldProps) {
  const { t, i18n } = useTranslation()
  const { field, rest } = splitField(props)
  return (
    <DateInput
      clearable
      firstDayOfWeek={1}
      leftSection={<IconCalendar aria-hidden />}
      placeholder={t('ui:date.placeholder')}
      nextLabel={t('ui:date.next')}
      previousLabel={t('ui:date.previous')}
      clearButtonProps={{ 'aria-label': t('ui:date.clear') }}
      popoverProps={{ shadow: 'md' }}
      {...rest}
      {...field}
      value={value}
      onChange={onChange}
      locale={i18n.language}
      valueFormat={(day) => formatDay(day, i18n.language)}
      dateParser={parseDay}
      classNames={{ ...field.classNames, day: classes.day ?? '', ...{ dropdown: dropdownClasses.dropdown } }}
    />
  )
}
