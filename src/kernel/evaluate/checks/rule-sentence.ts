import { type FeelValue, toJson } from '#kernel/feel/feel.ts'
import { isNumber } from '#kernel/feel/values.ts'
import type { Label } from '#kernel/wording/label.ts'
import { fillText } from '#kernel/wording/translate.ts'
import type { PlannedSentence } from '../plan/planned-field.ts'
import type { FormScope, RowPosition } from '../plan/scope.ts'

/**
 * A sentence of a form, its blanks filled. English groups the thousands of a number, Chinese does not; of a
 * "中文/English" text each language shows its half.
 */
export function sentence({ says, blanks }: PlannedSentence, scope: FormScope, place: RowPosition | undefined): Label {
  if (blanks.length === 0) return says
  const values = blanks.map(([name, formula]) => [name, scope.evaluate(formula, place)] as const)
  const texts = (grouped: boolean) => Object.fromEntries(values.map(([name, value]) => [name, textOf(value, grouped)]))
  return { cn: fillText(says.cn, texts(false), 'cn'), en: fillText(says.en, texts(true), 'en') }
}

function textOf(value: FeelValue, grouped: boolean): string {
  if (value === null) return '—'
  if (!isNumber(value)) return String(toJson(value))
  const [whole = '', ...rest] = value.toFixed().split('.')
  return [grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole, ...rest].join('.')
}
