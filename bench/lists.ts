import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { listColumns } from '#kernel/fields/list-columns.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { open } from '#server/database/open.ts'
import type { ListName, ListQuery } from '#server/documents/lists/list-types.ts'
import { plan } from '#server/documents/lists/lists.ts'
import { readEnv } from '#server/env.ts'
import { type RunningProduct, start } from '#server/start.ts'
import { bearer } from './claims.ts'
import { fill, foundCompany, readers } from './filled.ts'
import { type Call, sendAll, share } from './load.ts'

/**
 * `npm run bench -- lists`: reads the lists, their figures and the counts over HTTP with ten thousand, a hundred thousand and a million
 * documents (or the given sizes), alternately, so that other load on the machine affects all sizes equally.
 */
const sizes = process.argv.slice(3).map(Number)
if (sizes.length === 0) sizes.push(10_000, 100_000, 1_000_000)
const rounds = 60

const log = pino({ level: 'error' })
const post = (list: string, body: object = {}) => ({ method: 'POST', path: `/workflow/tasks/${list}`, body: JSON.stringify(body) }) as const
const rows = { figures: false }

/** A type whose list has a choice, an amount and a date among its own columns. */
const [type, own] = typeWithColumns()
const typed = (body: object) => ({ method: 'POST', path: `/oaserver/${type}/page`, body: JSON.stringify({ ...rows, ...body }) }) as const
const span = { columns: { [own.number]: ['100', '200'] } }

/** Totals of the list of all, also over months and days of three years. */
const figuresOf = (body: object) => post('all/figures', body)
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const days = { dateRange: [dayBefore(700), dayBefore(50)] }

/** The measured calls, each with its reader. */
const measures = {
  'one type': [readers.administrator, typed({})],
  'one type, a choice': [readers.administrator, typed({ columns: { [own.text]: ['3'] } })],
  'one type, a choice, head': [readers.head, typed({ columns: { [own.text]: ['3'] } })],
  'one type, a rare choice': [readers.administrator, typed({ columns: { [own.text]: ['rare'] } })],
  'one type, two choices': [readers.administrator, typed({ columns: { [own.text]: ['2', 'rare'] } })],
  'one type, a span of amounts': [readers.administrator, typed(span)],
  'one type, by amount': [readers.administrator, typed({ orders: [{ column: `columns.${own.number}`, asc: false }] })],
  'one type, by day, a choice': [readers.administrator,
    typed({ orders: [{ column: `columns.${own.moment}`, asc: false }], columns: { [own.text]: ['3'] } })],
  'statistics of one type': [readers.administrator, { ...typed(span), path: `/oaserver/${type}/statistics` }],
  'to-do': [readers.somebody, post('todoList', rows)],
  'all, administrator': [readers.administrator, post('all', rows)],
  'all, head': [readers.head, post('all', rows)],
  initiated: [readers.somebody, post('myApply', rows)],
  handled: [readers.somebody, post('doneList', rows)],
  'handled, accountant': [readers.accountant, post('doneList', rows)],
  copied: [readers.somebody, post('myGotIt', rows)],
  'message counts': [readers.somebody, { method: 'GET', path: '/oaserver/messages/count' }],
  'menu counts': [readers.somebody, { method: 'GET', path: '/workflow/tasks/counts' }],
  'figures of to-do': [readers.somebody, post('todoList/figures')],
  'figures of all, administrator': [readers.administrator, post('all/figures')],
  'figures of all, head': [readers.head, post('all/figures')],
  'all, a state, administrator': [readers.administrator, figuresOf({ state: 1 })],
  'all, a state, head': [readers.head, figuresOf({ state: 1 })],
  'all, a type, administrator': [readers.administrator, figuresOf({ businessType: type })],
  'all, a type, head': [readers.head, figuresOf({ businessType: type })],
  'all, days, administrator': [readers.administrator, figuresOf(days)],
  'all, days, head': [readers.head, figuresOf(days)],
  'all, days, state, administrator': [readers.administrator, figuresOf({ ...days, state: 1 })],
  'all, days, state, head': [readers.head, figuresOf({ ...days, state: 1 })],
  'figures of all, bookkeeper': [readers.bookkeeper, post('all/figures')],
  'all, a state, bookkeeper': [readers.bookkeeper, figuresOf({ state: 1 })],
  'all, days, state, bookkeeper': [readers.bookkeeper, figuresOf({ ...days, state: 1 })],
  'figures of initiated': [readers.somebody, post('myApply/figures')],
  'figures of handled': [readers.somebody, post('doneList/figures')],
  'figures of handled, accountant': [readers.accountant, post('doneList/figures')],
} as const

const measured = Object.entries(measures)

const products: { size: number; running: RunningProduct; folder: string }[] = []
try {
  for (const size of sizes) products.push(await filled(size))
  print(await measure())
  for (const [list, id] of [['todo', readers.somebody], ['handled', readers.accountant]] as const) await show(list, id)
  await show('all', readers.administrator, { businessTypes: [type], orders: [],
    own: [{ column: { key: `${type}.${own.text}`, type: 'text' }, filter: 'oneOf', value: ['3'] }] })
  await show('all', readers.administrator, { businessTypes: [type], orders: [],
    ownOrder: { column: { key: `${type}.${own.number}`, type: 'number' }, asc: false } })
} finally {
  for (const { running, folder } of products) {
    await running.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function typeWithColumns(): readonly [string, Readonly<Record<'text' | 'number' | 'moment', string>>] {
  for (const form of plugins.flatMap(({ forms }) => forms)) {
    const columns = listColumns(form)
    const [text, number, moment] = [columns.find(({ field }) => field.kind === 'select'), columns.find((column) =>
      column.type === 'number'
    ), columns.find((column) => column.type === 'moment')]
    if (text && number && moment) return [form.key, { text: text.key, number: number.key, moment: moment.key }]
  }
  throw new Error('no form has a choice, an amount and a day among its columns')
}

/** A product with a company and this many documents. */
async function filled(size: number) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-lists-'))
  const env = readEnv({ DATA_DIR: folder, PORT: '0' })
  const running = await start(env, serverPlugins.filter(({ id }) => id !== 'demo'), plugins, { pages: false, log })
  const { host } = running.composition
  await foundCompany(host.db, host, env.demoPassword)
  const begun = performance.now()
  const database = await open(env, log)
  await fill(database.owner, host, size).finally(() => database.close())
  console.log(`${size} documents filed in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return { size, running, folder }
}

/** The time of each call, ms, by size and measure; each round makes every call once per size. */
async function measure(): Promise<ReadonlyMap<number, readonly (readonly number[])[]>> {
  const calls: Call[] = []
  for (const { running } of products) {
    const tokens = new Map(
      await Promise.all(
        Object.values(readers).map(async (reader) => [reader, await bearer(running, reader, readEnv({}).demoPassword)] as const),
      ),
    )
    calls.push(
      ...measured.map(([, [reader, { path, ...call }]]) => ({ ...call, url: running.address + path, headers: tokens.get(reader)! })),
    )
  }
  // the first round is a warm-up
  await sendAll({ calls: [...calls, ...calls], clients: 1 })
  const { latencies } = await sendAll({ calls: Array.from({ length: rounds }, () => calls).flat(), clients: 1 })
  const of = (product: number, measure: number) =>
    Array.from({ length: rounds }, (_, round) => latencies[round * calls.length + product * measured.length + measure]!)
  return new Map(products.map(({ size }, product) => [size, measured.map((_, index) => of(product, index))]))
}

function print(times: ReadonlyMap<number, readonly (readonly number[])[]>): void {
  const column = (size: number, index: number, part: number) => share(times.get(size)![index]!, part)
  const [first = 0, last = 0] = [sizes[0], sizes.at(-1)]
  console.log(`${'p50 / p95, ms'.padEnd(32)}${sizes.map((size) => String(size).padStart(18)).join('')}     p50 ratio  p95 ratio (goal 1.3)`)
  for (const [index, [name]] of measured.entries()) {
    const shown = sizes.map((size) => `${column(size, index, 0.5).toFixed(1)} / ${column(size, index, 0.95).toFixed(1)}`.padStart(18)).join(
      '',
    )
    const ratios = [0.5, 0.95].map((part) => (column(last, index, part) / column(first, index, part)).toFixed(2).padStart(10)).join('')
    console.log(`${name.padEnd(32)}${shown}     ${ratios}`)
  }
  const [all, head] = ['all, administrator', 'all, head'].map((name) => measured.findIndex(([each]) => each === name)) as [number, number]
  const totals = measured.flatMap(([name], index) => (/^(figures of )?all, .*(administrator|head|bookkeeper)$/.test(name) &&
      measures[name as keyof typeof measures][1].path.endsWith('figures')
    ? [[name, index] as const]
    : [])
  )
  for (const [name, index] of totals)
    console.log(`totals at ${last}: ${name}: ${column(last, index, 0.5).toFixed(1)} / ${column(last, index, 0.95).toFixed(1)} ms (goal 50)`)
  for (const size of sizes)
    console.log(
      `all at ${size}: a head's list takes ${
        (column(size, head, 0.95) / column(size, all, 0.95)).toFixed(2)
      } of the administrator's (goal 1.3)`,
    )
}

/** Prints the query plan of a page with the largest database. */
async function show(list: ListName, id: string, query: Partial<ListQuery> = {}): Promise<void> {
  console.log(`\n${list} ${JSON.stringify(query)}`)
  console.log(
    await plan({ db: products.at(-1)!.running.composition.host.db, at: new Date(), reader: { id, types: 'all', departments: 'all' } }, list,
      query),
  )
}
