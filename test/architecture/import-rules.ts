import { subjectOf } from './layers.ts'
import type { Import } from './sources.ts'

interface Rule {
  readonly why: string
  readonly of: RegExp
  readonly never: RegExp
  /** Types cost nothing at run time, so rules about running code ignore them. */
  readonly typesToo: boolean
}

const engine = /^server\/(http|db|jobs|mail|pdf|payments|demo-bank)\//
const foundation = /^server\/(authority|audit|events)\//

/** Forbidden imports. Tests are exempt: they combine what the code separates. */
export const rules: readonly Rule[] = [
  {
    why: 'contract, scoring, report and tables are below server and web',
    of: /^(contract|scoring|report|tables)\//,
    never: /^(server|web|test|bench)\//,
    typesToo: true,
  },
  {
    why: 'contract, scoring, report and tables run in the browser and do no I/O',
    of: /^(contract|scoring|report|tables)\//,
    never: /^node:/,
    typesToo: true,
  },
  {
    why: 'scoring knows nothing but fields of the contract; report nothing of scoring',
    of: /^scoring\//,
    never: /^(report|contract\/(?!fields\.ts))/,
    typesToo: true,
  },
  {
    why: 'tables knows files, not what is in them',
    of: /^tables\//,
    never: /^(contract|scoring|report|content)\//,
    typesToo: true,
  },
  {
    why: 'figures are drawn from their own models, for nobody in particular',
    of: /^(figures|content)\//,
    never: /^(contract|report|server|web|test|bench)\//,
    typesToo: true,
  },
  { why: 'the web speaks to the server by the contract', of: /^web\//, never: /^server\//, typesToo: true },
  { why: 'the server knows no page', of: /^server\//, never: /^web\//, typesToo: true },
  {
    why: 'the product does not lean on its tests',
    of: /^(server|web)\//,
    never: /^(test|bench)\//,
    typesToo: true,
  },
  { why: 'engines know no feature', of: engine, never: /^server\/features\//, typesToo: true },
  {
    why: 'authority and the writers of audit and events know no feature',
    of: foundation,
    never: /^server\/features\//,
    typesToo: true,
  },
  {
    why: 'web/ui knows neither router nor application',
    of: /^web\/(ui|theme)\//,
    never: /^(web\/(app|features|player)\/|react-router|@tanstack\/)/,
    typesToo: true,
  },
  {
    why: 'web/ui calls nothing',
    of: /^web\/(ui|theme)\//,
    never: /^contract\/(?!(format|fold|fields|access)\.ts)/,
    typesToo: false,
  },
  {
    why: 'the player is an application of its own, without the UI kit',
    of: /^web\/player\//,
    never: /^(@mantine\/|tables\/|web\/(ui|app|features|theme)\/.*\.tsx?$|react-router|react-i18next|zod)/,
    typesToo: false,
  },
  {
    why: 'the public pages are drawn without the application, its router and the UI kit',
    of: /^web\/site\//,
    never:
      /^(@mantine\/|@tanstack\/|zustand|web\/ui\/(?!layout\/Card\.module\.css)|web\/features\/(?!results\/reports\/(Chart|Details|Facts|Summary|\w+\.module)\.)|web\/player\/|web\/app\/(?!access\.ts)|react-router|react-i18next|zod)/,
    typesToo: false,
  },
  {
    why: 'the public pages draw the sample report with it',
    of: /^web\/(features\/results\/reports\/(BandWord|Chart|Details|Facts|Legend|Summary)|ui\/layout\/Card)\.tsx$/,
    never: /^(@mantine\/|@tanstack\/|zustand|web\/app\/|react-router|react-i18next|zod)/,
    typesToo: false,
  },
  {
    why: 'what a public page runs in the browser needs no framework',
    of: /^web\/site\/(main\.ts|browser\/)/,
    never: /^(react|@tabler\/)/,
    typesToo: false,
  },
  {
    why: 'the application reaches the player and the public pages by their addresses alone',
    of: /^web\/(app|features|ui)\//,
    never: /^web\/(player|site)\//,
    typesToo: false,
  },
]

/** Forbidden imports, with their place and the rule. */
export function wrongImports(imports: readonly Import[]): string[] {
  return imports.flatMap((one) =>
    rules
      .filter(
        (rule) => rule.of.test(one.path) && rule.never.test(one.target) && (rule.typesToo || !one.typeOnly),
      )
      .map((rule) => `${one.path}:${one.line} imports ${one.target}: ${rule.why}`),
  )
}

/** Imports of queries from outside their subject. */
export function foreignQueries(imports: readonly Import[]): string[] {
  return imports
    .filter(({ target }) => /^server\/(features\/.+|authority|audit)\/([a-z]+-)?queries\.ts$/.test(target))
    .filter(({ path, target }) => subjectOf(path) !== subjectOf(target))
    .map(({ path, line, target }) => `${path}:${line} imports ${target}: use the subject's verbs`)
}
