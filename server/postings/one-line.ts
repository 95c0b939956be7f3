import { sql } from 'kysely'
import { Missing } from '#kernel/errors.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { Form, Posts } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { read } from '#server/documents/detail.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { type Access, accessOnScreen } from '#server/documents/values/disclosed-values.ts'
import { companiesOf } from './companies.ts'
import { refusalOf } from './refusal.ts'
import { isReversedByHand } from './write-postings.ts'
import { answerOf, columns, seen } from './rows.ts'

/** Attempts that are shown, the newest first. */
const shownAttempts = 20

/** A line with what is sent, what came of each attempt and what has helped others. @throws Missing for one that the caller may not read */
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
  return {
    ...answerOf(host, await companiesOf(host, db), caller)(line),
    body: sentOf(form, { step: row.step, body, access: accessOnScreen({ form, access }) }),
    tries: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: nowOf(at) })),
    mayBeReversed: row.state === 'posted' && row.reverses === null && isReversedByHand(form, row.step),
    helped: line.code === null ? null : await helpedOf(context, { id, call: line.call, code: line.code }),
    repair: refusal?.repair && permits(caller.permissions, refusal.repair.needs)
      ? { label: bilingual(refusal.repair), path: refusal.repair.path }
      : null,
  }
}

interface PostingBody {
  readonly step: string
  readonly body: unknown
  readonly access: Access
}

/** The sent values, named by the fields that they come from; without those that the reader is not shown in the document itself. */
function sentOf(form: Form, { step, body, access }: PostingBody) {
  const posts = form.posts?.find(({ id }) => id === step)
  const entries = Object.entries(body && typeof body === 'object' ? (body as Record<string, unknown>) : {})
  return entries.map(([name, value]) => {
    const source = posts?.body[name]
    const paths = source === undefined || !posts ? [] : pathsIn(form, posts, source)
    // a line that reverses another has its number, and repeats its content
    const isShown = name === 'number' || (source !== undefined && paths.every((path) => !['masked', 'hidden'].includes(access(path))))
    return { name, label: labelOf(form, paths), value: isShown ? value : null, isWithheld: !isShown }
  })
}

/** The name of the field, where one says it all. */
function labelOf(form: Form, [path, ...others]: readonly string[]): string | null {
  const field = path === undefined || others.length > 0 ? undefined : fieldAt(form.fields, path)
  return field ? bilingual(field) : null
}

/** Fields of which an expression speaks: every name in it that could be one. */
function pathsIn({ fields }: Pick<Form, 'fields'>, { rows }: Posts, source: string): string[] {
  const words = new Set(source.replaceAll(/"[^"]*"/g, '').match(/[A-Za-z_]\w*/g) ?? [])
  const own = rows === undefined
    ? []
    : Object.keys(fields[rows]?.columns ?? {}).filter((key) => words.has(key)).map((key) => `${rows}.${key}`)
  const header = Object.entries(fields).flatMap(([key, { columns: inner }]) => {
    if (!words.has(key) || own.includes(`${rows}.${key}`)) return []
    const named = Object.keys(inner ?? {}).filter((column) => words.has(column)).map((column) => `${key}.${column}`)
    // a table as a whole has all of its columns
    return named.length > 0 ? named : [key, ...Object.keys(inner ?? {}).map((column) => `${key}.${column}`)]
  })
  return [...own, ...header]
}

/**
 * The way in which others with the same refusal came to an end: how many were posted after it, how many done by hand, and what was said of
 * the last.
 */
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
