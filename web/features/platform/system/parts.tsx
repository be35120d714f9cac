import type { TFunction } from 'i18next'
import { formatDate, formatDateTime, formatDuration, formatNumber } from '#contract/format.ts'
import type { System, SystemState } from '#contract/system.ts'
import { proofFacts } from './proofs.ts'

/** What the words of a part need. */
export interface Words {
  readonly t: TFunction
  readonly locale: string
  readonly timeZone: string
}

/** A part of the page, in words. */
export interface ShownPart {
  readonly key: string
  readonly state: SystemState
  readonly facts: readonly { readonly name: string; readonly value: string }[]
}

type Reader = (system: System, words: Words) => Omit<ShownPart, 'key'> | undefined

const sizeOf = (bytes: number, locale: string) => {
  const gigabytes = bytes / 1024 ** 3
  return gigabytes >= 1
    ? `${formatNumber(gigabytes, locale, 1)}\u00a0GB`
    : `${formatNumber(bytes / 1024 ** 2, locale, 0)}\u00a0MB`
}

/** The parts in their order. One that gives undefined is left out: this installation doesn't have it. */
const readers: Readonly<Record<string, Reader>> = {
  held: ({ held }, { t, locale, timeZone }) =>
    held && {
      state: held.state,
      facts: [
        { name: t('system:held.since'), value: formatDateTime(held.since, locale, timeZone) },
        { name: t('system:held.takenAt'), value: formatDateTime(held.takenAt, locale, timeZone) },
        { name: t('system:held.effect'), value: t('system:held.stopped') },
        { name: t('system:held.next'), value: t('system:held.activate') },
      ],
    },
  database: ({ database: { state, bytes, connections, replicas } }, { t, locale }) => ({
    state,
    facts: [
      { name: t('system:database.size'), value: sizeOf(bytes, locale) },
      {
        name: t('system:database.connections'),
        value: t('system:database.ofMost', {
          used: formatNumber(connections.used, locale),
          most: formatNumber(connections.most, locale),
        }),
      },
      {
        name: t('system:database.replicas'),
        value:
          replicas.count === 0
            ? t('system:database.noReplica')
            : t('system:database.behind', {
                number: formatNumber(replicas.count, locale),
                time: formatDuration(replicas.lagSeconds, locale),
              }),
      },
    ],
  }),
  processes: ({ processes: { state, list } }, { t, locale, timeZone }) => ({
    state,
    facts: list.map(({ host, version, startedAt }) => ({
      name: host,
      value: t('system:processes.since', { version, at: formatDateTime(startedAt, locale, timeZone) }),
    })),
  }),
  jobs: ({ jobs: { state, waiting, later, running, oldestSeconds, failed } }, { t, locale }) => ({
    state,
    facts: [
      { name: t('system:jobs.waiting'), value: formatNumber(waiting, locale) },
      { name: t('system:jobs.oldest'), value: formatDuration(oldestSeconds, locale) },
      { name: t('system:jobs.running'), value: formatNumber(running, locale) },
      { name: t('system:jobs.later'), value: formatNumber(later, locale) },
      { name: t('system:jobs.failed'), value: formatNumber(failed.count, locale) },
    ],
  }),
  mails: ({ mails: { state, sent, failing, oldestSeconds, failed } }, { t, locale }) => ({
    state,
    facts: [
      { name: t('system:mails.sent'), value: formatNumber(sent, locale) },
      { name: t('system:mails.failing'), value: formatNumber(failing, locale) },
      { name: t('system:mails.oldest'), value: formatDuration(oldestSeconds, locale) },
      { name: t('system:mails.failed'), value: formatNumber(failed, locale) },
    ],
  }),
  backups: ({ backups }, { t, locale, timeZone }) => {
    if (backups === undefined) return undefined
    const { state, folder, readable, newest } = backups
    if (folder === null)
      return { state, facts: [{ name: t('system:backups.newest'), value: t('system:backups.notMade') }] }
    const place = { name: t('system:backups.folder'), value: folder }
    if (newest === null)
      return {
        state,
        facts: [
          {
            name: t('system:backups.newest'),
            value: readable ? t('system:backups.none') : t('system:backups.unreadable'),
          },
          place,
        ],
      }
    return {
      state,
      facts: [
        { name: t('system:backups.newest'), value: formatDateTime(newest.takenAt, locale, timeZone) },
        { name: t('system:backups.age'), value: formatDuration(newest.ageSeconds, locale) },
        { name: t('system:backups.size'), value: sizeOf(newest.bytes, locale) },
        {
          name: t('system:backups.encrypted'),
          value: newest.encrypted ? t('system:backups.yes') : t('system:backups.no'),
        },
        place,
      ],
    }
  },
  disks: ({ disks: { state, list } }, { t, locale }) => ({
    state,
    facts: list.map(({ folder, freeBytes, sizeBytes }) => ({
      name: t(`system:disks.${folder}`),
      value: t('system:disks.free', { free: sizeOf(freeBytes, locale), size: sizeOf(sizeBytes, locale) }),
    })),
  }),
  versions: ({ versions: { state, application, node, postgres, migration } }, { t }) => ({
    state,
    facts: [
      { name: 'Terazi', value: application },
      { name: 'Node.js', value: node },
      { name: 'PostgreSQL', value: postgres },
      { name: t('system:versions.migration'), value: migration },
    ],
  }),
  certificate: ({ certificate }, { t, locale, timeZone }) => {
    if (certificate === undefined) return undefined
    const { state, host, found } = certificate
    if (found === null) return { state, facts: [{ name: host, value: t('system:certificate.unread') }] }
    const { subject, issuer, validUntil, days, problem } = found
    return {
      state,
      facts: [
        { name: t('system:certificate.subject'), value: subject },
        { name: t('system:certificate.issuer'), value: issuer },
        {
          name: t('system:certificate.until'),
          value: t('system:certificate.daysLeft', {
            at: formatDate(validUntil, locale, timeZone),
            number: formatNumber(days, locale),
          }),
        },
        ...(problem === null
          ? []
          : [{ name: t('system:certificate.problem'), value: t(`system:certificate.${problem}`) }]),
      ],
    }
  },
  proofs: ({ proofs: { state, list } }, words) => ({ state, facts: proofFacts(list, words) }),
  clock: ({ clock: { state, differenceSeconds } }, { t, locale }) => ({
    state,
    facts: [
      {
        name: t('system:clock.difference'),
        value: t('system:clock.seconds', { number: formatNumber(differenceSeconds, locale, 2) }),
      },
    ],
  }),
}

/** The parts that an installation has, in words. */
export const partsOf = (system: System, words: Words): ShownPart[] =>
  Object.entries(readers).flatMap(([key, read]) => {
    const part = read(system, words)
    return part === undefined ? [] : [{ key, ...part }]
  })
