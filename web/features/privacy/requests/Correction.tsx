import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PersonRequest } from '#contract/requests.ts'
import { selectClient } from '../../../app/clientSelection.ts'
import { personPath } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './requests.module.css'

/** Links to where somebody's name and contact are corrected: a decision is not enough. */
export function Correction({ request: { kind, decision, person, client } }: { request: PersonRequest }) {
  const { t } = useTranslation()
  if (kind !== 'rectification' || decision === 'refused') return null
  return (
    <div className={`stack ${classes.data}`}>
      {decision === null && <p>{t('requests:dialog.corrects')}</p>}
      <Button
        component={Link}
        to={personPath(person.membershipId)}
        onClick={() => selectClient({ value: client.id, label: client.name })}
      >
        {t('requests:dialog.toPerson')}
      </Button>
    </div>
  )
}
