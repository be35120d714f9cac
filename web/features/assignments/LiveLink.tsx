import { IconActivity } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button/Button.tsx'

/** The list as it is filtered now, while its tests are taken. */
export function LiveLink() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <Button
      icon={<IconActivity aria-hidden />}
      component={Link}
      to={{ pathname: paths.liveAssignments, search: search.toString() }}
    >
      {t('assignments:live')}
    </Button>
  )
}
