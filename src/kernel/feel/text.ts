import { numberText } from './numbers.ts'
import type { FeelRun } from './run.ts'
import { type FeelContext, FeelRange, type FeelValue, isContext, isList, isNumber } from './values.ts'

/** The result of `string(value)`; null for null. */
export function textOf(value: FeelValue, run: FeelRun): string | null {
  if (value === null || typeof value === 'string') return value
  return run.text(literalOf(value, run))
}

/** A value as a FEEL literal. */
function literalOf(value: FeelValue, run: FeelRun): string {
  run.spend(1)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quoted(value, run)
  if (isNumber(value)) return numberText(value)
  if (isList(value)) return joined(value.map((item) => nested(item, run)), '[]', run)
  if (isContext(value)) return contextText(value, run)
  return value instanceof FeelRange ? rangeText(value, run) : value.toString()
}

/** A literal inside a list, context or range, where a temporal value is written as `@"…"`. */
function nested(value: FeelValue, run: FeelRun): string {
  const temporal = typeof value === 'object' && value !== null && !isNumber(value) && !isList(value) && !isContext(value)
  const text = literalOf(value, run)
  return temporal && !(value instanceof FeelRange) ? `@"${text}"` : text
}

/** The text of a range, such as `[1..5)` or `> 5`. */
export function rangeText(range: FeelRange, run: FeelRun): string {
  if (range.operator) return `${range.operator} ${nested(range.start ?? range.end, run)}`
  const open = range.startIncluded ? '[' : '('
  const close = range.endIncluded ? ']' : ')'
  return `${open}${nested(range.start, run)}..${nested(range.end, run)}${close}`
}

function contextText(context: FeelContext, run: FeelRun): string {
  const entries = Object.keys(context).map((key) => `${keyText(key, run)}: ${nested(context[key] ?? null, run)}`)
  return joined(entries, '{}', run)
}

function keyText(key: string, run: FeelRun): string {
  return /^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(key) ? key : quoted(key, run)
}

function quoted(text: string, run: FeelRun): string {
  run.text(text)
  return `"${text.replace(/[\\"\n\r\t]/g, (sign) => escapes[sign] ?? sign)}"`
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function joined(parts: string[], brackets: string, run: FeelRun): string {
  let length = 0
  for (const part of parts) length += part.length + 2
  run.spend(length >> 4)
  return brackets[0] + parts.join(', ') + brackets[1]
}

/** Unquotes a string literal. */
export function unescape(literal: string): string {
  const text = literal.slice(1, -1)
  if (!text.includes('\\')) return text
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{6})|([^]))/g, (whole, short?: string, long?: string, sign?: string) => {
    if (sign !== undefined) return unescapes[sign] ?? whole
    const code = Number.parseInt(short ?? long ?? '', 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Single-character escapes; any other backslash is kept. */
const unescapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', "'": "'", '\\': '\\' }
