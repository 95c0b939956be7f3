import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { useStatisticsText } from '../text.ts'

interface EnterpriseFilterProps {
  readonly id: string
  /** Ids, joined by commas. */
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** One or several enterprises, each with everything below it. */
export function EnterpriseFilter({ id, value, onChange }: EnterpriseFilterProps) {
  const { t, name } = useStatisticsText()
  const http = useHttp()
  const { data = [] } = useQuery({ queryKey: ['enterprises'], staleTime: Infinity,
    queryFn: () =>
      http.get<readonly { readonly id: string; readonly name: string }[]>('/system/groups/list', { type: 'ENTERPRISE' }, { quiet: true }) })
  return (
    <Select id={id} mode="multiple" allowClear maxTagCount="responsive" aria-label={t('enterprise')} placeholder={t('enterprise')}
      optionFilterProp="label" value={value?.split(',') ?? []} onChange={(ids: string[]) => onChange(ids.join(',') || undefined)}
      options={data.map((unit) => ({ value: unit.id, label: name(unit.name) }))} />
  )
}
