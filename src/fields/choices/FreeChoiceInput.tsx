import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { useState } from 'react'
import type { Suggestions } from '#kernel/fields/links.ts'
import { useHttp } from '#shell/backend.ts'
import { useFieldContext } from '../use-field-context.ts'
import { boxControlOf, type InputProps } from '../types.ts'
import { useFieldText } from '../text.ts'
import { useOptions } from './family.tsx'

/** A text input with suggestions from the field's dictionary and call; any text is accepted. */
export function FreeChoiceInput(props: InputProps) {
  const { field, value, onChange, context, variant } = props
  const { t, label, locale } = useFieldText()
  const text = typeof value === 'string' ? value : ''
  const [isOpen, setIsOpen] = useState(false)
  const options = useOptions(field, context).filter((option) => !option.disabled)
  const suggested = useSuggestions(isOpen ? field.suggests : undefined, text)
  const { fill } = useFieldContext(context)
  const words = text.toLowerCase()
  const proposed = options.filter((option) => `${option.cn} ${option.en}`.toLowerCase().includes(words))

  const choose = (chosen: string) => {
    onChange(chosen)
    const row = suggested.find(({ value }) => value === chosen)?.row
    if (row) fill(Object.fromEntries(Object.entries(field.suggests?.fills ?? {}).map(([key, attribute]) => [key, row[attribute] ?? null])))
  }
  return (
    <AutoComplete<string> {...boxControlOf(props)} className="oa-input" value={text} onOpenChange={setIsOpen}
      onSelect={(chosen) => choose(String(chosen))}
      placeholder={field.placeholder?.[locale] ?? (variant === 'borderless' ? undefined : t('chooseOrType'))}
      onChange={(typed: string | undefined) => onChange(typed || null)} popupMatchSelectWidth={variant === 'borderless' ? 280 : true}
      options={[
        ...proposed.map((option) => ({ value: option.value, label: label(option) })),
        ...suggested.slice(0, 50).map((each) => ({ value: each.value, label: each.value })),
      ]} />
  )
}

interface Suggestion {
  readonly value: string
  readonly row: Readonly<Record<string, unknown>>
}

/** Suggestions of a call for the typed text, from two characters on. */
function useSuggestions(suggestions: Suggestions | undefined, keyword: string): readonly Suggestion[] {
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['suggestions', suggestions?.call, keyword],
    queryFn: ({ signal }) => http.get<readonly Suggestion['row'][]>(suggestions?.call ?? '', { keyword }, { signal, quiet: true }),
    enabled: suggestions !== undefined && keyword.trim().length >= 2,
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
  return suggestions ? (data ?? []).map((row) => ({ value: String(row[suggestions.value] ?? ''), row })) : []
}
