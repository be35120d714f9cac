import { IconArrowDownRight, IconArrowUpRight, IconCheck, IconClock } from '@tabler/icons-react'
import { useSample } from '../sample.ts'
import { useWords } from '../words.ts'
import { Boxes } from './drawings.tsx'
import { ScoreBar } from './ScoreBar.tsx'

/** The product itself: a test on a phone, and the report of a person who exists nowhere else. */
export function Stage() {
  const { t } = useWords()
  return (
    <div className="stage" role="img" aria-label={t('publicHome:stage.label')}>
      <SampleReport />
      <SamplePhone />
    </div>
  )
}

function SampleReport() {
  const { t } = useWords()
  const { name, bars, facts, summary, ranks } = useSample()
  const fact = (key: string) => facts.find((one) => one.key === key)?.value
  const [strong, weak] = ranks.map(({ items }) => items[0]?.name)
  return (
    <div className="rep">
      <div className="rep-who pad">
        <span className="ava">{initials(name)}</span>
        <div>
          <b>{name}</b>
          <span className="meta">{`MYT · ${fact('completed')} · ${fact('duration')}`}</span>
        </div>
        <span className="pill">{t('publicHome:stage.sample')}</span>
      </div>
      <p className="rep-say pad">
        <b>{summary[0]?.text}</b>
      </p>
      <div className="rep-bars pad">
        {bars.map((bar) => (
          <ScoreBar key={bar.key} bar={bar} />
        ))}
      </div>
      <Legend className="pad" />
      <div className="rep-marks pad">
        <span className="up">
          <IconArrowUpRight size={18} stroke={2} className="flip" aria-hidden />
          {strong}
        </span>
        <span className="down">
          <IconArrowDownRight size={18} stroke={2} className="flip" aria-hidden />
          {weak}
        </span>
      </div>
    </div>
  )
}

const initials = (name: string) =>
  name
    .split(' ')
    .map(([first]) => first)
    .join('')

function Legend({ className = '' }: { className?: string }) {
  const { t } = useWords()
  return (
    <div className={`legend ${className}`}>
      <span>
        <i />
        {t('publicHome:legend.person')}
      </span>
      <span>
        <u />
        {t('publicHome:legend.group')}
      </span>
    </div>
  )
}

function SamplePhone() {
  const { t } = useWords()
  return (
    <div className="phone">
      <div className="scr">
        <div className="scr-top">
          <span>{t('publicHome:item.section')}</span>
          <span>
            <IconClock size={16} stroke={1.75} aria-hidden />
            31:20
          </span>
        </div>
        <div className="scr-way">
          <span className="way">
            <i />
          </span>
          <div>
            <span>12 / 40</span>
            <span className="saved">
              <IconCheck size={16} stroke={1.75} aria-hidden />
              {t('publicHome:item.saved')}
            </span>
          </div>
        </div>
        <div className="scr-item">
          <div className="fig">
            <Boxes />
          </div>
          <p>{t('publicHome:item.question')}</p>
          <div className="options">
            {['24', '30', '36', '48'].map((option) => (
              <span key={option} className={option === '36' ? 'on' : undefined}>
                <i />
                {option}
              </span>
            ))}
          </div>
        </div>
        <div className="scr-end">
          <span className="btn">{t('publicHome:item.back')}</span>
          <span className="btn solid">{t('publicHome:item.next')}</span>
        </div>
      </div>
    </div>
  )
}
