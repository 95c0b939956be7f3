import { Suspense, useMemo } from 'react'
import { reader } from '#providers/permissions.ts'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { type ColumnType, type KnownColumn, knownColumns } from '#kernel/fields/list-columns.ts'
import type { SearchField } from '#shell/list/SearchForm.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { type Text, useText } from '#shell/text.tsx'
import { ownPrefix } from '../body.ts'

/** Choices and days before amounts: what a list is narrowed by most stands in the first row. */
const order: readonly ColumnType[] = ['text', 'list', 'moment', 'number']

/** The form's columns that the reader may search by, each drawn by its kind; written texts are searched by the keyword. */
export function useOwnSearchFields(form: Form | undefined): readonly SearchField[] {
  const { label } = useText()
  return useMemo(
    () =>
      (form ? knownColumns(form, reader()) : []).filter((column) => column.isSearched && !isWords(column)).toSorted((one, other) =>
        order.indexOf(one.type) - order.indexOf(other.type)
      ).map(({ key, field }): SearchField => ({
        name: ownPrefix + key,
        label: label(field),
        draw: ({ id, value, onChange }) => (
          <Suspense fallback={<Bar width="100%" height={32} />}>
            <FieldFilter id={id} field={searchedAs(field)} value={value} onChange={onChange} />
          </Suspense>
        ),
      })),
    [form, label],
  )
}

/** The fields that the keyword of the list is looked for in, as its placeholder. */
export const keywordLabel = (form: Form | undefined, { t, label }: Pick<Text, 't' | 'label'>): string =>
  [t('documents.keyword'), ...(form ? knownColumns(form, reader()) : []).filter((column) =>
    column.isSearched && isWords(column)
  ).slice(0, 2).map(({ field }) => label(field))]
    .join(t('list.comma'))

const isWords = ({ field: { kind, result } }: KnownColumn): boolean => kind === 'text' || kind === 'textarea' || result === 'text'

/** A calculated field is searched as what it is calculated to. */
const searchedAs = (
  field: FieldDefinition,
): FieldDefinition => (field.kind === 'calculated' ? { ...field, kind: calculatedKinds[field.result ?? 'number'] } : field)

const calculatedKinds: Readonly<Record<NonNullable<FieldDefinition['result']>, FieldKind>> = {
  money: 'money',
  number: 'number',
  integer: 'integer',
  text: 'text',
  boolean: 'switch',
  date: 'date',
}
