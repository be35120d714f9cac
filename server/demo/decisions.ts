import type { Decision } from '#contract/decision-fields.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { decideAboutPeople } from '#server/features/people/decisions.ts'
import type { By } from '#server/http/subject.ts'
import { findMembershipsByName } from './queries.ts'

interface Decided {
  decision: Exclude<Decision, 'none'>
  note: string
  names: readonly string[]
}

const decided: readonly Decided[] = [
  {
    decision: 'shortlisted',
    note: 'Vardiya amirliği için ikinci görüşmeye çağrılacak.',
    names: ['Gülşah Öztürk', 'Mehmet Yıldırım', 'Gülizar Işık', 'Ayşe Nur Demirtaş'],
  },
  {
    decision: 'shortlisted',
    note: 'Testi bitince ekip lideriyle görüşecek.',
    names: ['Çiğdem Arıkan'],
  },
  {
    decision: 'shortlisted',
    note: 'Vardiya amiriyle görüşmeye çağrıldı.',
    names: ['Cemal Öner', 'Pınar Coşkun'],
  },
  {
    decision: 'hired',
    note: 'Ofis kadrosuna alındı, ay başında başlıyor.',
    names: ['Elif Şahin', 'Büşra Öğüt'],
  },
  {
    decision: 'declined',
    note: 'Gece vardiyasında çalışmak istemiyor.',
    names: ['Hatice Karaağaç', 'Veli Şimşek'],
  },
  {
    decision: 'declined',
    note: 'Başka bir iş buldu, başvurusunu geri çekti.',
    names: ['Recep Uçar'],
  },
]

/** Decides about some of the demo's people. */
export async function decideInDemo(db: Database, client: AuthorizedClient, by: By): Promise<void> {
  for (const { decision, note, names } of decided)
    await db.transaction().execute(async (tx) => {
      const membershipIds = await findMembershipsByName(tx, client.id, names)
      await decideAboutPeople(tx, client, { membershipIds, decision, note }, by)
    })
}
