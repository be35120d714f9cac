import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'

interface StartOverProps {
  busy: boolean
  onStartOver: () => void
}

/** Empties the form, after asking: people may have been ticked over many pages. */
export function StartOver({ busy, onStartOver }: StartOverProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="plain" disabled={busy} onClick={() => setAsking(true)}>
        {t('assign:startOver.action')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('assign:startOver.title')}
        consequence={t('assign:startOver.consequence')}
        confirmLabel={t('assign:startOver.action')}
        onConfirm={onStartOver}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
