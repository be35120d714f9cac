import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { maxSharedReports } from '#contract/shares.ts'
import { FullAccess } from '../../../app/reader.tsx'
import { Button, type ControlSize } from '../../../ui/button/Button.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import { type MadeShare, ShareForm } from './ShareForm.tsx'
import { ShareMade } from './ShareMade.tsx'

interface ShareButtonProps {
  clientId: string
  /** Those of the chosen tests whose report may be shared. */
  assignmentIds: readonly string[]
  /** The number of chosen tests with a result. */
  chosen: number
  size?: ControlSize
}

/** Shares reports with somebody who has no account. */
export function ShareButton(props: ShareButtonProps) {
  return (
    <FullAccess>
      <Sharing {...props} />
    </FullAccess>
  )
}

function Sharing({ clientId, assignmentIds, chosen, size }: ShareButtonProps) {
  const { t, i18n } = useTranslation('shares')
  const [opened, setOpened] = useState(false)
  const [made, setMade] = useState<MadeShare>()
  const tooMany = assignmentIds.length > maxSharedReports
  const close = () => {
    setOpened(false)
    setMade(undefined)
  }
  return (
    <>
      <Button
        {...(size && { size })}
        icon={<IconShare aria-hidden />}
        disabled={tooMany}
        title={
          tooMany ? t('shares:tooMany', { number: formatNumber(maxSharedReports, i18n.language) }) : undefined
        }
        onClick={() => setOpened(true)}
      >
        {t('shares:share')}
      </Button>
      <SidePanel
        opened={opened}
        title={t(made === undefined ? 'shares:new.title' : 'shares:made.title')}
        onClose={close}
        held
      >
        {made === undefined ? (
          <ShareForm
            clientId={clientId}
            assignmentIds={assignmentIds}
            leftOut={chosen - assignmentIds.length}
            onMade={setMade}
            onClose={close}
          />
        ) : (
          <ShareMade of={made} onClose={close} />
        )}
      </SidePanel>
    </>
  )
}
