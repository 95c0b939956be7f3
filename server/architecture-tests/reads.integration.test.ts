import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantable } from '#plugins/system/server/roles/catalogue.ts'
import declared from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { administerPermission } from '#approval/administrator.ts'
import { compose, migrationSets } from '#server/compose.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { readEnv } from '#server/env.ts'
import { serverMessages } from '#server/server-messages.ts'
import { buildApp } from '#server/http/app.ts'
import { type RegisteredRoute, routeRegistry } from '#server/http/access.ts'
import { testCaller } from '#server/http/testing.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { scaled } from '#server/testing-scale.ts'
import { callOwners, ofModules } from './collected-probes.ts'
import { hostProbes, signInPages } from './host-probes.ts'
import { openCalls } from './open-routes.ts'
import { dataOf, type FiledDocument, type OwnCase, owner, plainRequest, type ReadProbes, type Request } from './probes.ts'
import { fillCompany, papers } from './read-company.ts'
import { pathOfCalls } from '#kernel/resource.ts'
import { clerkOf, people, type ScopePerson, units } from './scope-company.ts'

const plugins = [...declared, papers]

/** All permissions except those for all documents, which override row scopes. */
const rights = plugins.flatMap(({ permissions }) => permissions).filter((permission) =>
  grantable(plugins)(permission) && permission !== administerPermission
)

const folder = mkdtempSync(join(tmpdir(), 'reads-'))
let database: TestDatabase
let app: FastifyInstance
let documents: readonly FiledDocument[]
let ownerOf: (call: string) => string | undefined

/** The host's probes, then those of modules by id. */
const probes: readonly ReadProbes[] = [hostProbes,
  ...(await ofModules<ReadProbes>(serverPlugins, import.meta.glob('../../plugins/*/server/testing-probes.ts'))).values()]
const world = { ask, db: () => database.db, documents: () => documents }
const scoped = Object.assign({}, ...probes.map((each) => each.scoped?.(world) ?? {})) as ReturnType<NonNullable<ReadProbes['scoped']>>
const own: Readonly<Record<string, OwnCase | string>> = Object.assign({}, ...probes.map((each) => each.own ?? {}))
const requests: NonNullable<ReadProbes['requests']> = Object.assign({}, ...probes.map((each) => each.requests ?? {}))
const toEverybody = probes.flatMap(({ same = [], everybody = [] }) => [...same, ...everybody])
const further = probes.flatMap((each) => Object.entries(each.further ?? {}))
/** Every call with a probe. */
const known = [...toEverybody, ...Object.keys(own), ...Object.keys(scoped).map((name) => name.replace(/: .*/, ''))]

beforeAll(async () => {
  database = await testDatabase({ sets: migrationSets(serverPlugins) })
  const parts = { env: readEnv({ DATA_DIR: folder }), log: pino({ level: 'silent' }),
    clock: { now: () => new Date('2026-11-20T04:00:00Z') } }
  await fillCompany(database.db)
  app = await buildApp({ ...parts, authenticate: async ({ headers }) => callerOf(headers.authorization ?? ''),
    find: serverMessages(plugins), audit: { record: () => undefined, insert: async () => undefined }, requestsPerMinute: 1_000_000 })
  const owners = callOwners(app)
  ownerOf = owners.of
  const composition = await compose({ ...parts, db: database.db, plugins, serverPlugins: owners.watched(serverPlugins) })
  await composition.identity.start()
  await composition.routes(app)
  await app.ready()
  documents = await Promise.all(units.map(({ id }, place) => file(id, units[(place + 4) % units.length]!.id)))
  for (const each of probes) await each.plant?.(database.db, documents)
  await sql`insert into cc (document, person, source, added_at) select id, ${owner}, 'manual', now() from document order by id limit 1`
    .execute(database.db)
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A person of the scopes with all permissions, or a clerk with the permission to file only. */
function callerOf(name: string) {
  const person = people.find(({ id }) => id === name)
  if (!person) return testCaller(name, ['form:paper:add'], { departments: [name.replace('in-', '')] })
  return testCaller(name, person.admin ? ['*'] : rights, { admin: person.admin, departments: person.departments,
    scopes: { '*': person.scopes } })
}

function ask(person: Pick<ScopePerson, 'id'>, method: 'GET' | 'POST', url: string, payload?: object) {
  return app.inject({ method, url, payload, headers: { authorization: person.id } })
}

/** A document with a file, filed in one department and borne by another. */
async function file(department: string, bearing: string): Promise<FiledDocument> {
  const clerk = { id: clerkOf(department) }
  const boundary = 'edge-of-the-part'
  const payload =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--${boundary}--\r\n`
  const upload = await app.inject({ method: 'POST', url: '/oaserver/attachment/upload', payload,
    headers: { authorization: clerk.id, 'content-type': `multipart/form-data; boundary=${boundary}` } })
  const { id: attachment } = upload.json<{ data: { id: string } }>().data
  const business = { title: '文书', applicantDept: department, bearingDept: bearing, amount: '1.00', attachmentList: [attachment] }
  const answer = await ask(clerk, 'POST', '/oaserver/paper/apply', { business })
  const { data, msg } = answer.json<{ data: { businessKey: string } | null; msg: string }>()
  if (!data?.businessKey) throw new Error(msg)
  return { id: data.businessKey, department, bearing, file: attachment }
}

const named = ({ method, url }: RegisteredRoute) => `${method} ${url}`

/** Reading calls, except those of declared resources, which `scopes` tests. */
const readingCalls = () =>
  routeRegistry(app)
    .filter(({ method, changing, reads: isReading }) =>
      (method === 'GET' && !changing) || (isReading && !['HEAD', 'OPTIONS'].includes(method))
    )
    .filter(({ url }) =>
      !plugins.flatMap(({ resources }) => resources).some((resource) =>
        ['page', 'list', ':id', 'export', 'template'].map((call) => `${pathOfCalls(resource)}/${call}`).includes(url)
      )
    )
    .map(named)

/** The file with the probes of a call. */
const probesOf = (
  call: string,
) => (ownerOf(call) ? `plugins/${ownerOf(call)}/server/testing-probes.ts` : 'server/architecture-tests/host-probes.ts')

describe('every call that reads', () => {
  it('is known, with whose rows it answers', () => {
    const calls = new Set(readingCalls())
    const missing = [...calls].filter((call) => !known.includes(call) && !signInPages.test(call))
    expect(missing.map((call) => `${call}: say in ${probesOf(call)} whose rows it answers (docs/add-a-plugin.md, section 6)`)).toEqual([])
    expect(known.filter((call) => !calls.has(call)), 'calls that are no more').toEqual([])
  })

  it('is named once', () => {
    const named = [...toEverybody, ...Object.keys(own), ...Object.keys(scoped)]
    expect(named.filter((call, place) => named.indexOf(call) !== place)).toEqual([])
  })
})

/** Calls that take seconds: each answers a file, some converted by another program. */
const slow = /\/print$|\/prints\//
const converted = /downloadWordPDF$/

/** The most different scopes; `scopes` tests all of them on records. */
const few = ['withoutRole', 'self', 'listedBelow', 'enterprise', 'twoRoles']
const everybody = scaled({ enough: people.filter(({ id }) => few.includes(id)), all: people })

function askingFor(call: string): readonly ScopePerson[] {
  if (converted.test(call)) return people.filter(({ id }) => id === 'listedBelow')
  return slow.test(call) ? people.filter(({ id }) => ['withoutRole', 'listedBelow', 'nestedBelow'].includes(id)) : everybody
}

describe('the rows that a call answers', () => {
  it.each(Object.entries(scoped))('%s: for everybody those that their scopes open', async (call, { seen, expected }) => {
    const asking = askingFor(call)
    const answers: Record<string, unknown> = {}
    for (const person of asking) answers[person.id] = await seen(person)
    expect(answers).toEqual(Object.fromEntries(asking.map((person) => [person.id, expected(person)])))
  })
})

/** Calls with the same answer for everybody, except open ones and pictures of people, of which this company has none. */
const alike = toEverybody.filter((call) => call !== 'GET /system/avatar/:id' && !openCalls.some((open) => open.test(call)))

async function requestTo(call: string): Promise<Request> {
  const request = requests[call]
  return typeof request === 'function' ? request(database.db) : (request ?? plainRequest(call))
}

/** An answer without parts that differ each time. */
async function plain({ statusCode, headers, rawPayload, payload }: Awaited<ReturnType<typeof ask>>): Promise<unknown> {
  if (String(headers['content-type']).includes('spreadsheet'))
    return { statusCode, rows: (await parseWorkbook(new Uint8Array(rawPayload))).rows }
  const { traceId: _, ...answer } = JSON.parse(payload) as Record<string, unknown>
  return { statusCode, ...answer }
}

describe('what is the same for everybody', () => {
  const asking = people.filter(({ id }) => ['administrator', 'withoutRole', 'homeless', 'listedBelow'].includes(id))

  it.each(alike)('%s: whatever their scopes are', async (call) => {
    const request = await requestTo(call)
    const answers: Record<string, unknown> = {}
    for (const person of asking) answers[person.id] = await plain(await ask(person, ...request))
    expect(answers['administrator'], `say in ${probesOf(call)} under requests what is asked`).toMatchObject({ statusCode: 200 })
    expect(answers).toEqual(Object.fromEntries(asking.map(({ id }) => [id, answers['administrator']])))
  })
})

describe('what is one’s own', () => {
  const ownCases = Object.entries(own).filter((entry): entry is [string, OwnCase] => typeof entry[1] !== 'string')

  it.each(ownCases)('%s: shows it to its owner, and to nobody else whatever they may see', async (_, { request, isTheirs }) => {
    const shown: Record<string, boolean> = {}
    for (const id of [owner, 'administrator', 'all', 'department', 'departmentBelow'])
      shown[id] = await isTheirs(await ask({ id }, ...request))
    expect(shown).toEqual({ [owner]: true, administrator: false, all: false, department: false, departmentBelow: false })
  })

  it.each([
    ['todoList', 'judge', units.length],
    ['doneList', 'nobody', 0],
    ['myApply', clerkOf('rd'), 1],
    ['myGotIt', 'nobody', 0],
  ])('%s: is so for administrators too', async (list, owner, count) => {
    const figures = async (id: string) => {
      const url = `/workflow/tasks/${list}`
      const { records, total } = await dataOf<{ records: unknown[]; total: number }>(ask({ id }, 'POST', url, { size: 100 }))
      return [records.length, total, (await dataOf<{ total: number }>(ask({ id }, 'POST', `${url}/figures`, {}))).total,
        await dataOf(ask({ id }, 'POST', `${url}/count`, {}))]
    }
    expect(await figures(owner)).toEqual([count, count, count, count])
    for (const other of ['administrator', 'all', 'department']) expect(await figures(other)).toEqual([0, 0, 0, 0])
  })

  it('holds of messages as well', async () => {
    const total = async (id: string) => (await dataOf<{ total: number }>(ask({ id }, 'POST', '/oaserver/messages/page', {}))).total
    expect([await total('judge'), await total('administrator')]).toEqual([units.length, 0])
  })
})

describe.runIf(further.length)('beyond that', () => {
  it.each(further)('%s', async (_, run) => {
    const { seen, expected } = await run(world)
    expect(seen).toEqual(expected)
  })
})
