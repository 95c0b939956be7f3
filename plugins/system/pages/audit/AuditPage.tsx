import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useMemo } from 'react'
import { daterange, person } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { ListPage } from '#shell/list/ListPage.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { ExportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import type { SearchField } from '#shell/list/SearchForm.tsx'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { canAudit } from '#plugins/system/permissions.ts'
import { AuditTable, linesQuery, path, resourcesQuery, useAuditText, wantedBy } from './AuditTable.tsx'
import './audit.css'

const filterNames: readonly string[] = ['userId', 'resource', 'dates', 'code']

const exported = { cn: '审计日志', en: 'Audit log' }

/** Audit log: changes and refused calls, newest first; the search is kept in the URL. */
export function AuditPage() {
  const { t } = useAuditText()
  const list = useListQuery(filterNames)
  const fields = useAuditSearch()
  const query = wantedBy(list.query.filters)
  const answer = useInfiniteQuery(linesQuery(useHttp(), query))
  return (
    <ListPage title={t('title')} list={list} search={fields}
      answer={{ ...answer, rows: answer.data?.pages.flatMap(({ records }) => records) }}
      skeleton={{ rows: 12, columns: ['14%', '14%', '20%', '24%', '8%', '10%'] }} empty={{ title: t('empty') }}
      noMatch={{ title: t('empty') }} actions={<ExportButton path={path} title={exported} permission={canAudit.export} query={query} />}
    >
      {(lines) => (
        <>
          <AuditTable lines={lines} />
          <p className="oa-audit-more muted text-centre">
            {answer.hasNextPage
              ? <Button loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>{t('more')}</Button>
              : t('end')}
          </p>
        </>
      )}
    </ListPage>
  )
}

const codes = ['200', '401', '403', '42009', '42007', '500'] as const

const people = person({ cn: '人员', en: 'Person' })

const dates = daterange({ cn: '日期', en: 'Dates' })

/** Search fields of the log: person, subject, time, and result. */
function useAuditSearch(): readonly SearchField[] {
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
