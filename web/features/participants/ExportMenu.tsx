import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { peopleCsv, peopleXlsx } from '#contract/exports.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import menu from '../../app/layouts/menu.module.css'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.tsx'
import type { PeopleKind } from './PeopleTabs.tsx'

interface ExportMenuProps {
  clientId: string
  kind: PeopleKind
  search: string
  group: string
}

const calls = { xlsx: peopleXlsx, csv: peopleCsv }

/** The people of the list as it is filtered now, as a file for a spreadsheet. */
export function ExportMenu({ clientId, kind, search, group }: ExportMenuProps) {
  const { t } = useTranslation()
  const { isPending, mutate } = useMutation({
    mutationFn: (format: keyof typeof calls) =>
      apiFile(calls[format], {
        params: { clientId },
        query: {
          role: kind === 'employees' ? 'employee' : 'candidate',
          search: search.slice(0, 100),
          group: group || undefined,
        },
      }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      classNames={{ dropdown: menu.dropdown ?? '', item: menu.item ?? '' }}
    >
      <Menu.Target>
        <Button size="sm" icon={<IconDownload aria-hidden />} loading={isPending}>
          {t('person:export.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate('xlsx')}>{t('person:export.xlsx')}</Menu.Item>
        <Menu.Item onClick={() => mutate('csv')}>{t('person:export.csv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
