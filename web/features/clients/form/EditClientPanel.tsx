import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Client, updateClient } from '#contract/clients.ts'
import { useAction } from '../../../app/useAction.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { foldZone, zones } from '../../access/account/zones.ts'
import { ClientForm } from './ClientForm.tsx'
import { clientFields, fieldsOf } from './clientForm.ts'

interface EditClientPanelProps {
  client: Client
  opened: boolean
  onClose: () => void
}

export function EditClientPanel({ client, opened, onClose }: EditClientPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel opened={opened} title={t('clients:edit.title')} onClose={onClose} held>
      {opened ? <Form client={client} onClose={onClose} /> : null}
    </SidePanel>
  )
}

function Form({ client: current, onClose }: Omit<EditClientPanelProps, 'opened'>) {
  const { t } = useTranslation()
  // Changes are found by comparing with the values at opening: somebody else may have saved meanwhile.
  const [client] = useState(current)
  const { id } = client
  const start = fieldsOf(client)
  const [timeZone, setTimeZone] = useState(client.timeZone)
  const saving = useAction(updateClient, {
    done: t('clients:edit.done'),
    failed: t('clients:edit.failed'),
    inline: true,
  })
  const bodyOf = (fields: typeof start) => {
    const changed = clientFields.filter((field) => fields[field].trim() !== start[field])
    return {
      ...Object.fromEntries(changed.map((field) => [field, fields[field].trim()])),
      ...(timeZone !== client.timeZone && { timeZone }),
    }
  }
  return (
    <ClientForm
      start={start}
      submitLabel={t('clients:edit.submit')}
      sending={saving}
      onCancel={onClose}
      onSubmit={(fields) =>
        saving.mutate({ params: { clientId: id }, body: bodyOf(fields) }, { onSuccess: onClose })
      }
    >
      <SelectField
        label={t('clients:field.timeZone')}
        help={t('clients:field.timeZoneHelp')}
        searchable
        data={zones(timeZone)}
        filter={({ options, search }) =>
          options.filter((one) => 'label' in one && foldZone(one.label).includes(foldZone(search)))
        }
        limit={50}
        value={timeZone}
        onChange={(zone) => setTimeZone(zone ?? client.timeZone)}
      />
    </ClientForm>
  )
}
