import { sql } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Directory } from '#approval/directory.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { containing, containingEither } from '#server/identity/organisation/search-text.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { type BatchPass, batchPasses } from '../lifecycle/batch-pass.ts'
import type { ListRow } from './list-types.ts'
import { showsSubject } from '../store/subjects.ts'
import { personOf } from '../timeline/people.ts'
import { detailRoute, stateCodes } from '../wire.ts'
import { type DocumentReader, hasSubject, othersReadable, readable, readerOf } from '../visibility/scope.ts'

/** A row with the attributes that only other clients read. */
interface ListedRow extends DocumentRow {
  readonly procInsId: string
  readonly processKey: string
  /** "中文/English" */
  readonly localName: string
  readonly departmentId: string
  readonly dynamicForm: boolean
  readonly urlPage: string | null
  readonly arrivedTime: string | null
}

/** Rows of a list as on the wire, with names of people and departments. */
export async function listed(context: CommandContext, rows: readonly ListRow[]): Promise<ListedRow[]> {
  const directory = await context.host.directory(context.db)
  const passes = await batchPasses(context, rows)
  return rows.map((row) => ({
    id: row.task ?? row.id,
    taskId: row.task,
    procInstId: row.id,
    procInsId: row.id,
    businessKey: row.id,
    businessNo: row.number,
    ...typeOf(row, context.host.forms.get(row.type)),
    title: row.title,
    titleEn: row.title_en,
    ...subjectFor(context, row),
    state: stateCodes[row.state],
    amount: row.amount,
    initiatorId: row.starter,
    applyerUser: personOf(directory, row.starter),
    departmentId: row.department,
    departmentName: directory.department(row.department)?.name ?? '',
    ...nodesOf(row, directory),
    ...timesOf(row, context.at),
    readState: row.read ? 1 : 0,
    ...remarksOf(row, passes),
  }))
}

type SubjectColumns = Pick<ListRow, 'type' | 'subject' | 'subject_en' | 'starter' | 'applicant'>

interface SubjectReader extends Pick<CommandContext, 'caller'> {
  readonly host: Pick<CommandContext['host'], 'forms'>
}

/** The subject of a document, where the caller may see its fields. */
export function subjectFor({ host, caller }: SubjectReader, { type, subject, subject_en: subjectEn, starter, applicant }: SubjectColumns) {
  const isShown = subject !== '' && ([starter, applicant].includes(caller.id) || showsSubject(host.forms.get(type), caller.columns))
  return { subject: isShown ? subject : null, subjectEn: isShown ? subjectEn : null }
}

/** The names of the type; its key where the type is not registered any more. */
const typeOf = ({ type }: ListRow, { cn, en, short }: Label & Pick<Form, 'short'> = { cn: type, en: type }) => ({
  businessType: type,
  processKey: type,
  routeName: detailRoute(type),
  processName: cn,
  processNameEn: en,
  shortName: (short ?? { cn }).cn,
  shortNameEn: (short ?? { en }).en,
  localName: cn === en ? cn : `${cn}/${en}`,
  dynamicForm: false,
  urlPage: null,
})

/** The reader's own node, else all nodes with running tasks. */
const nodesOf = ({ current_nodes: nodes, node, node_cn: cn, node_en: en }: ListRow, directory: Directory) => ({
  nodeId: node ?? nodes[0]?.id ?? null,
  nodeName: cn ?? nodes.map((each) => each.cn).join('、'),
  nodeNameEn: en ?? nodes.map((each) => each.en).join(', '),
  assignees: nodes.flatMap(({ people }) => people).map((person) => personOf(directory, person)),
})

function timesOf({ started_at: started, ended_at: ended, since, due_at: due, state }: ListRow, now: Date) {
  const overdue = due !== null && due < now
  return {
    createTime: nowOf(started),
    endTime: ended && nowOf(ended),
    arrivedTime: since && nowOf(since),
    stayHours: since && state === 'inApproval' ? hoursBetween(since, now) : null,
    dueTime: due && nowOf(due),
    overdue,
    overdueHours: overdue ? hoursBetween(due, now) : null,
  }
}

const remarksOf = (row: ListRow, passes: ReadonlyMap<string, BatchPass>) => ({
  urgeCount: row.urged,
  flowVersion: row.flow_version,
  marks: row.marks,
  countersign: row.countersign,
  batchPass: (row.task === null ? undefined : passes.get(row.task)) ?? null,
})

const hoursBetween = (from: Date, to: Date): number => Math.max(0, Math.floor((to.getTime() - from.getTime()) / hour))

const hour = 3_600_000

/** Number of the newest documents per kind of access that a search reads at most. */
const newest = 5_000

/**
 * The latest readable documents whose number, title or subject (in either language, pinyin or initials) contains the keyword: among the
 * newest that the caller filed, had a task or copy of, or may see by permission. A complete number finds its document regardless of age.
 */
export async function found({ host, db, caller }: CommandContext, keyword: string, size: number) {
  const reader = await readerOf(host, db, caller)
  const like = containing(keyword)
  const either = containingEither(keyword)
  const rows = await db.selectFrom('document')
    .select(['id', 'number', 'type', 'title', 'title_en', 'subject', 'subject_en', 'starter', 'applicant', 'state', 'amount'])
    .where((eb) =>
      eb.or([
        eb.and([eb('number', '=', keyword.trim().toUpperCase()), readable(reader)(eb)]),
        sql<boolean>`document.id in (${
          inScope(db, reader)
        }) and (document.number ilike ${like} or document.title ilike any(${either}::text[])
          or document.title_en ilike any(${either}::text[]) or document.pinyin like any(${either}::text[]) or ${
          hasSubject(either, reader)
        })`,
      ])
    )
    .orderBy('started_at', 'desc').orderBy('id').limit(size)
    .execute()
  return rows.map(({ id, number, type, title, title_en: titleEn, state, amount, ...row }) => {
    const { cn, en } = host.forms.get(type) ?? { cn: type, en: type }
    return { procInstId: id, businessNo: number, businessType: type, routeName: detailRoute(type), processName: cn, processNameEn: en,
      title, titleEn, ...subjectFor({ host, caller }, { ...row, type }), state: stateCodes[state], amount }
  })
}

/** Reads each kind of access by its own index, newest first. */
function inScope(db: CommandContext['db'], reader: DocumentReader) {
  const filed = db.selectFrom('document as own').select('own.id').where('own.starter', '=', reader.id).orderBy('own.started_at', 'desc')
    .limit(newest)
  const handled = db.selectFrom('task').select('task.document as id').where('task.assignee', '=', reader.id).orderBy('task.arrived_at',
    'desc').limit(newest)
  const copied = db.selectFrom('cc').select('cc.document as id').where('cc.person', '=', reader.id).orderBy('cc.added_at', 'desc').limit(
    newest,
  )
  const others = db.selectFrom('document').select('document.id').where(othersReadable(reader)).orderBy('document.started_at', 'desc').limit(
    newest,
  )
  return sql`(${filed}) union (${handled}) union (${copied}) union (${others})`
}
