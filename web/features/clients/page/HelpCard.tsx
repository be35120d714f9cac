import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listCandidates, listEmployees, listManagers } from '#contract/people.ts'
import { api } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { SearchField } from '../../../ui/form/SearchField.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import classes from '../clients.module.css'

interface HelpCardProps {
  clientId: string
  onHelp: (userId: string) => void
}

/** Finds a person of this client, in any role, who calls for help. */
export function HelpCard({ clientId, onHelp }: HelpCardProps) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const { data, error } = useQuery({
    queryKey: ['client', clientId, 'found', words],
    queryFn: async ({ signal }) => {
      const input = { params: { clientId }, query: { search: words.slice(0, 100), page_size: '4' }, signal }
      const pages = await Promise.all([
        api(listManagers, input),
        api(listCandidates, input),
        api(listEmployees, input),
      ])
      return pages.flatMap(({ results }) => results)
    },
    enabled: words.trim() !== '',
  })
  return (
    <Card>
      <CardHeader title={t('clients:help.title')} />
      <CardBody className={`stack one-column gap-12 ${classes.help ?? ''}`}>
        <SearchField value={words} onChange={setWords} placeholder={t('clients:people.search')} />
        {words.trim() === '' ? <p className="meta">{t('clients:help.text')}</p> : null}
        {error ? <p role="alert">{errorMessage(error)}</p> : null}
        {words.trim() !== '' && data?.length === 0 ? (
          <p className="meta" role="status">
            {t('clients:people.noMatch', { search: words })}
          </p>
        ) : null}
        <ul className={classes.found}>
          {(words.trim() === '' ? [] : (data ?? [])).map(({ userId, name, email, type }) => (
            <li key={userId}>
              <button
                className="plain-button row full-width gap-12 text-start rounded"
                type="button"
                onClick={() => onHelp(userId)}
              >
                <Avatar name={name || email} />
                <span>
                  <b className="medium" dir="auto">
                    {name || email}
                  </b>
                  <span className="meta">{t(`clients:role.${type}`)}</span>
                </span>
                <IconChevronRight size={16} stroke={1.75} className="rigid faint flip" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
