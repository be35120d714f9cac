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
      <Balances clientId={client.id} />
      {/* Before the ledger: below its many lines nobody on a phone would find them. */}
      <div className={classes.side}>
        <HelpCard clientId={client.id} onHelp={onHelp} />
        <SensitiveCard client={client} />
      </div>
      <Ledger client={client} />
    </div>
  )
}
