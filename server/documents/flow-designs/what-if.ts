import { type Generated, sql } from 'kysely'
import type { ColumnType } from 'kysely'
import { Missing, Refused } from '#kernel/errors.ts'
import type { WhatIfParameter, WhatIfResult, WhatIfRun } from '#kernel/flow/design-analysis.ts'
import type { Flow } from '#kernel/flow.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import type { Measure } from '#kernel/plugin.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { keptFigure } from '#kernel/parameters/parameters.ts'
import { moneyText, sumMoney } from '#kernel/values/money.ts'
import type { Label } from '#kernel/wording/label.ts'
import { workerQueue } from '#server/concurrency/worker-queue.ts'
import { workedHours, workingDays } from '#server/calendar/calendar.ts'
import type { Migration } from '#server/database/migrations.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { type Organisation, recordsOf } from '#server/identity/organisation/organisation.ts'
import { fieldsOfFlow, ownersAsked } from '../definitions/flow-contents.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { type Evaluation, evaluationAt, recordsNamedIn } from '../values/form-facts.ts'
import { grouped } from '#kernel/grouped.ts'
import type { PastDocument, RouteStep, WhatIfAnswer, WhatIfQuestion, WhatIfRequest, WhatIfRow } from './what-if-worker.ts'

/** Runs are stored, so that every instance can report their progress. */
export const whatIfMigration: Migration = {
  name: '129-flow-what-if',
  up: async (run) => {
    await run(sql`
      create table flow_what_if (
        id text primary key,
        key text not null,
        state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
        done int not null default 0,
        total int not null,
        result jsonb,
        by text not null,
        at timestamptz not null
      );
      create index flow_what_if_at on flow_what_if (at)`)
  },
}

/** The last heartbeat of a run, by which a crashed process is noticed. */
export const whatIfLifeMigration: Migration = {
  name: '130-flow-what-if-life',
  up: async (run) => {
    await run(sql`
      alter table flow_what_if add column alive_at timestamptz;
      update flow_what_if set alive_at = at;
      alter table flow_what_if alter column alive_at set not null`)
  },
}

/** Interval of a run's heartbeat, and time without one after which it has failed, ms. */
const life = { sign: 20_000, lost: 120_000 } as const
/** Maximum number of ended runs kept per flow. */
const mostKept = 20

/** Documents sent to the thread per message: few, so that the calls of others do not wait for their copying. */
const batch = 50
/** With fewer own stays than this, the company's median is used. */
const fewestStays = 3
/** Working hours per day. */
const dayHours = 8
const shown = { causes: 20, people: 20, examples: 20 } as const

interface Question {
  readonly form: Form
  readonly from: Flow
  readonly to: Flow
  /** First and last day, inclusive. */
  readonly period: readonly [string, string]
  /** Labels of figures that are others than today's, by dictionary and name with a space between. */
  readonly figures: ReadonlyMap<string, string>
}

/** The stored labels of figures that somebody tries out. @throws Refused at `parameters.{index}.value` */
export function figuresOf(plugins: CommandContext['host']['plugins'], asked: readonly WhatIfParameter[]): ReadonlyMap<string, string> {
  const items = new Map<string, Measure>(
    plugins.flatMap(({ dictionaries }) => dictionaries.filter((each) => each.parameters)).flatMap(({ key, items: own }) =>
      own.flatMap(({ value, measure }) => (measure ? [[`${key} ${value}`, measure] as const] : []))
    ),
  )
  return new Map(asked.map(({ dictionary, name, value }, index) => {
    const key = `${dictionary} ${name}`
    const measure = items.get(key)
    if (measure && fieldSchema(measure.field).safeParse(value).success) return [key, keptFigure(measure, value)]
    throw new Refused('error.field.invalid', {}, [{ field: `parameters.${index}.value`, code: 'error.field.invalid' }])
  }))
}

/** Simulates a period's documents with another version of their flow, in a thread of low priority. */
export function whatIfs(host: CommandContext['host']) {
  const ask = workerQueue<WhatIfRequest, WhatIfAnswer>({ file: new URL('./what-if-worker.ts', import.meta.url), timeout: 120_000,
    memory: 1024, longestQueue: 20, kept: 30_000 })

  /** Runs of this process; null once the process shuts down. */
  let running: Set<string> | null = new Set()

  const signs = setInterval(() => {
    if (!running || running.size === 0) return
    host.db.updateTable('flow_what_if').set({ alive_at: host.clock.now() }).where('id', 'in', [...running]).execute()
      .catch((error: unknown) => host.log.warn({ err: error }, 'what-if runs gave no sign of life'))
  }, life.sign)
  signs.unref()

  async function work(context: CommandContext, id: string, question: Question, ids: readonly string[]): Promise<void> {
    const { db } = host
    const organisation = await host.organisation(db)
    const evaluation = await evaluationFor(context, question)
    const shared = await questionFor(context, question, { organisation, evaluation })
    const goesOn = progressOf(db, id)
    const found: { readonly row: WhatIfRow; readonly document: PastDocument }[] = []
    for (let from = 0; from < ids.length; from += batch) {
      if (!running || !(await goesOn(found.length))) return
      const documents = await pastDocuments(db, ids.slice(from, from + batch))
      const rows = await answered(ask, { run: id, documents, ...(await recordsFor(host, question, { evaluation, documents })) }, shared)
      found.push(...rows.flatMap((row, index) => (documents[index] ? [{ row, document: documents[index] }] : [])))
    }
    const directory = await host.directory(db)
    const result = resultOf(found, (person) => directory.person(person)?.name ?? person)
    await db.updateTable('flow_what_if').set({ state: 'done', done: found.length, result: JSON.stringify(result) }).where('id', '=', id)
      .where('state', '=', 'running').execute()
  }

  const fail = (ids: readonly string[]) =>
    host.db.updateTable('flow_what_if').set({ state: 'failed' }).where('id', 'in', ids).where('state', '=', 'running').execute()

  return {
    /** Starts a run in the background and returns its id. */
    async start(context: CommandContext, question: Question): Promise<string> {
      const id = newId()
      const ids = await inPeriod(host.db, question)
      await host.db.insertInto('flow_what_if').values({ id, key: question.form.key, state: 'running', total: ids.length,
        by: context.caller.id, at: context.at, alive_at: context.at }).execute()
      await endLost(host.db, context.at)
      await dropOld(host.db, question.form.key)
      running?.add(id)
      void work({ ...context, db: host.db }, id, question, ids).catch(async (error: unknown) => {
        if (!running) return
        host.log.error({ err: error, run: id }, 'a what-if run failed')
        await fail([id])
      }).catch((error: unknown) => host.log.error({ err: error, run: id }, 'a what-if run could not be marked as failed'))
        .finally(() => running?.delete(id))
      return id
    },
    /** Marks the runs of this process as failed: they are not resumed. */
    async close(): Promise<void> {
      clearInterval(signs)
      const open = [...(running ?? [])]
      running = null
      if (open.length > 0) await fail(open)
    },
  }
}

type Ask = (request: WhatIfRequest) => Promise<WhatIfAnswer>

/** Sends the request again with its question where the thread is new, or has that of another run. */
async function answered(ask: Ask, request: WhatIfRequest, question: WhatIfQuestion): Promise<readonly WhatIfRow[]> {
  const first = await ask(request)
  if ('rows' in first) return first.rows
  const second = await ask({ ...request, question })
  if ('rows' in second) return second.rows
  throw new Error('the thread did not take the question')
}

/** Marks runs without a recent heartbeat as failed, such as after a crash: they are not resumed. */
const endLost = (db: Db, at: Date) =>
  db.updateTable('flow_what_if').set({ state: 'failed' }).where('state', '=', 'running')
    .where('alive_at', '<', new Date(at.getTime() - life.lost)).execute()

/** Removes the oldest ended runs of a flow. */
const dropOld = (db: Db, key: string) =>
  db.deleteFrom('flow_what_if').where('key', '=', key).where('state', '<>', 'running').where('id', 'not in', (query) =>
    query.selectFrom('flow_what_if').select('id').where('key', '=', key).orderBy('id', 'desc').limit(mostKept)).execute()

/** @throws Missing */
export async function whatIfRun(db: Db, key: string, id: string, at: Date): Promise<WhatIfRun> {
  await endLost(db, at)
  const row = await db.selectFrom('flow_what_if').selectAll().where('id', '=', id).where('key', '=', key).executeTakeFirst()
  if (!row) throw new Missing('documents.noSuchRun')
  return { id, state: row.state, done: row.done, total: row.total, result: row.result }
}

/** Cancels a run; the documents that are in the thread are still finished. @throws Missing */
export async function cancelWhatIf(db: Db, key: string, id: string, at: Date): Promise<WhatIfRun> {
  await db.updateTable('flow_what_if').set({ state: 'cancelled' }).where('id', '=', id).where('key', '=', key).where('state', '=',
    'running')
    .execute()
  return whatIfRun(db, key, id, at)
}

/** Least time between two notes of the progress of a run, ms: each is a write that others of the database wait beside. */
const progressEvery = 1_000

/** Notes the progress of a run from time to time. @returns whether it goes on: it was not cancelled */
function progressOf(db: Db, id: string): (done: number) => Promise<boolean> {
  let noted = -Infinity
  return async (done) => {
    if (performance.now() - noted < progressEvery) return true
    noted = performance.now()
    const row = await db.updateTable('flow_what_if').set({ done }).where('id', '=', id).where('state', '=', 'running').returning('id')
      .executeTakeFirst()
    return row !== undefined
  }
}

/** Ids of the documents whose first filing is in the period, read once for a run. */
async function inPeriod(db: Db, { form, period: [from, to] }: Question): Promise<readonly string[]> {
  const rows = await db.selectFrom('document').innerJoin('document_event as first',
    (join) => join.onRef('first.document', '=', 'document.id').on('first.seq', '=', 1))
    .where('document.type', '=', form.key).where('first.at', '>=', sql<Date>`${from}::date`)
    .where('first.at', '<', sql<Date>`${to}::date + 1`).orderBy('document.id').select('document.id').execute()
  return rows.map(({ id }) => id)
}

/** Documents with their last values; of their process only the chosen approvers are read. */
async function pastDocuments(db: Db, ids: readonly string[]): Promise<readonly PastDocument[]> {
  const rows = await db.selectFrom('document').select(['id', 'number', 'starter', 'applicant', 'value', 'amount',
    sql<PastDocument['choices'] | null>`process -> 'choices'`.as('choices')]).where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ choices, ...row }) => ({ ...row, choices: choices ?? [] }))
}

/** The organisation, dictionaries and record owners of a run, read once: it shows the company as it was when it began. */
const evaluationFor = ({ host, db, at }: CommandContext, { form, from, to }: Question): Promise<Evaluation> =>
  evaluationAt(host, db, { at, form: { ...form, flow: from }, flow: to })

/** A run's question for the thread. Without other figures both sides have the same parameters, also after they were copied. */
async function questionFor({ host, db, at }: CommandContext, { form, from, to, figures }: Question,
  { organisation, evaluation }: { readonly organisation: Organisation; readonly evaluation: Evaluation }): Promise<WhatIfQuestion> {
  const before = parametersOf(host, evaluation)
  return { form, from, to, at, organisation: recordsOf(organisation), stays: await usualStays(db, at),
    parameters: { before, after: figures.size === 0 ? before : new Map([...before, ...figures]) } }
}

/** The records that the documents of a batch name, read once per kind, and the owners of those whose owners are asked. */
async function recordsFor({ plugins }: CommandContext['host'], { form, from, to }: Question,
  { evaluation, documents }: { readonly evaluation: Evaluation; readonly documents: readonly PastDocument[] }
): Promise<Pick<WhatIfRequest, 'records' | 'owners'>> {
  const read = namedIn({ ...fieldsOfFlow(form, from), ...fieldsOfFlow(form, to) }, documents)
  for (const [kind, ids] of read) await evaluation.knowIds(kind, [...ids])
  const named = namedIn(form.fields, documents)
  const kinds = new Set([from, to].flatMap((flow) => ownersAsked(form, flow)))
  const owners = plugins.flatMap((plugin) => plugin.owners).filter(({ of }) => kinds.has(of)).map((declared) => ({ declared,
    people: new Map([...(named.get(declared.of) ?? [])].flatMap((id) => {
      const person = evaluation.directory.owners(declared.of)?.person(id)
      return person === undefined ? [] : [[id, person] as const]
    })) })
  )
  return { records: recordsOfBatch(evaluation, read), owners }
}

/** The ids of the records that some documents name, by kind. */
function namedIn(fields: Form['fields'], documents: readonly PastDocument[]): ReadonlyMap<RecordKind, ReadonlySet<string>> {
  const named = new Map<RecordKind, Set<string>>()
  for (const { value } of documents)
    for (const [kind, ids] of recordsNamedIn(fields, value)) named.set(kind, new Set([...(named.get(kind) ?? []), ...ids]))
  return named
}

/** Those of the records that were read for the run which a batch names: the rest is not copied to the thread. */
const recordsOfBatch = ({ records }: Evaluation, read: ReadonlyMap<RecordKind, ReadonlySet<string>>): WhatIfRequest['records'] =>
  new Map([...read].map(([kind, ids]) => {
    const known = records.get(kind)
    return [kind, new Map([...ids].flatMap((id) => {
      const record = known?.get(id)
      return record ? [[id, record] as const] : []
    }))] as const
  }))

/** The parameters that conditions read; the thread has no database connection. */
const parametersOf = ({ plugins }: CommandContext['host'], { dict }: Pick<FormFacts, 'dict'>): ReadonlyMap<string, string> =>
  new Map(
    plugins.flatMap(({ dictionaries }) => dictionaries.filter((each) => each.parameters)).flatMap(({ key, items }) =>
      items.flatMap(({ value }) => {
        const figure = dict?.(key, value)
        return figure == null ? [] : [[`${key} ${value}`, figure] as const]
      })
    ),
  )

/** Median working hours of each person's tasks in the last year; `''` is the median of all. */
async function usualStays(db: Db, at: Date): Promise<ReadonlyMap<string, number>> {
  const hours = workedHours({ at: sql.ref('task.arrived_at'), day: 'came' }, { at: sql.ref('task.finished_at'), day: 'went' })
  const { rows } = await sql<{ person: string | null; hours: string; stays: string }>`
    with days as materialized (${workingDays(at)}), stay as (
      select task.assignee as person, ${hours} as hours from task
      join days came on came.day = task.arrived_at::date join days went on went.day = task.finished_at::date
      where task.state = 'done' and task.finished_at > ${at}::timestamptz - interval '1 year' and task.result in ('passed', 'refused')
    )
    select person, percentile_cont(0.5) within group (order by hours) as hours, count(*) as stays from stay
    group by grouping sets ((person), ())`.execute(db)
  return new Map(rows.filter(({ person, stays }) => person === null || Number(stays) >= fewestStays).map(({ person, hours: median }) => [
    person ?? '',
    Number(median ?? 0),
  ]))
}

type Found = readonly { readonly row: WhatIfRow; readonly document: PastDocument }[]

/** The totals of a run, with examples. */
export function resultOf(found: Found, nameOf: (person: string) => string): WhatIfResult {
  const filed = found.filter(({ row }) => !row.after.isRefused)
  const changed = filed.filter(({ row }) => row.cause !== null)
  const amountOf = (some: Found) => moneyText(sumMoney(some.map(({ document }) => document.amount)))
  const count = (of: 'before' | 'after') => {
    const tasks = new Map<string, number>()
    for (const { row } of filed) for (const person of row[of].people) tasks.set(person, (tasks.get(person) ?? 0) + 1)
    return tasks
  }
  const [before, after] = [count('before'), count('after')]
  const sum = (tasks: ReadonlyMap<string, number>) => [...tasks.values()].reduce((all, each) => all + each, 0)
  const people = [...new Set([...before.keys(), ...after.keys()])].map((id) => ({ id, name: nameOf(id), before: before.get(id) ?? 0,
    after: after.get(id) ?? 0 })
  ).filter((each) => each.before !== each.after)
  const named = (steps: readonly RouteStep[]) => steps.map((step) => ({ ...step, people: step.people.map(nameOf) }))
  return {
    documents: found.length,
    changed: changed.length,
    changedAmount: amountOf(changed),
    refused: found.length - filed.length,
    causes: causesOf(changed, amountOf),
    burden: people.toSorted((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before)).slice(0, shown.people),
    tasksBefore: sum(before),
    tasksAfter: sum(after),
    daysBefore: medianDays(filed.map(({ row }) => row.before.hours)),
    daysAfter: medianDays(filed.map(({ row }) => row.after.hours)),
    examples: changed.slice(0, shown.examples).map(({ row, document }) => ({ document: document.id, number: document.number,
      before: named(row.before.steps), after: named(row.after.steps) })
    ),
  }
}

function causesOf(changed: Found, amountOf: (some: Found) => string): WhatIfResult['causes'] {
  const groups = grouped(changed, ({ row }) => JSON.stringify(row.cause?.label))
  const causes = [...groups.values()].map((group) => ({ cause: group[0]?.row.cause?.label as Label, node: group[0]?.row.cause?.node ?? null,
    documents: group.length, amount: amountOf(group) })
  )
  return causes.toSorted((one, other) => other.documents - one.documents).slice(0, shown.causes)
}

function medianDays(hours: readonly number[]): number | null {
  if (hours.length === 0) return null
  const sorted = hours.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
  return Math.round((median / dayHours) * 100) / 100
}

declare module '#server/database/tables.ts' {
  interface Tables {
    flow_what_if: {
      id: string
      key: string
      state: WhatIfRun['state']
      done: Generated<number>
      total: number
      result: ColumnType<WhatIfResult | null, string | undefined, string>
      by: string
      at: Date
      alive_at: Date
    }
  }
}
