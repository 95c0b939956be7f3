import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useMemo } from 'react'
import type { Resource } from '#kernel/resource.ts'
import { inSentence } from '#kernel/wording/in-sentence.ts'
import type { SearchField } from '../list/SearchForm.tsx'
import { type Text, useText } from '../text.tsx'
import { FieldFilter } from './renderers.tsx'

/**
 * The search form of a resource: its keyword and the filters that it declares, drawn by kind. A text that the keyword searches has no
 * filter of its own.
 */
export function useResourceSearch(resource: Resource): readonly SearchField[] {
  const { t, label } = useText()
  return useMemo(() => {
    const searched = searchedWords(resource, { t, label })
    const keyword: SearchField = {
      name: 'keyword',
      label: searched.length > 0
        ? searched.slice(0, 3).map((words, index) => (index === 0 ? words : inSentence(words))).join(t('list.comma'))
        : t('list.keyword'),
      draw: ({ id, value, onChange, label: name }) => (
        <Input id={id} allowClear prefix={<SearchOutlined aria-hidden />} placeholder={name} aria-label={name} value={value ?? ''}
          maxLength={100} onChange={(event) => onChange(event.target.value)} />
      ),
    }
    const filters = resource.filters.flatMap((name): SearchField[] => {
      const field = resource.fields[name]
      if (!field || (field.kind === 'text' && resource.search.includes(name))) return []
      return [{ name, label: label(field),
        draw: ({ id, value, onChange }) => <FieldFilter id={id} field={field} value={value} onChange={onChange} /> }]
    })
    return resource.search.length > 0 ? [keyword, ...filters] : filters
  }, [resource, t, label])
}

/** In words, the fields that the keyword searches; a name in both languages is one of them. */
function searchedWords({ search, fields }: Resource, { t, label }: Pick<Text, 't' | 'label'>): readonly string[] {
  const isBilingual = search.includes('nameCn') && search.includes('nameEn')
  return search.flatMap((name) => {
    const field = fields[name]
    if (!field || (isBilingual && name === 'nameEn')) return []
    return [isBilingual && name === 'nameCn' ? t('list.name') : label(field)]
  })
}
