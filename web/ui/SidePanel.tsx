import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SidePanel.module.css'

interface SidePanelProps {
  opened: boolean
  title: ReactNode
  onClose: () => void
  /** Something is being typed: only its own buttons close it, so that a slip of the finger loses nothing. */
  held?: boolean
  children: ReactNode
}

/** One record beside the list it belongs to; on a phone the whole screen. */
export function SidePanel({ opened, title, onClose, held = false, children }: SidePanelProps) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size={460}
      transitionProps={{ duration: 200 }}
      closeOnClickOutside={!held}
      closeOnEscape={!held}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close'), size: 44, iconSize: 22 }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      {children}
    </Drawer>
  )
}
