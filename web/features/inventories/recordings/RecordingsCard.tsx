import { IconCopy, IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { VersionContent } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { pathOf } from '#contract/kit.ts'
import { copyVersion, type RecordedText, recordingFile, removeRecording } from '#contract/recordings.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { versionPath } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Pill } from '../../../ui/text/Pill.tsx'
import { FoldCard, FoldLine } from '../content/FoldCard.tsx'
import foldClasses from '../content/fold.module.css'
import classes from '../inventories.module.css'
import { paramsOf, type VersionKey } from '../useCatalogue.ts'
import { useRecordings, useSetRecordings } from './useRecordings.ts'

type Locale = RecordedText['locale']

/** Every text that may be read aloud, with its recording; a draft takes new ones. */
export function RecordingsCard({ content }: { content: VersionContent }) {
  const { t, i18n } = useTranslation()
  const { code, version, state } = content
  const { data } = useRecordings({ code, version })
  if (!data) return null
  const number = (value: number) => formatNumber(value, i18n.language)
  const recorded = data.texts.filter(({ recording }) => recording !== null).length
  return (
    <FoldCard
      title={t('inventories:recordings.title')}
      summary={t('inventories:recordings.count', {
        number: number(recorded),
        total: number(data.texts.length),
      })}
    >
      <p className="meta">{t('inventories:recordings.about')}</p>
      {state === 'draft' ? null : <NewDraft code={code} version={version} />}
      {(['tr', 'en'] as const).map((locale) => (
        <OfLanguage
          key={locale}
          locale={locale}
          of={{ code, version }}
          changeable={state === 'draft'}
          texts={data.texts.filter((text) => text.locale === locale)}
        />
      ))}
    </FoldCard>
  )
}

/** A published version is frozen, so recordings come into a copy of it. */
function NewDraft({ code, version }: VersionKey) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const copying = useAction(copyVersion, {
    done: (made) => t('inventories:import.done', { name: made.name, number: made.version }),
  })
  const copy = () =>
    copying.mutate(
      { params: paramsOf({ code, version }) },
      { onSuccess: (made) => void navigate(versionPath(made.code, made.version)) },
    )
  return (
    <div>
      <p>{t('inventories:recordings.frozen')}</p>
      <Button icon={<IconCopy aria-hidden />} loading={copying.isPending} onClick={copy}>
        {t('inventories:recordings.copy')}
      </Button>
    </div>
  )
}

interface OfLanguageProps {
  locale: Locale
  of: VersionKey
  changeable: boolean
  texts: readonly RecordedText[]
}

function OfLanguage({ locale, of, changeable, texts }: OfLanguageProps) {
  const { t } = useTranslation()
  const setting = useSetRecordings(of, locale)
  const upload = (files: readonly File[], key?: string) => {
    const named = files.map((file) => ({ file, key: key ?? file.name.replace(/\.mp3$/i, '') }))
    const known = named.filter((one) => texts.some((text) => text.key === one.key))
    for (const { file } of named.filter((one) => !known.includes(one)))
      toast.error(`${file.name}: ${t('inventories:recordings.noSuchText')}`)
    if (known.length === 0) return
    setting.mutate(known, {
      onSuccess: ({ refused }) => {
        for (const { name, error } of refused) toast.error(`${name}: ${errorMessage(error)}`)
      },
    })
  }
  return (
    <>
      <h3 className={`text-14 ${classes.subhead}`}>{t(`inventories:recordings.language.${locale}`)}</h3>
      {changeable ? (
        <div>
          <p className="meta">{t('inventories:recordings.naming')}</p>
          <Upload
            label={t('inventories:recordings.uploadMany')}
            multiple
            busy={setting.isPending}
            onFiles={upload}
          />
        </div>
      ) : null}
      <ul className={foldClasses.lines}>
        {texts.map((text) => (
          <li className="ruled-top" key={text.key}>
            <TextLine
              text={text}
              of={of}
              changeable={changeable}
              busy={setting.isPending}
              onFiles={(files) => upload(files, text.key)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface TextLineProps {
  text: RecordedText
  of: VersionKey
  changeable: boolean
  busy: boolean
  onFiles: (files: readonly File[]) => void
}

function TextLine({ text: { locale, key, text, recording }, of, changeable, busy, onFiles }: TextLineProps) {
  const { t } = useTranslation()
  const removing = useAction(removeRecording)
  const remove = () => removing.mutate({ params: { ...paramsOf(of), locale, key } })
  return (
    <FoldLine
      head={
        <>
          <span lang={locale}>{text}</span>
          {recording ? <Kind recording={recording} /> : null}
        </>
      }
    >
      <code>{`${key}.mp3`}</code>
      {recording?.seconds == null ? null : (
        // biome-ignore lint/a11y/useMediaCaption: the text it says is beside it
        <audio
          controls
          preload="none"
          className={`full-width ${classes.sound}`}
          aria-label={text}
          src={pathOf(recordingFile, { hash: recording.hash })}
        />
      )}
      {changeable ? (
        <div className="cluster gap-8">
          <Upload label={t('inventories:recordings.upload')} busy={busy} onFiles={onFiles} />
          {recording ? (
            <Button icon={<IconTrash aria-hidden />} loading={removing.isPending} onClick={remove}>
              {t('inventories:recordings.remove')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </FoldLine>
  )
}

function Kind({ recording }: { recording: NonNullable<RecordedText['recording']> }) {
  const { t } = useTranslation()
  if (recording.seconds === null) return <Pill tone="amber">{t('inventories:recordings.missing')}</Pill>
  return recording.computerVoice ? (
    <Pill>{t('inventories:recordings.computer')}</Pill>
  ) : (
    <Pill tone="green">{t('inventories:recordings.person')}</Pill>
  )
}

interface UploadProps {
  label: string
  multiple?: boolean
  busy: boolean
  onFiles: (files: readonly File[]) => void
}

function Upload({ label, multiple = false, busy, onFiles }: UploadProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept=".mp3,audio/mpeg"
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file again is a change, too.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button icon={<IconUpload aria-hidden />} loading={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
