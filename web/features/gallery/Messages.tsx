import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Line, Part } from './Part.tsx'

export function Alerts() {
  const { t } = useTranslation()
  return (
    <Part name="alerts">
      {['success', 'info', 'warning', 'danger', 'somethingUnknown'].map((type) => (
        <Alert key={type} type={type} duration={0} title={t(`gallery:alert.${type}`)} closable>
          {t('gallery:alert.text')}
        </Alert>
      ))}
      <Alert
        type="info"
        duration={0}
        action={
          <Button size="sm" variant="plain">
            {t('gallery:button')}
          </Button>
        }
      >
        {t('gallery:alert.text')}
      </Alert>
    </Part>
  )
}

export function Overlays() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'safe' | 'danger'>()
  const close = () => setOpen(undefined)
  return (
    <Part name="overlays">
      <Line name="toast">
        {(['blank', 'success', 'error'] as const).map((kind) => (
          <Button key={kind} size="sm" onClick={() => toast[kind](t('gallery:toast'))}>
            {kind}
          </Button>
        ))}
        <Button
          size="sm"
          onClick={() => {
            const id = toast.loading(t('gallery:toastLoading'))
            window.addEventListener('keydown', () => toast.dismiss(id), { once: true })
          }}
        >
          loading
        </Button>
      </Line>
      <Line name="dialog">
        <Button size="sm" onClick={() => setOpen('safe')}>
          {t('gallery:dialog.safe')}
        </Button>
        <Button size="sm" danger onClick={() => setOpen('danger')}>
          {t('gallery:dialog.danger')}
        </Button>
      </Line>
      <ConfirmDialog
        opened={open !== undefined}
        danger={open === 'danger'}
        title={t('gallery:dialog.title')}
        consequence={t('gallery:dialog.text')}
        confirmLabel={t('gallery:dialog.confirm')}
        onConfirm={close}
        onClose={close}
      />
    </Part>
  )
}
