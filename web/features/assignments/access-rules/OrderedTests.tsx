import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import classes from './access.module.css'

interface OrderedTestsProps {
  tests: readonly { id: string; name: string }[]
  onOrder: (ids: string[]) => void
}

/** The tests in the order in which they are taken; each can be moved up or down. */
export function OrderedTests({ tests, onOrder }: OrderedTestsProps) {
  const { t } = useTranslation()
  const move = (from: number, to: number) => {
    const ids = tests.map(({ id }) => id)
    for (const id of ids.splice(from, 1)) ids.splice(to, 0, id)
    onOrder(ids)
  }
  return (
    <ol className={`stack gap-4 ${classes.order}`}>
      {tests.map(({ id, name }, at) => (
        <li className="row min-0 gap-4 rounded-lg edged" key={id}>
          <span>{name}</span>
          <IconButton
            label={t('access:order.up', { test: name })}
            disabled={at === 0}
            onClick={() => move(at, at - 1)}
          >
            <IconArrowUp aria-hidden />
          </IconButton>
          <IconButton
            label={t('access:order.down', { test: name })}
            disabled={at === tests.length - 1}
            onClick={() => move(at, at + 1)}
          >
            <IconArrowDown aria-hidden />
          </IconButton>
        </li>
      ))}
    </ol>
  )
}
