import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import type { BarView, RankView, ReportView } from '#report/view.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { BandWord } from './BandWord.tsx'
import { Chart } from './Chart.tsx'
import { Legend } from './Legend.tsx'
import classes from './summary.module.css'

function Bar({ bar, layout }: { bar: BarView; layout: ReportView['layout'] }) {
  return (
    <li>
      <div className={`flex split align-baseline gap-12 ${classes.barHead}`}>
        <b className="medium">{bar.name}</b>
        {bar.value === null ? null : <span className="semibold num nowrap">{bar.value}</span>}
      </div>
      <Chart picture={bar.picture} />
      <div className={`flex split gap-12 text-13 faint num ${classes.barFoot}`}>
        {bar.band ? <BandWord band={bar.band} layout={layout} /> : null}
        {bar.group === null ? null : <span>{bar.group}</span>}
      </div>
    </li>
  )
}

/** One screen: the result in words, its bars, the radar where there is one. */
export function Summary({ view }: { view: ReportView }) {
  const { headline, tiles, ladder, radar, layout } = view
  return (
    <Card className={classes.summary ?? ''} data-radar={radar !== null || undefined}>
      <div className={`stack content-start one-column gap-24 ${classes.words}`}>
        {headline ? (
          <div className={`row gap-24 ${classes.headline}`}>
            <h2 className={`stack items-center rigid bold nowrap rounded-lg ${classes.level}`}>
              <span>{headline.label}</span> {headline.value}
            </h2>
            <div>
              {headline.chance === null ? null : <p className={classes.chance}>{headline.chance}</p>}
              <p>{headline.text}</p>
            </div>
          </div>
        ) : null}
        {view.summary.length > 0 ? (
          <p className={`text-16 pretty ${classes.say}`}>
            {view.summary.map((sentence) =>
              sentence.strong ? <b key={sentence.text}>{sentence.text} </b> : `${sentence.text} `,
            )}
          </p>
        ) : null}
        {tiles.length > 0 ? (
          <dl className={`stack gap-16 ${classes.tiles}`}>
            {tiles.map((tile) => (
              <div key={tile.key}>
                <dt className="medium">{tile.label}</dt>
                <dd className={`cluster align-baseline gap-6 text-13 muted ${classes.tileValue}`}>
                  <b>{tile.value}</b>
                  {tile.of === null ? null : <span> / {tile.of}</span>}
                  {tile.band ? <BandWord band={tile.band} layout={layout} /> : null}
                </dd>
                {tile.text === null ? null : <dd className="text-13 muted">{tile.text}</dd>}
              </div>
            ))}
          </dl>
        ) : null}
        {ladder ? (
          <div>
            <h2 className={classes.small}>{ladder.title}</h2>
            <Chart picture={ladder} />
          </div>
        ) : null}
        {view.bars.length > 0 || view.barsNote !== null ? (
          <div>
            <h2 className={radar ? 'sr' : classes.small}>{view.barsTitle}</h2>
            {view.bars.length > 0 ? (
              <ul className={`stack ${classes.bars}`}>
                {view.bars.map((bar) => (
                  <Bar key={bar.key} bar={bar} layout={layout} />
                ))}
              </ul>
            ) : null}
            {view.barsNote === null ? null : (
              <p className={`faint pretty ${classes.barsNote}`}>{view.barsNote}</p>
            )}
          </div>
        ) : null}
        <Legend items={view.bars.length > 0 || radar !== null ? view.legend : []} />
        {view.composites ? (
          <div>
            <h2 className={classes.small}>{view.composites.title}</h2>
            <ul className={`stack ${classes.bars}`}>
              {view.composites.bars.map((bar) => (
                <Bar key={bar.key} bar={bar} layout={layout} />
              ))}
            </ul>
          </div>
        ) : null}
        <Legend items={view.composites?.legend ?? []} dots />
      </div>
      {radar ? (
        <div className={classes.radar}>
          <h2 className="sr">{radar.title}</h2>
          <Chart picture={radar} />
        </div>
      ) : null}
    </Card>
  )
}

/** The highest and the lowest scales side by side. */
export function Ranks({ ranks }: { ranks: RankView[] }) {
  if (ranks.length === 0) return null
  return (
    <Card className={`stack ${classes.ranks ?? ''}`}>
      {ranks.map((rank) => {
        const Icon = rank.key === 'strong' ? IconArrowUpRight : IconArrowDownRight
        return (
          <div key={rank.key}>
            <h2>
              <Icon size={20} stroke={1.75} className="faint" aria-hidden />
              {rank.title}
            </h2>
            <ul>
              {rank.items.map((item) => (
                <li className="flex split gap-16" key={item.key}>
                  <span>{item.name}</span>
                  <span>{item.note}</span>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </Card>
  )
}
