import { IconAlertCircle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { Avatar } from '../text/Avatar.tsx'
import { AvatarCrop } from './AvatarCrop.tsx'
import { fieldClasses } from './fieldProps.tsx'

const field = fieldClasses()
// A photo of a good camera; what is sent is the small square alone.
const maxBytes = 30 * 1024 * 1024

interface AvatarFieldProps {
  label: string
  /** The person's name: its initials replace a missing picture. */
  name: string
  src: string
  busy?: boolean
  error?: string | undefined
  /** Given the square that was chosen, as a small picture file. */
  onChoose: (square: Blob) => void
  onRemove: () => void
}

/** A person's picture: chosen from a file, cut to a square, taken away again. */
export function AvatarField(props: AvatarFieldProps) {
  const { label, name, src, busy = false, error, onChoose, onRemove } = props
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [unreadable, setUnreadable] = useState(false)
  const problem = unreadable ? t('ui:avatar.unreadable') : error

  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      if (file.size > maxBytes) throw new Error('too large')
      setPicture(await createImageBitmap(file))
      setUnreadable(false)
    } catch {
      setUnreadable(true)
    }
  }

  return (
    <div className={field.root}>
      <span className={field.label}>{label}</span>
      <div className="row gap-16">
        <Avatar name={name} src={src} size="xl" />
        <div className="cluster gap-8">
          <Button size="sm" loading={busy} onClick={() => input.current?.click()}>
            {src ? t('ui:avatar.change') : t('ui:avatar.choose')}
          </Button>
          {src ? (
            <Button size="sm" variant="plain" disabled={busy} onClick={onRemove}>
              {t('ui:avatar.remove')}
            </Button>
          ) : null}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp"
          aria-label={label}
          onChange={(event) => void read(event.currentTarget.files?.[0])}
          // Choosing the same file again must be noticed.
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
        />
      </div>
      <span className={field.description}>{t('ui:avatar.help')}</span>
      <span className={field.error} role="alert">
        {problem ? (
          <>
            <IconAlertCircle aria-hidden />
            <span>{problem}</span>
          </>
        ) : null}
      </span>
      {picture ? (
        <AvatarCrop
          picture={picture}
          onClose={() => setPicture(undefined)}
          onDone={(square) => {
            setPicture(undefined)
            onChoose(square)
          }}
        />
      ) : null}
    </div>
  )
}
