import { sql } from 'kysely'
import type { Form } from '#kernel/form.ts'
import { type ColumnAccess, type ColumnRights, formSubject } from '#kernel/fields/disclosure.ts'
import type { Label } from '#kernel/wording/label.ts'
import { subjectOf, subjectPaths, subjectPlaces } from '#kernel/wording/subject.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host, ReferenceRecord } from '#server/host.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import type { DataAudit } from '#server/plugin.ts'
import type { Evaluation } from '../values/form-facts.ts'

/** Documents read at a time. */
const batch = 500

type RecordReferences = Pick<Host, 'references'>

/** The subject by the form in force, even for documents of older versions, so that lists show documents of a type uniformly. */
export async function subjectIn({ forms }: { readonly forms: ReadonlyMap<string, Form> },
  { form: filed, value, evaluation }: { form: Form; value: FormValue; evaluation: Evaluation }): Promise<Label> {
  const form = forms.get(filed.key) ?? filed
  await evaluation.knowIds('cascader', subjectPlaces(form, value))
  return subjectOf(form, value, evaluation)
}

/** Computes the subjects of stored documents whose form declares them differently now; can be aborted and resumed. */
export async function fillSubjects(db: Db, host: RecordReferences,
  { forms, signal }: { forms: Iterable<Form>; signal: AbortSignal }): Promise<void> {
  for (const form of forms) await fillType(db, host, { form, signal })
}

async function fillType(db: Db, host: RecordReferences, { form, signal }: { form: Form; signal: AbortSignal }): Promise<void> {
  const declared = JSON.stringify(form.subject ?? [])
  const { rows: [state] } = await sql<{ filled_to: string | null }>`
    insert into document_subject (type, declared, filled_to) values (${form.key}, ${declared}::jsonb, '')
    on conflict (type) do update set declared = excluded.declared,
      filled_to = case when document_subject.declared = excluded.declared then document_subject.filled_to else '' end
    returning filled_to`.execute(db)
  for (let after = state?.filled_to ?? null; after !== null && !signal.aborted;) {
    after = await filledAfter(db, host, { form, after })
    await db.updateTable('document_subject').set({ filled_to: after }).where('type', '=', form.key).where(
      sql<boolean>`declared = ${declared}::jsonb`,
    ).execute()
  }
}

/** Updates a batch of subjects; documents with a newer revision are skipped, since an action has written their subject meanwhile. */
async function filledAfter(db: Db, host: RecordReferences, { form, after }: { form: Form; after: string }): Promise<string | null> {
  const rows = await documentsAfter(db, form.key, after)
  const due = await subjectsOf(db, host, { form, rows })
  const changed = rows.flatMap((row,
    at) => (isSubject(row, due[at]!) ? [] : [{ id: row.id, revision: row.revision, ...due[at]!, pinyin: pinyinOf(due[at]!.cn) }])
  )
  if (changed.length > 0) {
    await sql`update document set subject = due.cn, subject_en = due.en, subject_pinyin = due.pinyin
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) due (id text, revision int, cn text, en text, pinyin text)
      where document.id = due.id and document.revision = due.revision`.execute(db)
  }
  return rows.at(-1)?.id ?? null
}

const isSubject = (stored: { readonly subject: string; readonly subject_en: string; readonly subject_pinyin: string },
  { cn, en }: Label): boolean => stored.subject === cn && stored.subject_en === en && stored.subject_pinyin === pinyinOf(cn)

const documentsAfter = (db: Db, type: string, after: string) =>
  db.selectFrom('document').select(['id', 'number', 'revision', 'value', 'subject', 'subject_en', 'subject_pinyin']).where('type', '=',
    type).where('id', '>', after).orderBy('id')
    .limit(batch)
    .execute()

/** Subjects of documents, with the names of referenced places. */
async function subjectsOf(db: Db, { references }: RecordReferences,
  { form, rows }: { form: Form; rows: readonly { readonly value: FormValue }[] }): Promise<readonly Label[]> {
  const codes = [...new Set(rows.flatMap(({ value }) => subjectPlaces(form, value)))]
  const records = codes.length > 0 ? await references.source('cascader')?.find(db, codes) : undefined
  const places = new Map<string, ReferenceRecord>((records ?? []).map((record) => [record.id, record]))
  return rows.map(({ value }) => subjectOf(form, value, { reference: (_, id) => places.get(id) }))
}

/** Compares every subject with the value that it is derived from; types that are still being filled in are left out. */
export const subjectAudit = (forms: ReadonlyMap<string, Form>): DataAudit => ({
  name: 'subjects',
  async run(db, host) {
    const mismatches: string[] = []
    let checked = 0
    const filled = await db.selectFrom('document_subject').selectAll().where('filled_to', 'is', null).execute()
    for (const { type, declared } of filled) {
      const form = forms.get(type)
      if (!form || JSON.stringify(declared) !== JSON.stringify(JSON.parse(JSON.stringify(form.subject ?? [])))) continue
      for (let after: string | undefined = ''; after !== undefined;) {
        const rows = await documentsAfter(db, type, after)
        const due = await subjectsOf(db, host, { form, rows })
        mismatches.push(...rows.flatMap((row, at) => (isSubject(row, due[at]!) ? [] : [`${row.number}: subject`])))
        checked += rows.length
        after = rows.at(-1)?.id
      }
    }
    return { checked, mismatches }
  },
})

/** Returns whether a person may see subjects of other people's documents: none of the fields in the subject is masked or hidden. */
export function showsSubject(form: Pick<Form, 'key' | 'subject'> | undefined, columns: ColumnRights): boolean {
  const own = form && columns[formSubject(form.key)]
  return !own || subjectPaths(form).every((path) => [path, path.split('.')[0]!].every((part) => !withheld.has(own[part] ?? 'full')))
}

const withheld: ReadonlySet<ColumnAccess> = new Set(['masked', 'hidden'])

/** Types with a masked or hidden field: the search by subject excludes other people's documents of these types. */
export const unsearchedSubjects = (columns: ColumnRights): readonly string[] =>
  Object.entries(columns).filter(([, fields]) => Object.values(fields).some((access) => withheld.has(access))).map(([subject]) => subject)
    .filter((subject) => subject.startsWith(formSubject(''))).map((subject) => subject.slice(formSubject('').length))
