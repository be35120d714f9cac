import { useWords } from '../words.ts'

interface ScoreBarProps {
  name: string
  value: number
  group: number
}

/** A category of the sample report: the person's bar, and where the group stands. */
export function ScoreBar({ name, value, group }: ScoreBarProps) {
  const { locale } = useWords()
  return (
    <div className="score">
      <div>
        <span>{name}</span>
        <b>{locale === 'tr' ? `%${value}` : `${value}%`}</b>
      </div>
      <span className="bar">
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="bar-track" aria-hidden="true">
          <rect width={value} height="1" />
        </svg>
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="bar-mark" aria-hidden="true">
          <path d={`M${group} 0V1`} className="bar-halo" />
          <path d={`M${group} 0V1`} />
        </svg>
      </span>
    </div>
  )
}
