import type { Client } from '#contract/clients.ts'
import { Balances } from './Balances.tsx'
import classes from './clients.module.css'
import { HelpCard } from './HelpCard.tsx'
import { Ledger } from './Ledger.tsx'
import { SensitiveCard } from './SensitiveCard.tsx'

interface QuotaTabProps {
  client: Client
  onHelp: (userId: string) => void
}

export function QuotaTab({ client, onHelp }: QuotaTabProps) {
  return (
    <div className={classes.columns}>
      <div>
        <Balances clientId={client.id} />
        <Ledger client={client} />
      </div>
      <div>
        <SensitiveCard client={client} />
        <HelpCard clientId={client.id} onHelp={onHelp} />
      </div>
    </div>
  )
}
