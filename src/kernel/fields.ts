import type { FieldDefinition, FieldKind, Fields, ModuleKinds } from './fields/definition.ts'

export type { Feel } from './fields/links.ts'
export { type Because, type ColumnGroup, type FieldDefinition, type FieldKind, fieldKinds, type FieldRole, type Fields, type HostKind,
  type MarkRole, type ModuleKinds, type ModuleRole, type Summary } from './fields/definition.ts'

/** A definition that carries the type of its value. `__value` exists at compile time only. */
export type Field<Value> = FieldDefinition & { readonly __value?: Value }

/** The value type of a set of fields. */
export type ValueOf<F extends Fields> = {
  -readonly [Key in keyof F]?: F[Key] extends Field<infer Value> ? Value | null : unknown
}

type Attributes<Allowed extends keyof FieldDefinition = never> =
  & Pick<FieldDefinition, 'cn' | 'en'>
  & Partial<Pick<FieldDefinition, CommonAttribute | Allowed>>

type CommonAttribute = 'required' | 'requiredAt' | 'shown' | 'visible' | 'readOnly' | 'locked' | 'system' | 'default' | 'value' | 'trend'
  | 'editAt' | 'atNode' | 'placeholder' | 'hint' | 'because' | 'section' | 'span' | 'as' | 'visibleTo' | 'unrepeated' | 'unsearched'
  | 'unexported' | 'components'

/** Creates a field of one kind. */
export type Builder<Value, Allowed extends keyof FieldDefinition = never> = (
  attributes: Attributes<Allowed>,
) => Field<Value>

const builder = <Value, Allowed extends keyof FieldDefinition = never>(kind: FieldKind): Builder<Value, Allowed> => (attributes) =>
  Object.freeze({ kind, ...attributes })

/** A decimal number as text, which keeps amounts free of floating point. */
export type DecimalText = string
/** yyyy-MM-dd */
export type DateText = string
/** yyyy-MM-dd HH:mm:ss in the company's time zone */
export type DateTimeText = string
/** The id of a person, department or master record. */
export type Id = string

export const text = builder<string, 'max' | 'min' | 'pattern' | 'patternMessage' | 'masked' | 'sealed' | 'bilingual'>('text')
export const textarea = builder<string, 'max' | 'min' | 'bilingual'>('textarea')
export const number = builder<DecimalText, 'min' | 'max' | 'step' | 'precision' | 'isName' | 'unit' | 'summary'>('number')
export const integer = builder<number, 'min' | 'max' | 'step' | 'isName' | 'shareOf' | 'unit' | 'summary'>('integer')
export const money = builder<DecimalText, 'min' | 'max' | 'step' | 'precision' | 'each' | 'rmb' | 'summary'>('money')
export const percent = builder<DecimalText, 'min' | 'max' | 'step' | 'precision' | 'summary'>('percent')
export const date = builder<DateText, 'months' | 'isLateAfter' | 'earliest' | 'latest'>('date')
export const datetime = builder<DateTimeText, 'seconds' | 'earliest' | 'latest'>('datetime')
export const time = builder<string>('time')
export const daterange = builder<readonly [DateText, DateText], 'earliest' | 'latest'>('daterange')
export const select = builder<string,
  'dict' | 'excludes' | 'options' | 'optionsBy' | 'optionsFrom' | 'freeText' | 'suggests' | 'clears' | 'voucherKinds'>('select')
export const multiselect = builder<readonly string[], 'dict' | 'excludes' | 'options' | 'max' | 'of' | 'filter' | 'freeText'>('multiselect')
export const radio = builder<string, 'dict' | 'excludes' | 'options' | 'clears'>('radio')
export const checkbox = builder<boolean>('checkbox')
export const toggle = builder<boolean>('switch')
export const cascader = builder<readonly string[], 'min'>('cascader')
export const person = builder<Id, 'filter'>('person')
export const people = builder<readonly Id[], 'filter' | 'max' | 'min'>('people')
export const department = builder<Id, 'filter'>('department')
export const currency = builder<string, 'filter'>('currency')
export const process = builder<Id, 'filter'>('process')
export const documentLink = builder<readonly Id[],
  'links' | 'linkStates' | 'own' | 'binds' | 'claim' | 'claims' | 'proposes' | 'min' | 'max' | 'filter'>('documentLink')
export const attachment = builder<readonly Id[], 'extensions' | 'maxBytes' | 'max' | 'min'>('attachment')
export const richtext = builder<string, 'max'>('richtext')
export const rate = builder<number, 'max'>('rate')
export const calculated = builder<DecimalText | string | boolean,
  'value' | 'result' | 'precision' | 'min' | 'max' | 'each' | 'rmb' | 'infinity' | 'unit' | 'summary'>(
    'calculated',
  )
export const title = builder<never>('title')
export const plaintext = builder<never>('plaintext')

type ReferenceTraits = Partial<Pick<FieldDefinition, 'decisive' | 'fillsIn' | 'shows'>>

/** A record of a module, by its id. `to` is the name under which a resource `offers` its records. */
export function reference({ to, ...attributes }: Attributes<'filter' | 'clears'> & ReferenceTraits & { readonly to: string }): Field<Id> {
  return Object.freeze({ kind: 'reference', to, ...attributes })
}

/** A builder of references to one kind of record, for the module that offers it: `export const vehicle = referenceTo('vehicle')`. */
export const referenceTo = (to: string, traits: ReferenceTraits = {}): Builder<Id, 'filter' | 'clears'> => (attributes) =>
  reference({ to, ...traits, ...attributes })

/** A row of a table. `rowId` identifies it across edits. */
export type TableRow<Columns extends Fields> = ValueOf<Columns> & { rowId: string }

/** A table field that carries the type of its columns, and so of its rows. */
export type TableField<Columns extends Fields> = Omit<Field<readonly TableRow<Columns>[]>, 'columns'> & { readonly columns: Columns }

/** A list of rows; `min` and `max` count rows. */
export function table<const Columns extends Fields>(
  attributes: Attributes<'min' | 'max' | 'fetches' | 'takes' | 'columnGroups' | 'struckBy' | 'owner' | 'uniqueColumns'> & {
    readonly columns: Columns
  },
): TableField<Columns> {
  return Object.freeze({ kind: 'table', ...attributes })
}

/**
 * Creates the builder of a field kind that a module adds. `Allowed` are the attributes that the kind reads in addition to the common ones.
 * @example export const email = builderOf<'email', 'max'>('email')
 */
export const builderOf = <Kind extends keyof ModuleKinds & FieldKind, Allowed extends keyof FieldDefinition = never>(
  kind: Kind,
): Builder<ModuleKinds[Kind], Allowed> => builder(kind)

/** Declares the fields of a form or resource, or a set of fields to be spread into several. */
export function defineFields<const F extends Fields>(fields: F): F {
  return Object.freeze(fields)
}

/** Returns whether a field is filled in at this node. */
export const waitsFor = ({ atNode }: Pick<FieldDefinition, 'atNode'>, at: string | undefined): boolean =>
  at !== undefined && (typeof atNode === 'string' ? atNode === at : atNode?.includes(at) === true)

/** A copy of shared fields with some attributes changed. */
export function override<F extends Fields, const Changes extends { [Key in keyof F]?: Partial<FieldDefinition> }>(
  fields: F,
  changes: Changes,
): F {
  const changed = Object.entries(fields).map(([key, field]) => [key, { ...field, ...changes[key] }])
  return Object.freeze(Object.fromEntries(changed)) as F
}
