import {
  IconClipboardPlus,
  IconMoon,
  IconReceipt,
  IconSun,
  IconUserPlus,
  IconUserSearch,
  type TablerIcon,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isOperator } from '#contract/access.ts'
import { formatMoney } from '#contract/format.ts'
import type { AnswerOf } from '#contract/kit.ts'
import { type FoundClient, type FoundOrder, type FoundPerson, search } from '#contract/search.ts'
import { api } from '../../api.ts'
import { useAuth } from '../../auth.ts'
import { selectClient } from '../../clientSelection.ts'
import { assignToPeople, clientPath, orderPath, paths, personPath } from '../../paths.ts'
import { useReader } from '../../reader.tsx'
import { type Mode, setMode, useThemeSettings } from '../../themeSettings.ts'
import type { NavigationGroup } from '../navigation.ts'
import { useNavigationGroups } from '../useNavigation.ts'
import { fold } from './fold.ts'

export interface Option {
  key: string
  kind: 'action' | 'page' | 'person' | 'client' | 'order'
  icon?: TablerIcon
  title: string
  detail?: string
  /** The page it opens; an action may need none. */
  to?: string
  /** Runs before the page is opened. */
  before?: () => void
}

export interface Section {
  key: 'people' | 'clients' | 'orders' | 'actions' | 'pages'
  options: readonly Option[]
}

/** The matches for a search: pages at once; people, clients and orders when the server has answered. */
export function useFound(words: string, asked: string) {
  const { t, i18n } = useTranslation()
  const { groups } = useNavigationGroups()
  const me = useAuth((state) => state.user)
  const reads = useReader() !== undefined
  const mode = useThemeSettings((state) => state.mode)
  const folded = fold(words)
  const long = fold(asked).length > 1
  const query = useQuery({
    queryKey: ['search', me.id, asked],
    queryFn: ({ signal }) => api(search, { query: { q: asked.slice(0, 100) }, signal }),
    enabled: long,
    placeholderData: keepPreviousData,
  })
  const answer: AnswerOf<typeof search> | undefined = long ? query.data : undefined
  const sections: Section[] = [
    { key: 'people', options: (answer?.people ?? []).map((one) => personOption(one)) },
    { key: 'clients', options: (answer?.clients ?? []).map((one) => clientOption(one, isOperator(me))) },
    { key: 'orders', options: (answer?.orders ?? []).map((one) => orderOption(one, i18n.language)) },
    {
      key: 'actions',
      options: actionOptions(mode, reads, t).filter(({ title }) => fold(title).includes(folded)),
    },
    {
      key: 'pages',
      options: [
        ...pageOptions(groups, t).filter(({ title }) => fold(title).includes(folded)),
        ...(long && isOperator(me) ? [usersOption(t, words.trim())] : []),
      ],
    },
  ]
  return {
    sections: sections.filter(({ options }) => options.length > 0),
    pending: long && (query.isFetching || asked !== words.trim()),
    error: long ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** Actions that can be started from anywhere; the search is only for people who work for clients. */
function actionOptions(mode: Mode, reads: boolean, t: TFunction): Option[] {
  const other = mode === 'dark' ? 'light' : 'dark'
  const kind = 'action' as const
  const changes: Option[] = [
    {
      kind,
      key: 'action-assign',
      icon: IconClipboardPlus,
      to: assignToPeople,
      title: t('shell:search.assign'),
    },
    {
      kind,
      key: 'action-invite',
      icon: IconUserPlus,
      to: paths.createAssignment,
      title: t('shell:search.invite'),
    },
  ]
  return [
    ...(reads ? [] : changes),
    {
      kind,
      key: 'action-mode',
      icon: other === 'dark' ? IconMoon : IconSun,
      before: () => setMode(other),
      title: t(`common:mode.${other}`),
    },
  ]
}

function pageOptions(groups: readonly NavigationGroup[], t: TFunction): Option[] {
  return groups.flatMap((group) =>
    group.items.map(({ key, to, icon }) => ({
      key: `page-${key}`,
      kind: 'page' as const,
      icon,
      title: t(`common:nav.${key}`),
      detail: t(`common:nav.${group.key}`),
      to,
    })),
  )
}

function usersOption(t: TFunction, words: string): Option {
  const to = `${paths.users}?${new URLSearchParams({ search: words })}`
  return { key: 'users', kind: 'page', icon: IconUserSearch, title: t('shell:search.users', { words }), to }
}

function personOption({ membershipId, name, email, group, client }: FoundPerson): Option {
  return {
    key: `person-${membershipId}`,
    kind: 'person',
    title: name,
    detail: [email, group, client.name].filter(Boolean).join(' · '),
    to: personPath(membershipId),
    before: () => selectClient({ value: client.id, label: client.name }),
  }
}

/** An operator goes to the client itself, a manager to the work for it. */
function clientOption({ id, name }: FoundClient, operator: boolean): Option {
  return {
    key: `client-${id}`,
    kind: 'client',
    title: name,
    to: operator ? clientPath(id) : paths.assignments,
    before: () => selectClient({ value: id, label: name }),
  }
}

function orderOption({ id, number, client, totalAmount }: FoundOrder, language: string): Option {
  return {
    key: `order-${id}`,
    kind: 'order',
    icon: IconReceipt,
    title: number,
    detail: `${client.name} · ${formatMoney(totalAmount, language)}`,
    to: orderPath(id),
  }
}
