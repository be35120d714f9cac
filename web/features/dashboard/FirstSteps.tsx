import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ListDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import dashboard from './dashboard.module.css'

/** Before the first test: what will be here, and how to start. */
export function FirstSteps() {
  const { t } = useTranslation()
  return (
    <Card className={dashboard.unfinished}>
      <EmptyState
        drawing={<ListDrawing />}
        title={t('dashboard:empty.title')}
        actions={
          <Button size="sm" icon={<IconPlus aria-hidden />} component={Link} to={paths.createAssignment}>
            {t('dashboard:empty.first')}
          </Button>
        }
      >
        {t('dashboard:empty.text')}
      </EmptyState>
    </Card>
  )
}
