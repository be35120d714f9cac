import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../app/api.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import classes from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** `h1` where it is the page's whole content. */
  as: 'h1' | 'h3'
  onKept: () => void
}

/** The ten codes, shown this once. */
export function RecoveryCodes({ codes, as: Heading, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('second-factor')
  const heading = useRef<HTMLHeadingElement>(null)
  const text = codes.join('\n')

  // The element focused before is gone: a screen reader goes on from here.
  useEffect(() => heading.current?.focus(), [])

  const download = () => {
    const words = `${t('second-factor:recovery.file')}\n\n${text}\n`
    const blob = new Blob([words], { type: 'text/plain;charset=utf-8' })
    saveFile({ blob, name: t('second-factor:recovery.fileName') })
  }

  return (
    <div className={classes.part}>
      <Heading ref={heading} tabIndex={-1} className={`text-18 ${classes.heading}`}>
        {t('second-factor:recovery.title')}
      </Heading>
      <p className={classes.words}>{t('second-factor:recovery.lead')}</p>
      <ol
        className={`stack full-width semibold num well rounded-lg ${classes.codes}`}
        aria-label={t('second-factor:recovery.title')}
      >
        {codes.map((code) => (
          <li key={code}>
            <bdi>{code}</bdi>
          </li>
        ))}
      </ol>
      <div className="cluster gap-8">
        <CopyButton size="md" value={text} label={t('second-factor:recovery.copy')} />
        <Button icon={<IconDownload aria-hidden />} onClick={download}>
          {t('second-factor:recovery.download')}
        </Button>
      </div>
      <p className={classes.words}>{t('second-factor:recovery.once')}</p>
      <Button variant="solid" onClick={onKept}>
        {t('second-factor:recovery.kept')}
      </Button>
    </div>
  )
}
