import { IconCircleCheck, IconCircleDashed, IconClockX, IconProgress } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LetterDrawing, ListDrawing, PeopleDrawing, ScalesDrawing } from '../../ui/feedback/drawings.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Stepper } from '../../ui/form/Stepper.tsx'
import { Avatar } from '../../ui/text/Avatar.tsx'
import { Pill } from '../../ui/text/Pill.tsx'
import { StatusWord } from '../../ui/text/StatusWord.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Line, Part } from './Part.tsx'

const people = ['Ayşe Demir', 'İlker Iğdır', 'Ömer Faruk Büyükçavuşoğlu', 'Can Öz', 'Şükrü Çağ']

export function Words() {
  const { t } = useTranslation()
  return (
    <Part name="words">
      <Line name="status">
        <StatusWord tone="done" icon={IconCircleCheck}>
          {t('gallery:word.done')}
        </StatusWord>
        <StatusWord tone="running" icon={IconProgress}>
          {t('gallery:word.running')}
        </StatusWord>
        <StatusWord tone="waiting" icon={IconCircleDashed}>
          {t('gallery:word.waiting')}
        </StatusWord>
        <StatusWord tone="expired" icon={IconClockX}>
          {t('gallery:word.expired')}
        </StatusWord>
      </Line>
      <Line name="pill">
        {(['neutral', 'green', 'amber', 'red', 'sky', 'indigo'] as const).map((tone) => (
          <Pill key={tone} tone={tone}>
            {tone}
          </Pill>
        ))}
      </Line>
      <Line name="tag">
        {['MYT', 'AYT', 'SCL90', 'ENGLISH'].map((code) => (
          <Tag key={code}>{code}</Tag>
        ))}
      </Line>
      <Line name="avatar">
        {people.map((name, at) => (
          <Avatar key={name} name={name} size={at === 0 ? 'lg' : at === 4 ? 'sm' : 'md'} />
        ))}
        <Avatar name="Anadolu Gıda A.Ş." square />
      </Line>
      <Line name="progress">
        {(['indigo', 'amber', 'green'] as const).map((tone, at) => (
          <ProgressBar
            key={tone}
            value={34 + at * 60}
            max={173}
            label={`${34 + at * 60} / 173`}
            tone={tone}
          />
        ))}
      </Line>
      <Line name="drawing">
        <ListDrawing />
        <PeopleDrawing />
        <LetterDrawing />
        <ScalesDrawing />
      </Line>
    </Part>
  )
}

export function Steps() {
  const { t } = useTranslation()
  const step = (key: string, status: 'complete' | 'in-progress' | 'pending' | 'error') => ({
    key,
    status,
    label: t(`gallery:step.${key}`),
  })
  return (
    <Part name="steps">
      <Stepper
        label={t('gallery:part.steps')}
        steps={[
          step('people', 'complete'),
          step('what', 'error'),
          step('check', 'in-progress'),
          step('result', 'pending'),
        ]}
      />
    </Part>
  )
}
