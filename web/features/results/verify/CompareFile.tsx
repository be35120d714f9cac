import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { FileField } from '../../../ui/form/FileField.tsx'
import { hashOfFile } from './hashOfFile.ts'

type Outcome = 'checking' | 'same' | 'other' | 'unreadable' | 'insecure'

/** Compares a file with the one that was made, on this device: the file is sent nowhere. */
export function CompareFile({ sha256 }: { sha256: string }) {
  const { t } = useTranslation('verify')
  const [chosen, setChosen] = useState<{ file: File; outcome: Outcome }>()
  const compare = async (file: File | null) => {
    if (file === null) return
    const show = (outcome: Outcome) => setChosen((now) => (now?.file === file ? { file, outcome } : now))
    setChosen({ file, outcome: 'checking' })
    if (globalThis.crypto?.subtle === undefined) return show('insecure')
    try {
      show((await hashOfFile(file)) === sha256 ? 'same' : 'other')
    } catch {
      // The file was moved, or its disk is gone.
      show('unreadable')
    }
  }
  return (
    <div className="stack one-column gap-16">
      <FileField
        label={t('verify:file.title')}
        help={t('verify:file.text')}
        accept="application/pdf,.pdf"
        file={chosen?.file ?? null}
        onFile={(file) => void compare(file)}
      />
      <div aria-live="polite">{chosen ? <Shown {...chosen} /> : null}</div>
    </div>
  )
}

function Shown({ file: { name }, outcome }: { file: File; outcome: Outcome }) {
  const { t } = useTranslation('verify')
  if (outcome === 'checking') return <p className="muted">{t('verify:file.checking')}</p>
  if (outcome === 'same' || outcome === 'other')
    return (
      <Alert
        type={outcome === 'same' ? 'success' : 'danger'}
        title={t(`verify:file.${outcome}`)}
        duration={0}
      >
        <span className="breakable">{t(`verify:file.${outcome}Text`, { file: name })}</span>
      </Alert>
    )
  return (
    <Alert type="warning" duration={0}>
      {t(`verify:file.${outcome}`)}
    </Alert>
  )
}
