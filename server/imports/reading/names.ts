import type { FieldDefinition } from '#kernel/fields.ts'
import { inSentence, listed } from '#kernel/wording/label.ts'
import { bilingual, splitName } from '#kernel/wording/names.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { Host, ReferenceReader, ReferenceRecord, ReferenceSource } from '#server/host.ts'
import type { SheetRow } from '#server/workbooks/sheet.ts'
import { type CellProblem, isProblem, namesIn, plain, plainText, type Resolve } from '../cells/cell-values.ts'
import type { CheckedRow, ImportColumn, Importer } from '../importer.ts'

const prefix = 'row:'

/** Placeholder for a record that the same file creates, until it is saved and has an id. */
const fileReference = (text: string): string => prefix + text

/** The text of such a placeholder; undefined for any other value. Ids contain no colon. */
export const referencedText = (
  value: unknown,
): string | undefined => (typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : undefined)

/** Sorts rows so that each follows the row it depends on; rows in a cycle keep their position. */
export function inOrder<Value>(rows: readonly CheckedRow<Value>[],
  { follows }: Pick<Importer<Value, never>, 'follows'>): readonly CheckedRow<Value>[] {
  if (!follows) return rows
  const byIdentity = new Map(rows.map((row) => [row.identity, row] as const))
  const depthOf = (row: CheckedRow<Value>, steps = 0): number => {
    const before = byIdentity.get(follows(row.value) ?? '')
    return before === undefined || steps > deepest ? steps : depthOf(before, steps + 1)
  }
  const depths = new Map(rows.map((row) => [row, depthOf(row)]))
  return rows.toSorted((one, other) => depths.get(one)! - depths.get(other)!)
}

/** Maximum depth of dependencies between rows of one file. */
const deepest = 20

export interface NameLookupContext extends ReferenceReader {
  readonly host: Pick<Host, 'references'>
}

/** Resolvers for the texts of every column, read once for the whole sheet: at most one statement per column. */
export async function resolvers(db: Db, columns: readonly ImportColumn[], rows: readonly SheetRow[],
  naming: NameLookupContext): Promise<readonly Resolve[]> {
  const found: Resolve[] = []
  for (const [index, { field, by, among, meanings }] of columns.entries()) {
    const kind = recordKindOf(field)
    if (meanings) {
      found.push(await meanings(db, [...new Set(rows.flatMap(({ cells }) => namesIn(cells[index], field)))]))
      continue
    }
    // A name next to its code is for people only.
    if (by === 'name') found.push(itself)
    else if (kind)
      found.push(
        orOfFile(await records(db, naming, { field, names: rows.flatMap(({ cells }) => namesIn(cells[index], field)) }),
          textsOf(columns, rows, among)),
      )
    else found.push(await choices(db, field))
  }
  return found
}

const itself: Resolve = (text) => text

/** The texts of a column whose records the file creates. */
function textsOf(columns: readonly ImportColumn[], rows: readonly SheetRow[], among: string | undefined): ReadonlySet<unknown> {
  const place = among === undefined ? -1 : columns.findIndex(({ key }) => key === among)
  return new Set(place < 0 ? [] : rows.map(({ cells }) => plainText(cells[place])))
}

/** Resolves a missing record to a placeholder where the file creates it. */
const orOfFile = (resolve: Resolve, brought: ReadonlySet<unknown>): Resolve => (text) => {
  const found = resolve(text)
  return isProblem(found) && missing.has(found.code) && brought.has(text) ? fileReference(text) : found
}

interface NameLookup {
  readonly field: FieldDefinition
  readonly names: readonly string[]
}

async function records(db: Db, { host, ...step }: NameLookupContext, { field, names }: NameLookup): Promise<Resolve> {
  const distinct = [...new Set(names)]
  const source = host.references.source(recordKindOf(field) ?? field.kind)
  if (!source?.named) throw new Error(`Records of the kind ${field.kind} cannot be found by name`)
  const found = distinct.length > 0 ? await source.named(db, distinct, step) : []
  const byCode = new Map(found.flatMap((record) => codesOf(record).map((code) => [code, record.id] as const)))
  const byName = idsByName(found)
  return (text) => {
    const code = byCode.get(text)
    if (code !== undefined) return code
    const [first, second] = byName.get(text) ?? []
    if (first === undefined) return missingRecord(field, source, text)
    return second === undefined ? first : { code: 'imports.cell.ambiguous', parameters: { text } }
  }
}

/** The problem of a missing record; its message names the key by which records are found. */
export function missingRecord(field: FieldDefinition, { keyLabel, isNameless }: Pick<ReferenceSource, 'keyLabel' | 'isNameless'>,
  text: string): CellProblem {
  if (recordKindOf(field) === 'person') return { code: 'imports.cell.person', parameters: { text } }
  if (!keyLabel) return { code: 'imports.cell.reference', parameters: { text } }
  const label = bilingual({ cn: keyLabel.cn, en: inSentence(keyLabel.en) })
  return { code: isNameless ? 'imports.cell.key' : 'imports.cell.record', parameters: { text, label } }
}

const missing: ReadonlySet<string> = new Set(['reference', 'person', 'record', 'key'].map((code) => `imports.cell.${code}`))

function idsByName(found: readonly ReferenceRecord[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { id, name } of found) {
    const { cn, en } = splitName(name)
    for (const each of [name, cn, en].map(plain)) ids.set(each, (ids.get(each) ?? new Set()).add(id))
  }
  return ids
}

/** A person is identified by job number or user name. */
function codesOf({ code, userName }: ReferenceRecord): string[] {
  return [code, userName].filter((each): each is string => typeof each === 'string' && each !== '')
}

/** Resolves a choice by its label in either language, or its stored value. */
async function choices(db: Db, field: FieldDefinition): Promise<Resolve> {
  const offered = await optionsOf(db, field)
  const options = new Map(
    offered.flatMap(({ value, cn, en }) => [value, cn, en].map((word) => [plain(word).toLowerCase(), value] as const)),
  )
  const those = bilingual(listed(offered))
  const isFree = field.freeText === true
  return (text) =>
    options.get(text.toLowerCase()) ?? (isFree ? text : { code: 'imports.cell.choice', parameters: { text, choices: those } })
}

/** The options of a field: its own, or the enabled ones of its dictionary. */
export async function optionsOf(db: Db,
  { options, dict }: FieldDefinition): Promise<readonly { readonly value: string; readonly cn: string; readonly en: string }[]> {
  if (options) return options
  if (dict === undefined) return []
  return (await dictionaries(db).list(dict)).filter(({ disabled }) => !disabled).map(({ value, label, localName }) => ({ value, cn: label,
    en: localName })
  )
}
