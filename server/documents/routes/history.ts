import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import { Missing } from '#kernel/errors.ts'
import { composeName, splitName } from '#kernel/wording/names.ts'
import type { Round } from '#approval/wire/timeline.ts'
import { signedIn } from '#server/http/access.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host, ReferenceQuery, ReferenceRecord } from '#server/host.ts'
import { read } from '../detail.ts'
import { historyOf } from '../store/history.ts'
import { accessOnScreen } from '../values/disclosed-values.ts'
import { roundsOf } from '../values/rounds.ts'
import { personOf } from '../timeline/people.ts'
import { type DocumentReader, readable, readerOf } from '../visibility/scope.ts'
import { type DocumentRouteContext, id, readContext, typed } from './requests.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { formGroupsOf, type processRecord, processSource } from '../definitions/process-source.ts'

/** A line of the process reference picker. Names are "中文/English". */
interface ProcessReference {
  readonly id: string
  readonly parentId: string
  readonly label: string
  readonly description: string
  readonly state: number
  /** Attributes of linked documents that modules add (`linkAttributes`); null where a document has no such field. */
  readonly [attribute: string]: unknown
}

interface ReferencePage {
  readonly records: readonly ProcessReference[]
  readonly total: number
}

/** Filed documents that the caller may read, latest first: number, title, process, initiator and time. */
async function linkableDocuments({ host, db, caller }: CommandContext, query: ReferenceQuery): Promise<ReferencePage> {
  const source = host.references.source('documentLink')
  if (!source) throw new Missing('error.missing')
  const { records, total } = await source.candidates(db, query, { caller, departments: host.departments })
  const directory = await host.directory(db)
  return {
    records: records.map((record) => ({ ...unsaid(host), ...documentLine(record, directory.person(String(record['starter']))?.name) })),
    total,
  }
}

/** Every attribute that modules add to linked documents, with null: the default for documents without it. */
const unsaid = ({ plugins }: Pick<Host, 'plugins'>): Readonly<Record<string, null>> =>
  Object.fromEntries(plugins.flatMap(({ linkAttributes }) => linkAttributes).map((attribute) => [attribute, null]))

function documentLine(record: ReferenceRecord, starter: string | undefined): ProcessReference {
  const [process, person] = [splitName(String(record['processName'])), splitName(starter ?? String(record['starter']))]
  const day = String(record['createTime']).slice(0, 10)
  const description = composeName({ cn: [process.cn, person.cn, day].join(' · ').replaceAll('/', '／'),
    en: [process.en, person.en, day].join(' · ').replaceAll('/', '／') })
  return {
    ...record,
    starterName: starter ?? null,
    parentId: String(record['businessNo']),
    label: record.name,
    description,
    state: Number(record['state']),
  }
}

/** Processes that a change can be requested for: group, name, and number prefix with the version in force. */
async function changeableProcesses({ host, db, flows, caller }: CommandContext, query: ReferenceQuery): Promise<ReferencePage> {
  const { records, total } = await processSource({ forms: host.forms, flows, groups: formGroupsOf(host.plugins) }).candidates(db, query, {
    caller,
    departments: host.departments,
  })
  return {
    records: records.map((record) => ({ ...unsaid(host), ...(record as ReturnType<typeof processRecord>), state: 1 })),
    total,
  }
}

/** Number of past months, and maximum number of documents, the latest first. */
const [months, most] = [12, 60]
/** Minimum number of cases for a comparison. */
const fewest = 6

interface PastAmountContext {
  readonly db: Db
  readonly reader: DocumentReader
  readonly at: Date
}

/** RMB amounts of other completed documents of the same type and department that the reader may see; empty below the minimum number. */
async function pastAmounts({ db, reader, at }: PastAmountContext, document: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('document')
    .innerJoin('document as own',
      (join) => join.onRef('own.type', '=', 'document.type').onRef('own.department', '=', 'document.department'))
    .select('document.amount')
    .where('own.id', '=', document)
    .where('document.id', '<>', document)
    .where('document.state', '=', 'completed')
    .where('document.amount', '>', '0')
    .where('document.started_at', '>', sql<Date>`${at}::timestamptz - make_interval(months => ${months})`)
    .where(readable(reader))
    .orderBy('document.started_at', 'desc')
    .limit(most)
    .execute()
  const amounts = rows.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  return amounts.length < fewest ? [] : amounts
}

const access = { access: signedIn, resource: 'document' } as const

const processQuery = z.strictObject({
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(100).default(10),
  label: z.string().trim().max(100).nullish(),
  /** processChangeReference: the processes themselves; by default filed documents. */
  type: z.literal('processChangeReference').nullish(),
  /** Business types; empty: any. */
  links: z.array(z.string().max(64)).max(60).default([]),
  linkStates: z.array(z.enum(['inApproval', 'completed'])).max(2).default([]),
  own: z.boolean().default(false),
  except: id.nullish(),
})

/**
 * Calls that read the history: differences between rounds, comparable documents, and the documents and processes that refer to each
 * other.
 */
export function historyRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.get('/workflow/rounds/:procInstId', { config: access, schema: { params: z.strictObject({ procInstId: id }) } },
    async (request): Promise<Round[]> => {
      const context = readContext(calls, request)
      const found = await read(context, request.params.procInstId)
      const { id: document, form, evaluation } = found
      const rounds = roundsOf(await historyOf(context.db, document), form, accessOnScreen(found))
      return rounds.map(({ edits, ...round }) => ({ ...round,
        edits: edits.map((edit) => ({ ...edit, by: personOf(evaluation.directory, edit.by) })) })
      )
    })

  routes.get('/workflow/pastAmounts/:procInstId', { config: access, schema: { params: z.strictObject({ procInstId: id }) } },
    async (request) => {
      const { host, db, caller, at, ...context } = readContext(calls, request)
      const { id: document } = await read({ host, db, caller, at, ...context }, request.params.procInstId)
      return pastAmounts({ db, at, reader: await readerOf(host, db, caller) }, document)
    })

  routes.post('/workflow/getProcess', { config: { ...access, reads: true, aliasResult: true }, schema: { body: processQuery } },
    async (request) => {
      const { current, size, label, type, except, ...narrowing } = request.body
      const context = readContext(calls, request)
      const query = { current, size, keyword: label || undefined, context: { ...narrowing, except: except ?? undefined },
        today: todayOf(context.at) }
      const { records, total } = await (type ? changeableProcesses : linkableDocuments)(context, query)
      return { records, total, current, size, pages: Math.ceil(total / size) }
    })
}
