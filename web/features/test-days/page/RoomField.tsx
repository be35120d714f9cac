import { useTranslation } from 'react-i18next'
import type { TestDayDetails } from '#contract/test-days.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'

interface RoomFieldProps {
  day: Pick<TestDayDetails, 'rooms'>
  value: string
  onChange: (room: string) => void
}

/** One of the day's rooms, or none. */
export function RoomField({ day, value, onChange }: RoomFieldProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('test-days:column.room')}
      value={value}
      onChange={(room) => onChange(room ?? '')}
      data={[
        { value: '', label: t('test-days:room.none') },
        ...day.rooms.map((name) => ({ value: name, label: name })),
      ]}
    />
  )
}
