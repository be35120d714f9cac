import { IconArrowDownRight, IconArrowUpRight, IconCheck, IconClock } from '@tabler/icons-react'
import { useSample } from '../sample.ts'
import { useWords } from '../words.ts'
import { Boxes } from './drawings.tsx'
import { ScoreBar } from './ScoreBar.tsx'

/** The product itself: a test on a phone, and the report of a person who exists nowhere else. */
export function Stage() {
  const { t } = useWords()
  return (
    <div className="relative well edged clip stage" role="img" aria-label={t('publicHome:stage.label')}>
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
    <div className="stack text-14 surface edged rep">
      <div className="row gap-12 rep-who pad">
        <span className="inline-row justify-center rigid semibold ink-primary circle ava">
          {initials(name)}
        </span>
        <div className="min-0 grow">
          <b>{name}</b>
          <span className="meta">{`MYT · ${fact('completed')} · ${fact('duration')}`}</span>
        </div>
        <span className="inline-row semibold muted nowrap pill">{t('publicHome:stage.sample')}</span>
      </div>
      <p className="muted rep-say pad">
        <b className="ink">{summary[0]?.text}</b>
      </p>
      <div className="stack gap-16 pad">
        {bars.map((bar) => (
          <ScoreBar key={bar.key} bar={bar} />
        ))}
      </div>
      <Legend className="pad" />
      <div className="stack gap-8 edged-top rep-marks pad">
        <span className="row gap-6">
          <IconArrowUpRight size={18} stroke={2} className="ink-green flip" aria-hidden />
          {strong}
        </span>
        <span className="row gap-6">
          <IconArrowDownRight size={18} stroke={2} className="ink-amber flip" aria-hidden />
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
    <div className={`cluster text-13 muted legend ${className}`}>
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
      <div className="stack surface clip scr">
        <div className="row split text-13 medium scr-top">
          <span>{t('publicHome:item.section')}</span>
          <span>
            <IconClock size={16} stroke={1.75} aria-hidden />
            31:20
          </span>
        </div>
        <div className="stack gap-6 scr-way">
          <span className="block way">
            <i />
          </span>
          <div className="flex split text-12 muted num">
            <span>12 / 40</span>
            <span className="saved">
              <IconCheck size={16} stroke={1.75} aria-hidden />
              {t('publicHome:item.saved')}
            </span>
          </div>
        </div>
        <div className="stack content-start gap-12 scr-item">
          <div className="stack centered well fig">
            <Boxes />
          </div>
          <p>{t('publicHome:item.question')}</p>
          <div className="stack gap-8 options">
            {['24', '30', '36', '48'].map((option) => (
              <span key={option} className={`row gap-12 medium num ${option === '36' ? 'on' : ''}`}>
                <i />
                {option}
              </span>
            ))}
          </div>
        </div>
        <div className="stack gap-8 scr-end">
          <span className="btn">{t('publicHome:item.back')}</span>
          <span className="btn solid">{t('publicHome:item.next')}</span>
        </div>
      </div>
    </div>
  )
}
