import type pg from 'pg'
import type { createClient as createClientCall } from '#contract/clients.ts'
import type { BodyOf } from '#contract/kit.ts'
import { type AuthorizedClient, authorizeClient, clientOfJob } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { choosePassword, createAccount } from '#server/features/access/users/users.ts'
import { createClient } from '#server/features/clients/clients.ts'
import { changeFeedback } from '#server/features/delivery/feedback/settings.ts'
import { enable } from '#server/features/enablements/enablements.ts'
import { currentVersions, type Version } from '#server/features/inventories/versions.ts'
import { inviteColleague } from '#server/features/people/colleagues/colleagues.ts'
import { invite } from '#server/features/people/invite.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { startReports } from '#server/features/results/bulk/start.ts'
import { create } from '#server/features/results/shares/create.ts'
import type { Caller } from '#server/http/caller.ts'
import { hashDigits, hashSecret } from '#server/secrets.ts'
import { brandDemo } from './brand.ts'
import { decideInDemo } from './decisions.ts'
import { makeProfileInDemo } from './job-profiles.ts'
import { orderQuota } from './orders.ts'
import { demoParticipant, demoPeople, employed, finished, participantTest } from './people.ts'
import { backdateAccounts, completedOf, knowShare } from './queries.ts'
import { simulateWork } from './work.ts'

export const demoPassword = 'terazi-demo-2026'
export const demoAccounts = [
  'superuser@demo.test',
  'admin@demo.test',
  'manager@demo.test',
  'reader@demo.test',
  'participant@demo.test',
] as const

/** The end of the demo share's link, and its PIN: the README has both. */
export const demoShare = { token: 'demo-tr', pin: '246810' }

/** The number of pending tests of people who have not done all of theirs. */
const pending = 20
const mainTest = 'MYT'

/**
 * Fills an empty installation with two clients and a month of work, through the same verbs that people's clicks go
 * through. Only the dates are moved back afterwards.
 */
export async function seedDemo({
  db,
  pool,
  slipKey,
}: {
  db: Database
  pool: pg.Pool
  slipKey: Buffer
}): Promise<void> {
  const account = (
    email: string,
    name: string,
    authority: ('admin' | 'superuser')[],
    password: string | null = demoPassword,
  ) => createAccount(db, { email, name, password, authority, locale: 'tr' })
  const superuserId = await account('superuser@demo.test', 'Selin Sistem', ['superuser'], null)
  const adminId = await account('admin@demo.test', 'Arda Yönetim', ['admin'])
  const managerId = await account('manager@demo.test', 'Zeynep Aksoy', [])
  await account('reader@demo.test', 'Bahar Yücel', [])
  await account('participant@demo.test', demoParticipant, [])

  const open = async (client: BodyOf<typeof createClientCall>) => {
    const by = { userId: superuserId, address: '' }
    return (await db.transaction().execute((tx) => createClient(tx, undefined, client, by))).id
  }

  const anadolu = await open({
    name: 'Anadolu Gıda A.Ş.',
    email: 'ik@anadolugida.test',
    phone: '0232 000 00 00',
    managerName: 'Zeynep Aksoy',
    managerEmail: 'manager@demo.test',
    managerPhone: '0532 000 00 00',
  })
  const ege = await open({
    name: 'Ege Lojistik',
    email: 'ik@egelojistik.test',
    phone: '0232 111 11 11',
    managerName: 'Kaan Denizci',
    managerEmail: 'kaan.denizci@egelojistik.test',
    managerPhone: '0533 000 00 00',
  })
  const versions = await currentVersions(db)
  await grant(db, anadolu, versions, adminId, { quantity: 100, recipients: [managerId] })
  await grant(db, ege, versions, adminId, { quantity: 25, recipients: [] })
  await inviteEverybody(db, callerFor(managerId, 'Zeynep Aksoy', ['manager'], null), anadolu, versions)
  await simulateWork({ db, pool }, anadolu, (userId, name) =>
    callerFor(userId, name, ['participant'], anadolu),
  )
  const manager = callerFor(managerId, 'Zeynep Aksoy', ['manager'], null)
  await shareResults(db, slipKey, anadolu, managerId)
  const client = await authorizeClient(db, manager, anadolu)
  await decideInDemo(db, client, { userId: managerId, address: '' })
  const by = { userId: managerId, name: manager.name, address: '', locale: 'tr' as const, caller: manager }
  await makeProfileInDemo(db, client, { test: mainTest, by })
  await brandDemo(db, client, by)
  await startReports(
    db,
    client,
    { assignmentIds: await completedOf(db, anadolu, mainTest, 6), as: 'zip', purpose: 'placement' },
    by,
  )
  await openFeedbackInDemo(db, client, versions, by)
  await inviteReader(db, anadolu, manager)
  await orderQuota(db, anadolu, versions, {
    manager,
    admin: callerFor(adminId, 'Arda Yönetim', ['admin'], null),
  })
  await backdateAccounts(db)
  // Last, because a demo whose superuser has no password is known by that as unfinished.
  await choosePassword(db, superuserId, demoPassword)
}

/** Lets everybody read feedback on the aptitude test; who took it before gets no mail. */
async function openFeedbackInDemo(
  db: Database,
  client: AuthorizedClient,
  versions: readonly Version[],
  by: Parameters<typeof changeFeedback>[3],
): Promise<void> {
  const version = versions.find(({ definition }) => definition.code === participantTest)
  if (version === undefined) return
  await db.transaction().execute((tx) => changeFeedback(tx, { client, version }, { on: true }, by))
}

/** Has the manager invite a shift leader, who reads the results of the two shifts. */
async function inviteReader(db: Database, clientId: string, caller: Caller): Promise<void> {
  const client = await clientOfJob(db, clientId)
  const body = {
    email: 'reader@demo.test',
    name: 'Bahar Yücel',
    access: 'reader' as const,
    groups: ['1. Vardiya', '2. Vardiya'],
  }
  const { userId, name, locale } = caller
  await db
    .transaction()
    .execute((tx) => inviteColleague(tx, client, body, { userId, name, address: '', locale, caller }))
}

/** Shares two results with a plant manager who has no account. */
async function shareResults(
  db: Database,
  slipKey: Buffer,
  clientId: string,
  managerId: string,
): Promise<void> {
  const client = await clientOfJob(db, clientId)
  const assignmentIds = await completedOf(db, clientId, mainTest, 2)
  const body = {
    assignmentIds,
    recipient: 'Tuncay Uslu, fabrika müdürü',
    purpose: 'placement' as const,
    show: 'scores' as const,
    days: 14,
    locale: 'tr' as const,
  }
  const config = { publicUrl: '', slipKey }
  await db.transaction().execute(async (tx) => {
    const { id } = await create(tx, client, body, { userId: managerId, address: '' }, config)
    const { token, pin } = demoShare
    // Made up here and not by chance, so that the README can name them. Only the demo is filled like this.
    await knowShare(
      tx,
      { clientId, id },
      { token: hashSecret(token), pin: hashDigits(slipKey, 'share', id, pin) },
    )
  })
}

const callerFor = (
  userId: string,
  name: string,
  authority: Caller['authority'],
  invitationClientId: string | null,
): Caller => ({
  userId,
  name,
  locale: 'tr',
  authority,
  readerAt: [],
  invitationClientId,
  proved: false,
  provedContact: false,
  mailed: false,
  sessionId: newId(),
  tokenHash: Buffer.alloc(32),
  key: null,
})

async function grant(
  db: Database,
  clientId: string,
  versions: readonly Version[],
  by: string,
  { quantity, recipients }: { quantity: number; recipients: string[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { inventoryId } of versions)
      await addQuota(tx, { clientId, inventoryId, quantity, reason: 'Demo', addedBy: by })
  })
  if (recipients.length === 0) return
  const client = await clientOfJob(db, clientId)
  // Nothing is closed and erased, so no key is used.
  for (const version of versions.filter(({ definition }) => asksSensitive(definition)))
    await db.transaction().execute((tx) =>
      enable(
        tx,
        { client, version },
        {
          legalBasis: 'Açık rıza (örnek amaçlı)',
          ...(version.definition.sensitive && { purpose: 'İş sağlığı taraması (örnek amaçlı)' }),
          forCandidates: true,
          candidatesConfirmed: true,
          recipientIds: recipients,
        },
        { userId: by, address: '' },
        Buffer.alloc(0),
      ),
    )
}

const asksSensitive = ({ sensitive, scales }: Version['definition']) =>
  sensitive || scales.some((scale) => scale.sensitive)

async function inviteEverybody(
  db: Database,
  manager: Caller,
  clientId: string,
  versions: readonly Version[],
): Promise<void> {
  const client = await authorizeClient(db, manager, clientId)
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const common = {
    group: '',
    description: 'Yıl sonu değerlendirmesi',
    locale: 'tr' as const,
    by: { userId: manager.userId, address: '' },
  }
  const chosen = testsOfPeople(versions)
  const all = demoPeople.map(([name, group], place) => ({
    row: { email: addressOf(name), name, group, phone: '' },
    inventoryIds: chosen[place] ?? [],
    employed: place < employed,
  }))
  await db.transaction().execute(async (tx) => {
    // An invitation names the same tests for everybody on its list.
    for (const list of Object.values(
      Object.groupBy(all, ({ employed, inventoryIds }) => [employed, ...inventoryIds].join()),
    )) {
      const first = list?.[0]
      if (list === undefined || first === undefined) continue
      const rows = list.map(({ row }) => row)
      const kind = first.employed
        ? { role: 'employee' as const, dueDate: null }
        : { role: 'candidate' as const, dueDate: soon }
      await invite(tx, client, { ...common, ...kind, rows, inventoryIds: first.inventoryIds })
    }
  })
}

/**
 * The tests each of the demo's people is given: 60 to those who have finished and 20 to the others. Everybody takes the
 * main test and most one more, the same for a whole group, so that its members can be compared; the demo participant all, and
 * has finished one, which the last of those who have finished has not.
 */
function testsOfPeople(versions: readonly Version[]): string[][] {
  const ids = versions.map(({ inventoryId }) => inventoryId)
  const main = versions.find(({ definition }) => definition.code === mainTest)?.inventoryId ?? ids[0] ?? ''
  const others = ids.filter((id) => id !== main)
  const groups = [...new Set(demoPeople.map(([, group]) => group))]
  let left = pending - (ids.length - 1) - (demoPeople.length - finished - 1)
  return demoPeople.map(([name, group], place) => {
    if (name === demoParticipant) return ids
    const turn = place < finished ? groups.indexOf(group) : place
    if (place === finished - 1) return [main]
    const second = place < finished || left-- > 0 ? others[turn % others.length] : undefined
    return second === undefined ? [main] : [main, second]
  })
}

function addressOf(name: string): string {
  if (name === demoParticipant) return 'participant@demo.test'
  const plain = name.replace(/[Iİı]/g, 'i').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return `${plain.replace(/\s+/g, '.')}@anadolugida.test`
}
