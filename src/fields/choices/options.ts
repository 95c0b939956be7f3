import { useMemo } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { useDictionary, type DictionaryOption } from '#shell/start/directory.ts'
import { idsOf, useReferences } from '../references/use-references.ts'

type OptionValues = Readonly<Record<string, unknown>>

const none: OptionValues = {}

/** The options of a choice: the field's own, its dictionary's, or the documents linked in other fields. */
export function useOptions(field: FieldDefinition, context: OptionValues = none): readonly DictionaryOption[] {
  const listed = useDictionary(field.options || field.optionsFrom ? undefined : field.dict)
  const linked = useLinked(field, context)
  return useMemo(() => {
    if (field.optionsFrom) return linked
    return field.options ? field.options.map((option) => ({ ...option, disabled: false })) : listed
  }, [field, listed, linked])
}

/** The documents chosen in link fields, labelled by number. */
function useLinked({ optionsFrom = [] }: FieldDefinition, context: OptionValues): readonly DictionaryOption[] {
  const ids = [...new Set(optionsFrom.flatMap((name) => idsOf(context[name])))]
  const records = useReferences('documentLink', ids)
  return records.flatMap((record) => {
    const number = record?.['businessNo']
    return typeof number === 'string' ? [{ value: number, cn: number, en: number, disabled: false }] : []
  })
}
