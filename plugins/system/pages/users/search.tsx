import { SearchOutlined } from '@ant-design/icons'
import { Input, Select, TreeSelect } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHttp } from '#shell/backend.ts'
import type { SearchField } from '#shell/list/SearchForm.tsx'
import { useDepartments, useDictionary } from '#shell/start/directory.ts'
import { useUserText } from './text.ts'
import { roleOptionsQuery } from './users.ts'

/** The search fields of the list of accounts. */
export function useUserSearch(): readonly SearchField[] {
  const { t, name, locale } = useUserText()
  const departments = useDepartments()
  const levels = useDictionary('positionLevel')
  const { data: roles } = useQuery(roleOptionsQuery(useHttp()))
  return useMemo<readonly SearchField[]>(() => [
    {
      name: 'keyword',
      label: t('keyword'),
      draw: ({ id, value, onChange, label }) => (
        <Input id={id} allowClear prefix={<SearchOutlined aria-hidden />} placeholder={label} aria-label={label} value={value ?? ''}
          maxLength={100} onChange={({ target }) => onChange(target.value)} />
      ),
    },
    {
      name: 'departmentId',
      label: t('department'),
      draw: ({ id, value, onChange, label }) => (
        <TreeSelect id={id} allowClear showSearch treeNodeFilterProp="title" placeholder={label} aria-label={label} value={value}
          treeDataSimpleMode popupMatchSelectWidth={280}
          treeData={departments.map((unit) => ({ id: unit.id, pId: unit.parentId ?? 0, value: unit.id, title: name(unit.name) }))}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    },
    {
      name: 'role',
      label: t('role'),
      draw: ({ id, value, onChange, label }) => (
        <Select id={id} allowClear showSearch placeholder={label} aria-label={label} value={value} optionFilterProp="label"
          popupMatchSelectWidth={240} options={(roles ?? []).map(({ key, name: both }) => ({ value: key, label: name(both) }))}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    },
    {
      name: 'positionLevel',
      label: t('positionLevel'),
      draw: ({ id, value, onChange, label }) => (
        <Select id={id} allowClear placeholder={label} aria-label={label} value={value}
          options={levels.map((level) => ({ value: level.value, label: level[locale] }))}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    },
    {
      name: 'enable',
      label: t('state'),
      draw: ({ id, value, onChange, label }) => (
        <Select id={id} allowClear placeholder={label} aria-label={label} value={value}
          options={[{ value: '1', label: t('enabled') }, { value: '0', label: t('disabled') }]}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    },
  ], [t, name, locale, departments, levels, roles])
}
