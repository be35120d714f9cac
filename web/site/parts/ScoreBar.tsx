import type { BarView } from '#report/view.ts'
import { Chart } from '../../features/results/reports/Chart.tsx'

/** A category of the sample report: the person's bar, and where the group is. */
export function ScoreBar({ bar }: { bar: BarView }) {
  return (
    <div className="score">
      <div className="flex split gap-12 text-14">
        <span>{bar.name}</span>
        <b className="num">{bar.value}</b>
      </div>
      <Chart picture={bar.picture} />
    </div>
  )
}
