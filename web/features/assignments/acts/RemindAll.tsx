import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { RemindDialog } from './RemindDialog.tsx'
import { useActs } from './useActs.ts'

/** Reminds everybody who has not finished, by one mail a person. */
export function RemindAll({ clientId, count }: { clientId: string; count: number }) {
  const { t } = useTranslation()
  const { remind } = useActs(clientId)
  const [asking, setAsking] = useState(false)
  const done = () => setAsking(false)
  return (
    <>
      <Button size="sm" variant="twoTone" icon={<IconBell aria-hidden />} onClick={() => setAsking(true)}>
        {t('assignments:acts.remind.all')}
      </Button>
      <RemindDialog
        opened={asking}
        count={count}
        busy={remind.isPending}
        onConfirm={() => remind.mutate({ filter: { status: 'pending' } }, { onSettled: done })}
        onClose={done}
      />
    </>
  )
}
