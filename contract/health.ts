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
  summary: 'The database answers and is migrated',
  access: 'guest',
  answer: { status: 200, json: z.object({ status: z.literal('ok') }) },
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
