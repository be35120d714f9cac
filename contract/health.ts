import { z } from 'zod'
import { call } from './kit.ts'

export const live = call({
  name: 'live',
  method: 'GET',
  path: '/health/live',
  root: true,
  tag: 'Operation',
  summary: 'The process answers',
  access: 'guest',
  answer: { status: 200, json: z.object({ status: z.literal('ok') }) },
  errors: [],
})

export const ready = call({
  name: 'ready',
  method: 'GET',
  path: '/health/ready',
  root: true,
  tag: 'Operation',
  summary:
    'This process can do its work: it stored something within 20 s, and the database answers within 2 s',
  access: 'guest',
  answer: { status: 200, json: z.object({ status: z.literal('ok'), ready: z.literal(true) }) },
  errors: ['service_unavailable'],
})

export const metrics = call({
  name: 'metrics',
  method: 'GET',
  path: '/metrics',
  root: true,
  tag: 'Operation',
  summary: 'What this process does, as Prometheus text; asked with `Authorization: Bearer` and METRICS_TOKEN',
  access: 'guest',
  answer: { status: 200, file: 'text/plain' },
  errors: ['not_authenticated', 'not_found'],
})
