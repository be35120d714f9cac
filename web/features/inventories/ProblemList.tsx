import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DefinitionProblem, ImportPlan } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { Card, CardBody, CardHeader } from '../../ui/Card.tsx'
import classes from './inventories.module.css'

/** Everything wrong with a document, in the order in which it is written and by the part it is in. */
export function ProblemList({ plan }: { plan: ImportPlan }) {
  const { t, i18n } = useTranslation()
  const { problems, problemCount } = plan
  const number = (value: number) => formatNumber(value, i18n.language)
  const titleOf = ({ part, section }: DefinitionProblem) =>
    part === 'section'
      ? t('inventories:import.part.section', { title: section ?? '' })
      : t(`inventories:import.part.${part}`)
  return (
    <Card>
      <CardHeader
        title={t('inventories:import.problems', { count: problemCount, number: number(problemCount) })}
      />
      <CardBody className={classes.body ?? ''}>
        <p role="alert">
          {t('inventories:import.nothingKept')}
          {problemCount > problems.length
            ? ` ${t('inventories:import.shown', { number: number(problems.length) })}`
            : ''}
        </p>
        {[...Map.groupBy(problems, titleOf)].map(([title, among]) => (
          <section key={title} className={classes.part}>
            <h3 dir="auto">{title}</h3>
            <ul className={classes.list}>
              {among.map((problem) => (
                <Problem key={`${problem.path} ${problem.message}`} problem={problem} />
              ))}
            </ul>
          </section>
        ))}
      </CardBody>
    </Card>
  )
}

function Problem({ problem: { path, message, item } }: { problem: DefinitionProblem }) {
  const { t } = useTranslation()
  return (
    <li>
      {item === null ? null : (
        <p className="meta">
          {t('inventories:import.question')} <code>{item.id}</code>{' '}
          {item.words === null ? null : <q dir="auto">{item.words}</q>}
        </p>
      )}
      <p className={classes.problem}>
        <IconAlertCircle size={18} stroke={2} aria-hidden />
        <span dir="auto">{message}</span>
      </p>
      <code>{path}</code>
    </li>
  )
}
