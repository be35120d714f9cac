import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { addNote, listNotes } from '#contract/board.ts'
import { formatDateTime } from '#contract/format.ts'
import { api } from '../../../app/api.ts'
import { errorMessage } from '../../../app/apiError.ts'
import { FullAccess } from '../../../app/reader.tsx'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { TextareaField } from '../../../ui/form/TextareaField.tsx'
import classes from './board.module.css'

interface NotesProps {
  clientId: string
  assignmentId: string
  /** The board's number of notes: a colleague may have written one. */
  count: number
  timeZone: string
  /** The test's name, where the person has several. */
  test: string | undefined
  /** Called with true while there is text that was not sent. */
  onTyped: (typed: boolean) => void
}

/** The events while somebody took a test: facts of the report. */
export function Notes({ clientId, assignmentId, count, timeZone, test, onTyped }: NotesProps) {
  const { t, i18n } = useTranslation()

  const { data, error } = useQuery({
    queryKey: ['board', clientId, 'notes', assignmentId, count],
    queryFn: ({ signal }) => api(listNotes, { params: { assignmentId }, signal }),
    placeholderData: (before) => before,
  })
  // The person may be at their next test by now, and this one's notes go off the screen.
  const adding = useAction(addNote, {
    done: test === undefined ? undefined : t('board:note.done', { test }),
    inline: true,
    after: () => {
      form.clear()
    },
  })
  const form = useForm({
    start: { text: '' },
    schemas: addNote.body.shape,
    check: ({ text }) => ({ text: text.trim() === '' ? t('board:note.missing') : undefined }),
    sending: adding,
    send: ({ text }) => adding.mutate({ params: { assignmentId }, body: { text: text.trim() } }),
  })
  const { dirty } = form
  useEffect(() => onTyped(dirty), [dirty, onTyped])
  return (
    <section className={`stack one-column gap-8 ${classes.notes}`}>
      <h3 className="text-16">
        {test === undefined ? t('board:note.title') : t('board:note.titleOf', { test })}
      </h3>
      <p className="meta">{t('board:note.help')}</p>
      {error && data === undefined ? <p role="alert">{errorMessage(error)}</p> : null}
      <ul className="stack gap-8">
        {data?.notes.map((note) => (
          <li className="stack gap-2" key={note.id}>
            <span className="meta">
              {formatDateTime(note.createdAt, i18n.language, timeZone)} · <bdi>{note.createdBy}</bdi>
            </span>
            <span className={`breakable ${classes.noteText}`} dir="auto">
              {note.text}
            </span>
          </li>
        ))}
      </ul>
      <FullAccess>
        <Form form={form} className={`stack items-start gap-8 ${classes.noteForm}`}>
          <TextareaField
            label={t('board:note.label')}
            rows={2}
            {...form.input('text')}
            error={form.error('text') ?? form.problem?.text}
          />
          <Button type="submit" loading={adding.isPending}>
            {t('board:note.add')}
          </Button>
        </Form>
      </FullAccess>
    </section>
  )
}
