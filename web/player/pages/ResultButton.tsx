import { useState } from 'react'
import { myData, navigate } from '../address.ts'
import { kioskHere } from '../device/kiosk.ts'
import { currentSession } from '../device/slices.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { t, useLocale } from '../words.ts'

/** The person's own result as a PDF, where the inventory lets them see it. A plain link could not carry the session. */
export function ResultButton({ assignmentId }: { assignmentId: string }) {
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const open = async () => {
    setBusy(true)
    setFailed(false)
    const token = currentSession()?.token ?? ''
    const path = `/api/assignments/${encodeURIComponent(assignmentId)}/report.pdf?lang=${locale}`
    try {
      const response = await fetch(path, { headers: { authorization: `Token ${token}` } })
      // A result of another session needs a code, which is asked for there.
      if (response.status === 409 && Object(await response.json()).code === 'identity_needed')
        return navigate(myData)
      if (!response.ok) return setFailed(true)
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await response.blob())
      link.download = `${t('player:result.file')}.pdf`
      link.click()
      URL.revokeObjectURL(link.href)
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  // Nothing of one person is saved on a device that others use next.
  if (kioskHere()) return null
  return (
    <>
      <Button look="secondary" disabled={busy} onClick={() => void open()}>
        {t('player:result.open')}
      </Button>
      {failed && (
        <p className={controls.small} role="alert">
          {t('player:result.failed')}
        </p>
      )}
    </>
  )
}
