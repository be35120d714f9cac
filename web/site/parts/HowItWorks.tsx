import { IconCalendar, IconCheck, IconCloudOff, IconDeviceMobile } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSample } from '../sample.ts'
import { useWords } from '../words.ts'
import { ScoreBar } from './ScoreBar.tsx'

/** Four steps, each with a piece of the screen on which it happens. */
export function HowItWorks() {
  const { t } = useWords()
  const { bars } = useSample()
  return (
    <section className="part how" id="nasil">
      <div className="wrap">
        <h2>{t('publicHome:how.title')}</h2>
        <p className="sub">{t('publicHome:how.lead')}</p>
        <ol className="stack gap-24 four">
          <Step number={1} name="paste">
            <PastedRows />
          </Step>
          <Step number={2} name="choose">
            <Choices />
          </Step>
          <Step number={3} name="take">
            <SaveLines />
          </Step>
          <Step number={4} name="read">
            {bars.slice(1).map((bar) => (
              <ScoreBar key={bar.key} bar={bar} />
            ))}
          </Step>
        </ol>
      </div>
    </section>
  )
}

function Step({ number, name, children }: { number: number; name: string; children: ReactNode }) {
  const { t } = useWords()
  return (
    <li>
      <div className={`stack gap-10 text-13 surface rounded-lg edged clip piece ${name}`} aria-hidden="true">
        {children}
      </div>
      <h3>
        <span>{number}</span>
        {t(`publicHome:how.${name}.title`)}
      </h3>
      <p>{t(`publicHome:how.${name}.text`)}</p>
    </li>
  )
}

const pasted = [
  ['Ayşe Nur D.', 'ayse.demirtas@ornek.test'],
  ['Mustafa K.', 'mustafa.kilic@ornek.test'],
  ['Büşra Ö.', 'busra.ogut@ornek.test'],
  ['Halil İ. Ç.', 'halil.celik@ornek.test'],
] as const

function PastedRows() {
  return (
    <div className="rounded edged clip rows">
      {pasted.map(([name, address], at) => (
        <div className="stack nowrap" key={name}>
          <i className="faint num text-center well">{at + 1}</i>
          <b className="regular clip">{name}</b>
          <span>{address}</span>
        </div>
      ))}
    </div>
  )
}

function Choices() {
  const { t } = useWords()
  return (
    <>
      {(['myt', 'english'] as const).map((test) => (
        <span key={test} className="row gap-10 medium rounded choice on">
          <span className="inline-row justify-center tick">
            <IconCheck size={13} stroke={3} aria-hidden />
          </span>
          {t(`publicHome:how.${test}`)}
          <em className="push-end regular faint">{t(`publicHome:how.${test}Quota`)}</em>
        </span>
      ))}
      <span className="row gap-10 medium rounded choice">
        <IconCalendar size={18} stroke={1.75} aria-hidden />
        {t('publicHome:how.day')}
        <em className="push-end regular faint">{t('publicHome:how.due')}</em>
      </span>
    </>
  )
}

const saveLines = [
  { key: 'saved', Icon: IconCheck },
  { key: 'offline', Icon: IconCloudOff },
  { key: 'resume', Icon: IconDeviceMobile },
] as const

function SaveLines() {
  const { t } = useWords()
  return saveLines.map(({ key, Icon }) => (
    <span key={key} className={`row rounded edged save ${key}`}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {t(`publicHome:how.${key}`)}
    </span>
  ))
}
