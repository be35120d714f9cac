import { useTranslation } from 'react-i18next'
import type { ImportPlan } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'
import classes from './inventories.module.css'

/** Everything wrong with a document, each in its place. */
export function ProblemList({ plan }: { plan: ImportPlan }) {
  const { t, i18n } = useTranslation()
  const { problems, problemCount } = plan
  return (
    <Card>
      <CardHeader
        title={t('inventories:import.problems', {
          count: problemCount,
          number: formatNumber(problemCount, i18n.language),
        })}
      />
      <CardBody className={classes.body ?? ''}>
        <p role="alert">{t('inventories:import.nothingKept')}</p>
        <ul className={classes.list}>
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
