import { type Expression, sql, type SqlBool } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Intervention, InterventionState } from '#approval/interventions.ts'
import type { Directory } from '#approval/directory.ts'
import type { Confirmation, InterventionList, InterventionRow } from '#approval/wire/intervention.ts'
import type { TimelineProposal } from '#approval/wire/timeline.ts'
import { confirmPermission } from '#approval/administrator.ts'
import { containing } from '#server/identity/organisation/search-text.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { subjectFor } from '../lists/rows.ts'
import { personOf } from '../timeline/people.ts'
import { evaluationAt } from '../values/form-facts.ts'
import { fieldsOfFlow } from '../definitions/flow-contents.ts'
import { definitionOfDocument, type DocumentHost } from '../host.ts'
import { readable, readerOf } from '../visibility/scope.ts'
import { confirmationOf, mayConfirmAny } from './propose.ts'
import './outcomes.ts'

/** The person who reads the list. */
type InterventionReader = Omit<CommandContext, 'flows'>

/** The filters of the list. */
interface InterventionQuery {
  readonly list: InterventionList
  readonly action?: Intervention | null | undefined
  readonly type?: string | null | undefined
  readonly keyword?: string | null | undefined
  readonly current: number
  readonly size: number
}

/** Proposals visible to the caller: their own, and those in readable documents in which they have no interest. */
async function seen({ host, db, caller }: InterventionReader) {
  const reader = await readerOf(host, db, caller)
  return db.selectFrom('intervention').innerJoin('document', 'document.id', 'intervention.document')
    .leftJoin('intervention_outcome as ended', 'ended.intervention', 'intervention.id')
    .where(({ eb, and, or }) =>
      or([eb('intervention.proposer', '=', caller.id),
        and([notExcluded(caller.id), (readable(reader) as (builder: unknown) => Expression<SqlBool>)(eb)])])
    )
}

const notExcluded = (person: string) => sql<SqlBool>`${person} <> all(intervention.excluded)`

type SeenQuery = Awaited<ReturnType<typeof seen>>

/** Narrows proposals to those that the caller may confirm. */
const toConfirm = (query: SeenQuery, { caller, at }: InterventionReader): SeenQuery =>
  query.where('ended.intervention', 'is', null).where('intervention.expires_at', '>', at).where(notExcluded(caller.id))

function filtered(query: SeenQuery, context: InterventionReader, { list, action, type, keyword }: InterventionQuery): SeenQuery {
  let found = query
  if (list === 'waiting') found = toConfirm(found, context)
  if (list === 'mine') found = found.where('intervention.proposer', '=', context.caller.id)
  if (list === 'done')
    found = found.where(({ eb, or }) => or([eb('ended.intervention', 'is not', null), eb('intervention.expires_at', '<=', context.at)]))
  if (action) found = found.where('intervention.action', '=', action)
  if (type) found = found.where('document.type', '=', type)
  if (keyword) {
    const like = containing(keyword)
    found = found.where(({ eb, or }) =>
      or([sql<string>`document.number`, sql<string>`document.title`, sql<string>`document.title_en`, sql<string>`intervention.reason`].map(
        (text) => eb(sql<string>`lower(${text})`, 'like', like),
      ))
    )
  }
  return found
}

/** Counts the proposals that the caller may confirm. */
export async function countToConfirm(context: InterventionReader): Promise<number> {
  const { count } = await toConfirm(await seen(context), context).select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page of proposals, the latest first; open ones ordered by expiry. */
export async function interventionPage(context: InterventionReader, query: InterventionQuery) {
  const { current, size, list } = query
  const found = filtered(await seen(context), context, query)
  const { count } = await found.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const rows = await found.select(columns)
    .$if(list === 'waiting', (each) => each.orderBy('intervention.expires_at'))
    .orderBy('intervention.id', 'desc').limit(size).offset((current - 1) * size).execute()
  const directory = await context.host.directory(context.db)
  const records: InterventionRow[] = []
  for (const row of rows) records.push(await rowOf(context, directory, row))
  return { records, total: Number(count), current, size, pages: Math.ceil(Number(count) / size) }
}

const columns = ['intervention.id', 'intervention.action', 'intervention.holder', 'intervention.step', 'intervention.target_name',
  'intervention.assignee', 'intervention.reason', 'intervention.proposer', 'intervention.excluded', 'intervention.at',
  'intervention.expires_at', 'ended.outcome', 'ended.person as ended_by', 'ended.reason as answer', 'ended.at as ended_at',
  'document.id as document', 'document.number', 'document.type', 'document.title', 'document.title_en', 'document.subject',
  'document.subject_en', 'document.amount', 'document.starter', 'document.applicant'] as const

const selectedFrom = (query: SeenQuery) => query.select(columns)
type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectedFrom>['execute']>>[number]

async function rowOf(context: InterventionReader, directory: Directory, row: SelectedRow): Promise<InterventionRow> {
  const { caller, at } = context
  const named = (id: string | null) => (id === null ? null : personOf(directory, id))
  const state = stateOf(row, at)
  const isMine = row.proposer === caller.id && state === 'waiting'
  return {
    ...documentOf(context, row),
    id: row.id,
    action: row.action,
    state,
    initiator: personOf(directory, row.starter),
    step: row.step,
    target: row.target_name,
    holder: named(row.holder),
    assignee: named(row.assignee),
    reason: row.reason,
    proposer: personOf(directory, row.proposer),
    proposedAt: nowOf(row.at),
    expiresAt: nowOf(row.expires_at),
    endedBy: named(row.ended_by),
    endedAt: row.ended_at && nowOf(row.ended_at),
    answer: row.answer,
    mayConfirm: state === 'waiting' && mayConfirmAny(caller) && !row.excluded.includes(caller.id),
    mayWithdraw: isMine,
    confirmation: isMine ? await confirmationIn(context, row.document) : null,
  }
}

/** Open and unsuccessful proposals for a document that the caller may see, oldest first, for its timeline. */
export async function proposalsIn(context: InterventionReader, document: string): Promise<readonly TimelineProposal[]> {
  const rows = await (await seen(context)).select(columns).where('intervention.document', '=', document)
    .where(({ eb, or }) => or([eb('ended.outcome', 'is', null), eb('ended.outcome', '<>', 'confirmed')]))
    .orderBy('intervention.id').execute()
  const directory = rows.length > 0 ? await context.host.directory(context.db) : undefined
  return rows.flatMap((row): TimelineProposal[] => {
    const state = stateOf(row, context.at)
    if (!directory || state === 'confirmed') return []
    const named = (id: string | null) => (id === null ? null : personOf(directory, id))
    return [{ id: row.id, action: row.action, state, proposer: personOf(directory, row.proposer), proposedAt: nowOf(row.at),
      expiresAt: nowOf(row.expires_at), reason: row.reason, target: row.target_name, assignee: named(row.assignee),
      endedBy: named(row.ended_by), answer: row.answer, mayWithdraw: state === 'waiting' && row.proposer === context.caller.id }]
  })
}

const stateOf = ({ outcome, expires_at: expires }: Pick<SelectedRow, 'outcome' | 'expires_at'>, at: Date): InterventionState =>
  outcome ?? (expires <= at ? 'expired' : 'waiting')

/** The document of a row, as disclosed to the caller. */
const documentOf = (context: InterventionReader, row: SelectedRow) => ({
  document: row.document,
  number: row.number,
  type: row.type,
  form: bilingual(context.host.forms.get(row.type) ?? { cn: row.type, en: row.type }),
  title: row.title,
  titleEn: row.title_en,
  ...subjectFor(context, row),
  amount: row.amount,
})

/** The people who may confirm the caller's proposal for a document. */
async function confirmationIn({ host, db, caller, at }: InterventionReader, id: string): Promise<Confirmation> {
  const row = await db.selectFrom('document').select(['id', 'type', 'form', 'flow', 'value', 'process']).where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { value, process } = row
  const { form, pinned } = await definitionOfDocument(host, db, row)
  const evaluation = await evaluationAt(host, db, { at, form, flow: pinned.flow, document: id })
  await evaluation.know(fieldsOfFlow(form, pinned.flow), value)
  return confirmationOf(host, db, { id, form, value, process, evaluation, at, bindings: 0 }, caller.id)
}

/** Interventions that the caller may confirm. */
export const interventionsToConfirm = (host: () => DocumentHost): ActionItemSource => ({
  id: 'interventionsToConfirm',
  area: 'administration',
  cn: '项流程干预待您确认',
  en: 'interventions wait for your confirmation',
  enOne: 'intervention waits for your confirmation',
  path: '/interventions',
  needs: confirmPermission,
  count: ({ db, caller, at }) => countToConfirm({ host: host(), db, caller, at }),
})
