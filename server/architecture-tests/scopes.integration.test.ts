import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnSubjects } from '#plugins/system/server/roles/column-subjects.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { pathOfCalls, type Resource, scopeOf } from '#kernel/resource.ts'
import { compose, migrationSets } from '#server/compose.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { readEnv } from '#server/env.ts'
import { serverMessages } from '#server/server-messages.ts'
import { buildApp } from '#server/http/app.ts'
import { testCaller } from '#server/http/testing.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { columnsOf } from '#server/resources/columns.ts'
import { boundField } from '#server/resources/facts.ts'
import { gadgets, gadgetMigrations } from '#server/resources/testing.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { people, type ScopePerson, units } from './scope-company.ts'
import { fill, isOffered, isPersonal, type MadeRecord, sees } from './scope-records.ts'

/** The modules of the product, and one whose resource has a field of most kinds. */
const all: readonly Plugin[] = [...plugins, { ...gadgets,
  resources: gadgets.resources.map((resource) => ({ ...resource, offers: undefined })) }]
const resources: readonly Resource[] = all.flatMap((plugin) => plugin.resources)

/** The fields that roles can be kept from. */
const subjects = columnSubjects(all)

/** Each asks for many, which takes a while on a busy machine. */
const timeout = { timeout: 180_000 }

const folder = mkdtempSync(join(tmpdir(), 'scopes-'))
const made = new Map<string, readonly MadeRecord[]>()
let database: TestDatabase
let app: FastifyInstance

beforeAll(async () => {
  const [gadget] = gadgetMigrations.slice(-1)
  database = await testDatabase({ sets: [...migrationSets(serverPlugins), gadget!] })
  for (const { id, parent, type } of units) await groups(database.db, new Date()).create({ id, parent, type, name: `${id}/${id}` })
  for (const resource of resources) made.set(resource.name, await fill(database, resource))
  const parts = { env: readEnv({ DATA_DIR: folder }), log: pino({ level: 'silent' }),
    clock: { now: () => new Date('2026-11-20T04:00:00Z') } }
  const composition = await compose({ ...parts, db: database.db, plugins: all, serverPlugins })
  app = await buildApp({ ...parts, authenticate: async ({ headers }) => callerOf(headers.authorization ?? ''), find: serverMessages(all),
    audit: { record: () => undefined, insert: async () => undefined }, requestsPerMinute: 1_000_000 })
  await composition.routes(app)
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns a caller with all permissions on the rows of their scope. */
function callerOf(name: string) {
  const [who, , resource = '', ...hidden] = name.split(' ')
  const { id, admin, departments, scopes } = people.find((person) => person.id === who)!
  return testCaller(id, ['*'], { admin, departments, scopes: { '*': scopes },
    columns: { [resource]: Object.fromEntries(hidden.map((field) => [field, 'hidden'])) } })
}

interface IdPage {
  readonly total: number
  readonly records: readonly { readonly id: string }[]
}

async function call<Data>(who: Pick<ScopePerson, 'id'>, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await app.inject({ method, url, payload, headers: { authorization: who.id } })
  const { code, msg, data } = answer.json<{ code: number; msg: string; data: Data }>()
  return { status: answer.statusCode, code, msg, data }
}

const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id).toSorted()

/** The answers of a call to each of these people. */
async function answersTo<Result>(asking: readonly ScopePerson[],
  ask: (person: ScopePerson) => Result | Promise<Result>): Promise<Record<string, Result>> {
  const answers: [string, Result][] = []
  for (const person of asking) answers.push([person.id, await ask(person)])
  return Object.fromEntries(answers)
}

/** Of each kind one, for what is asked record by record or answers a file. */
const some = people.filter(({ id }) => ['administrator', 'withoutRole', 'listedBelow', 'ofTwo', 'enterprise', 'nestedBelow'].includes(id))

describe.each(resources.map((resource) => [resource.name, resource] as const))('the records of %s', timeout, (_, resource) => {
  const path = pathOfCalls(resource)
  const all = () => made.get(resource.name) ?? []
  const seenBy = (person: ScopePerson) => all().filter((record) => sees(resource, person, record))

  it('are for everybody those that the rules of their scopes open: page, total and whole list', async () => {
    const answers = await answersTo(people, async (person) => {
      const page = (await call<IdPage>(person, 'POST', `${path}/page`, { size: 200 })).data
      const first = (await call<IdPage>(person, 'POST', `${path}/page`, { size: 1 })).data
      const list = (await call<IdPage['records']>(person, 'GET', `${path}/list`)).data
      return { totals: [page.total, first.total], page: idsOf(page.records), list: idsOf(list) }
    })
    expect(answers).toEqual(
      await answersTo(people,
        (person) => ({ totals: [seenBy(person).length, seenBy(person).length], page: idsOf(seenBy(person)), list: idsOf(seenBy(person)) })),
    )
  })

  it('are read one by one as in the list, and absent beyond it', async () => {
    const answers = await answersTo(some, async (person) => {
      const found: { id: string }[] = []
      for (const { id } of all()) {
        const { status } = await call(person, 'GET', `${path}/${id}`)
        if (status === 200) found.push({ id })
      }
      return idsOf(found)
    })
    expect(answers).toEqual(await answersTo(some, (person) => idsOf(seenBy(person))))
  })

  it.runIf(scopeOf(resource)?.owner)('of an owner are found by an index', async () => {
    const column = columnsOf(resource).get(scopeOf(resource)?.owner ?? '')?.name
    const { rows } = await sql`
      select from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where indrelid = ${`former_${resource.table}`}::regclass and attname = ${column}`
      .execute(database.db)
    expect(rows.length).toBeGreaterThan(0)
  })

  it.runIf(resource.can.export)('are exported as many as are listed', async () => {
    const answers = await answersTo(some, async (person) => {
      const { rawPayload } = await app.inject({ method: 'GET', url: `${path}/export`, headers: { authorization: person.id } })
      return (await parseWorkbook(new Uint8Array(rawPayload))).rows.length - 1
    })
    expect(answers).toEqual(await answersTo(some, (person) => seenBy(person).length))
  })

  it.runIf(scopeOf(resource))('that are out of sight answer as those that do not exist, whatever is asked of them', async () => {
    const wrong: string[] = []
    for (const person of some) {
      const hidden = all().find((record) => !sees(resource, person, record))
      if (!hidden) continue
      for (const [method, url, body] of writes(resource)) {
        const [one, other] = [await call(person, method, url(hidden.id), body(hidden.id)),
          await call(person, method, url('absent'), body('absent'))]
        if (one.code === 200 || JSON.stringify(one) !== JSON.stringify(other))
          wrong.push(`${person.id} ${method} ${url(hidden.id)}: ${JSON.stringify(one)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it.runIf(resource.offers)('are offered to forms by what they are bound to, and those that belong to somebody by one’s scope',
    async () => {
      const answers = await answersTo(people,
        async (person) =>
          idsOf((await call<IdPage>(person, 'POST', `/system/reference/${resource.offers}/page`, { size: 200 })).data.records))
      expect(answers).toEqual(await answersTo(people, (person) => idsOf(all().filter((record) => isOffered(resource, person, record)))))
    })

  it.runIf(resource.offers)('are found by their ids, and those that belong to somebody within one’s scope', async () => {
    const ids = all().map(({ id }) => id)
    const answers = await answersTo(some,
      async (person) => idsOf((await call<IdPage['records']>(person, 'POST', `/system/reference/${resource.offers}/find`, { ids })).data))
    expect(answers).toEqual(await answersTo(some, (person) => idsOf(isPersonal(resource) ? seenBy(person) : all())))
  })

  it('tell nothing of a field that is hidden, by whatever call', async () => {
    const hideable = subjects.find(({ subject }) => subject === resource.name)?.fields.map(({ field }) => field) ?? []
    const told: string[] = []
    for (const hidden of [hideable, ...Object.values(resource.tells ?? {})]) {
      const person = { id: `all hiding ${resource.name} ${hidden.join(' ')}` }
      const secret = new Set([...hidden, ...Object.keys(resource.tells ?? {}).filter((key) =>
        resource.tells?.[key]?.some((one) => hidden.includes(one))
      )])
      const [first] = all()
      for (const [method, url, body] of ways(resource, first?.id ?? '')) {
        const { code, data } = await call<unknown>(person, method, url, body)
        if (code !== 200) told.push(`${method} ${url}: ${code}`)
        const records = (Array.isArray(data) ? data : (data as Partial<IdPage>).records ?? [data]) as readonly object[]
        told.push(
          ...[...new Set(records.flatMap((record) => Object.keys(record)))].filter((key) => secret.has(key)).map((key) => `${url}: ${key}`),
        )
      }
    }
    expect(told).toEqual([])
  })
})

/** Calls that answer records of a resource. */
const ways = (resource: Resource, id: string): readonly (readonly ['GET' | 'POST', string, object?])[] => [
  ['POST', `${pathOfCalls(resource)}/page`, { size: 20 }],
  ['GET', `${pathOfCalls(resource)}/list`],
  ['GET', `${pathOfCalls(resource)}/${id}`],
  ...(resource.offers
    ? [['POST', `/system/reference/${resource.offers}/page`, { size: 20 }], ['POST', `/system/reference/${resource.offers}/find`, {
      ids: [id],
    }]] as const
    : []),
]

type Write = readonly ['GET' | 'PUT' | 'POST' | 'DELETE', (id: string) => string, (id: string) => object | undefined]

/** Every call of a resource that names one record. */
function writes(resource: Resource): Write[] {
  const path = pathOfCalls(resource)
  const { can: { edit, delete: remove, enable = edit }, fields } = resource
  const status = fields['status']?.options?.[0]?.value
  const calls: readonly (readonly [answer: unknown, Write])[] = [
    [true, ['GET', (id) => `${path}/${id}`, nothing]],
    [edit, ['PUT', () => `${path}/update`, (id) => ({ id, version: 0 })]],
    [remove, ['DELETE', (id) => `${path}/${id}`, nothing]],
    [resource.enable && enable, ['PUT', (id) => `${path}/enable/${id}?enable=false`, nothing]],
    [edit && status, ['PUT', (id) => `${path}/changeStatus/${id}?status=${status}`, nothing]],
    [edit && boundField(resource), ['POST', () => `${path}/bindGroups`, (id) => ({ id, groupIds: [] })]],
  ]
  return calls.flatMap(([answer, write]) => (answer ? [write] : []))
}

const nothing = () => undefined
