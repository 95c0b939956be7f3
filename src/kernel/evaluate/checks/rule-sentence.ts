import { type FeelValue, toJson } from '#kernel/feel/feel.ts'
import { isNumber } from '#kernel/feel/values.ts'
import type { Label } from '#kernel/wording/label.ts'
import { fillText } from '#kernel/wording/translate.ts'
import type { PlannedRule } from '../plan/planned.ts'
import type { FormScope, RowPosition } from '../plan/scope.ts'

/**
 * The sentence of a broken rule, its blanks filled. English groups the thousands of a number, Chinese does not; of a
 * "中文/English" text each language shows its half.
 */
export function sentence({ rule, blanks }: PlannedRule, scope: FormScope, place: RowPosition | undefined): Label {
  if (blanks.length === 0) return { cn: rule.cn, en: rule.en }
  const values = blanks.map(([name, formula]) => [name, scope.evaluate(formula, place)] as const)
  const said = (grouped: boolean) => Object.fromEntries(values.map(([name, value]) => [name, textOf(value, grouped)]))
  return { cn: fillText(rule.cn, said(false), 'cn'), en: fillText(rule.en, said(true), 'en') }
}

function textOf(value: FeelValue, grouped: boolean): string {
  if (value === null) return '—'
  if (!isNumber(value)) return String(toJson(value))
  const [whole = '', ...rest] = value.toFixed().split('.')
  return [grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole, ...rest].join('.')
}
