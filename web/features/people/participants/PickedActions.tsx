import { IconChecklist, IconFolderSymlink, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMayChange } from '../../../app/reader.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { FileActions } from '../../assignments/actions/FileActions.tsx'
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

interface PickedActionsProps extends Picked {
  onAsk: (what: 'move' | 'slips' | 'decide') => void
  /** The one test that is listed, and the job profile that it is looked at with. */
  inventory: string
  profile: string
}

/** The actions for the picked people, and for the results that the list shows of them. */
export function PickedActions({ clientId, picked, onAsk, inventory, profile }: PickedActionsProps) {
  const { t } = useTranslation()
  const assignTo = useAssignTo(clientId)
  const reads = useMayChange() !== true
  const { results } = picked
  const files =
    results.length > 0 ? (
      <FileActions
        clientId={clientId}
        target={{
          which: { assignmentIds: results },
          completed: results,
          shareable: results,
          // Each person has one result here.
          comparable: results.length,
          people: picked.amount,
          inventory,
        }}
        profile={profile}
      />
    ) : null
  if (reads) return files
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
      {files}
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
