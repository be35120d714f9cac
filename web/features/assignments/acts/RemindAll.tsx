import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { useActs } from './useActs.ts'

/** Reminds everybody who has not finished, by one mail a person. */
export function RemindAll({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const { remind } = useActs(clientId)
  return (
    <Button
      size="sm"
      variant="twoTone"
      icon={<IconBell aria-hidden />}
      loading={remind.isPending}
      onClick={() => remind.mutate({ filter: { status: 'pending' } })}
    >
      {t('assignments:acts.remind.all')}
    </Button>
  )
}
