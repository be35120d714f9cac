import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Write } from './answers.ts'
import { CliError } from './error.ts'
import type { Note } from './responses.ts'

// A file of its own: bin/terazi prints it before anything is installed.
const help = readFileSync(new URL('help.txt', import.meta.url), 'utf8').trimEnd()

const known = [
  'score',
  'scales',
  'analyse',
  'quality',
  'dif',
  'norm',
  'impact',
  'cuts',
  'validate',
  'export',
  'import',
  'publish',
  'rescore',
  'responses',
  'erasures',
  'erase-again',
  'backup',
  'restore',
  'activate',
  'doctor',
  'rotate-key',
  'verify-evidence',
  'verify-audit',
  'readability',
  'schema',
  'status',
]

/**
 * Runs one command and gives what it prints: an object as JSON, a text as it is.
 * @param note takes what may be a slip and hinders nothing
 * @throws CliError with what is wrong, one problem a line
 */
export async function run(args: readonly string[], note: Note = () => {}): Promise<unknown> {
  const [command = 'help', ...rest] = args
  if (['help', '--help', '-h'].includes(command)) return help
  if (!known.includes(command)) throw new CliError(`There is no command ${command}.\n\n${help}`)
  const given = parse(command, rest)
  if (given.values.help) return help
  const file = () => {
    const [path, ...more] = given.positionals
    if (path === undefined || more.length > 0) throw new CliError(`${command} takes one file.`)
    return path
  }
  const need = (name: Needed) => {
    const value = given.values[name]
    if (value === undefined) throw new CliError(`${command} needs --${name}.`)
    return value
  }
  const which = () => ({ code: need('code'), number: numberOf(given.values.version) })
  switch (command) {
    case 'score':
      return (await import('./score.ts')).score(
        {
          inventory: need('inventory'),
          responses: need('responses'),
          locale: localeOf(given.values.locale),
          skipBadRows: given.values['skip-bad-rows'] === true,
        },
        note,
      )
    case 'scales':
      return (await import('./scales.ts')).scales(
        {
          responses: need('responses'),
          spec: need('spec'),
          skipBadRows: given.values['skip-bad-rows'] === true,
        },
        note,
      )
    case 'status':
      return (await import('./status.ts')).drawStatus({
        out: need('out'),
        url: await urlOf(given.values.url),
      })
    case 'readability':
      return (await import('./readability.ts')).readabilityOfShipped()
    case 'schema':
      return (await import('#scoring/definition/json-schema.ts')).definitionSchema()
  }
  const analysis = await runAnalysis(command, given, { need, note })
  if (analysis !== undefined) return analysis
  const standards = await runStandards(command, given, { need, note })
  if (standards !== undefined) return standards
  const safety = await runSafety(command, given, { need, file })
  if (safety !== undefined) return safety
  // Loaded only where they are needed: what computes from files alone starts without the server's parts.
  const inventories = await import('./inventories.ts')
  if (command === 'validate') return inventories.validateFile(file())
  if (command === 'verify-evidence') return (await import('./evidence.ts')).verifyEvidence(file())
  const { withDatabase } = await import('./database.ts')
  switch (command) {
    case 'export': {
      const wanted = which()
      return withDatabase((db) => inventories.exportPublished(db, wanted))
    }
    case 'import': {
      const path = file()
      return withDatabase((db) => inventories.importFile(db, path))
    }
    case 'publish': {
      const { code, number } = which()
      if (number === undefined) throw new CliError('publish needs --version.')
      return withDatabase((db) => inventories.publishKept(db, { code, number }))
    }
    case 'responses': {
      const { code, number } = which()
      if (number === undefined) throw new CliError('responses needs --version.')
      const wanted = { clientId: need('client'), code, number }
      const { printAnswers } = await import('./answers.ts')
      return new Printed((write) => withDatabase((db) => printAnswers(db, wanted, write)))
    }
    case 'erasures':
      return withDatabase(async (db) => (await import('./erasures.ts')).listErasures(db))
    case 'verify-audit': {
      const { expect } = given.values
      return withDatabase(async (db) => (await import('./audit.ts')).verifyAuditLog(db, expect))
    }
    case 'activate':
      return withDatabase(async (db) => (await import('./activate.ts')).activate(db))
    case 'erase-again': {
      const path = file()
      return withDatabase(async (db) => (await import('./erasures.ts')).eraseFromFile(db, path))
    }
    default: {
      const wanted = which()
      const apply = given.values.apply === true
      return withDatabase((db) => inventories.rescoreResults(db, wanted, { apply }))
    }
  }
}

/** The commands that compute from the answers of many people. */
async function runAnalysis(
  command: string,
  { values }: ReturnType<typeof parse>,
  { need, note }: { need: (name: Needed) => string; note: Note },
): Promise<object | undefined> {
  if (!['analyse', 'quality', 'dif'].includes(command)) return undefined
  const { analyse, dif, quality } = await import('./analysis.ts')
  const options = {
    responses: need('responses'),
    skipped: values['skip-bad-rows'] === true ? note : undefined,
  }
  switch (command) {
    case 'analyse':
      return analyse({ ...options, spec: need('spec') })
    case 'quality':
      return quality({ ...options, spec: need('spec'), times: values.times })
  }
  return dif({
    ...options,
    group: need('group'),
    reference: need('reference'),
    focal: need('focal'),
  })
}

/** The commands for norms, cut scores and fair decisions. */
async function runStandards(
  command: string,
  { values }: ReturnType<typeof parse>,
  { need, note }: { need: (name: Needed) => string; note: Note },
): Promise<unknown> {
  const skipBadRows = values['skip-bad-rows'] === true
  const { stored, spec, stage, ratings, bookmarks, bank } = values
  switch (command) {
    case 'norm': {
      const files = { scores: need('scores'), spec: need('spec'), stored }
      return (await import('./norm.ts')).norm({ ...files, skipBadRows }, note)
    }
    case 'impact': {
      const wanted = { decisions: need('decisions'), group: need('group'), stage }
      return (await import('./impact.ts')).impact({ ...wanted, skipBadRows }, note)
    }
    case 'cuts': {
      const { angoff, bookmark, printBooklet, worksheet } = await import('./cuts.ts')
      if (ratings !== undefined) return angoff(ratings, { spec, stored, note })
      if (bookmarks !== undefined) {
        const centre = values.mean === true ? 'mean' : 'median'
        return bookmark({ bookmarks, bank: need('bank') }, { spec, stored, note, centre })
      }
      if (bank !== undefined) return printBooklet(bank, note)
      const cuts = values.names?.split(',').map((name) => name.trim()) ?? []
      return worksheet({
        inventory: need('inventory'),
        scale: need('scale'),
        judges: judgesOf(need('judges')),
        cuts,
      })
    }
  }
  return undefined
}

/** The commands about backups and the key, which open their databases themselves. */
async function runSafety(
  command: string,
  { values }: ReturnType<typeof parse>,
  { need, file }: { need: (name: 'to' | 'into') => string; file: () => string },
): Promise<unknown> {
  switch (command) {
    case 'backup': {
      const { backUp } = await import('./backup.ts')
      return backUp({ to: need('to'), keep: keepOf(values.keep), plain: values.plain === true })
    }
    case 'restore': {
      const { marks } = values
      const path = file()
      if ((marks === undefined) !== (values['without-marks'] === true))
        throw new CliError(
          'restore needs --marks FILE, the marks of what was erased since, or --without-marks where there are none.',
        )
      const wanted = { file: path, into: need('into'), identity: values.identity, marks }
      const { restore } = await import('./restore.ts')
      return {
        ...(await restore(wanted)),
        held: true,
        next: 'Start the server on it and look: only superusers can sign in. Then run bin/terazi activate.',
      }
    }
    case 'doctor': {
      const { examine } = await import('./doctor.ts')
      return new Report(await examine({ drill: values.drill === true, identity: values.identity }))
    }
    case 'rotate-key': {
      const { to, finish, cancel } = values
      if ([to, finish, cancel].filter((one) => one !== undefined).length !== 1)
        throw new CliError('rotate-key needs --to FILE, --finish or --cancel, and only one of them.')
      const { beginRotation, endRotation } = await import('./rotate-key.ts')
      return to === undefined ? endRotation(finish ? 'finish' : 'cancel') : beginRotation(to)
    }
  }
  return undefined
}

/** An answer that may say that something is wrong: it is printed all the same, and the exit code is 1. */
export class Report {
  readonly content: { readonly ok: boolean }
  constructor(content: { readonly ok: boolean }) {
    this.content = content
  }
}

/** A text that is printed while it is read. */
export class Printed {
  readonly print: (write: Write) => Promise<void>
  constructor(print: (write: Write) => Promise<void>) {
    this.print = print
  }
}

const texts = [
  'inventory',
  'responses',
  'spec',
  'code',
  'client',
  'version',
  'locale',
  'expect',
  'out',
  'url',
  'to',
  'keep',
  'into',
  'identity',
  'marks',
  'times',
  'group',
  'reference',
  'focal',
  'scores',
  'stored',
  'decisions',
  'stage',
  'ratings',
  'bookmarks',
  'bank',
  'scale',
  'judges',
  'names',
] as const
type Text = (typeof texts)[number]
const isText = (name: string): name is Text => texts.some((text) => text === name)

/** Options that a command can't do without. */
type Needed = Exclude<
  Text,
  | 'version'
  | 'locale'
  | 'expect'
  | 'url'
  | 'keep'
  | 'identity'
  | 'marks'
  | 'times'
  | 'stored'
  | 'stage'
  | 'names'
>

const switches = [
  'apply',
  'skip-bad-rows',
  'mean',
  'plain',
  'without-marks',
  'drill',
  'finish',
  'cancel',
  'help',
] as const
type Switch = (typeof switches)[number]
const isSwitch = (name: string): name is Switch => switches.some((one) => one === name)

/**
 * Parses the arguments of a command.
 * @throws CliError in our own words, as Node's are about its own library
 */
function parse(command: string, args: readonly string[]) {
  const string = { type: 'string' } as const
  const { tokens, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: {
      inventory: string,
      responses: string,
      spec: string,
      code: string,
      client: string,
      version: string,
      locale: string,
      expect: string,
      out: string,
      url: string,
      to: string,
      keep: string,
      into: string,
      identity: string,
      marks: string,
      times: string,
      group: string,
      reference: string,
      focal: string,
      scores: string,
      stored: string,
      decisions: string,
      stage: string,
      ratings: string,
      bookmarks: string,
      bank: string,
      scale: string,
      judges: string,
      names: string,
      mean: { type: 'boolean' },
      apply: { type: 'boolean' },
      'skip-bad-rows': { type: 'boolean' },
      plain: { type: 'boolean' },
      'without-marks': { type: 'boolean' },
      drill: { type: 'boolean' },
      finish: { type: 'boolean' },
      cancel: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const values: { [Name in Text]?: string } & { [Name in Switch]?: true } = {}
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    if (isText(name)) {
      // A value that begins with a dash is the next option: the value was forgotten.
      if (value === undefined || (!inlineValue && value.startsWith('-')))
        throw new CliError(`${rawName} needs a value.`)
      values[name] = value
    } else if (isSwitch(name)) {
      if (value !== undefined) throw new CliError(`${rawName} takes no value.`)
      values[name] = true
    } else throw new CliError(`${command} has no option ${rawName}.`)
  }
  return { values, positionals }
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CliError(`--version must be a whole number, not ${text}.`)
  return Number(text)
}

/** The address of a server: the one given, else that of the environment. */
async function urlOf(text: string | undefined): Promise<string> {
  const url = text ?? (await import('#server/config.ts')).readConfig(process.env).publicUrl
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CliError('--url must be an address such as https://terazi.example.com.')
  return url
}

function judgesOf(text: string): number {
  if (!/^(?:[2-9]|[1-9]\d)$/.test(text))
    throw new CliError(`--judges must be a whole number from 2 to 99, not ${text}.`)
  return Number(text)
}

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new CliError(`--keep must be a whole number from 1, not ${text}.`)
  return Number(text)
}

function localeOf(text: string | undefined): 'tr' | 'en' | undefined {
  if (text === undefined || text === 'tr' || text === 'en') return text
  throw new CliError(`--locale must be tr or en, not ${text}.`)
}
