import { type FieldDefinition, type FieldKind, fieldKinds, type Fields } from '../fields.ts'
import type { Flow } from '../flow.ts'
import type { Form } from '../form.ts'

/** A field as the definition call tells it: what it is, under its key, its columns in order. */
export interface FieldDescription extends Omit<FieldDefinition, 'columns' | 'kind' | 'to'> {
  readonly key: string
  /** A kind of the closed list; of a reference, the name of what it refers to. */
  readonly kind: string
  readonly columns?: readonly FieldDescription[]
}

/** A form as the definition call tells it. */
export interface FormDescription extends Omit<Form, 'fields' | 'permissions'> {
  readonly fields: readonly FieldDescription[]
}

/** A form's definition as plain data for clients, which draw and check it alike; fields keep their order as a list. */
export function describeForm(form: Form): FormDescription {
  const { fields, rules, permissions: _permissions, voidPermission: _voidPermission, ...rest } = form
  const declared = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as typeof rest
  return { ...declared, fields: describeFields(fields), rules: rules.map((rule) => ({ ...rule })) }
}

/** Returns the form of a description: the inverse, for a client that received it. Rights are judged by the server. */
export const formOfDescription = ({ fields, ...description }: FormDescription): Form => ({ ...description, permissions: [],
  fields: fieldsOf(fields) })

/** A form without its flow, as it is stored: `jsonb` keeps the order of lists only, so its fields are one. */
export interface FormBody extends Omit<Form, 'fields' | 'flow'> {
  readonly fields: readonly FieldBody[]
}

/** A field under its key; what it refers to stands in `to`, as in its declaration. */
export interface FieldBody extends Omit<FieldDefinition, 'columns'> {
  readonly key: string
  readonly columns?: readonly FieldBody[]
}

/** The stored form of a declaration. */
export function bodyOfForm({ flow: _flow, fields, ...form }: Form): FormBody {
  return { ...form, fields: listed(fields) }
}

/** The inverse, with the flow that a document goes through. */
export const formOfBody = ({ fields, ...body }: FormBody, flow: Flow): Form => ({ ...body, flow, fields: fieldsOf(fields) })

const listed = (fields: Fields): FieldBody[] =>
  Object.entries(fields).map(([key, { columns, ...definition }]) => ({ key, ...definition, ...(columns && { columns: listed(columns) }) }))

/** Fields as a list, in their order. */
function describeFields(fields: Fields): FieldDescription[] {
  return Object.entries(fields).map(([key, { columns, to, ...definition }]) => ({
    key,
    ...definition,
    ...(definition.kind === 'reference' && { kind: to ?? definition.kind }),
    ...(columns && { columns: describeFields(columns) }),
  }))
}

/** The fields of a list. */
export function fieldsOf(descriptions: readonly FieldDescription[]): Fields {
  return Object.fromEntries(descriptions.map(({ key, columns, kind, ...definition }) => [
    key,
    { ...definition, ...kindDescribed(kind), ...(columns && { columns: fieldsOf(columns) }) },
  ]))
}

const kindDescribed = (kind: string): Pick<FieldDefinition, 'kind' | 'to'> => (isKind(kind) ? { kind } : { kind: 'reference', to: kind })

const isKind = (name: string): name is FieldKind => (fieldKinds as readonly string[]).includes(name)
