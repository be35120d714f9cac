import { IconChecklist, IconFolderSymlink, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import type { PeopleKind } from '../../memberships/selection.ts'
import { useAssignTo } from '../assign/useAssignTo.ts'
import { SlipsDialog } from '../invitation-links/SlipsDialog.tsx'
import { DecideManyDialog } from './DecideDialog.tsx'
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
}: Picked & { onAsk: (what: 'move' | 'slips' | 'decide') => void }) {
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
      <Button size="sm" icon={<IconChecklist aria-hidden />} onClick={() => onAsk('decide')}>
        {t('person:decide.open')}
      </Button>
    </>
  )
}

interface PickedDialogsProps extends Picked {
  kind: PeopleKind
  asking: string | undefined
  onClose: () => void
}

/** Outside of the table, whose bar goes away when nobody is picked any more. */
export function PickedDialogs({ clientId, kind, picked, asking, onClose }: PickedDialogsProps) {
  const people = { clientId, chosen: picked.chosen, count: picked.amount }
  return (
    <>
      <MoveDialog {...people} opened={asking === 'move'} onClose={onClose} onMoved={picked.clear} />
      {asking === 'decide' && (
        <DecideManyDialog {...people} kind={kind} onClose={onClose} onDecided={picked.clear} />
      )}
      <SlipsDialog {...people} opened={asking === 'slips'} onClose={onClose} />
    </>
  )
}
