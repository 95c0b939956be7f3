import type { Feel } from '#kernel/fields.ts'
import type { Dictionary } from '#kernel/plugin.ts'
import type { Label } from '#kernel/wording/label.ts'
import { dictionary, type ParameterFigure, parameters } from './dictionary.ts'
import { rmb } from './measures.ts'

/** Flow steps with amount limits: the columns of the approval limits. */
const steps = {
  viceGm: { cn: '分管副总', en: 'Responsible VP' },
  generalManager: { cn: '总经理', en: 'General manager' },
  prepayment: { cn: '总经理（预付款）', en: 'General manager (prepayments)' },
  financeHead: { cn: '财务负责人', en: 'Head of finance' },
  procurementReview: { cn: '采购评审', en: 'Purchasing review' },
  legalReview: { cn: '法务', en: 'Legal' },
  quotations: { cn: '至少两家报价', en: 'Two quotations' },
} as const satisfies Readonly<Record<string, Label>>

type Step = keyof typeof steps

/** The limits of one form, RMB by step. */
export interface FormLimits extends Label {
  readonly limits: Partial<Readonly<Record<Step, number>>>
}

/** Dictionary of the columns. */
export const limitedSteps = dictionary('limitedStep', '按金额的审批环节', 'Steps by amount',
  Object.entries(steps).map(([key, { cn, en }]) => `${key} ${cn}/${en}`).join('; '))

/**
 * Declares a module's approval limits: a table of forms by steps, edited by finance as parameters. Conditions read the current limit when
 * they are evaluated, so that a change applies to all steps reached afterwards.
 */
export function approvalLimits<const Forms extends Readonly<Record<string, FormLimits>>>(key: string, name: Label, forms: Forms) {
  const figures = Object.entries<FormLimits>(forms).flatMap(([form, { cn, en, limits }]) =>
    Object.entries(limits).map(([step, limit]): readonly [string, ParameterFigure] => {
      const { cn: stepCn, en: stepEn } = steps[step as Step]
      return [`${form}.${step}`, [String(limit), `${cn}：${stepCn}审批限额`, `${en}: limit of ${stepEn}`, rmb]]
    })
  )
  const rows = Object.entries<FormLimits>(forms).map(([form, { cn, en }]) => ({ key: form, cn, en }))
  return {
    dictionary: parameters(key, name, Object.fromEntries(figures), { across: 'limitedStep', rows }) satisfies Dictionary,
    /** FEEL expression for the current limit, for conditions. */
    of: <Key extends keyof Forms & string>(form: Key, step: keyof Forms[Key]['limits'] & Step): Feel =>
      `parameter("${key}", "${form}.${step}")`,
    /** Shipped limit in RMB, for tests of both sides. */
    shipped: <Key extends keyof Forms & string>(form: Key, step: keyof Forms[Key]['limits'] & Step): number => forms[form]!.limits[step]!,
  }
}
