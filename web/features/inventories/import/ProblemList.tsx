import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DefinitionProblem, ImportPlan } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { FoldLine } from '../content/FoldCard.tsx'
import classes from '../inventories.module.css'

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
      <CardBody className="stack gap-12">
        <p role="alert">
          {t('inventories:import.nothingKept')}
          {problemCount > problems.length
            ? ` ${t('inventories:import.shown', { number: number(problems.length) })}`
            : ''}
        </p>
        {[...Map.groupBy(problems, titleOf)].map(([title, among]) => (
          <section key={title} className={classes.part}>
            <h3 className="text-14" dir="auto">
              {title}
            </h3>
            {[...Map.groupBy(among, ({ code }) => code)].map(([code, same]) => (
              <Cause key={code} problems={same} />
            ))}
          </section>
        ))}
      </CardBody>
    </Card>
  )
}

/** The number of places shown for a cause; after fixing the first, people know how to fix the others. */
const shown = 3

/** All problems with one cause. */
function Cause({ problems }: { problems: readonly DefinitionProblem[] }) {
  const { t, i18n } = useTranslation()
  // One place more takes a line, like the text that would replace it.
  const first = problems.length <= shown + 1 ? problems : problems.slice(0, shown)
  const rest = problems.slice(first.length)
  const list = (some: readonly DefinitionProblem[]) => (
    <ul className={classes.list}>
      {some.map((problem) => (
        <Problem key={`${problem.path} ${problem.message}`} problem={problem} />
      ))}
    </ul>
  )
  return (
    <div className={classes.cause}>
      {list(first)}
      {rest.length === 0 ? null : (
        <FoldLine
          head={t('inventories:import.more', {
            count: rest.length,
            number: formatNumber(rest.length, i18n.language),
          })}
        >
          {list(rest)}
        </FoldLine>
      )}
    </div>
  )
}

function Problem({ problem: { path, message, item } }: { problem: DefinitionProblem }) {
  const { t } = useTranslation()
  return (
    <li>
      {item === null ? null : (
        <p className="meta">
          {t('inventories:import.question')} <code>{item.id}</code>
          {item.words === null ? null : (
            <>
              {': '}
              {/* Many questions begin with a quotation mark of their own, so none is added. */}
              <bdi>{item.words}</bdi>
            </>
          )}
        </p>
      )}
      <p className={`flex align-start gap-8 ${classes.problem}`}>
        <IconAlertCircle className="rigid ink-red" size={18} stroke={2} aria-hidden />
        <span dir="auto">{message}</span>
      </p>
      <code>{path}</code>
    </li>
  )
}
