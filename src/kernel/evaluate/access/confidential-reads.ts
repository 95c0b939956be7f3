import { confidentialPaths, fieldsWithout } from '#kernel/fields/confidential.ts'
import type { Feel, Fields } from '#kernel/fields.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import type { Rule } from '#kernel/rules.ts'
import { rmbNames, rowNames } from '../plan/context-names.ts'
import { type Formula, formula } from '../plan/formula.ts'

/** Functions that may return any entry of their argument, so that static analysis cannot tell which field is read. */
const opaque = /\b(?:get value|get entries|string|context|context put|context merge)\s*\(/

/** The confidential paths that an expression may read. Conservative: false positives are possible, false negatives are not. */
export function confidentialReads(fields: Fields, source: Feel, place: ReadingContext = {}): readonly string[] {
  return readsAmong(fields, source, [...confidentialPaths(fields)], place)
}

/** The subset of `paths` that an expression may read. */
export function readsAmong(fields: Fields, source: Feel, paths: readonly string[], place: ReadingContext = {}): readonly string[] {
  if (paths.length === 0) return []
  const reads = readingOf(source, fields, place)
  return paths.filter((path) => {
    const [key = '', column] = path.split('.')
    return column === undefined ? readsField(reads, key) : readsColumn(reads, key, column)
  })
}

interface ReadingContext {
  /** Key of the table whose rows the expression is evaluated for. */
  readonly table?: string
  /** The result is stored with all its entries, as taken rows are; any entry may then be read. */
  readonly isWhole?: boolean
}

interface ReadNames {
  readonly table: string | undefined
  readonly names: ReadonlySet<string>
  /** Fields that are read through `header`. */
  readonly outer: ReadonlySet<string>
  readonly rmb: Readonly<Record<string, string>>
  /** The field of the rate, where the form has one. */
  readonly rate: string | undefined
  /** Returns whether the source may read an entry of this name from a value that it uses as a whole. */
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
    rate: keyAs(fields, 'exchangeRate'),
    outer: new Set(expression.paths.flatMap(([first, second]) => (first === 'header' && second !== undefined ? [second] : []))),
    mentions: (name) => isOpaque || new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'u').test(source),
  }
}

/** An amount in RMB is read from the amount and the rate. */
function readsField({ names, outer, rmb, rate, mentions }: ReadNames, key: string): boolean {
  const known = [key, ...Object.keys(rmb).filter((name) => key === rate || rmb[name] === key)]
  return known.some((name) => names.has(name) || outer.has(name) || (names.has('header') && mentions(name)))
}

function readsColumn(reads: ReadNames, key: string, column: string): boolean {
  if (reads.table === key && (reads.names.has(column) || (reads.names.has('item') && reads.mentions(column)))) return true
  return readsField(reads, key) && reads.mentions(column)
}

/** The confidential paths that a rule reads, in its condition or its sentence. */
export const readByRule = (fields: Fields, { when, blanks = {}, each }: Rule): readonly string[] =>
  [when, ...Object.values(blanks)].flatMap((source) => confidentialReads(fields, source, { table: each }))

/** Ids of the rules that read concealed paths: their messages would disclose them. */
export const concealedRules = ({ fields, rules }: Pick<Form, 'fields' | 'rules'>, concealed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    concealed.size === 0 ? [] : rules.filter((rule) => readByRule(fields, rule).some((path) => concealed.has(path))).map(({ id }) => id),
  )

/** The form without the concealed paths and without the rules that read them. */
export function formWithout(form: Form, concealed: ReadonlySet<string>): Form {
  if (concealed.size === 0) return form
  const dropped = concealedRules(form, concealed)
  return { ...form, fields: fieldsWithout(form.fields, concealed), rules: form.rules.filter(({ id }) => !dropped.has(id)) }
}
