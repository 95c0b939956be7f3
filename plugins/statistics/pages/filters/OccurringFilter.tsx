import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { useDebounced } from '#shell/parts/use-debounced.ts'
import { textOf, valuesOf } from '../../address.ts'
import type { DimensionValue } from '../../wire.ts'
import { occurringQuery } from '../calls.ts'
import { useStatisticsText } from '../text.ts'
import { useDimensionLabel } from '../use-dimension-label.ts'
import type { FilterControlProps } from './filter-control-props.ts'

/** Any of the values that occur on the page as it is narrowed otherwise, the largest first; more are found by a part of their name. */
export function OccurringFilter({ page, query, of, id, value, onChange }: FilterControlProps) {
  const { t, name } = useStatisticsText()
  const label = useDimensionLabel(page)(of)
  const [isOpen, setOpen] = useState(false)
  const [keyword, setKeyword] = useState('')
  const searched = useDebounced(keyword)
  const chosen = valuesOf(value)
  // the names of what is chosen are among what is offered, unless something else is searched for
  const answer = useQuery({ ...occurringQuery(useHttp(), page, { ...query, dimension: of, keyword: searched }),
    enabled: isOpen || chosen.length > 0, placeholderData: keepPreviousData })
  const [known, remember] = useKnown(answer.data)
  return (
    <Select<string[]> id={id} className="oa-input" mode="multiple" maxTagCount="responsive" allowClear showSearch filterOption={false}
      value={[...chosen]} placeholder={label} aria-label={label} popupMatchSelectWidth={false}
      notFoundContent={<span className="oa-picker-none">{t(answer.isFetching ? 'searching' : 'noData')}</span>} onOpenChange={(open) => {
      setOpen(open)
      setKeyword('')
    }} onSearch={setKeyword}
      options={optionsOf(answer.data ?? [], isOpen ? [] : chosen, known).map((each) => ({ value: each.value, label: name(each.name) }))}
      onChange={(values: string[]) => {
        remember(answer.data ?? [])
        onChange(textOf(values) || undefined)
      }} />
  )
}

/** The options of the list: the values that were found, then the chosen ones that are not among them. */
function optionsOf(offered: readonly DimensionValue[], chosen: readonly string[],
  known: ReadonlyMap<string, DimensionValue>): readonly DimensionValue[] {
  const missing = chosen.filter((value) => offered.every((each) => each.value !== value))
  return [...offered, ...missing.map((value) => known.get(value) ?? { value, name: value })]
}

/** Names that were offered before. */
function useKnown(
  offered: readonly DimensionValue[] | undefined,
): readonly [ReadonlyMap<string, DimensionValue>, (more: readonly DimensionValue[]) => void] {
  const [known, setKnown] = useState<ReadonlyMap<string, DimensionValue>>(new Map())
  const all = new Map([...known, ...(offered ?? []).map((each) => [each.value, each] as const)])
  return [all, (more) => setKnown((before) => new Map([...before, ...more.map((each) => [each.value, each] as const)]))]
}
