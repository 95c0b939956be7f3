import { type SelectQueryBuilder, sql } from 'kysely'
import { startNode } from '#approval/types.ts'
import type { Form } from '#kernel/form.ts'
import { bilingual, splitName } from '#kernel/wording/names.ts'
import '#server/identity/tables.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { type Usage, type UsageSource, partOf, type UsageSubject } from '#server/extensions/usages.ts'
import type { Definitions } from '../definitions/definition-store.ts'

type Forms = ReadonlyMap<string, Form>

/** Usages: running tasks and returned documents of a person, documents of a unit in approval, and flows that name either. */
export const documentUsages = (forms: Forms,
  flows: Definitions): readonly UsageSource[] => [runningTasks(forms), returnedDocuments(forms), documentsInApproval(forms),
  namingFlows(forms, flows)]

/** A person's running tasks, which can be reassigned. */
const runningTasks = (forms: Forms): UsageSource => ofTasks(forms, { id: 'runningTasks', cn: '待处理任务', en: 'Running tasks' }, '<>')

/** Documents returned to a person for changes: only they can resubmit them; administrators can end them. */
const returnedDocuments = (forms: Forms): UsageSource =>
  ofTasks(forms, { id: 'returnedDocuments', cn: '退回待本人修改的单据', en: 'Documents returned to them for changes' }, '=')

const ofTasks = (forms: Forms, named: Pick<UsageSource, 'id' | 'cn' | 'en'>, start: '=' | '<>'): UsageSource => ({
  ...named,
  count: (db, subject) => ('person' in subject ? counted(tasksOf(db, subject.person, start)) : none()),
  async list(db, subject, { limit, offset }) {
    if (!('person' in subject)) return []
    const rows = await tasksOf(db, subject.person, start)
      .select(['task.id', 'document.id as document', 'document.number', 'document.type', 'task.node_cn', 'task.node_en', 'document.title',
        'document.title_en', 'sys_user.name as starter'])
      .orderBy('task.arrived_at').orderBy('task.id').limit(limit).offset(offset).execute()
    return rows.map((row) => ({
      id: row.id,
      document: row.document,
      name: nameOf(forms, row.type),
      detail: start === '=' ? row.number : waitingDetail(row),
      path: pathOf(forms, row.type, row.document),
    }))
  },
})

interface WaitingTask {
  readonly number: string
  readonly node_cn: string
  readonly node_en: string
  readonly title: string | null
  readonly title_en: string | null
  readonly starter: string | null
}

/** "Number step · initiator · title", in each language. */
function waitingDetail({ number, node_cn, node_en, title, title_en, starter }: WaitingTask): string {
  const { cn, en } = splitName(starter ?? '')
  const line = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ').replaceAll('/', '／')
  return bilingual({ cn: line(`${number} ${node_cn}`, cn, title), en: line(`${number} ${node_en}`, en, title_en ?? title) })
}

const documentsInApproval = (forms: Forms): UsageSource => ({
  id: 'documentsInApproval',
  cn: '审批中的单据',
  en: 'Documents in approval',
  keepsUnit: true,
  count: (db, subject) => ('units' in subject ? counted(documentsOf(db, subject.units)) : none()),
  async list(db, subject, { limit, offset }) {
    if (!('units' in subject)) return []
    const rows = await documentsOf(db, subject.units).select(['id', 'number', 'type']).orderBy('started_at').orderBy('id').limit(limit)
      .offset(offset).execute()
    return rows.map(({ id, number, type }) => ({ id, name: nameOf(forms, type), detail: number, path: pathOf(forms, type, id) }))
  },
})

/** Current versions of flows that name the person, or one of the units. */
function namingFlows(forms: Forms, flows: Definitions): UsageSource {
  const naming = async (db: Db, subject: UsageSubject): Promise<Usage[]> => {
    const subjects = new Set('person' in subject ? [subject.person] : subject.units)
    const all = [...forms.values()]
    const current = await flows.currents(db, all)
    return all.flatMap((form, index) => {
      const own = current[index]
      return own && names(own.flow, subjects) ? [{ id: form.key, name: bilingual(form), detail: `V${own.version}` }] : []
    })
  }
  return {
    id: 'flows',
    cn: '流程',
    en: 'Definitions',
    count: async (db, subject) => (await naming(db, subject)).length,
    list: async (db, subject, part) => partOf(await naming(db, subject), part),
  }
}

/** Returns whether a part of a flow lists one of these ids, as fixed approvers and ranges of choice do. */
function names(part: unknown, subjects: ReadonlySet<string>): boolean {
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([key, value]) =>
    (key === 'people' || key === 'ids') && Array.isArray(value) ? value.some((id) => subjects.has(id as string)) : names(value, subjects)
  )
}

/** Running tasks of a person: those at the start node, or all others. */
const tasksOf = (db: Db, person: string, start: '=' | '<>') =>
  db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').leftJoin('sys_user', 'sys_user.id', 'document.starter')
    .where('task.assignee', '=', person).where('task.state', '=', 'running').where('task.node', start, startNode)

const documentsOf = (db: Db, units: readonly string[]) =>
  db.selectFrom('document').where('state', '=', 'inApproval').where('department', '=', sql<string>`any(${[...units]}::text[])`)

async function counted<Table extends keyof Tables>(rows: SelectQueryBuilder<Tables, Table, object>): Promise<number> {
  const { count } = await rows.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  return Number(count as string | number)
}

const none = async () => 0

const nameOf = (forms: Forms, type: string): string => {
  const form = forms.get(type)
  return form ? bilingual(form) : type
}

const pathOf = (forms: Forms, type: string, document: string): string | null => {
  const form = forms.get(type)
  return form ? `${form.detailPath}?procInstId=${document}` : null
}
