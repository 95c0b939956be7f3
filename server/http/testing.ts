import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Unauthenticated } from '#kernel/errors.ts'
import { textFinder } from '#kernel/wording/translate.ts'
import type { Caller } from '#server/identity/caller.ts'
import { cn, en } from '#server/texts.ts'
import { type AppDependencies, buildApp } from './app.ts'
import type { AuditRow } from './audit/audit.ts'

export interface TestApp {
  readonly app: FastifyInstance
  /** The recorded audit entries. */
  readonly audited: AuditRow[]
}

/**
 * An application whose callers sign in by name: `authorization: 'Bearer wang'` with the permissions given for wang. Close it after the
 * suite.
 */
export async function testApp(
  routes: (app: FastifyInstance) => void | Promise<void>,
  people: Readonly<Record<string, readonly string[]>> = {},
  parts: Partial<AppDependencies> = {},
): Promise<TestApp> {
  const audited: AuditRow[] = []
  const app = await buildApp({
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date() },
    env: { publicUrl: 'http://127.0.0.1:8080', trustedProxies: [], requestsPerMinute: 1_000_000 },
    authenticate: async ({ headers, id, ip }) => {
      const name = headers.authorization?.replace('Bearer ', '') ?? ''
      const permissions = people[name]
      if (!permissions) throw new Unauthenticated('error.unauthenticated')
      return testCaller(name, permissions, { traceId: id, ip })
    },
    find: textFinder({ cn, en }),
    audit: { record: (row) => audited.push(row), insert: async (row) => audited.push(row) },
    ...parts,
  })
  await app.register(async (scope) => routes(scope))
  await app.ready()
  return { app, audited }
}

export function testCaller(name: string, permissions: readonly string[] = [], rest: Partial<Caller> = {}): Caller {
  return {
    id: name,
    userName: name,
    name: `${name}/${name}`,
    admin: permissions.includes('*'),
    permissions: new Set(permissions),
    roles: [],
    departments: [],
    scopes: {},
    columns: {},
    locale: 'cn',
    traceId: 'test',
    ip: '127.0.0.1',
    ...rest,
  }
}
