import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TestDayDetails, updateTestDay } from '#contract/test-days.ts'
import { todayIn } from '../../../app/days.ts'
import { useAction } from '../../../app/useAction.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { useForm } from '../../../app/useForm.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { roomsIn, tooManyRooms } from '../rooms.ts'
import { SensitiveOffline } from '../SensitiveOffline.tsx'

interface EditDayProps {
  clientId: string
  day: TestDayDetails
  opened: boolean
  onClose: () => void
}

/** Another place, day or rooms. */
export function EditDay({ clientId, day, opened, onClose }: EditDayProps) {
  const { t } = useTranslation()
  const today = todayIn(useClientTimeZone(clientId))
  const [unreadable, setUnreadable] = useState(false)
  const params = { clientId, testDayId: day.id }
  const [allowed, setAllowed] = useState<boolean>()
  const sensitive = day.tests.filter((test) => test.sensitive).map(({ name }) => name)
  const saving = useAction(updateTestDay, { done: t('test-days:edit.done') })
  const form = useForm<{ place: string; day: string | null; rooms: string }>({
    start: { place: day.place, day: day.day, rooms: day.rooms.join(', ') },
    schemas: { place: updateTestDay.body.shape.place },
    check: (values) => ({
      place: values.place.trim() === '' ? t('test-days:problem.place') : undefined,
      day:
        values.day === null
          ? unreadable || t('test-days:problem.day')
          : values.day < today
            ? t('test-days:problem.pastDay')
            : undefined,
      rooms: tooManyRooms(roomsIn(values.rooms)) ? t('test-days:problem.rooms') : undefined,
    }),
    sending: saving,
    send: (values) => {
      if (values.day === null) return
      saving.mutate(
        {
          params,
          body: {
            place: values.place.trim(),
            day: values.day,
            rooms: roomsIn(values.rooms),
            ...(allowed !== undefined && { sensitiveOffline: allowed }),
          },
        },
        { onSuccess: () => close() },
      )
    },
  })
  const close = () => {
    form.clear()
    setAllowed(undefined)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      danger={false}
      title={t('test-days:edit.title')}
      consequence={t('test-days:edit.text')}
      confirmLabel={t('test-days:edit.save')}
      form={form}
      onClose={close}
    >
      <TextField label={t('test-days:field.place')} {...form.input('place')} />
      <DateField
        label={t('test-days:field.day')}
        minDate={today}
        onUnreadable={setUnreadable}
        {...form.control('day')}
      />
      <TextField
        label={t('test-days:field.rooms')}
        help={t('test-days:field.roomsHelp')}
        optional
        {...form.input('rooms')}
      />
      <SensitiveOffline tests={sensitive} allowed={allowed ?? day.sensitiveOffline} onChange={setAllowed} />
    </ConfirmDialog>
  )
}
