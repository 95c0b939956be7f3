import { system, type ValueChanged } from '#approval/event.ts'
import { Refused } from '#kernel/errors.ts'
import { check } from '#kernel/evaluate/checks/check.ts'
import { complete } from '#kernel/evaluate/filling/complete.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentStep, WrittenInto } from '#server/extensions/document-extension.ts'
import { definitionOfDocument, type DocumentHost } from '../host.ts'
import { lock, update } from '../store/store.ts'
import { subjectIn } from '../store/subjects.ts'
import { keepUnique } from '../unique/unique-keys.ts'
import { changesBetween } from './changes.ts'
import { evaluationAt } from '../values/form-facts.ts'

type WritingStep = Pick<DocumentStep, 'db' | 'at' | 'actor' | 'document'>

/**
 * Writes into documents, others or this one, as an effect of an action, in its transaction. They are locked together, ordered by id;
 * derived fields are updated, and history and differences record the author and the source document. Approvers are not asked again, and
 * the modules' handlers do not run.
 * @throws Refused for an invalid value; Missing for an absent document
 */
export async function writeInto(host: DocumentHost, source: WritingStep, writes: readonly WrittenInto[]): Promise<void> {
  const wanted = new Map<string, FormValue>()
  for (const { document, set } of writes) wanted.set(document, { ...wanted.get(document), ...set })
  const names = new Map(writes.flatMap(({ document, by }) => (by === undefined ? [] : [[document, by] as const])))
  const ids = [...wanted.keys()].toSorted()
  if (ids.length > 0) await source.db.selectFrom('document').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const { actor, document: { id: from, number } } = source
  for (const id of ids)
    await writeOne(host, source, { document: id, by: names.get(id) ?? actor.id, set: () => wanted.get(id) ?? {},
      ...(id !== from && { from: { document: from, ...(number !== undefined && { number }) } }) })
}

interface ForeignWrite {
  readonly db: Db
  readonly at: Date
  readonly document: string
  /** Computes the new values from the current ones, under the document's lock. */
  set(value: FormValue): FormValue
}

/** Writes another system's answer into a document, with an entry in its history. */
export const writeFromOutside = (host: DocumentHost, { db, at, document, set }: ForeignWrite): Promise<void> =>
  writeOne(host, { db, at }, { document, by: system, set })

interface WriteInput extends Pick<ForeignWrite, 'document' | 'set'>, Pick<ValueChanged, 'from'> {
  readonly by: string
}

async function writeOne(host: DocumentHost, { db, at }: Pick<WritingStep, 'db' | 'at'>,
  { document, by, from, set: setBy }: WriteInput): Promise<void> {
  const stored = await lock(db, { document })
  const set = setBy(stored.value)
  const { form, pinned } = await definitionOfDocument(host, db, stored)
  const unknown = Object.keys(set).find((key) => !Object.hasOwn(form.fields, key))
  if (unknown !== undefined) throw new Error(`${form.key} has no field ${unknown}`)
  const evaluation = await evaluationAt(host, db, { at, form, flow: pinned.flow, document, versions: stored.versions })
  const changed = { ...stored.value, ...set }
  await evaluation.know(form.fields, changed)
  const value = complete(form, changed, evaluation)
  const problems = check(form, value, evaluation, { at: 'start', level: 'draft' }).filter(({ field }) =>
    Object.hasOwn(set, field.split('.')[0] ?? '')
  )
  if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
  const changes = changesBetween(stored.value, value)
  if (changes.length === 0) return
  const event: ValueChanged = { type: 'valueChanged', by, at: at.toISOString(), changes, ...(from && { from }) }
  await update(db, stored, { form, formHash: stored.form, flow: pinned.flow, flowHash: pinned.hash, number: stored.number, value,
    subject: await subjectIn(host, { form, value, evaluation }), events: [event], evaluation, at })
  const { status } = stored.process
  await keepUnique(db, { form: host.forms.get(form.key) ?? form, document, value, status }, { value: stored.value, status })
}
