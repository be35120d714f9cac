import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { useReader } from '../../../app/reader.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { BuyQuota } from '../../quota/BuyQuota.tsx'
import dashboard from './dashboard.module.css'

/**
 * Before the first test: what to do first. Without quota no test can be assigned, so that comes before. A client that is
 * not active can do neither yet.
 */
export function FirstSteps({ active, quota }: { active: boolean; quota: boolean }) {
  const { t } = useTranslation()
  const reads = useReader() !== undefined
  if (reads)
    return (
      <Card className={dashboard.unfinished}>
        <EmptyState drawing={<ListDrawing />} title={t('dashboard:empty.readerTitle')}>
          {t('dashboard:empty.readerText')}
        </EmptyState>
      </Card>
    )
  const buys = active && !quota
  return (
    <Card className={dashboard.unfinished}>
      <EmptyState
        drawing={<ListDrawing />}
        title={t(buys ? 'dashboard:empty.quotaTitle' : 'dashboard:empty.title')}
        actions={
          buys ? (
            <BuyQuota />
          ) : active ? (
            <Button size="sm" icon={<IconPlus aria-hidden />} component={Link} to={paths.createAssignment}>
              {t('dashboard:empty.first')}
            </Button>
          ) : null
        }
      >
        {t(buys ? 'dashboard:empty.quotaText' : 'dashboard:empty.text')}
      </EmptyState>
    </Card>
  )
}
