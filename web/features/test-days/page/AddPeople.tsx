import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { addTestDayPeople, type TestDayDetails } from '#contract/test-days.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { emptySelection } from '../../memberships/selection.ts'
import { PeoplePicker } from '../../people/assign/PeoplePicker.tsx'
import { useChosenPeople } from '../../people/assign/useChosenPeople.ts'
import { GoBack } from '../../quota/QuotaShortage.tsx'
import { DayFailure } from '../DayFailure.tsx'
import { RoomField } from './RoomField.tsx'

interface AddPeopleProps {
  clientId: string
  day: TestDayDetails
  opened: boolean
  onClose: () => void
}

/** More people for the day, from the lists of people. */
export function AddPeople({ opened, onClose, ...rest }: AddPeopleProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={opened} title={t('test-days:people.add.title')} onClose={onClose} held wide>
      {opened ? <AddForm {...rest} onClose={onClose} /> : null}
    </SidePanel>
  )
}

function AddForm({ clientId, day, onClose }: Omit<AddPeopleProps, 'opened'>) {
  const { t, i18n } = useTranslation()
  const [selection, setSelection] = useState(emptySelection)
  const people = useChosenPeople(clientId, selection, (values) =>
    setSelection((before) => ({ ...before, ...values })),
  )
  const adding = useAction(addTestDayPeople, {
    done: ({ added }) =>
      added === 0
        ? { note: t('test-days:people.add.none') }
        : t('test-days:people.add.done', { count: added, number: formatNumber(added, i18n.language) }),
    inline: true,
  })
  const form = useForm({
    start: { people: people.number, room: '' },
    check: ({ people: chosen }) => ({ people: chosen === 0 ? t('assign:error.noPeople') : undefined }),
    sending: { isPending: adding.isPending, error: null },
    send: ({ room }) =>
      adding.mutate(
        {
          params: { clientId, testDayId: day.id },
          body: { ...people.chosen, ...(room === '' ? {} : { room }) },
        },
        { onSuccess: onClose },
      ),
  })
  return (
    <PanelForm form={form} submit={t('test-days:people.add.confirm')} onCancel={onClose}>
      <p className="meta">{t('test-days:people.add.text')}</p>
      <div data-wrong-field={form.isWrong('people') || undefined}>
        <PeoplePicker clientId={clientId} people={people} />
        <FieldError>{form.error('people')}</FieldError>
      </div>
      {day.rooms.length > 0 ? (
        <RoomField day={day} value={form.values.room} onChange={(room) => form.set('room', room)} />
      ) : null}
      <DayFailure error={adding.error} failed={t('test-days:people.add.failed')}>
        {(words) => <GoBack words={words} onClick={onClose} />}
      </DayFailure>
    </PanelForm>
  )
}
