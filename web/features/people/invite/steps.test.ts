import { describe, expect, it } from 'vitest'
import { bodyOf, checkIssues, type Draft, emptyDraft, rowsToSend } from './draft/draft.ts'
import { type Action, next } from './steps.ts'

const id = '01900000-0000-7000-8000-000000000001'
const known = (email: string) => ({ row: 0, email, name: '', phone: '', staffNumber: '' })
const answered = (email: string) => ({ ...known(email), userId: id, membershipId: id })
const draftAfter = (...actions: Action[]): Draft => actions.reduce(next, emptyDraft('tr'))

const pasted = 'Ayşe\ta@x.test\nBüşra\tb@x\nAyşe\tA@x.test\nVeli\tv@@x.test'
const list: Action = { type: 'list', values: { method: 'paste', pasted } }
const check: Action = { type: 'go', to: 'check' }
const addresses = (draft: Draft) => rowsToSend(draft.rows).map(({ email }) => email)

describe('the check', () => {
  it('sends the good rows and marks the others', () => {
    const draft = draftAfter(list, check)
    expect(draft.rows.map(({ troubled }) => troubled)).toEqual([false, true, true, true])
    expect(addresses(draft)).toEqual(['a@x.test'])
  })

  it('keeps what was corrected while going back and forth, until the list itself changes', () => {
    const corrected = draftAfter(list, check, { type: 'row', index: 1, values: { email: 'b@x.test' } })
    expect(addresses(corrected)).toEqual(['a@x.test', 'b@x.test'])
    const back = [{ type: 'go', to: 'people' }, { type: 'go', to: 'what' }, check] as const
    expect(addresses(back.reduce(next, corrected))).toEqual(['a@x.test', 'b@x.test'])
    const other: Action = { type: 'list', values: { pasted: 'c@x.test' } }
    expect(addresses([other, check].reduce(next, corrected))).toEqual(['c@x.test'])
  })

  it('undoes a change and a removal', () => {
    const changed = draftAfter(list, check, { type: 'row', index: 1, values: { email: 'b@x.test' } })
    const twice = next(changed, { type: 'row', index: 1, values: { email: 'c@x.test' } })
    const out = next(twice, { type: 'removeRow', index: 1 })
    expect(next(out, { type: 'undoRow', index: 1 }).rows[1]).toEqual(draftAfter(list, check).rows[1])
  })

  it('leaves the faulty rows out', () => {
    const draft = draftAfter(list, check, { type: 'leaveOut' })
    expect(draft.rows.map(({ removed }) => removed)).toEqual([false, true, true, true])
    expect(addresses(draft)).toEqual(['a@x.test'])
  })
})

describe('the key', () => {
  const sent = draftAfter(list, check, { type: 'send', key: 'first' })

  it('stays the same while the same thing is sent again', () => {
    expect(next(sent, { type: 'send', key: 'second' }).key).toBe('first')
    const back: Action = { type: 'go', to: 'what' }
    expect([back, check].reduce(next, sent).key).toBe('first')
  })

  it.each<[string, Action]>([
    ['the list', { type: 'list', values: { pasted: 'b@x.test' } }],
    ['a setting', { type: 'edit', values: { description: 'Yeni' } }],
    ['a row', { type: 'row', index: 0, values: { name: 'Ayşe Nur' } }],
    ['which rows are in', { type: 'removeRow', index: 1 }],
    ['them all', { type: 'leaveOut' }],
    ['a row back', { type: 'undoRow', index: 1 }],
  ])('is dropped by a change of %s', (_, action) => {
    expect(next(sent, action).key).toBe('')
  })

  it('names one body: the same draft is sent to the letter', () => {
    const draft = draftAfter(
      list,
      { type: 'edit', values: { group: ' Gece ', dueDate: '2026-12-04', description: ' X ' } },
      check,
    )
    expect(bodyOf(draft)).toEqual({
      emails: [{ email: 'a@x.test', name: 'Ayşe' }],
      inventoryIds: [],
      role: 'candidate',
      group: 'Gece',
      dueDate: '2026-12-04',
      description: 'X',
      locale: 'tr',
    })
    expect(JSON.stringify(bodyOf(draft))).toBe(JSON.stringify(bodyOf(JSON.parse(JSON.stringify(draft)))))
  })
})

describe('one address under two names', () => {
  const twice = draftAfter(
    { type: 'list', values: { method: 'paste', pasted: 'Ayşe Ak\ta@x.test\nVeli Ak\tA@x.test' } },
    check,
  )
  const answer = (otherName?: true) => ({
    created: [],
    existing: [{ ...answered('a@x.test'), ...(otherName && { otherName }) }],
    failed: [],
  })
  const reasonsOf = (draft: Draft) => {
    const { result } = next(draft, { type: 'sent', answer: answer() })
    return result?.failed.map(({ row, reason }) => [row.line, reason])
  }

  it('is a decision for one person, for an address or against a row, and the result has it', () => {
    expect(checkIssues(twice.rows)[1]).toEqual({ code: 'emailRepeated', of: 1, name: 'Ayşe Ak' })
    expect(reasonsOf(twice)).toEqual([[2, 'email_repeated']])
    const same = next(twice, { type: 'samePerson', index: 1, as: 'Ayşe Ak' })
    expect(checkIssues(same.rows)[1]).toEqual({ code: 'duplicate', of: 1 })
    expect(reasonsOf(same)).toEqual([[2, 'same_person']])
    expect(reasonsOf(next(twice, { type: 'removeRow', index: 1 }))).toEqual([[2, 'email_repeated']])
    expect(reasonsOf(next(twice, { type: 'removeRow', index: 0 }))).toEqual([[1, 'email_repeated']])
    expect(reasonsOf(next(twice, { type: 'row', index: 1, values: { email: 'v@x.test' } }))).toEqual([])
    const back = next(next(same, { type: 'sent', answer: answer() }), { type: 'correctFailed' })
    expect(back.rows).toEqual([])
  })

  it('is decided for the two names it was decided about', () => {
    const same = next(twice, { type: 'samePerson', index: 1, as: 'Ayşe Ak' })
    for (const action of [
      { type: 'undoRow', index: 1 },
      { type: 'row', index: 1, values: { name: 'Ali Ak' } },
      { type: 'row', index: 0, values: { name: 'Ela Ak' } },
    ] satisfies Action[])
      expect(checkIssues(next(same, action).rows)[1]).toMatchObject({ code: 'emailRepeated' })
  })

  it('is in the result where it is registered so', () => {
    const { result } = next(twice, { type: 'sent', answer: answer(true) })
    expect(result?.otherNames?.map(({ line, name }) => [line, name])).toEqual([[1, 'Ayşe Ak']])
  })
})

describe('an address that is registered under another name', () => {
  const list: Action = {
    type: 'list',
    values: { method: 'paste', pasted: 'Ayşe Ak\ta@x.test\nElif Su\te@x.test' },
  }
  const names = [{ index: 0, name: 'Veli Kaya' }]
  const found = draftAfter(list, check, { type: 'send', key: 'k' }, { type: 'registered', names })
  const answer = { created: [answered('e@x.test')], existing: [], failed: [] }
  const reasonsOf = (draft: Draft) =>
    next(draft, { type: 'sent', answer }).result?.failed.map(({ row, reason }) => [row.line, reason])

  it('is not sent before somebody has decided', () => {
    expect(checkIssues(found.rows)).toEqual([{ code: 'registeredOtherwise', name: 'Veli Kaya' }, undefined])
    expect([addresses(found), found.key, found.rows[0]?.troubled]).toEqual([['e@x.test'], '', true])
    expect(reasonsOf(found)).toEqual([[1, 'registered_otherwise']])
    expect(reasonsOf(next(found, { type: 'removeRow', index: 0 }))).toEqual([[1, 'registered_otherwise']])
  })

  it.each<Action>([{ type: 'samePerson', index: 0, as: 'Veli Kaya' }, { type: 'samePeople' }])(
    'is sent once it is the same person: $type',
    (action) => {
      const same = next(found, action)
      expect([addresses(same), reasonsOf(same)]).toEqual([['a@x.test', 'e@x.test'], []])
      expect(
        checkIssues(next(same, { type: 'registered', names: [{ index: 0, name: 'Can' }] }).rows)[0],
      ).toEqual({
        code: 'registeredOtherwise',
        name: 'Can',
      })
    },
  )

  it('is asked about again once its row is another one', () => {
    const same = next(found, { type: 'samePeople' })
    for (const action of [
      { type: 'row', index: 0, values: { name: 'Ali Ak' } },
      { type: 'undoRow', index: 0 },
    ] satisfies Action[])
      expect(next(same, action).rows[0]).toMatchObject({ sameAs: undefined, registeredAs: undefined })
  })
})

describe('the result', () => {
  const done = draftAfter(
    { type: 'list', values: { method: 'paste', pasted: `${pasted}\nEla\te@x.test` } },
    check,
    { type: 'send', key: 'k' },
    {
      type: 'sent',
      answer: {
        created: [answered('a@x.test')],
        existing: [],
        failed: [{ ...known('e@x.test'), row: 1, reason: 'other_role' }],
      },
    },
  )

  it('contains every row of the list in one of its parts', () => {
    expect(done.step).toBe('result')
    expect(done.result?.created.map(({ name }) => name)).toEqual(['Ayşe'])
    expect(done.result?.failed.map(({ row, reason }) => [row.line, row.email, reason])).toEqual([
      [5, 'e@x.test', 'other_role'],
      [2, 'b@x', 'invalid_email'],
      [3, 'A@x.test', 'duplicate'],
      [4, 'v@@x.test', 'invalid_email'],
    ])
  })

  it('leads back to the check with those alone who can still be invited, under a new key', () => {
    const again = next(done, { type: 'correctFailed' })
    expect(again.step).toBe('check')
    expect(again.key).toBe('')
    expect(again.rows.map(({ line }) => line)).toEqual([5, 2, 4])
    expect(next(again, check).rows).toEqual(again.rows)
    const corrected = next(again, { type: 'row', index: 1, values: { email: 'b@x.test' } })
    expect(addresses(corrected)).toEqual(['e@x.test', 'b@x.test'])
  })
})
