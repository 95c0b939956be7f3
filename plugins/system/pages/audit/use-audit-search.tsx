import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import { daterange, person } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import type { SearchField } from '#shell/list/SearchForm.tsx'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { resourcesQuery, useAuditText } from './audit.ts'

const codes = ['200', '401', '403', '42009', '42007', '500'] as const
const people = person({ cn: '人员', en: 'Person' })
const dates = daterange({ cn: '日期', en: 'Dates' })

/** The search fields of the log: who, what, when, and how it ended. */
export function useAuditSearch(): readonly SearchField[] {
  const { t, label } = useAuditText()
  const { data: resources } = useQuery(resourcesQuery(useHttp()))
  return useMemo(() => {
    const choice = (name: string, title: string, options: { value: string; label: string }[]): SearchField => ({
      name,
      label: title,
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear showSearch optionFilterProp="label" aria-label={title} placeholder={title} value={value}
          options={options} onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    })
    return [
      { name: 'userId', label: t('person'),
        draw: ({ id, value, onChange }) => <FieldFilter id={id} field={people} value={value} onChange={onChange} /> },
      choice('resource', t('object'), (resources ?? []).map((each) => ({ value: each.resource, label: label(each) }))),
      { name: 'dates', label: t('dates'),
        draw: ({ id, value, onChange }) => <FieldFilter id={id} field={dates} value={value} onChange={onChange} /> },
      choice('code', t('result'), codes.map((code) => ({ value: code, label: code === '200' ? t('done') : `${code} ${t(`r${code}`)}` }))),
    ]
  }, [t, label, resources])
}
