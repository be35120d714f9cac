import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconPointFilled,
  type TablerIcon,
} from '@tabler/icons-react'
import type { FullAnalysis } from '#contract/analyses.ts'
import { type AnalysisLine, partView, verdictOf } from '#report/analysis-parts.ts'
import type { Words } from '#report/view.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './items.module.css'

/** How good the test and each of its parts are: a sentence first, its figure after it. */
export function VerdictCard({ analysis, words }: { analysis: FullAnalysis; words: Words }) {
  const parts = analysis.parts.map((part) => partView(part, analysis, words))
  return (
    <Card>
      <CardHeader title={words.t('analysis:verdict.title')} />
      <CardBody className="stack one-column gap-16">
        <Lines lines={verdictOf(analysis, words)} />
        <ul className={classes.parts}>
          {parts.map(({ key, name, size, lines }) => (
            <li key={key} className={`stack content-start gap-8 ruled-top ${classes.part}`}>
              <div className="row wraps gap-8">
                <h3 className="text-14 breakable" dir="auto">
                  {name}
                </h3>
                <span className="meta num">{size}</span>
              </div>
              <Lines lines={lines} />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

const icons: Record<AnalysisLine['tone'], TablerIcon> = {
  good: IconCircleCheck,
  plain: IconPointFilled,
  look: IconAlertTriangle,
  bad: IconAlertCircle,
}

function Lines({ lines }: { lines: readonly AnalysisLine[] }) {
  return (
    <ul className="stack gap-8">
      {lines.map(({ key, text, figure, tone }) => {
        const Icon = icons[tone]
        return (
          <li key={key} className={`flex align-start gap-8 ${classes.line}`} data-tone={tone}>
            <Icon size={18} stroke={1.75} aria-hidden />
            <span className="min-0 breakable pretty">
              {text}
              {figure === null ? null : <span className="block meta num">{figure}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
