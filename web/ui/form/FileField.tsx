import { IconAlertCircle, IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './FileField.module.css'
import { fieldClasses } from './fieldProps.tsx'

const field = fieldClasses()

interface FileFieldProps {
  label: string
  help?: string | undefined
  error?: string | undefined
  /** The input's `accept`: ".csv,text/csv". The browser does not filter dropped files: check the file. */
  accept?: string
  file: File | null
  onFile: (file: File | null) => void
}

/** A native file input that also takes a dropped file; the whole panel is its label. */
export function FileField({ label, help, error, accept, file, onFile }: FileFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [over, setOver] = useState(false)

  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault()
    setOver(inside)
  }

  return (
    <div className={field.root}>
      <span className={field.label} id={`${id}-label`}>
        {label}
      </span>
      <label
        className={`row relative muted well rounded-lg pointer ${classes.zone}`}
        data-over={over || undefined}
        data-error={error ? true : undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          onFile(event.dataTransfer.files[0] ?? null)
        }}
      >
        <IconFileUpload size={24} stroke={1.75} aria-hidden />
        <span className="stack min-0 gap-2 breakable">
          <b className="medium ink">{file ? file.name : t('ui:file.choose')}</b>
          <span className="meta">{file ? t('ui:file.change') : t('ui:file.drop')}</span>
        </span>
        <input
          type="file"
          className={`pointer ${classes.input}`}
          accept={accept}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-help ${id}-error`}
          aria-invalid={Boolean(error)}
          onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
          // Choosing the same file again after fixing it must fire an event.
          onClick={(event) => {
            event.currentTarget.value = ''
          }}
        />
      </label>
      <span id={`${id}-help`} className={field.description}>
        {help}
      </span>
      <span id={`${id}-error`} className={field.error} role="alert">
        {error ? (
          <>
            <IconAlertCircle aria-hidden />
            <span>{error}</span>
          </>
        ) : null}
      </span>
    </div>
  )
}
