import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestServer } from './support/server.ts'

// The rules in deploy/prometheus/, by Prometheus's own program and against the metrics that there are.

const cwd = 'deploy/prometheus'
const promtool = (...args: string[]) =>
  execFileSync('promtool', args, { cwd, encoding: 'utf8', stdio: 'pipe' })
const rules = readFileSync(`${cwd}/alerts.yml`, 'utf8')

test('promtool takes the settings and the eleven rules: they fire where something is wrong, and nowhere else', () => {
  expect(promtool('check', 'rules', 'alerts.yml')).toContain('11 rules found')
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
  promtool('check', 'config', '--syntax-only', 'prometheus.yml')
})

test('every metric that a rule names is one of the server, and operations.md says what to do at each alert', async () => {
  // Only a server with a certificate measures its days; nobody has to answer there.
  const server = await startTestServer({
    metricsToken: 'a-long-metrics-token',
    publicUrl: 'https://127.0.0.1:1',
  })
  // The first request, without which none is counted.
  await fetch(`${server.url}/health/live`)
  const answer = await fetch(`${server.url}/metrics`, {
    headers: { authorization: 'Bearer a-long-metrics-token' },
  })
  const measured = new Set([...(await answer.text()).matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name))
  const named = new Set(rules.match(/\bterazi_\w+/g))
  expect(named.size).toBeGreaterThanOrEqual(10)
  expect([...named].filter((name) => !measured.has(name))).toEqual([])
  const operations = readFileSync('docs/operations.md', 'utf8')
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  expect(alerts.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
  await server.close()
})
