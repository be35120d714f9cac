import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { testDayPath } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Board } from '../board/Board.tsx'
import { groupOf } from '../board/rows.ts'
import type { DayPartProps } from './parts.ts'
import { ReplaceCode } from './ReplaceCode.tsx'

export function BoardPart({ clientId, day, timeZone }: DayPartProps) {
  const { t } = useTranslation()
  return (
    <Board
      clientId={clientId}
      timeZone={timeZone}
      filter={{ testDay: day.id }}
      dayActions={(person) =>
        day.state === 'over' || groupOf(person) === 'finished' ? null : (
          <ReplaceCode clientId={clientId} testDayId={day.id} person={person} />
        )
      }
      empty={
        <EmptyState
          drawing={<PeopleDrawing />}
          title={t('test-days:people.empty.title')}
          actions={
            <Button size="sm" component={Link} to={testDayPath(day.id, 'people')}>
              {t('test-days:people.add.open')}
            </Button>
          }
        >
          {t('test-days:people.empty.text')}
        </EmptyState>
      }
    />
  )
}
