import { IconFolderSymlink, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { useAssignTo } from '../assign/useAssignTo.ts'
import { SlipsDialog } from '../invitation-links/SlipsDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import type { useChosen } from './useChosen.ts'

interface Picked {
  clientId: string
  picked: ReturnType<typeof useChosen>
}

/** The actions for the picked people. */
export function PickedActions({
  clientId,
  picked,
  onAsk,
}: Picked & { onAsk: (what: 'move' | 'slips') => void }) {
  const { t } = useTranslation()
  const assignTo = useAssignTo(clientId)
  return (
    <>
      <Button
        size="sm"
        icon={<IconPlus aria-hidden />}
        disabled={picked.amount === 0}
        onClick={() => assignTo(picked.people)}
      >
        {t('participants:assign')}
      </Button>
      <Button size="sm" icon={<IconPrinter aria-hidden />} onClick={() => onAsk('slips')}>
        {t('person:slips.open')}
      </Button>
      <Button size="sm" icon={<IconFolderSymlink aria-hidden />} onClick={() => onAsk('move')}>
        {t('person:move.open')}
      </Button>
    </>
  )
}

interface PickedDialogsProps extends Picked {
  asking: string | undefined
  onClose: () => void
}

/** Outside of the table, whose bar goes away when nobody is picked any more. */
export function PickedDialogs({ clientId, picked, asking, onClose }: PickedDialogsProps) {
  const people = { clientId, chosen: picked.chosen, count: picked.amount }
  return (
    <>
      <MoveDialog {...people} opened={asking === 'move'} onClose={onClose} onMoved={picked.clear} />
      <SlipsDialog {...people} opened={asking === 'slips'} onClose={onClose} />
    </>
  )
}
