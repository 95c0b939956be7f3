import { sql } from 'kysely'
import { Missing } from '#kernel/errors.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { Form, Posts } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { permits } from '#kernel/permissions.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { read } from '#server/documents/detail.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { type Access, accessOnScreen } from '#server/documents/values/disclosed-values.ts'
import { answerOf, columns, companiesOf, seen } from './rows.ts'
import { type PostingDetail, refusalOf } from './posting.ts'
import { isReversedByHand } from './write-postings.ts'
import { pathsIn } from './checks.ts'

/** Maximum number of displayed attempts, the newest first. */
const shownAttempts = 20

/** A line with its sent body, its attempts, and the outcome of similar refusals. @throws Missing for an unreadable one */
export async function postingLineOf(context: CommandContext, id: string) {
  const { host, db, caller } = context
  const row = await (await seen(host, db, caller)).select([...columns, 'posting.body']).where('posting.id', '=', id).executeTakeFirst()
  if (!row) throw new Missing('error.missing')
  const { body, ...line } = row
  const { form, access } = await read(context, row.document)
  const attempts = await db.selectFrom('posting_attempt').leftJoin('sys_user', 'sys_user.id', 'posting_attempt.person')
    .select(['posting_attempt.id', 'at', 'outcome', 'code', 'message', 'number', 'sys_user.name as person']).where('posting', '=', id)
    .orderBy('posting_attempt.id', 'desc')
    .limit(shownAttempts).execute()
  const refusal = refusalOf(host.postingCalls, line)
  const labels = labelsOf(host, line.call)
  return {
    ...answerOf(host, await companiesOf(host, db), caller)(line),
    details: messagesOf(form, line, labels),
    body: sentOf(form, { step: row.step, body, access: accessOnScreen({ form, access }), labels }),
    tries: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: nowOf(at) })),
    mayBeReversed: row.state === 'posted' && row.reverses === null && isReversedByHand(form, row.step),
    helped: line.code === null ? null : await helpedOf(context, { id, call: line.call, code: line.code }),
    repair: refusal?.repair && permits(caller.permissions, refusal.repair.needs)
      ? { label: bilingual(refusal.repair), path: refusal.repair.path }
      : null,
  }
}

type ValueLabels = Readonly<Record<string, Label>>

/** Labels of values that the forms take from no single field. */
const labelsOf = ({ postingCalls }: Pick<CommandContext['host'], 'postingCalls'>, call: string): ValueLabels =>
  postingCalls.get(call)?.labels ?? {}

/** The messages of the other system, with row (from 1) and field. */
function messagesOf(form: Form, { step, details }: { readonly step: string; readonly details: readonly PostingDetail[] | null },
  labels: ValueLabels) {
  const posts = form.posts?.find(({ id }) => id === step)
  return (details ?? []).map(({ severity, code, message, row, field }) => ({ severity, code, message,
    row: row === undefined ? null : row + 1, field: field ?? null, label: field === undefined
      ? null
      : labelOfSent(form, field, { posts, paths: posts && pathsOfSent(form, posts, field), label: labels[field] }) })
  )
}

interface PostingBody {
  readonly step: string
  readonly body: unknown
  readonly access: Access
  /** Labels of values that are taken from no single field. */
  readonly labels: ValueLabels
}

/** The sent values by the labels of their fields; without those withheld from the reader. */
function sentOf(form: Form, { step, body, access, labels }: PostingBody) {
  const posts = form.posts?.find(({ id }) => id === step)
  const entries = Object.entries(body && typeof body === 'object' ? (body as Record<string, unknown>) : {})
  return entries.map(([name, value]) => {
    // a reversing line contains the number of the other line and repeats its content
    const isOfNoField = name === 'number' || isOfEnding(posts, name)
    const paths = posts && pathsOfSent(form, posts, name)
    const isShown = isOfNoField || (paths !== undefined && areShown(paths, access))
    return { name, label: labelOfSent(form, name, { posts, paths, label: (isOfNoField ? endings : labels)[name] }),
      value: isShown ? value : null, isWithheld: !isShown }
  })
}

const isOfEnding = (posts: Posts | undefined, name: string): boolean => posts?.at === 'end' && name in endings

const areShown = (paths: readonly string[], access: Access): boolean => paths.every((path) => !['masked', 'hidden'].includes(access(path)))

/** Labels of values about the end of a document. */
const endings: Readonly<Record<string, Label>> = {
  result: { cn: '审批结果', en: 'Result' },
  approver: { cn: '审批人工号', en: 'Approver’s job number' },
  approvedAt: { cn: '审批时间', en: 'Decided at' },
  opinion: { cn: '审批意见', en: 'Opinion' },
}

/** The fields of a value or list in the body; undefined where the form sends none of this name. */
function pathsOfSent(form: Form, posts: Posts, name: string): readonly string[] | undefined {
  const [list, source] = [posts.lists?.[name], posts.body[name]]
  if (list) {
    const columns = { ...posts, rows: list.table }
    return [...new Set(Object.values(list.entry).flatMap((each) => pathsIn(form, columns, each)))]
  }
  return source === undefined ? undefined : pathsIn(form, posts, source)
}

interface SentEntrySource {
  readonly posts: Posts | undefined
  readonly paths: readonly string[] | undefined
  /** The label of a value that is taken from no single field. */
  readonly label: Label | undefined
}

function labelOfSent(form: Form, name: string, { posts, paths = [], label: own }: SentEntrySource): string | null {
  const list = posts?.lists?.[name]
  const label = list ? form.fields[list.table] : own
  return labelOf(form, paths) ?? (label ? bilingual(label) : null)
}

/** The label of a single field; null for several. */
function labelOf(form: Form, [path, ...others]: readonly string[]): string | null {
  const field = path === undefined || others.length > 0 ? undefined : fieldAt(form.fields, path)
  return field ? bilingual(field) : null
}

/** The outcome of other lines with the same refusal: how many were posted later, how many handled manually, and the last reason. */
async function helpedOf({ db }: Pick<CommandContext, 'db'>,
  { id, call, code }: { readonly id: string; readonly call: string; readonly code: string }) {
  const { rows: [found] } = await sql<{ posted: string; handled: string; reason: string | null }>`
    with same as (
      select posting.id, posting.state, posting.message, posting.last_at, posting.handled_by from posting
      where posting.call = ${call} and posting.id <> ${id} and posting.state in ('posted', 'handled') and posting.reverses is null
        and exists (select from posting_attempt attempt where attempt.posting = posting.id and attempt.code = ${code}))
    select count(*) filter (where state = 'posted') as posted, count(*) filter (where handled_by is not null) as handled,
      (array_agg(message order by last_at desc) filter (where handled_by is not null and message is not null))[1] as reason from same`
    .execute(db)
  const [posted, handled] = [Number(found?.posted ?? 0), Number(found?.handled ?? 0)]
  return posted + handled === 0 ? null : { posted, handled, reason: found?.reason ?? null }
}
