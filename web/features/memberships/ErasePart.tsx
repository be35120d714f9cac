import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { erasePerson, holdPerson, releasePerson } from '#contract/erasure.ts'
import { foldText } from '#contract/fold.ts'
import { formatDate } from '#contract/format.ts'
import { ConfirmAction } from '../../app/ConfirmAction.tsx'
import { FullAccess } from '../../app/reader.tsx'
import { type Sending, useAction } from '../../app/useAction.ts'
import { useClientTimeZone } from '../../app/useClient.ts'
import { useForm } from '../../app/useForm.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { TextareaField } from '../../ui/form/TextareaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

interface DialogProps {
  params: { clientId: string; membershipId: string }
  name: string
  onClose: () => void
}

/** Erases somebody for good, once their name is typed. */
export function EraseDialog({ params, name, onClose, onErased }: DialogProps & { onErased: () => void }) {
  const { t } = useTranslation()
  const erasing = useAction(erasePerson, {
    done: t('erasure:erase.done'),
    failed: t('erasure:erase.failed'),
    inline: true,
  })
  const erase = (confirm: string) => erasing.mutate({ params, body: { confirm } }, { onSuccess: onErased })
  return <NameDialog name={name} erasing={erasing} onConfirm={erase} onClose={onClose} />
}

interface NameDialogProps {
  name: string
  erasing: Sending
  onConfirm: (typed: string) => void
  onClose: () => void
}

/** Says what an erasure does and asks for the person's name, wherever it starts. */
export function NameDialog({ name, erasing, onConfirm, onClose }: NameDialogProps) {
  const { t } = useTranslation()
  const form = useForm<{ confirm: string }>({
    start: { confirm: '' },
    schemas: erasePerson.body.shape,
    check: ({ confirm }) => ({
      confirm:
        confirm.trim() === ''
          ? t('erasure:erase.typeName')
          : foldText(confirm) === foldText(name)
            ? undefined
            : t('erasure:erase.differs'),
    }),
    sending: erasing,
    send: ({ confirm }) => onConfirm(confirm),
  })
  return (
    <ConfirmDialog
      opened
      title={t('erasure:erase.title', { name })}
      consequence={t('erasure:erase.text')}
      confirmLabel={t('erasure:erase.action')}
      form={form}
      onClose={onClose}
    >
      <TextField label={t('erasure:erase.confirm', { name })} autoComplete="off" {...form.input('confirm')} />
    </ConfirmDialog>
  )
}

/** Keeps somebody's data from being erased, with the reason. */
export function HoldDialog({ params, name, onClose }: DialogProps) {
  const { t } = useTranslation()
  const holding = useAction(holdPerson, {
    done: t('erasure:hold.done'),
    failed: t('erasure:hold.failed'),
    inline: true,
  })
  const form = useForm<{ reason: string }>({
    start: { reason: '' },
    schemas: holdPerson.body.shape,
    check: ({ reason }) => ({ reason: reason.trim().length < 3 ? t('erasure:hold.tooShort') : undefined }),
    sending: holding,
    send: ({ reason }) => holding.mutate({ params, body: { reason: reason.trim() } }, { onSuccess: onClose }),
  })
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t('erasure:hold.title', { name })}
      consequence={t('erasure:hold.text')}
      confirmLabel={t('erasure:hold.action')}
      form={form}
      onClose={onClose}
    >
      <TextareaField label={t('erasure:hold.reason')} {...form.input('reason')} />
    </ConfirmDialog>
  )
}

/** That nothing of somebody is erased, and why; with the way to end it. */
export function HoldNote({
  params,
  hold,
}: {
  params: DialogProps['params']
  hold: { since: string; reason: string; by: string }
}) {
  const { t, i18n } = useTranslation()
  const timeZone = useClientTimeZone(params.clientId)
  const [asking, setAsking] = useState(false)

  return (
    <Alert
      type="info"
      duration={0}
      title={t('erasure:hold.note', { day: formatDate(hold.since, i18n.language, timeZone), name: hold.by })}
      action={
        <FullAccess>
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('erasure:release.action')}
          </Button>
        </FullAccess>
      }
    >
      <p dir="auto">{hold.reason}</p>
      <p>{t('erasure:hold.waits')}</p>
      <ConfirmAction
        call={releasePerson}
        input={{ params }}
        done={t('erasure:release.done')}
        opened={asking}
        title={t('erasure:release.title')}
        consequence={t('erasure:release.text')}
        confirmLabel={t('erasure:release.action')}
        onClose={() => setAsking(false)}
      />
    </Alert>
  )
}
