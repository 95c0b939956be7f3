import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { DocumentStatus } from '#approval/types.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { Form, Unique } from '#kernel/form.ts'
import { notUnique, type UniqueKey, uniqueKeys, uniquesOf } from '#kernel/fields/unique.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'

const compared: Readonly<Record<Unique['among'], ReadonlySet<DocumentStatus>>> = {
  inApproval: new Set(['inApproval']),
  live: new Set(['inApproval', 'completed']),
  completed: new Set(['completed']),
}

/** A document after an action. */
interface KeyOwner {
  readonly form: Form
  readonly document: string
  readonly value: FormValue
  readonly status: DocumentStatus
}

/** The unique keys that a document reserves in its state. */
const heldIn = ({ form, value, status }: Pick<KeyOwner, 'form' | 'value' | 'status'>): readonly UniqueKey[] =>
  uniqueKeys(form, value).filter(({ unique }) => compared[unique.among].has(status))

/**
 * Updates the unique keys that a document reserves. Of concurrent documents with the same key, the second one waits for the first
 * transaction and is refused.
 * @throws Refused at the field, naming the other document
 */
export async function keepUnique(db: Db, holding: KeyOwner, before?: Pick<KeyOwner, 'value' | 'status'>): Promise<void> {
  const { form, document } = holding
  if (uniquesOf(form).length === 0) return
  const keys = heldIn(holding)
  if (before && isDeepStrictEqual(keys, heldIn({ form, ...before }))) return
  const rows = JSON.stringify(keys.map(({ space, key, starts, ends }) => ({ space, key, starts, ends })))
  await sql`delete from unique_key where document = ${document}`.execute(db)
  if (keys.length === 0) return
  // inserts in one order for all transactions, to avoid deadlocks
  await sql`insert into unique_key (document, space, key, starts, ends)
    select ${document}, space, key, starts, ends
    from jsonb_to_recordset(${rows}::jsonb) as wanted (space text, key text, starts date, ends date) order by space, key, starts, ends
    on conflict do nothing`.execute(db)
  const problems = await takenBy(db, keys, document)
  if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
}

/** Finds values that other documents have reserved, before anything is written. */
export async function uniqueProblems(db: Db,
  { form, value, document }: Pick<KeyOwner, 'form' | 'value'> & { readonly document: string | undefined }): Promise<FieldProblem[]> {
  const keys = uniqueKeys(form, value)
  return keys.length === 0 ? [] : takenBy(db, keys, document)
}

async function takenBy(db: Db, keys: readonly UniqueKey[], document: string | undefined): Promise<FieldProblem[]> {
  const wantedKeys = JSON.stringify(keys.map(({ space, key, starts, ends }, index) => ({ index, space, key, starts, ends })))
  const { rows } = await sql<{ index: number; number: string }>`
    select wanted.index, min(document.number) as number
      from jsonb_to_recordset(${wantedKeys}::jsonb) as wanted (index int, space text, key text, starts date, ends date)
      join unique_key held on int8range(hashtextextended(held.space || chr(10) || held.key, 0),
        hashtextextended(held.space || chr(10) || held.key, 0), '[]')
          && int8range(hashtextextended(wanted.space || chr(10) || wanted.key, 0),
            hashtextextended(wanted.space || chr(10) || wanted.key, 0), '[]')
        and daterange(held.starts, held.ends, '[]') && daterange(wanted.starts, wanted.ends, '[]')
      join document on document.id = held.document
      where held.document is distinct from ${document ?? null} group by wanted.index order by wanted.index`.execute(db)
  return rows.flatMap(({ index, number }) => (keys[index] ? [problemOf(keys[index], number)] : []))
}

function problemOf({ unique: { message }, path, label }: UniqueKey, businessNo: string): FieldProblem {
  const filled = (text: string) => text.replaceAll('{businessNo}', businessNo)
  return { field: path, code: notUnique, parameters: { label, businessNo }, level: 'block',
    ...(message && { message: { cn: filled(message.cn), en: filled(message.en) } }) }
}
