import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { RemindDialog } from './RemindDialog.tsx'
import { targetOfAll } from './target.ts'
import { useAssignmentActions } from './useAssignmentActions.ts'

const everybody = targetOfAll({ status: 'pending' })

/** Reminds everybody who has not finished, by one mail a person. */
export function RemindAll({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const { remind } = useAssignmentActions()
  const [asking, setAsking] = useState(false)
  const done = () => setAsking(false)
  return (
    <>
      <Button size="sm" variant="twoTone" icon={<IconBell aria-hidden />} onClick={() => setAsking(true)}>
        {t('assignments:actions.remind.all')}
      </Button>
      <RemindDialog
        clientId={clientId}
        target={everybody}
        opened={asking}
        busy={remind.isPending}
        onConfirm={() => remind.mutate({ params: { clientId }, body: everybody.which }, { onSettled: done })}
        onClose={done}
      />
    </>
  )
}
