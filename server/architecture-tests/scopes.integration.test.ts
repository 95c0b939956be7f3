import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnSubjects } from '#plugins/system/server/roles/columns.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { defineFields, department, reference, table, text } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { defineForm, formPermissions } from '#kernel/form.ts'
import { definePlugin, type Plugin } from '#kernel/plugin.ts'
import { pathOfCalls, type Resource, scopeOf } from '#kernel/resource.ts'
import { compose, migrationSets } from '#server/compose.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { readEnv } from '#server/env.ts'
import { serverMessages } from '#server/server-messages.ts'
import { buildApp } from '#server/http/app.ts'
import { testCaller } from '#server/http/testing.ts'
import { columnsOf } from '#server/resources/columns.ts'
import { boundField } from '#server/resources/input.ts'
import { gadgets, gadgetMigrations } from '#server/resources/testing.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { dataOf } from './probes.ts'
import { fillCompany } from './read-company.ts'
import { clerkOf, people, type ScopePerson } from './scope-company.ts'
import { fill, isOffered, isPersonal, type MadeRecord, sees } from './scope-records.ts'

/** The modules of the product, and one whose resource has a field of most kinds. */
const modules: readonly Plugin[] = [...plugins, { ...gadgets,
  resources: gadgets.resources.map((resource) => ({ ...resource, offers: undefined })) }]
const resources: readonly Resource[] = modules.flatMap((plugin) => plugin.resources)

/** Every kind of record that forms name. */
const offered = [...new Set(resources.flatMap(({ offers }) => offers ?? []))]
const oneOfEach = Object.fromEntries(offered.map((to) => [`the_${to}`, reference({ cn: to, en: to, to })]))

/** A form that names a record of each kind, in its head and in a row. */
const naming = defineForm({
  key: 'naming',
  cn: '引用单',
  en: 'Naming form',
  path: '/naming',
  prefix: 'YY',
  group: 'it',
  icon: 'file',
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', required: true, max: 50 }),
    applicantDept: department({ cn: '部门', en: 'Department' }),
    ...oneOfEach,
    lines: table({ cn: '明细', en: 'Lines', columns: oneOfEach }),
  }),
  flow: defineFlow([approve('first', { rule: 'fixed', people: ['judge'] }, { cn: '审批', en: 'Approval' })], { overdueHours: 0 }),
})
const all: readonly Plugin[] = [...modules,
  definePlugin({ id: 'naming', forms: [naming], permissions: Object.values(formPermissions(naming.key)) })]

/** The fields for which roles can be restricted. */
const subjects = columnSubjects(all)

/** Each test sends many requests, which is slow on a busy machine. */
const timeout = { timeout: 180_000 }

const folder = mkdtempSync(join(tmpdir(), 'scopes-'))
const made = new Map<string, readonly MadeRecord[]>()
let database: TestDatabase
let app: FastifyInstance
/** Of the form that names a record of each kind. */
let document: string

beforeAll(async () => {
  const [gadget] = gadgetMigrations.slice(-1)
  database = await testDatabase({ sets: [...migrationSets(serverPlugins), gadget!] })
  await fillCompany(database.db)
  const parts = { env: readEnv({ DATA_DIR: folder }), log: pino({ level: 'silent' }),
    clock: { now: () => new Date('2026-11-20T04:00:00Z') } }
  const composition = await compose({ ...parts, db: database.db, plugins: all, serverPlugins })
  app = await buildApp({ ...parts, authenticate: async ({ headers }) => callerOf(headers.authorization ?? ''), find: serverMessages(all),
    audit: { record: () => undefined, insert: async () => undefined }, requestsPerMinute: 1_000_000 })
  await composition.identity.start()
  await composition.routes(app)
  await app.ready()
  document = await fileNaming()
  for (const resource of resources) made.set(resource.name, await fill(database, resource))
  await nameRecords()
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns a caller with all permissions on the rows of their scope. */
function callerOf(name: string) {
  const [who, , resource = '', ...hidden] = name.split(' ')
  const known = people.find((person) => person.id === who)
  if (!known) return testCaller(name, [`form:${naming.key}:add`], { departments: [name.replace('in-', '')] })
  const { id, admin, departments, scopes } = known
  return testCaller(id, ['*'], { admin, departments, scopes: { '*': scopes },
    columns: { [resource]: Object.fromEntries(hidden.map((field) => [field, 'hidden'])) } })
}

/** A document that names nothing yet. */
async function fileNaming(): Promise<string> {
  const answer = app.inject({ method: 'POST', url: `/oaserver/${naming.key}/apply`,
    payload: { business: { title: '引用', applicantDept: 'rd' } }, headers: { authorization: clerkOf('rd') } })
  return (await dataOf<{ businessKey: string }>(answer)).businessKey
}

/** Puts the first record of each kind into the document. */
async function nameRecords(): Promise<void> {
  const named = Object.fromEntries(
    resources.flatMap(({ name, offers }) => (offers ? [[`the_${offers}`, made.get(name)?.[0]?.id]] : [])),
  )
  await sql`update document set value = value || ${JSON.stringify({ ...named, lines: [{ rowId: 'a', ...named }] })}::jsonb
    where id = ${document}`.execute(database.db)
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

/** Columns of a table that can contain {@link secret}. */
async function roomyColumns(table: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns where table_name = ${table}
    and coalesce(character_maximum_length, 1000) >= ${secret.length}`.execute(database.db)
  return new Set(rows.map(({ name }) => name))
}

/** A text that no other field of any record contains. */
const secret = 'zq7-only-here'

const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id).toSorted()

/** The answers to a call by person. */
async function answersTo<Result>(asking: readonly ScopePerson[],
  ask: (person: ScopePerson) => Result | Promise<Result>): Promise<Record<string, Result>> {
  const answers: [string, Result][] = []
  for (const person of asking) answers.push([person.id, await ask(person)])
  return Object.fromEntries(answers)
}

/** One person per kind, for slow calls and calls that are sent per record. */
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

  const hideable = subjects.filter(({ subject }) => subject === resource.name).flatMap(({ fields }) => fields.map(({ field }) => field))

  it('have no rows on a page beyond the last one, with the total that leads back to it', async () => {
    const [administrator] = people
    const { code, data } = await call<IdPage>(administrator!, 'POST', `${path}/page`, { current: 999, size: 20 })
    expect([code, data.total, data.records]).toEqual([200, all().length, []])
  })

  it.runIf(hideable.length > 0)('are neither found, narrowed, sorted nor exported by a field that is hidden', async () => {
    const [{ id }] = all() as readonly [MadeRecord, ...MadeRecord[]]
    const roomy = await roomyColumns(resource.table)
    const columns = hideable.flatMap((field) => columnsOf(resource).get(field) ?? [])
    for (const { name } of columns.filter((column) => column.type === 'text' && roomy.has(column.name)))
      await sql`update ${sql.table(resource.table)} set ${sql.ref(name)} = ${secret} where id = ${id}`.execute(database.db)
    const person = { id: `all hiding ${resource.name} ${hideable.join(' ')}` }
    const ask = async (url: string, payload: object) => {
      const { code, data } = await call<IdPage>(person, 'POST', url, { size: 200, ...payload })
      return code === 200 ? data.total : code
    }
    // the result must equal that of a word without matches
    const found = await Promise.all([secret, secret.toUpperCase().replace('Q', 'K')].map(async (word) => [
      await ask(`${path}/page`, { keyword: word }),
      resource.offers && (await ask(`/system/reference/${resource.offers}/page`, { keyword: word })),
      ...(await Promise.all(hideable.map((field) => ask(`${path}/page`, { [field]: word })))),
    ]))
    expect(found[0]).toEqual(found[1])
    const sorted = await Promise.all(hideable.map((column) => ask(`${path}/page`, { orders: [{ column, asc: true }] })))
    expect(sorted.filter((code) => code !== 42009)).toEqual([])
    if (!resource.can.export) return
    const { rawPayload } = await app.inject({ method: 'GET', url: `${path}/export`, headers: { authorization: person.id } })
    expect(JSON.stringify((await parseWorkbook(new Uint8Array(rawPayload))).rows)).not.toContain(secret)
  })

  it('say nothing of a field that is hidden, by whatever call', async () => {
    const [{ id }] = all() as readonly [MadeRecord, ...MadeRecord[]]
    const found: string[] = []
    for (const hidden of [hideable, ...Object.values(resource.reveals ?? {})]) {
      const secret = new Set([...hidden, ...revealing(resource, hidden)])
      for (const [method, url, body] of ways(resource, id)) {
        const { code, data } = await call<unknown>({ id: `all hiding ${resource.name} ${hidden.join(' ')}` }, method, url, body)
        found.push(...(code === 200 ? keysIn(data).filter((key) => secret.has(key)) : [String(code)]).map((key) => `${url}: ${key}`))
      }
    }
    expect(found).toEqual([])
  })
})

describe('a document that names a record of each kind', timeout, () => {
  const named = resources.filter(({ offers }) => offers !== undefined)

  it.each(named.map((resource) => [resource.name, resource] as const))('says nothing of a field of %s that is hidden',
    async (_, resource) => {
      const id = made.get(resource.name)?.[0]?.id ?? ''
      const hideable = subjects.filter(({ subject }) => subject === resource.name).flatMap(({ fields }) => fields.map(({ field }) => field))
      const recordShownTo = async (reader: string) => {
        const { code, data } = await call<{ references: Record<string, Record<string, Record<string, unknown>>> }>({ id: reader }, 'GET',
          `/oaserver/${naming.key}/detail?procInstId=${document}`)
        expect(code).toBe(200)
        return data.references[resource.offers ?? '']?.[id]
      }
      expect(await recordShownTo('all'), 'it is named').toMatchObject({ id })
      for (const hidden of [hideable, ...Object.values(resource.reveals ?? {})]) {
        const kept = new Set([...hidden, ...revealing(resource, hidden)].flatMap((field) => [field, `${field}Name`]))
        const record = (await recordShownTo(`all hiding ${resource.name} ${hidden.join(' ')}`)) ?? {}
        expect(Object.keys(record).filter((key) => kept.has(key) && record[key] !== null)).toEqual([])
      }
    })
})

/** Fields that reveal one of these. */
const revealing = ({ reveals = {} }: Resource, hidden: readonly string[]): readonly string[] =>
  Object.entries(reveals).filter(([, others]) => others.some((one) => hidden.includes(one))).map(([key]) => key)

/** Fields of the records of an answer: of a page, of a list, or of one record. */
function keysIn(data: unknown): readonly string[] {
  const records = Array.isArray(data) ? data : ((data as Partial<IdPage>).records ?? [data])
  return [...new Set((records as readonly object[]).flatMap((record) => Object.keys(record)))]
}

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
