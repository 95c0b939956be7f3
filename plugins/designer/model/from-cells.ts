import type { Option } from '#kernel/fields/definition.ts'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { newField } from './kinds.ts'

/** Field proposed for a column of pasted cells; the user can change it before it is added. */
export interface GuessedField extends Label {
  readonly kind: FieldKind
  readonly options: readonly Option[]
  /** Cells below the label, by which the kind was guessed. */
  readonly samples: readonly string[]
}

/**
 * Reads fields from what was copied out of a workbook: the head row, with rows below it where there are some. Lines without tabs are
 * labels, one a line.
 */
export function fieldsFromCells(text: string): readonly GuessedField[] {
  const rows = text.replaceAll('\r', '').split('\n').map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  const [head = [], ...below] = rows
  const isList = rows.every(({ length }) => length === 1)
  const labels = isList ? rows.map(([cell = '']) => cell) : head
  return labels.flatMap((label, at) => {
    if (label === '') return []
    const samples = isList ? [] : below.map((cells) => cells[at] ?? '').filter((cell) => cell !== '')
    const kind = guessKind(label, samples)
    return [{ ...labelOf(label), kind, samples, options: kind === 'select' ? optionsOf(samples) : [] }]
  })
}

/** Splits `金额/Amount` into both languages; a label in one language leaves the other empty. */
function labelOf(text: string): Label {
  const [first = '', second] = text.replace(/[*＊]$/, '').split(/[/／|]/).map((part) => part.trim())
  if (second !== undefined && second !== '') return isChinese(first) ? { cn: first, en: second } : { cn: second, en: first }
  return isChinese(first) ? { cn: first, en: '' } : { cn: '', en: first }
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

const moneyWords = /金额|价|费用|费$|款|amount|price|cost|fee\b/i
const truths: ReadonlySet<string> = new Set(['是', '否', '有', '无', '√', '×', 'yes', 'no', 'y', 'n', 'true', 'false'])
const shapes: readonly (readonly [FieldKind, RegExp])[] = [
  ['datetime', /^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[ T]\d{1,2}:\d{2}/],
  ['date', /^\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?$/],
  ['time', /^\d{1,2}:\d{2}$/],
  ['percent', /^-?[\d,]+(\.\d+)?\s*%$/],
  ['money', /^-?[¥￥$€]\s?[\d,]+(\.\d+)?$/],
  // a number that begins with 0, or is longer than an amount, is a code
  ['integer', /^-?(0|[1-9][\d,]{0,10})$/],
  ['number', /^-?(0|[1-9][\d,]{0,12})(\.\d+)?$/],
]
/** Texts longer than this become text areas, in characters. */
const long = 40
/** Maximum number of distinct values for a guessed choice. */
const mostOptions = 8

function guessKind(label: string, samples: readonly string[]): FieldKind {
  if (samples.length === 0) return guessByName(label)
  if (samples.every((cell) => truths.has(cell.toLowerCase()))) return 'switch'
  const shape = shapes.find(([, pattern]) => samples.every((cell) => pattern.test(cell)))?.[0]
  if (shape === 'integer' || shape === 'number') return moneyWords.test(label) ? 'money' : shape
  return shape ?? guessText(samples)
}

/** Guesses the kind of texts: text area, choice, or single line. */
function guessText(samples: readonly string[]): FieldKind {
  if (samples.some((cell) => cell.length > long)) return 'textarea'
  const different = new Set(samples).size
  return samples.length >= 4 && different <= mostOptions && different * 2 <= samples.length ? 'select' : 'text'
}

const names: readonly (readonly [FieldKind, RegExp])[] = [
  ['attachment', /附件|照片|扫描件|attachment|photo/i],
  ['datetime', /时间|time$/i],
  ['date', /日期|日$|date|day$/i],
  ['department', /部门|department/i],
  ['person', /(负责|经办|接待|联系|申请|审批)人$|人员|owner|person$/i],
  ['money', moneyWords],
  ['integer', /数量|人数|次数|quantity|count|number of/i],
  ['switch', /^是否|^is /i],
  ['textarea', /说明|备注|原因|描述|事由|remark|reason|description|note/i],
]

const guessByName = (label: string): FieldKind => names.find(([, pattern]) => pattern.test(label))?.[0] ?? 'text'

const optionsOf = (samples: readonly string[]): readonly Option[] =>
  [...new Set(samples)].map((text, at) => ({ value: `o${at + 1}`, cn: text, en: text }))

/** The definition of a guessed field, and a stem for its key. */
export function fieldOfGuess({ kind, cn, en, options }: GuessedField): { readonly stem: string; readonly field: FieldDefinition } {
  const field = newField(kind, { cn, en })
  return { stem: stemOfLabel(en) ?? kind, field: options.length > 0 && field.options ? { ...field, options } : field }
}

/** A key from an English label: `Cost centre` becomes `costCentre`. */
export function stemOfLabel(en: string): string | undefined {
  const [first, ...rest] = en.normalize('NFKD').replaceAll(/[^A-Za-z0-9 ]/g, ' ').split(' ').filter((word) => word !== '')
  if (first === undefined || !/^[A-Za-z]/.test(first)) return undefined
  const key = first.toLowerCase() + rest.map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()).join('')
  return key.length >= 2 ? key.slice(0, 40) : undefined
}
