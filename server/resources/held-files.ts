import { Refused } from '#kernel/errors.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { attachTo, detach } from '#server/attachments/attachments.ts'
import type { Db } from '#server/database/tables.ts'

/** A record that was written, and how it stood before. */
interface WrittenRecord {
  readonly id: string
  readonly value: FormValue
  readonly before?: FormValue
  readonly by: string
  readonly at: Date
}

/**
 * The files that a record names become its own; those that it no longer names go back to who uploaded them.
 * @throws Refused at the field
 */
export async function holdFiles(db: Db, { fields, name }: Resource, { id, value, before = {}, by, at }: WrittenRecord): Promise<void> {
  for (const field of Object.keys(fields).filter((key) => fields[key]?.kind === 'attachment')) {
    const [now, then] = [filesIn(value[field]), filesIn(before[field])]
    await demandOwn(db, by, field, now.filter((file) => !then.includes(file)))
    await attachTo(db, { document: id, type: name, caller: by, field }, now)
    await detach(db, { document: id, at }, then.filter((file) => !now.includes(file)))
  }
}

/** Checks that files new to a field are its writer's own: one of another field may be for other readers. @throws Refused */
async function demandOwn(db: Db, by: string, field: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const other = await db.selectFrom('attachment').select('id').where('id', 'in', files).where('create_by', '!=', by).executeTakeFirst()
  if (other) throw new Refused('attachments.missing', {}, [{ field, code: 'attachments.missing' }])
}

const filesIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((file): file is string => typeof file === 'string') : [])
