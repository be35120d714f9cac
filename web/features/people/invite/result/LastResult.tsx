import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button/Button.tsx'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { readLast, writeLast } from '../draft/draftStorage.ts'
import type { Action } from '../steps.ts'
import { useResultWords } from './useResultWords.ts'

interface LastResultProps {
  clientId: string
  dispatch: (action: Action) => void
}

/** The last invitation's result, shown beside a new one that has not begun yet. */
export function LastResult({ clientId, dispatch }: LastResultProps) {
  const { t } = useTranslation()
  const words = useResultWords()
  const [last] = useState(() => readLast(clientId))
  if (!last?.result) return null
  const open = () => {
    // First out of its place: two lists of ten thousand find no room beside each other.
    writeLast(clientId, null)
    dispatch({ type: 'startOver', draft: last })
  }
  return (
    <Alert
      type="info"
      title={t('invite:last.title')}
      duration={0}
      action={
        <Button size="sm" onClick={open}>
          {t('invite:last.open')}
        </Button>
      }
    >
      {words(last.result)}
    </Alert>
  )
}
