import type { FieldDefinition, Fields } from '../fields.ts'
import { isKind } from '../kinds/registry.ts'
import type { Flow } from '../flow.ts'
import type { Form } from '../form.ts'

/** A field in the answer of the definition call, with its key and its columns in order. */
export interface FieldDescription extends Omit<FieldDefinition, 'columns' | 'kind' | 'to'> {
  readonly key: string
  /** A field kind; for a reference, the name that it refers to. */
  readonly kind: string
  readonly columns?: readonly FieldDescription[]
}

/** A form in the answer of the definition call. */
export interface FormDescription extends Omit<Form, 'fields' | 'permissions'> {
  readonly fields: readonly FieldDescription[]
}

/** Serialises a form for clients, which render and validate with it; fields become a list to keep their order. */
export function describeForm(form: Form): FormDescription {
  const { fields, rules, permissions: _permissions, voidPermission: _voidPermission, ...rest } = form
  const declared = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as typeof rest
  return { ...declared, fields: describeFields(fields), rules: rules.map((rule) => ({ ...rule })) }
}

/** Restores a form from its description, the inverse of `describeForm`. Permissions are not included: the server checks them. */
export const formOfDescription = ({ fields, ...description }: FormDescription): Form => ({ ...description, permissions: [],
  fields: fieldsOf(fields) })

/** A form without its flow, as stored. Fields are a list, because `jsonb` does not keep the order of keys. */
export interface FormBody extends Omit<Form, 'fields' | 'flow'> {
  readonly fields: readonly FieldBody[]
}

/** A stored field with its key. Unlike in `FieldDescription`, a reference keeps `to`. */
export interface FieldBody extends Omit<FieldDefinition, 'columns'> {
  readonly key: string
  readonly columns?: readonly FieldBody[]
}

/** The stored form of a declaration. */
export function bodyOfForm({ flow: _flow, fields, ...form }: Form): FormBody {
  return { ...form, fields: listed(fields) }
}

/** Restores a form from its stored body and a flow. */
export const formOfBody = ({ fields, ...body }: FormBody, flow: Flow): Form => ({ ...body, flow, fields: fieldsOf(fields) })

const listed = (fields: Fields): FieldBody[] =>
  Object.entries(fields).map(([key, { columns, ...definition }]) => ({ key, ...definition, ...(columns && { columns: listed(columns) }) }))

/** Converts fields to a list, in order. */
function describeFields(fields: Fields): FieldDescription[] {
  return Object.entries(fields).map(([key, { columns, to, ...definition }]) => ({
    key,
    ...definition,
    ...(definition.kind === 'reference' && { kind: to ?? definition.kind }),
    ...(columns && { columns: describeFields(columns) }),
  }))
}

/** Converts a list of fields back to fields by key. */
export function fieldsOf(descriptions: readonly FieldDescription[]): Fields {
  return Object.fromEntries(descriptions.map(({ key, columns, kind, ...definition }) => [
    key,
    { ...definition, ...kindDescribed(kind), ...(columns && { columns: fieldsOf(columns) }) },
  ]))
}

const kindDescribed = (kind: string): Pick<FieldDefinition, 'kind' | 'to'> => (isKind(kind) ? { kind } : { kind: 'reference', to: kind })
