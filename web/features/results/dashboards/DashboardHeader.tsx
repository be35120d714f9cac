import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboards.ts'
import { formatNumber } from '#contract/format.ts'
import { useAuth } from '../../../app/auth.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { dueListPath, paths } from '../../../app/paths.ts'
import { FullAccess } from '../../../app/reader.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { usePageTitle } from '../../../ui/layout/pageTitle.ts'

interface DashboardHeaderProps {
  client: SelectedClient
  /** Left out while it is on its way. */
  dashboard?: ClientDashboard
}

/** Greets, and answers the page's question: what is not finished yet, and how much of it is due within seven days. */
export function DashboardHeader({ client, dashboard }: DashboardHeaderProps) {
  const { t } = useTranslation()
  const name = useAuth((state) => state.user.name).split(' ')[0] ?? ''
  return (
    <PageHeader
      title={t(`dashboard:greeting.${greetingAt(new Date())}`, { name })}
      documentTitle={usePageTitle()}
      lead={dashboard ? <Lead {...dashboard} /> : t('dashboard:lead.client', { client: client.label })}
      actions={
        <>
          <Button icon={<IconUsers aria-hidden />} component={Link} to={paths.participants}>
            {t('dashboard:participants')}
          </Button>
          <FullAccess>
            <Button
              variant="solid"
              icon={<IconPlus aria-hidden />}
              component={Link}
              to={paths.createAssignment}
            >
              {t('dashboard:assign')}
            </Button>
          </FullAccess>
        </>
      }
    />
  )
}

function Lead({ counts, dueWithin7Days, today }: ClientDashboard) {
  const { t, i18n } = useTranslation()
  const words = (key: string, count: number) => t(key, { count, number: formatNumber(count, i18n.language) })
  if (counts.assigned === 0) return t('dashboard:lead.nothing')
  if (counts.pending === 0) return t('dashboard:lead.allDone')
  return (
    <>
      {words('dashboard:lead.unfinished', counts.pending)}{' '}
      {dueWithin7Days.count > 0 ? (
        <Link className="link" to={dueListPath(today, dueWithin7Days.days.at(-1)?.day ?? today)}>
          {words('dashboard:lead.due', dueWithin7Days.count)}
        </Link>
      ) : null}
    </>
  )
}

/** The greeting for this hour of the reader's clock. */
function greetingAt(now: Date): 'morning' | 'day' | 'evening' {
  const hour = now.getHours()
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'day' : 'evening'
}
