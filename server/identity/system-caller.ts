import { system, systemName } from '#approval/event.ts'
import type { Caller } from './caller.ts'

/** The system acts in no one's name and has no rights but what the engine gives it. */
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
