import type { cn } from './cn.ts'

export const en: Readonly<Record<keyof typeof cn, string>> = {
  'rows.some': 'any row of {table} has',
  'rows.every': 'every row of {table} has',
  formStep: 'Fields of the form that wait for a step',
  formStepHint: 'The form has fields for a step that this flow lacks. The approvers of this step will fill in those you choose',
}
