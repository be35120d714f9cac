import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import type { ClientInventory } from '#contract/enablements.ts'
import { SidePanel } from '../../ui/overlay/SidePanel.tsx'
import { EnableForm } from './EnableForm.tsx'
import { word } from './sensitiveWords.ts'

interface EnablePanelProps {
  client: Client
  /** None: the panel is closed. */
  one: ClientInventory | undefined
  onClose: () => void
}

export function EnablePanel({ client, one, onClose }: EnablePanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel
      opened={one !== undefined}
      title={one ? t(word(one, one.enabled ? 'changePanel' : 'panel'), { name: one.inventory.name }) : ''}
      onClose={onClose}
      held
    >
      {one ? <EnableForm key={one.inventory.id} client={client} one={one} onClose={onClose} /> : null}
    </SidePanel>
  )
}
