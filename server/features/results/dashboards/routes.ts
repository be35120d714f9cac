import { getAdminDashboard, getClientDashboard } from '#contract/dashboards.ts'
import { onReadableClient } from '#server/authority/client.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { adminDashboard } from './admin.ts'
import { clientDashboard } from './client.ts'

export const dashboardRoutes: readonly Route[] = [
  onReadableClient.read(getClientDashboard, clientDashboard),
  onPlatform.read(getAdminDashboard, adminDashboard),
]
