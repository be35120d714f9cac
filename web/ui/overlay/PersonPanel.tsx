import { type ReactNode, useState } from 'react'
import { Avatar } from '../text/Avatar.tsx'
import { SidePanel } from './SidePanel.tsx'

export interface PersonEditing {
  editing: boolean
  onEdit: (editing: boolean) => void
}

interface PersonPanelProps {
  /** The record that is open; empty for none. */
  id: string
  title: string
  /** The title while the record is edited. */
  editTitle: string
  onClose: () => void
  children: (editing: PersonEditing, close: () => void) => ReactNode
}

/** One person beside the list, to be read and to be edited. */
export function PersonPanel({ id, title, editTitle, onClose, children }: PersonPanelProps) {
  const [editing, setEditing] = useState(false)
  const close = () => {
    setEditing(false)
    onClose()
  }
  return (
    <SidePanel opened={id !== ''} title={editing ? editTitle : title} onClose={close} held={editing}>
      {id === '' ? null : children({ editing, onEdit: setEditing }, close)}
    </SidePanel>
  )
}

export function PersonHead({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="row min-0 gap-16">
      <Avatar name={name} size="lg" />
      <div className="stack min-0 breakable">
        <h3 className="text-20" dir="auto">
          {name}
        </h3>
        <span className="meta">{children}</span>
      </div>
    </div>
  )
}
