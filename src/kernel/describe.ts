import type { FieldDefinition, Fields } from './fields.ts'
import type { Form } from './form.ts'

/** A field as the definition call tells it: what it is, under its key, its columns in order. */
export interface FieldDescription extends Omit<FieldDefinition, 'columns'> {
  readonly key: string
  readonly columns?: readonly FieldDescription[]
}

/** A form as the definition call tells it. */
export interface FormDescription extends Omit<Form, 'fields' | 'permissions'> {
  readonly fields: readonly FieldDescription[]
}

/** A form's definition as plain data for clients, which draw and check it alike; fields keep their order as a list. */
export function describeForm(form: Form): FormDescription {
  const { fields, rules, permissions: _permissions, voidPermission: _voidPermission, ...rest } = form
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as typeof rest
  return { ...given, fields: describeFields(fields), rules: rules.map((rule) => ({ ...rule })) }
}

/** Fields as a list, in their order. */
function describeFields(fields: Fields): FieldDescription[] {
  return Object.entries(fields).map(([key, { columns, ...definition }]) => ({
    key, ...definition, ...(columns && { columns: describeFields(columns) }),
  }))
}

/** The fields that a description tells of: the inverse, for a client that received it. */
export function fieldsOf(descriptions: readonly FieldDescription[]): Fields {
  return Object.fromEntries(descriptions.map(({ key, columns, ...definition }) => [
    key, { ...definition, ...(columns && { columns: fieldsOf(columns) }) },
  ]))
}
