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
import { compose, migrationSets } from '../compose.ts'
import { testDatabase, type TestDatabase } from '../database/testing.ts'
import { readEnv } from '../env.ts'
import { hostTexts } from '../server-messages.ts'
import { buildApp } from '../http/app.ts'
import { type RegisteredRoute, routeRegistry } from '../http/authorization.ts'
import { testCaller } from '../http/testing.ts'
import { clerkOf, papers as papersPlugin, plan, settle, travel } from './read-company.ts'
import { belongings, owner, ownTrials, triedElsewhere } from './read-probes-own.ts'
import { alike, plain, requestTo } from './read-probes-same.ts'
import { type Paper, trials } from './read-probes.ts'
import { reads, signInPages } from './reads.ts'
import { people, type Person, units } from './scope-company.ts'
import { dataOf, type Trial } from './access-case.ts'

const plugins = [...declared, papersPlugin]

/** Every right but that over all documents, whose holders see more than their scopes. */
const rights = plugins.flatMap(({ permissions }) => permissions).filter((permission) => grantable(plugins)(permission) && permission !== administerPermission)

const folder = mkdtempSync(join(tmpdir(), 'reads-'))
let database: TestDatabase
let app: FastifyInstance
let papers: readonly Paper[]
let tried: Readonly<Record<string, Trial>>

beforeAll(async () => {
  database = await testDatabase({ sets: migrationSets(serverPlugins) })
  const parts = { env: readEnv({ DATA_DIR: folder }), log: pino({ level: 'silent' }), clock: { now: () => new Date('2026-11-20T04:00:00Z') } }
  await settle(database.db)
  await plan(database.db)
  await travel(database.db)
  const composition = await compose({ ...parts, db: database.db, plugins, serverPlugins })
  await composition.identity.start()
  app = await buildApp({ ...parts, authenticate: async ({ headers }) => callerOf(headers.authorization ?? ''), find: hostTexts(plugins), audit: { record: () => undefined, insert: async () => undefined }, requestsPerMinute: 1_000_000 })
  await composition.routes(app)
  await app.ready()
  papers = await Promise.all(units.map(({ id }, place) => file(id, units[(place + 4) % units.length]!.id)))
  await belongings(database.db)
  tried = trials(ask, papers)
}, 120_000)
afterAll(async () => {
  await app?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A person of the scopes with every right, or a clerk, who may do nothing but file. */
function callerOf(name: string) {
  const person = people.find(({ id }) => id === name)
  if (!person) return testCaller(name, ['form:paper:add'], { departments: [name.replace('in-', '')] })
  return testCaller(name, person.admin ? ['*'] : rights, { admin: person.admin, departments: person.departments, scopes: { '*': person.given } })
}

const ask = (person: Pick<Person, 'id'>, method: 'GET' | 'POST', url: string, payload?: object) => app.inject({ method, url, payload, headers: { authorization: person.id } })

/** A document with a file, filed in one department and borne by another. */
async function file(department: string, bearing: string): Promise<Paper> {
  const clerk = { id: clerkOf(department) }
  const boundary = 'edge-of-the-part'
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--${boundary}--\r\n`
  const upload = await app.inject({ method: 'POST', url: '/oaserver/attachment/upload', payload, headers: { authorization: clerk.id, 'content-type': `multipart/form-data; boundary=${boundary}` } })
  const { id: attachment } = upload.json<{ data: { id: string } }>().data
  const business = { title: '文书', applicantDept: department, bearingDept: bearing, amount: '1.00', attachmentList: [attachment] }
  const answer = await ask(clerk, 'POST', '/oaserver/paper/apply', { business })
  const { data, msg } = answer.json<{ data: { businessKey: string } | null; msg: string }>()
  if (!data?.businessKey) throw new Error(msg)
  return { id: data.businessKey, department, bearing, file: attachment }
}

const named = ({ method, url }: RegisteredRoute) => `${method} ${url}`

/** Calls that answer something without changing anything, but those of declared resources, which `scopes` tries. */
const readingCalls = () =>
  routeRegistry(app)
    .filter(({ method, changing, reads: isReading }) => (method === 'GET' && !changing) || (isReading && !['HEAD', 'OPTIONS'].includes(method)))
    .filter(({ url }) => !plugins.flatMap(({ resources }) => resources).some(({ base, name }) => [`${base}/${name}/page`, `${base}/${name}/list`, `${base}/${name}/:id`, `${base}/${name}/export`, `${base}/${name}/template`].includes(url)))
    .map(named)

describe('every call that reads', () => {
  it('is known, with whose rows it answers', () => {
    const known: readonly string[] = Object.values(reads).flat()
    expect(readingCalls().filter((call) => !known.includes(call) && !signInPages.test(call)), 'say in reads.ts whose rows these answer').toEqual([])
    expect(known.filter((call) => !readingCalls().includes(call)), 'calls that are no more').toEqual([])
  })

  it('of somebody’s rows is tried', () => {
    const { same: _, everybody: __, own: ___, ...ofSomebody } = reads
    expect(Object.values(ofSomebody).flat().filter((call) => !tried[call])).toEqual([])
  })
})

/** Each answer is a file that takes its time. */
const slow = /\/print$|downloadWordPDF$/

describe('the rows that a call answers', { timeout: 180_000 }, () => {
  const { documents, document, budgets, journeys, users, units: ofUnits, flows, all } = reads
  it.each([...documents, ...document, ...budgets, ...journeys, ...users, ...ofUnits, ...flows, ...all])('%s: for everybody those that their scopes open', async (call) => {
    const trial = tried[call]
    if (!trial) throw new Error(`${call} is not tried`)
    const asking = slow.test(call) ? people.filter(({ id }) => ['withoutRole', 'listedBelow', 'nestedBelow'].includes(id)) : people
    const seen: Record<string, unknown> = {}
    for (const person of asking) seen[person.id] = await trial.seen(person)
    expect(seen).toEqual(Object.fromEntries(asking.map((person) => [person.id, trial.due(person)])))
  })
})

describe('what is the same for everybody', { timeout: 180_000 }, () => {
  const asking = people.filter(({ id }) => ['administrator', 'withoutRole', 'homeless', 'self', 'listedBelow', 'department', 'all'].includes(id))

  it.each(alike)('%s: whatever their scopes are', async (call) => {
    const role = await database.db.selectFrom('sys_role').select('id').where('perm_chars', '=', 'accountant').executeTakeFirstOrThrow()
    const answers: Record<string, unknown> = {}
    for (const person of asking) answers[person.id] = await plain(await ask(person, ...requestTo(call, role.id)))
    expect(answers['administrator']).toMatchObject({ statusCode: 200 })
    expect(answers).toEqual(Object.fromEntries(asking.map(({ id }) => [id, answers['administrator']])))
  })
})

describe('what is one’s own', { timeout: 180_000 }, () => {
  it('is tried, or said where', () => {
    expect(reads.own.filter((call) => !ownTrials[call] && !triedElsewhere.includes(call))).toEqual([])
  })

  it.each(Object.entries(ownTrials))('%s: shows it to its owner, and to nobody else whatever they may see', async (_, { request, isTheirs }) => {
    const shown: Record<string, boolean> = {}
    for (const id of [owner, 'administrator', 'all', 'department', 'departmentBelow']) shown[id] = await isTheirs(await ask({ id }, ...request))
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
      return [records.length, total, (await dataOf<{ total: number }>(ask({ id }, 'POST', `${url}/figures`, {}))).total, await dataOf(ask({ id }, 'POST', `${url}/count`, {}))]
    }
    expect(await figures(owner)).toEqual([count, count, count, count])
    for (const other of ['administrator', 'all', 'department']) expect(await figures(other)).toEqual([0, 0, 0, 0])
  })

  it('holds of messages as well', async () => {
    const total = async (id: string) => (await dataOf<{ total: number }>(ask({ id }, 'POST', '/oaserver/messages/page', {}))).total
    expect([await total('judge'), await total('administrator')]).toEqual([units.length, 0])
  })
})

describe('how a document stands to its budget', () => {
  it('tells nothing of what a document holds that the asker may not read', async () => {
    const [paper] = papers
    await sql`insert into budget_entry (year, month, department_id, expense_category_id, kind, amount, direction, document_id, row_id, round, step, operator, happen_time)
      values (2026, 8, 'line', 'travel', 'occupy', 7, 1, ${paper?.id}, 'row', 1, 1, 'judge', '2026-08-15')`.execute(database.db)
    const occupied = async (person: string, businessKey?: string) => {
      const answer = await ask({ id: person }, 'POST', '/budgetservice/budget/check', { departmentId: 'line', lines: [{ expenseCategoryId: 'travel', month: '2026-08', amountRmb: '1', businessKey }] })
      return answer.json<{ data: { occupied: string }[] }>().data[0]?.occupied
    }
    expect([await occupied('administrator'), await occupied('administrator', paper?.id)]).toEqual(['7.00', '0.00'])
    // of the department, but not of those who may read the document
    expect([await occupied(clerkOf('line')), await occupied(clerkOf('line'), paper?.id)]).toEqual(['7.00', '7.00'])
    expect(await occupied('withoutRole')).toBeUndefined()
  })
})
