import { describe, expect, it } from 'vitest'
import { spokenAlt, spokenTexts } from './answering.ts'

const texts = (item: Parameters<typeof spokenTexts>[0]) =>
  spokenTexts(item).map(({ text, marks }) => (marks === undefined ? text : `${marks}: ${text}`))
const option = (id: string, label: string, image?: string) => ({ id, label, ...(image && { image }) })

it('tells the lines of what a figure shows apart', () => {
  expect(spokenAlt('First row.\n1, 2\n3, 5\nA question mark.')).toBe(
    'First row. 1, 2; 3, 5; A question mark.',
  )
})

describe('what is read aloud of an item', () => {
  it('is the prompt without its gaps, and the options by number', () => {
    const options = [option('a', 'To the store'), option('b', 'To the gate')]
    expect(texts({ id: 'i', type: 'single', prompt: 'It goes [[where]].', options })).toEqual([
      ...['0: It goes ….', '1: 1. To the store', '2: 2. To the gate'],
    ])
  })

  it('is what a figure shows, between the prompt and the options', () => {
    const options = [option('a', 'Left')]
    const item = { id: 'i', type: 'single', prompt: 'Which way?', image: 'data:', alt: 'Two gears.' } as const
    expect(texts({ ...item, options })).toEqual(['0: Which way?', 'Two gears.', '1: 1. Left'])
  })

  it('is what a figure before the question shows', () => {
    const stimulus = {
      id: 's',
      kind: 'figure',
      title: 'Sign',
      text: 'At the door.',
      image: 'data:',
      alt: 'A line.',
    } as const
    expect(texts({ id: 'i', type: 'numeric', prompt: 'How many?', stimulus })).toEqual([
      ...['At the door.', 'A line.', '0: How many?'],
    ])
  })

  it('is the content of a table and of a procedure, line by line', () => {
    const item = { id: 'i', type: 'numeric', prompt: 'How many?' } as const
    const rows = [
      ['Shift', 'From', 'People'],
      ['Day', '8:00', '5'],
      ['Night', '20:00', '3'],
    ]
    const table = { id: 's', kind: 'table', title: 'Shifts', rows } as const
    expect(texts({ ...item, stimulus: table })).toEqual([
      ...['Shifts', 'Shift: Day; From: 8:00; People: 5', 'Shift: Night; From: 20:00; People: 3'],
      '0: How many?',
    ])
    const steps = ['Stop it.', 'Wait.']
    const procedure = { id: 's', kind: 'procedure', title: 'The press', steps } as const
    expect(texts({ ...item, stimulus: procedure })).toEqual([
      ...['The press', '1. Stop it.', '2. Wait.', '0: How many?'],
    ])
  })

  it('is neither a passage nor anything in a test of a language: these are there to be read', () => {
    const item = { id: 'i', type: 'numeric', prompt: 'How many?' } as const
    const passage = { id: 's', kind: 'passage', title: 'Text', text: 'Words.' } as const
    const rows = [['a', 'b']]
    const table = { id: 's', kind: 'table', title: 'Shifts', rows, lang: 'en' } as const
    for (const stimulus of [passage, table]) expect(texts({ ...item, stimulus })).toEqual(['0: How many?'])
  })

  it('is nothing of options that are pictures: to hear what they show is another task', () => {
    const options = [option('a', 'A', 'data:'), option('b', 'A ladder', 'data:')]
    expect(texts({ id: 'i', type: 'image_choice', prompt: 'Which?', options })).toEqual(['0: Which?'])
  })
})
