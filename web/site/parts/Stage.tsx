import { IconArrowDownRight, IconArrowUpRight, IconCheck, IconClock } from '@tabler/icons-react'
import { useWords } from '../words.ts'
import { Boxes } from './drawings.tsx'
import { ScoreBar } from './ScoreBar.tsx'

export const categories = [
  { key: 'solving', value: 77, group: 66 },
  { key: 'attention', value: 90, group: 78 },
  { key: 'planning', value: 71, group: 66 },
  { key: 'communication', value: 64, group: 68 },
] as const

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
  return (
    <div className="rep">
      <div className="rep-who pad">
        <span className="ava">MY</span>
        <div>
          <b>{t('publicHome:stage.person')}</b>
          <span className="meta">{t('publicHome:stage.facts')}</span>
        </div>
        <span className="pill">{t('publicHome:stage.sample')}</span>
      </div>
      <p className="rep-say pad">
        {t('publicHome:stage.sayBefore')} <b>{t('publicHome:stage.sayStrong')}</b>
        {t('publicHome:stage.sayAfter')}
      </p>
      <div className="rep-bars pad">
        {categories.map(({ key, value, group }) => (
          <ScoreBar key={key} name={t(`publicHome:short.${key}`)} value={value} group={group} />
        ))}
      </div>
      <Legend className="pad" />
      <div className="rep-marks pad">
        <span className="up">
          <IconArrowUpRight size={18} stroke={2} className="flip" aria-hidden />
          {t('publicHome:stage.strong')}
        </span>
        <span className="down">
          <IconArrowDownRight size={18} stroke={2} className="flip" aria-hidden />
          {t('publicHome:stage.weak')}
        </span>
      </div>
    </div>
  )
}

export function Legend({ className = '' }: { className?: string }) {
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
