import { system, systemName } from '#approval/event.ts'
import type { Caller } from './caller.ts'

/** The caller of system actions: it represents no person and has no permissions. */
export const nobody: Caller = {
  id: system,
  userName: system,
  name: systemName,
  admin: false,
  permissions: new Set(),
  roles: [],
  departments: [],
  scopes: {},
  columns: {},
  locale: 'cn',
  traceId: 'job',
  ip: '',
}
