import { sql } from 'kysely'
import { Decimal } from 'decimal.js'
import type { Form } from '#kernel/form.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { accessWithout, confidentialPaths } from '#kernel/fields/confidential.ts'
import { disclosedValue } from '#kernel/fields/disclosure.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { inRmb, moneyText } from '#kernel/values/money.ts'
import { bilingual, composeName } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentStatus } from '#approval/types.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { containingEither } from '#server/identity/organisation/search-text.ts'
import type { Host, ReferenceQuery, ReferenceRecord, ReferenceSource } from '#server/host.ts'
import { takenOf } from './consumption.ts'
import { subjectFor } from '../lists/rows.ts'
import { type DocumentReader, hasSubject, readable, readerOf } from '../visibility/scope.ts'
import { accessIn } from '../values/disclosed-values.ts'
import { stateCodes } from '../wire.ts'

/** A document with the bindings and consumption by live documents. */
interface DocumentFigures {
  readonly id: string
  readonly number: string
  readonly type: string
  readonly title: string
  readonly title_en: string
  readonly state: DocumentStatus
  readonly starter: string
  readonly applicant: string
  readonly department: string
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly amount: string | null
  readonly claimable: string | null
  readonly value: FormValue
  readonly owners: string | null
  readonly taken: string | null
  readonly claimed_by: string | null
}

/**
 * A filed document as a record for expressions, pickers and labels: the plain values of its header (`option.carKind`), overridden by
 * attributes of every document. Amounts are decimal texts in RMB; `decimals` names the texts that expressions read as numbers. With a
 * `reader`, the value is restricted to disclosed fields.
 */
function recordOf(row: DocumentFigures, form: Form | undefined, reader?: Caller): ReferenceRecord {
  const { id, number, type, title, title_en: titleEn, state, starter, applicant, department, started_at: started, ended_at: ended,
    amount } = row
  const value = form ? disclosedValue(row.value, accessOf(form, row, reader)) : row.value
  return {
    ...plainValues(form, value),
    ...rmbValues(form, value),
    id,
    name: composeName({ cn: half(title), en: half(titleEn) }),
    enabled: true,
    businessNo: number,
    businessType: type,
    processName: form ? bilingual(form) : type,
    title,
    titleEn,
    state: stateCodes[state],
    starter,
    applicant,
    department,
    createTime: nowOf(started),
    endTime: ended && nowOf(ended),
    period: periodOf(form, value),
    amount,
    remaining: remaining(row.claimable, row.taken),
    claimedBy: row.claimed_by,
    bound: Number(row.owners ?? 0),
    decimals: [...decimalsOf(form), 'amount', 'remaining'],
  }
}

/** Confidential fields are never read from other documents, by any reader or calculation. */
const accessOf = (form: Form, row: DocumentFigures, reader: Caller | undefined) =>
  accessWithout(confidentialPaths(form.fields), reader ? accessIn({ form, reader, document: row }) : () => 'full')

/** Names are stored as two halves separated by a slash, so slashes of a title become full-width ones. */
const half = (text: string) => text.replaceAll('/', '／')

/** The remaining balance after consumption by other documents. */
function remaining(claimable: string | null, taken: string | null): string | null {
  if (claimable === null) return null
  return Decimal.max(0, new Decimal(claimable).minus(taken ?? 0)).toFixed(2)
}

/** Amounts in RMB under the names used by the form's expressions. */
function rmbValues(form: Form | undefined, value: FormValue): FormValue {
  if (!form) return {}
  const held = keyAs(form.fields, 'exchangeRate')
  const rate = held === undefined ? '1' : (value[held] as string | undefined)
  return Object.fromEntries(Object.entries(rmbNames(form.fields)).map(([name, amount]) => {
    const converted = inRmb(value[amount] as string | undefined, rate)
    return [name, converted && moneyText(converted)]
  }))
}

/** Names of the attributes whose texts are decimals. */
const decimalsOf = (form: Form | undefined): string[] =>
  form
    ? [
      ...Object.entries(form.fields).filter(([, field]) =>
        kindOf(field).holds === 'decimal' || field.result === 'money' || field.result === 'number'
      ).map(([key]) => key),
      ...Object.keys(rmbNames(form.fields)),
    ]
    : []

const plain: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/** Keeps plain values and lists of people; other lists are of no use without their definition. */
const plainValues = (form: Form | undefined, value: FormValue): FormValue =>
  Object.fromEntries(
    Object.entries(value).filter(([key, inner]) =>
      plain.has(typeof inner) ? form?.fields[key] !== undefined : form?.fields[key]?.kind === 'people'
    ),
  )

/** The period of a document: its first date range, or its first start and end date. */
function periodOf(form: Form | undefined, value: FormValue): readonly [string, string] | null {
  const range = Object.entries(form?.fields ?? {}).find(([key, { kind }]) => kind === 'daterange' && Array.isArray(value[key]))
  const [from, to] = range ? (value[range[0]] as readonly unknown[]) : [dayOf(value, /^start/), dayOf(value, /^end/)]
  return typeof from === 'string' && typeof to === 'string' ? [from, to] : null
}

function dayOf(value: FormValue, name: RegExp): string | undefined {
  const [, found] =
    Object.entries(value).find(([key, inner]) => name.test(key) && typeof inner === 'string' && /^\d{4}-\d\d-\d\d/.test(inner)) ?? []
  return typeof found === 'string' ? found.slice(0, 10) : undefined
}

interface SourceContext {
  readonly departments: Host['departments']
  readonly forms: ReadonlyMap<string, Form>
}

/** The subject of a document, as it is stored. */
interface SubjectTexts {
  readonly subject: string
  readonly subject_en: string
}

/** The documents that a link may name; narrows the documents that the caller may read. */
interface LinkFilter {
  /** Business types; empty: any. */
  readonly links: readonly string[]
  readonly states: readonly Tables['document']['state'][]
  /** Only those that the caller filed or applied for. */
  readonly own: boolean
  /** The document that is being changed, since a document may not link to itself. */
  readonly except: string | undefined
}

/**
 * Reference source of the `documentLink` kind. A caller finds documents in their row scope; without a caller (rules, derived values) all
 * documents are found.
 */
export function documentSource({ departments, forms }: SourceContext): ReferenceSource {
  const records = (rows: readonly (DocumentFigures & SubjectTexts)[], caller?: Caller): ReferenceRecord[] =>
    rows.map((row) => ({ ...recordOf(row, forms.get(row.type), caller), ...(caller && subjectFor({ host: { forms }, caller }, row)) }))
  const scoped = async (db: Db, caller: Caller) => readable(await readerOf({ departments }, db, caller))
  return {
    async find(db, ids, reader, owner) {
      const caller = reader?.caller
      if (ids.length === 0) return []
      const query = withFigures(db.selectFrom('document').where('document.id', 'in', [...ids]), owner)
      return records(await (caller ? query.where(await scoped(db, caller)) : query).execute(), caller)
    },
    async candidates(db, query, { caller }) {
      const reader = await readerOf({ departments }, db, caller)
      const found = narrowed(db, query, reader).where(readable(reader))
      const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
      const rows = await withFigures(found, narrowingOf(query.context).except).orderBy('document.started_at', 'desc').orderBy('document.id')
        .limit(query.size).offset(
          (query.current - 1) * query.size,
        ).execute()
      return { records: records(rows, caller), total: Number(total) }
    },
  }
}

function narrowed(db: Db, { keyword, context }: ReferenceQuery, reader: DocumentReader) {
  const { links, states, own, except } = narrowingOf(context)
  const either = containingEither(keyword ?? '')
  const contains = (column: 'title' | 'title_en' | 'number') => sql<boolean>`${sql.ref(`document.${column}`)} ilike any(${either}::text[])`
  return db.selectFrom('document')
    .where('document.state', 'in', [...states])
    .$if(links.length > 0, (query) => query.where('document.type', 'in', [...links]))
    .$if(own, (query) => query.where((eb) => eb.or([eb('document.starter', '=', reader.id), eb('document.applicant', '=', reader.id)])))
    .$if(except !== undefined, (query) => query.where('document.id', '<>', except ?? ''))
    .$if(keyword !== undefined,
      (query) => query.where((eb) => eb.or([contains('title'), contains('title_en'), contains('number'), hasSubject(either, reader)])))
}

const linkable = ['inApproval', 'completed'] as const

function narrowingOf({ links, linkStates, own, except }: ReferenceQuery['context']): LinkFilter {
  const states = linkable.filter((state) => texts(linkStates).includes(state))
  return { links: texts(links), states: states.length > 0 ? states : linkable, own: own === true,
    except: typeof except === 'string' ? except : undefined }
}

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [])

/** Adds the bindings and consumption by live documents other than `except`. */
function withFigures(query: ReturnType<typeof narrowed>, except: string | undefined) {
  return query
    .leftJoinLateral(takenOf(except), (join) => join.onTrue())
    .select([
      'document.id',
      'document.number',
      'document.type',
      'document.title',
      'document.title_en',
      'document.subject',
      'document.subject_en',
      'document.state',
      'document.starter',
      'document.applicant',
      'document.department',
      'document.started_at',
      'document.ended_at',
      'document.amount',
      'document.claimable',
      'document.value',
      'live.owners',
      'live.taken',
      'live.claimed_by',
    ])
}
