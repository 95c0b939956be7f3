import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { readable, readerOf } from '../visibility/scope.ts'
import { recordsNamedIn } from './form-facts.ts'

interface LinkingPerson {
  readonly host: Pick<Host, 'references' | 'departments'>
  readonly db: Db
  readonly caller: Caller
}

/**
 * The records, by kind, that a value names anew and that are not the caller's to link: they are told nothing of them, and neither the
 * value as it stood nor a document that it links to, and that they may read, names them.
 */
export async function unlinkableRecords({ host, db, caller }: LinkingPerson, form: Form,
  { value, before = {} }: { readonly value: FormValue; readonly before: FormValue | undefined }
): Promise<ReadonlyMap<RecordKind, ReadonlySet<string>>> {
  const [now, then] = [recordsNamedIn(form.fields, value), recordsNamedIn(form.fields, before)]
  const unseen = new Map<RecordKind, ReadonlySet<string>>()
  for (const [kind, ids] of now) {
    const source = host.references.source(kind)
    const added = [...ids].filter((id) => then.get(kind)?.has(id) !== true)
    if (added.length === 0 || !source?.isLimited?.(caller)) continue
    const seen = new Set((await source.find(db, added, { caller, departments: host.departments })).map(({ id }) => id))
    const rest = added.filter((id) => !seen.has(id))
    if (rest.length > 0) unseen.set(kind, new Set(rest))
  }
  const linked = [...(now.get('documentLink') ?? [])]
  if (unseen.size === 0 || linked.length === 0) return unseen
  const rows = await db.selectFrom('document').select('value').where('id', 'in', linked)
    .where(readable(await readerOf(host, db, caller))).execute()
  const said = JSON.stringify(rows)
  return new Map([...unseen].map(([kind, ids]) => [kind, new Set([...ids].filter((id) => !said.includes(JSON.stringify(id))))]))
}
