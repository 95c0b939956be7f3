import type { FieldDefinition } from '#kernel/fields.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'
import { memoize } from '#kernel/memoize.ts'
import type { Rule } from '#kernel/rules.ts'
import { editableFields } from '../access/editable.ts'

/** The rules of a form, and those that its fields imply: a date lies between its earliest and its latest day. */
export const rulesOf: (form: Form) => readonly Rule[] = memoize((form) => {
  const limits = Object.entries(form.fields).flatMap(([key, field]) => [
    ...limitsOf(form, field, { key }),
    ...Object.entries(field.columns ?? {}).flatMap(([column, definition]) => limitsOf(form, definition, { key: column, table: key })),
  ])
  return limits.length === 0 ? form.rules : [...form.rules, ...limits]
})

interface LimitedField {
  readonly key: string
  readonly table?: string
}

function limitsOf(form: Form, field: FieldDefinition, place: LimitedField): readonly Rule[] {
  const { earliest, latest, cn, en, kind } = field
  if (earliest === undefined && latest === undefined) return []
  const { key, table } = place
  const path = table === undefined ? key : `${table}.${key}`
  const at = ['start', ...nodesOf(form.flow).map(({ id }) => id)].filter((node) => editableFields(form, node)(path))
  const rule = { each: table, fields: [key], level: 'block', at } as const
  const [first, last] = kind === 'daterange' ? [`${key}.start`, `${key}.end`] : [key, key]
  return [
    ...(earliest === undefined
      ? []
      : [{ ...rule, id: `${path} earliest`, when: isBefore(first, earliest), blanks: { limit: earliest }, cn: `${cn}不能早于{limit}`,
        en: `${en} cannot be before {limit}` }]),
    ...(latest === undefined
      ? []
      : [{ ...rule, id: `${path} latest`, when: isBefore(latest, last), blanks: { limit: latest }, cn: `${cn}不能晚于{limit}`,
        en: `${en} cannot be after {limit}` }]),
  ]
}

/** A day and a moment are compared by their days; what cannot be compared breaks nothing. */
const isBefore = (one: string, other: string): string => `(${one}) < (${other}) or date(${one}) < date(${other})`
