import { Select } from 'antd'
import { useMemo } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { useMedia } from '#shell/parts/use-media.ts'
import { type DictionaryOption, useDictionary } from '#shell/start/directory.ts'
import { boxControlOf, type CellProps, type FilterProps, type InputProps } from '../types.ts'
import { useFieldText } from '../text.ts'
import { idsOf, useReferences } from '../references/reference-book.ts'

type OptionValues = Readonly<Record<string, unknown>>

const none: OptionValues = {}

/** The options of a choice: the field's own, its dictionary's, or the documents linked in other fields. */
export function useOptions(field: FieldDefinition, context: OptionValues = none): readonly DictionaryOption[] {
  const listed = useDictionary(field.options || field.optionsFrom ? undefined : field.dict)
  const linked = useLinked(field, context)
  return useMemo(() => {
    if (field.optionsFrom) return linked
    if (field.options) return field.options.map((option) => ({ ...option, disabled: false }))
    const { excludes } = field
    return excludes ? listed.map((option) => (excludes.includes(option.value) ? { ...option, disabled: true } : option)) : listed
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

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** A drop-down with a single choice. */
export function SelectInput(props: InputProps) {
  const { field, value, onChange, context, variant } = props
  const { t, label, locale } = useFieldText()
  const options = useOptions(field, context)
  // searchable with a physical keyboard; on a phone it would open the virtual keyboard for a short list
  const isTyped = useMedia('(pointer: fine)')
  const chosen = typeof value === 'string' && value !== '' ? value : undefined
  return (
    <Select<string>
      {...boxControlOf(props)}
      className="oa-input"
      allowClear={field.required !== true}
      showSearch={isTyped || options.length > 8}
      optionFilterProp="label"
      value={chosen}
      placeholder={field.placeholder?.[locale] ?? (variant === 'borderless' ? undefined : t('choose'))}
      notFoundContent={<span className="oa-picker-none third block">{t('noMatch')}</span>}
      popupMatchSelectWidth={variant !== 'borderless'}
      options={offered(options, chosen).map((option) => ({ value: option.value, label: label(option), disabled: option.disabled }))}
      onChange={(picked: string | undefined) => onChange(picked ?? null)}
    />
  )
}

/** The enabled options, plus the chosen one if it was disabled or removed since. */
function offered(options: readonly DictionaryOption[], chosen: string | undefined): readonly DictionaryOption[] {
  const usable = options.filter((option) => !option.disabled || option.value === chosen)
  if (chosen === undefined || usable.some((option) => option.value === chosen)) return usable
  return [...usable, { value: chosen, cn: chosen, en: chosen, disabled: true }]
}

/** A drop-down with several choices; a disabled option is offered only if it is already chosen. */
export function MultiSelectInput(props: InputProps) {
  const { field, value, onChange, context } = props
  const { t, label } = useFieldText()
  const options = useOptions(field, context)
  const chosen = listOf(value)
  return (
    <Select<string[]> {...boxControlOf(props)} className="oa-input" mode="multiple" maxTagCount="responsive" optionFilterProp="label"
      value={chosen} placeholder={t('choose')}
      options={options.filter((option) => !option.disabled || chosen.includes(option.value)).map((option) => ({ value: option.value,
        label: label(option) })
      )} onChange={onChange} />
  )
}

/** Tags: the choices are suggestions, and other text is accepted. */
export function TagInput(props: InputProps) {
  const { field, value, onChange, context } = props
  const { t, label, locale } = useFieldText()
  const options = useOptions(field, context).filter((option) => !option.disabled)
  return (
    <Select<string[]> {...boxControlOf(props)} className="oa-input" mode="tags" maxTagCount="responsive" optionFilterProp="label"
      tokenSeparators={[',', '，', '、', ';', '；']} value={listOf(value)} placeholder={field.placeholder?.[locale] ?? t('chooseOrType')}
      options={options.map((option) => ({ value: option.value, label: label(option) }))}
      onChange={(tags) => onChange([...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))])} />
  )
}

/** The labels of the chosen options; the value itself if it is no longer an option. */
export function ChoiceCell({ field, value, record }: CellProps) {
  const { label, locale } = useFieldText()
  const options = useOptions(field, record)
  const chosen = Array.isArray(value) ? listOf(value) : typeof value === 'string' && value !== '' ? [value] : []
  if (chosen.length === 0) return <span className="oa-nothing">—</span>
  const names = chosen.map((each) => options.find((option) => option.value === each)).map((option,
    index) => (option ? label(option) : chosen[index])
  )
  return <>{names.join(locale === 'cn' ? '、' : ', ')}</>
}

/** A filter by any of several options, joined with commas. */
export function ChoiceFilter({ field, value, onChange, id }: FilterProps) {
  const { label } = useFieldText()
  const options = useOptions(field)
  return (
    <Select<string[]> id={id} className="oa-input" mode="multiple" maxTagCount="responsive" allowClear optionFilterProp="label"
      value={value?.split(',') ?? []} placeholder={label(field)} aria-label={label(field)}
      options={options.map((option) => ({ value: option.value, label: label(option) }))}
      onChange={(chosen) => onChange(chosen.join(',') || undefined)} />
  )
}
