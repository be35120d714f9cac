import { Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconRefresh, IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { dropdownClasses } from '../../ui/form/fieldProps.tsx'
import { Avatar } from '../../ui/text/Avatar.tsx'
import { useAvailableClients } from '../availableClients.ts'
import { selectClient, useSelectedClient } from '../clientSelection.ts'
import classes from './ClientSelector.module.css'

/** The client that every manager's page works on. Somebody with a single client sees its name and nothing to press. */
export function ClientSelector() {
  const { t } = useTranslation()
  const selected = useSelectedClient()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 250)
  const all = useAvailableClients()
  const found = useAvailableClients(asked)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })

  if (all.isError) return <Failed name={selected?.label} onRetry={() => void all.refetch()} />
  if (all.data?.count === 1 && selected) {
    return (
      <span
        className={`font-inherit inline-row min-0 gap-10 semibold ink text-start rounded bare touch-height ${classes.plain}`}
        title={selected.label}
      >
        <Avatar name={selected.label} square size="sm" />
        <span className={classes.name} dir="auto">
          {selected.label}
        </span>
      </span>
    )
  }
  if (all.data?.count === 0) return <span className={classes.name}>{t('common:client.none')}</span>

  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(value) => {
        const client = found.data?.results.find((one) => one.id === value)
        if (client) selectClient({ value: client.id, label: client.name })
        combobox.closeDropdown()
      }}
      classNames={dropdownClasses}
    >
      <Combobox.Target withAriaAttributes={false}>
        <button
          type="button"
          className={`plain-button inline-row min-0 gap-10 semibold ink text-start rounded touch-height ${classes.button}`}
          title={selected?.label}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={
            selected ? t('common:client.selected', { name: selected.label }) : t('common:client.choose')
          }
          onClick={() => combobox.toggleDropdown()}
        >
          {selected ? <Avatar name={selected.label} square size="sm" /> : null}
          <span className={classes.name} dir="auto">
            {selected?.label ?? t('common:client.choose')}
          </span>
          <IconSelector className="rigid faint" size={18} stroke={1.75} aria-hidden />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          classNames={{ input: `full-width ink surface rounded-sm ${classes.search}` }}
          placeholder={t('common:client.search')}
          aria-label={t('common:client.search')}
        />
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={t('common:client.choose')}>
          {found.data?.results.map((client) => (
            <Combobox.Option key={client.id} value={client.id} active={client.id === selected?.value}>
              <span className="row split gap-8">
                {client.name}
                {client.id === selected?.value ? <IconCheck size={16} aria-hidden /> : null}
              </span>
            </Combobox.Option>
          ))}
          {found.data?.count === 0 ? <Combobox.Empty>{t('common:client.noMatch')}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The pages go on with the client that was chosen before; only choosing another has to wait. */
function Failed({ name, onRetry }: { name: string | undefined; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <span className="inline-row min-0 gap-4 semibold" role="alert" title={name}>
      <span className={classes.name} dir="auto">
        {name ?? t('common:client.failed')}
      </span>
      <IconButton label={`${t('common:client.failed')}. ${t('ui:error.retry')}`} onClick={onRetry}>
        <IconRefresh aria-hidden />
      </IconButton>
    </span>
  )
}
