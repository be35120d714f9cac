import { IconChartHistogram } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { id } from '#contract/fields.ts'
import { paths } from '../../app/paths.ts'
import { useSeesAll } from '../../app/reader.tsx'
import { Button } from '../../ui/button/Button.tsx'
import type { ListParams } from './useAssignments.ts'

/** The figures of the one test that is listed; of several tests there are none. */
export function GroupReportLink({ params: { filters } }: { params: ListParams }) {
  const { t } = useTranslation()
  const seesAll = useSeesAll()
  if (!seesAll) return null
  const search = new URLSearchParams()
  if (id.safeParse(filters.inventory).success) search.set('inventory', filters.inventory)
  return (
    <Button
      size="sm"
      icon={<IconChartHistogram aria-hidden />}
      component={Link}
      to={{ pathname: paths.groupReport, search: search.toString() }}
    >
      {t('assignments:groupReport')}
    </Button>
  )
}
