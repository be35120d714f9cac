import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renewTestDayCode } from '#contract/test-days.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import classes from '../test-days.module.css'
import { inFours } from './digits.ts'
import { useSlips } from './useSlips.ts'

interface ReplaceCodeProps {
  clientId: string
  testDayId: string
  person: { membershipId: string; name: string }
}

export function ReplaceCode(props: ReplaceCodeProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button icon={<IconKey aria-hidden />} onClick={() => setOpened(true)}>
        {t('test-days:code.open')}
      </Button>
      <ReplaceCodeDialog {...props} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

/** Replaces somebody's code after asking, and shows the new one to read out or print. */
export function ReplaceCodeDialog({
  clientId,
  testDayId,
  person: { membershipId, name },
  opened,
  onClose,
}: ReplaceCodeProps & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const renewing = useAction(renewTestDayCode)
  const slips = useSlips(clientId, testDayId)
  const close = () => {
    renewing.reset()
    onClose()
  }
  const code = renewing.data?.code
  return (
    <ConfirmDialog
      opened={opened}
      danger={false}
      title={t(code === undefined ? 'test-days:code.title' : 'test-days:code.made', { name })}
      consequence={
        code === undefined ? (
          t('test-days:code.text')
        ) : (
          <>
            <bdi className={`bold num nowrap ${classes.digits}`} role="status">
              {inFours(code)}
            </bdi>
            <p>{t('test-days:code.void')}</p>
          </>
        )
      }
      cancelLabel={code === undefined ? undefined : t('ui:dialog.close')}
      confirmLabel={t(code === undefined ? 'test-days:code.confirm' : 'test-days:slips.one')}
      busy={renewing.isPending || slips.isPending}
      onConfirm={() =>
        code === undefined
          ? renewing.mutate({ params: { clientId, testDayId, membershipId } })
          : slips.save({ membershipId }, close)
      }
      onClose={close}
    />
  )
}
