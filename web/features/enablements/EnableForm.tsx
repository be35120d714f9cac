import { IconAlertCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import { type ClientInventory, enableInventory } from '#contract/enablements.ts'
import type { Person } from '#contract/people.ts'
import { useAction } from '../../app/useAction.ts'
import { useForm } from '../../app/useForm.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'
import { PanelForm } from '../../ui/form/PanelForm.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextareaField } from '../../ui/form/TextareaField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import classes from './enablements.module.css'
import { Running } from './Running.tsx'
import { word } from './sensitiveWords.ts'
import { useManagers } from './useEnablements.ts'

interface EnableFormProps {
  client: Client
  one: ClientInventory
  onClose: () => void
}

interface ForCandidatesProps {
  checked: boolean
  /** It is for candidates now and would not be any more. */
  closes: boolean
  onChange: (checked: boolean) => void
}

/** A sensitive test is for employees unless somebody says otherwise. */
function ForCandidates({ checked, closes, onChange }: ForCandidatesProps) {
  const { t } = useTranslation()
  return (
    <div>
      <CheckboxField
        label={t('clients:sensitive.forCandidates')}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <p className="meta">{t('clients:sensitive.forCandidatesHelp')}</p>
      {closes ? (
        <Alert type="warning" duration={0} title={t('clients:sensitive.closes.warning')}>
          {t('clients:sensitive.closes.consequence')}
        </Alert>
      ) : null}
    </div>
  )
}

interface ReadersProps {
  one: ClientInventory
  managers: readonly Pick<Person, 'userId' | 'name' | 'email'>[]
  picked: readonly string[]
  wrong: string | undefined
  onPick: (picked: string[]) => void
}

/** The managers who read the results. */
function Readers({ one, managers, picked, wrong, onPick }: ReadersProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset
      className={`min-0 ${classes.choices}`}
      aria-describedby={`${id}-help`}
      data-wrong-field={wrong === undefined ? undefined : true}
    >
      <legend>{t('clients:sensitive.recipients')}</legend>
      {managers.map(({ userId, name, email }) => (
        <CheckboxField
          key={userId}
          label={name || email}
          checked={picked.includes(userId)}
          onChange={({ currentTarget: { checked } }) =>
            onPick(checked ? [...picked, userId] : picked.filter((one) => one !== userId))
          }
        />
      ))}
      <p id={`${id}-help`} className="meta">
        {t(word(one, 'recipientsHelp'))}
      </p>
      {wrong ? (
        <p className="row gap-6 ink-red" role="alert">
          <IconAlertCircle size={16} aria-hidden /> {wrong}
        </p>
      ) : null}
    </fieldset>
  )
}

/**
 * The state, checks and sending of the form of an enablement. Opening or closing it to candidates is asked about first
 * (`asking`).
 */
function useEnableForm(client: Client, one: ClientInventory, onClose: () => void) {
  const { t } = useTranslation()
  const { data: managers = [], isPending } = useManagers(client.id)
  // A recipient who was chosen before may no longer be a manager.
  const known = (picked: readonly string[]) =>
    picked.filter((userId) => managers.some((manager) => manager.userId === userId))
  const [asking, setAsking] = useState<'opens' | 'closes'>()
  const wasFor = one.enabled && one.forCandidates
  const enabling = useAction(enableInventory, {
    done: (_, { body: { forCandidates = false } }) =>
      one.enabled && forCandidates !== wasFor
        ? t(`clients:sensitive.${forCandidates ? 'opens' : 'closes'}.done`)
        : t(word(one, one.enabled ? 'changedDone' : 'enabledDone')),
    failed: t('clients:sensitive.enableFailed'),
    inline: true,
  })
  const form = useForm({
    schemas: enableInventory.body.shape,
    start: {
      purpose: one.purpose,
      legalBasis: one.legalBasis ?? '',
      recipientIds: one.recipients.map(({ userId }) => userId),
      forCandidates: one.forCandidates,
      clinicianId: one.clinicianId ?? '',
    },
    check: ({ purpose, legalBasis, recipientIds }) => ({
      purpose: one.sensitive && purpose.trim().length < 3 ? t('clients:sensitive.noPurpose') : undefined,
      legalBasis: legalBasis.trim().length < 3 ? t('clients:sensitive.noBasis') : undefined,
      recipientIds: known(recipientIds).length === 0 ? t('clients:sensitive.noRecipients') : undefined,
    }),
    // The form can't be sent before the managers, the possible readers, are loaded.
    sending: { ...enabling, isPending: enabling.isPending || isPending },
    send: (values) =>
      values.forCandidates === wasFor ? enable(values) : setAsking(wasFor ? 'closes' : 'opens'),
  })
  const enable = ({ purpose, legalBasis, recipientIds, forCandidates, clinicianId }: typeof form.values) =>
    enabling.mutate(
      {
        params: { clientId: client.id, inventoryId: one.inventory.id },
        body: {
          legalBasis: legalBasis.trim(),
          recipientIds: known(recipientIds),
          ...(one.sensitive && { purpose: purpose.trim() }),
          // A reader no more is no clinician either.
          ...(one.sensitive && known(recipientIds).includes(clinicianId) && { clinicianId }),
          // The risk was confirmed when the test was opened to candidates.
          ...(forCandidates && { forCandidates, candidatesConfirmed: true as const }),
        },
      },
      { onSuccess: onClose, onSettled: () => setAsking(undefined) },
    )
  const closes = wasFor && !form.values.forCandidates
  return { managers, known, asking, setAsking, closes, enabling, form, enable }
}

/** Sets the legal basis on which a client gets something sensitive, and which of its managers read it. */
export function EnableForm({ client, one, onClose }: EnableFormProps) {
  const { t } = useTranslation()
  const { managers, known, asking, setAsking, closes, enabling, form, enable } = useEnableForm(
    client,
    one,
    onClose,
  )
  const recipientIds = known(form.values.recipientIds)
  const readers = managers.filter(({ userId }) => recipientIds.includes(userId))

  return (
    <PanelForm
      form={form}
      submit={one.enabled ? t('clients:edit.submit') : t(word(one, 'enable'))}
      onCancel={onClose}
    >
      {one.sensitive ? (
        <TextareaField
          label={t('clients:sensitive.purpose')}
          help={t('clients:sensitive.purposeHelp')}
          {...form.input('purpose')}
          optional={false}
          data-autofocus
        />
      ) : null}
      <TextareaField
        label={t('clients:sensitive.legalBasis')}
        help={t('clients:sensitive.legalBasisHelp')}
        {...form.input('legalBasis')}
        data-autofocus={one.sensitive ? undefined : true}
      />
      <Readers
        one={one}
        managers={managers}
        picked={recipientIds}
        wrong={form.error('recipientIds')}
        onPick={(picked) => form.set('recipientIds', picked)}
      />
      {one.sensitive ? (
        <ForCandidates
          checked={form.values.forCandidates}
          closes={closes}
          onChange={(checked) => form.set('forCandidates', checked)}
        />
      ) : null}
      {one.sensitive ? (
        <SelectField
          label={t('clients:sensitive.clinician.title')}
          help={t('clients:sensitive.clinician.help')}
          error={form.error('clinicianId')}
          data={[
            { value: '', label: t('clients:sensitive.clinician.nobody') },
            ...readers.map(({ userId, name, email }) => ({ value: userId, label: name || email })),
          ]}
          value={recipientIds.includes(form.values.clinicianId) ? form.values.clinicianId : ''}
          onChange={(value) => form.set('clinicianId', value ?? '')}
        />
      ) : null}
      {(['opens', 'closes'] as const).map((way) => (
        <ConfirmDialog
          key={way}
          opened={asking === way}
          title={t(`clients:sensitive.${way}.title`, { name: one.inventory.name })}
          consequence={
            <>
              {t(`clients:sensitive.${way}.consequence`)}
              {way === 'closes' && <Running people={one.running.candidates} />}
            </>
          }
          confirmLabel={t(`clients:sensitive.${way}.confirm`)}
          busy={enabling.isPending}
          onConfirm={() => enable(form.values)}
          onClose={() => setAsking(undefined)}
        />
      ))}
    </PanelForm>
  )
}
