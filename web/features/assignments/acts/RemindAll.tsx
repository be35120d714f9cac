import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useActs } from './useActs.ts'

/** Reminds everybody who has not finished, by one mail a person. Mails cannot be called back: so it says first what goes out. */
export function RemindAll({ clientId, count }: { clientId: string; count: number }) {
  const { t, i18n } = useTranslation()
  const { remind } = useActs(clientId)
  const [asking, setAsking] = useState(false)
  const done = () => setAsking(false)
  return (
    <>
      <Button size="sm" variant="twoTone" icon={<IconBell aria-hidden />} onClick={() => setAsking(true)}>
        {t('assignments:acts.remind.all')}
      </Button>
      <ConfirmDialog
        opened={asking}
        danger={false}
        title={t('assignments:acts.remind.confirmTitle', {
          count,
          number: formatNumber(count, i18n.language),
        })}
        consequence={t('assignments:acts.remind.consequence')}
        confirmLabel={t('assignments:acts.remind.confirm')}
        busy={remind.isPending}
        onConfirm={() => remind.mutate({ filter: { status: 'pending' } }, { onSettled: done })}
        onClose={done}
      />
    </>
  )
}
