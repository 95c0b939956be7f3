import { confidentialPaths, fieldsWithout } from '#kernel/fields/confidential.ts'
import type { Feel, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Rule } from '#kernel/rules.ts'
import { rmbNames, rowNames } from '../plan/context-names.ts'
import { type Formula, formula } from '../plan/formula.ts'

/** Functions whose answer may hold any entry of what they are given. */
const opaque = /\b(?:get value|get entries|string|context|context put|context merge)\s*\(/

/** The confidential paths that an expression may read; rather one too many than one too few. */
export function confidentialReads(fields: Fields, source: Feel, place: ReadingContext = {}): readonly string[] {
  return readsAmong(fields, source, [...confidentialPaths(fields)], place)
}

/** Those of several paths that an expression may read. */
export function readsAmong(fields: Fields, source: Feel, paths: readonly string[], place: ReadingContext = {}): readonly string[] {
  if (paths.length === 0) return []
  const reads = readingOf(source, fields, place)
  return paths.filter((path) => {
    const [key = '', column] = path.split('.')
    return column === undefined ? readsField(reads, key) : readsColumn(reads, key, column)
  })
}

interface ReadingContext {
  /** Table in whose rows it stands. */
  readonly table?: string
  /** Its value is kept with every entry, as rows are. */
  readonly isWhole?: boolean
}

interface ReadNames {
  readonly table: string | undefined
  readonly names: ReadonlySet<string>
  /** Fields that are read through `header`. */
  readonly outer: ReadonlySet<string>
  readonly rmb: Readonly<Record<string, string>>
  /** Returns whether the source may read an entry of that name of whatever it reads as a whole. */
  mentions(name: string): boolean
}

function readingOf(source: Feel, fields: Fields, { table, isWhole = false }: ReadingContext): ReadNames {
  const { expression, needs }: Formula = formula(source, [...Object.keys(fields), ...rowNames,
    ...Object.values(fields).flatMap(({ columns = {} }) => Object.keys(columns))])
  const isOpaque = isWhole || opaque.test(source)
  return {
    table,
    names: new Set(needs),
    rmb: rmbNames(fields),
    outer: new Set(expression.paths.flatMap(([first, second]) => (first === 'header' && second !== undefined ? [second] : []))),
    mentions: (name) => isOpaque || new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'u').test(source),
  }
}

function readsField({ names, outer, rmb, mentions }: ReadNames, key: string): boolean {
  const known = [key, ...Object.keys(rmb).filter((name) => rmb[name] === key)]
  return known.some((name) => names.has(name) || outer.has(name) || (names.has('header') && mentions(name)))
}

function readsColumn(reads: ReadNames, key: string, column: string): boolean {
  if (reads.table === key && (reads.names.has(column) || (reads.names.has('item') && reads.mentions(column)))) return true
  return readsField(reads, key) && reads.mentions(column)
}

/** The confidential paths that a rule reads, in its condition or its sentence. */
export const readByRule = (fields: Fields, { when, blanks = {}, each }: Rule): readonly string[] =>
  [when, ...Object.values(blanks)].flatMap((source) => confidentialReads(fields, source, { table: each }))

/** Ids of the rules that read what is concealed: their message would disclose it. */
export const concealedRules = ({ fields, rules }: Pick<Form, 'fields' | 'rules'>, concealed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    concealed.size === 0 ? [] : rules.filter((rule) => readByRule(fields, rule).some((path) => concealed.has(path))).map(({ id }) => id),
  )

/** A form as somebody knows it from whom these paths are concealed. */
export function formWithout(form: Form, concealed: ReadonlySet<string>): Form {
  if (concealed.size === 0) return form
  const dropped = concealedRules(form, concealed)
  return { ...form, fields: fieldsWithout(form.fields, concealed), rules: form.rules.filter(({ id }) => !dropped.has(id)) }
}
