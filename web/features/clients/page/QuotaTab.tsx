import type { Client } from '#contract/clients.ts'
import { CoolDownCard } from '../../assignments/access-rules/CoolDownCard.tsx'
import { SensitiveCard } from '../../enablements/SensitiveCard.tsx'
import { Balances } from '../../quota/Balances.tsx'
import { Ledger } from '../../quota/Ledger.tsx'
import classes from '../clients.module.css'
import { HelpCard } from './HelpCard.tsx'

interface QuotaTabProps {
  client: Client
  onHelp: (userId: string) => void
}

export function QuotaTab({ client, onHelp }: QuotaTabProps) {
  return (
    <div className={`stack align-start with-aside gap-page ${classes.columns}`}>
      <Balances clientId={client.id} />
      {/* Before the ledger: below its many lines nobody on a phone would find them. */}
      <div className={`stack one-column gap-page ${classes.side}`}>
        <HelpCard clientId={client.id} onHelp={onHelp} />
        <SensitiveCard client={client} />
        <CoolDownCard clientId={client.id} />
      </div>
      <Ledger client={client} />
    </div>
  )
}
