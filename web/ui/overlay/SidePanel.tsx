import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SidePanel.module.css'

interface SidePanelProps {
  opened: boolean
  title: ReactNode
  onClose: () => void
  /** A form: once something was typed only its own buttons close it, so that a slip of the finger loses nothing. */
  held?: boolean
  /** Makes room for a table. */
  wide?: boolean
  children: ReactNode
}

/** One record beside the list it belongs to; on a phone the whole screen. */
export function SidePanel({ opened, title, onClose, held = false, wide = false, children }: SidePanelProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(false)
  const note = () => setTyped(true)
  // Another form, or the same one opened again, begins empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what ends a form, and is not read
  useEffect(() => setTyped(false), [opened, held])
  const kept = held && typed
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size={wide ? 640 : 460}
      transitionProps={{ duration: 200 }}
      closeOnClickOutside={!kept}
      closeOnEscape={!kept}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close'), size: 44, iconSize: 22 }}
      classNames={{
        content: `raised ${classes.content}`,
        header: `align-start raised ${classes.header}`,
        title: `min-0 grow text-18 semibold breakable ${classes.title}`,
        body: classes.body ?? '',
      }}
    >
      <div className="stack one-column gap-24" onInput={note} onChange={note}>
        {children}
      </div>
    </Drawer>
  )
}
