import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { FullAccess, useReader } from '../../../app/reader.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import type { PeopleKind } from '../../memberships/selection.ts'

/**
 * Shown in place of an empty list.
 * @param children another way to begin, beside assigning a first test
 */
export function NoPeople({ kind, children }: { kind: PeopleKind; children: ReactNode }) {
  const { t } = useTranslation()
  const reads = useReader() !== undefined
  return (
    <EmptyState
      drawing={<PeopleDrawing />}
      title={t(`participants:empty.${kind}`)}
      actions={
        <FullAccess>
          <Button size="sm" icon={<IconPlus aria-hidden />} component={Link} to={paths.createAssignment}>
            {t('participants:empty.first')}
          </Button>
          {children}
        </FullAccess>
      }
    >
      {t(reads ? 'common:reader.nothing' : 'participants:empty.text')}
    </EmptyState>
  )
}
