import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './menu.module.css'

interface ActionMenuProps {
  /** The button that opens it. */
  target: ReactNode
  /** `Menu.Item`s. */
  children: ReactNode
}

/** A menu of actions under its button. */
export function ActionMenu({ target, children }: ActionMenuProps) {
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      // A menu contains its items and nothing else.
      withInitialFocusPlaceholder={false}
      classNames={{
        dropdown: classes.dropdown ?? '',
        item: classes.item ?? '',
        divider: classes.divider ?? '',
      }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
