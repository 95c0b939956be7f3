import { number, override, text } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { bearing, header } from '#plugins/forms/kit.ts'

/** Bearing fields of an application without an accountant's review. */
export const applicationBearing = override(bearing(), {
  project: { required: undefined },
  budgetMonth: { section: undefined, hint: undefined },
})

/** Expense category of all travel costs, set by the system. */
export const travelCategory = expenseCategory({ cn: '费用类型', en: 'Expense category', system: true, readOnly: true })

/** USD rate, for standards abroad. */
export const usdRate = number({ cn: '美元汇率', en: 'USD rate to RMB', system: true, readOnly: true, precision: 6 })

/** Header fields for a form whose own `endTime` is the end of the journey. */
export function journeyHeader(type: Label) {
  const { endTime: _, ...rest } = header(type)
  return { ...rest, journeyJson }
}

/** Journey for the document picker: JSON with places, times and risks of the legs. */
export const journeyJson = text({ cn: '行程数据', en: 'Journey data', system: true, readOnly: true, max: 60_000 })

/** Warnings about a journey through a risk area; they do not block filing. */
export const riskRules = (high: string, middle: string, field: string) =>
  defineRules([
    rule(high, {
      when: 'riskLevel = "high"',
      fields: [field],
      level: 'warn',
      cn: '所选地区包含疫情高风险地区，请了解当地防疫政策，谨慎出行',
      en: 'The chosen region contains high epidemic risk areas; learn local policies and travel carefully',
    }),
    rule(middle, {
      when: 'riskLevel = "middle"',
      fields: [field],
      level: 'warn',
      cn: '所选地区包含疫情中风险地区，请了解当地防疫政策，谨慎出行',
      en: 'The chosen region contains medium epidemic risk areas; learn local policies and travel carefully',
    }),
  ])
