import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { canDesign } from '#kernel/flow/design.ts'
import type { FlowRow } from '#kernel/flow/flow-version.ts'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { SearchField } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Person } from '#shell/parts/Person.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { may } from '#providers/permissions.ts'
import { flowsQuery, useFlowText } from './flows.ts'
import './flows.css'

const filterNames: readonly string[] = ['keyword', 'offers']

/** The flows of all forms, those first for which a shipped version waits. */
export function FlowsPage() {
  const { t } = useFlowText()
  const http = useHttp()
  const list = useListQuery(filterNames)
  const answer = useQuery(flowsQuery(http, list.query))
  const navigate = useNavigate()
  return (
    <ListPage title={t('title')} list={list} search={useSearch()} answer={listed(answer)}
      skeleton={{ columns: ['26%', '16%', '10%', '10%', '20%', '14%'] }} empty={{ title: t('empty'), text: t('emptyText') }}
      noMatch={{ title: t('noMatch') }}
      actions={may(canDesign.edit) && <Button type="primary" onClick={() => navigate('/approval-add')}>{t('newDraft')}</Button>}
    >
      {(rows) => (
        <div className="scroll-x">
          <table className="oa-flows ruled collapsed">
            <thead>
              <tr>
                <th scope="col">{t('form')}</th>
                <th scope="col" className="is-wide">{t('group')}</th>
                <th scope="col">{t('version')}</th>
                <th scope="col" className="is-wide">{t('drafts')}</th>
                <th scope="col">{t('source')}</th>
                <th scope="col" className="is-wide">{t('since')}</th>
              </tr>
            </thead>
            <tbody>{rows.map((row) => <Row key={row.key} row={row} />)}</tbody>
          </table>
        </div>
      )}
    </ListPage>
  )
}

function Row({ row }: { row: FlowRow }) {
  const { t, label } = useFlowText()
  return (
    <tr>
      <td>
        <Link className="oa-flow-name" aria-label={t('openName', { name: label(row) })}
          to={`/approval-config?id=${encodeURIComponent(row.key)}`}
        >
          {label(row)}
        </Link>
        {row.state === 'stopped' && <Pill tone="orange">{t('stopped')}</Pill>}
        {row.hasOffer && <Pill tone="orange">{t('offer')}</Pill>}
      </td>
      <td className="is-wide">{label(row.group)}</td>
      <td className="num is-whole">{t('versionNo', { version: row.version })}</td>
      <td className="num is-wide">{row.drafts > 0 ? t('draftCount', { count: row.drafts }) : <span className="oa-nothing">—</span>}</td>
      <td>{row.by ? <Person {...row.by} /> : <span className="oa-flow-quiet second">{t('shippedSource')}</span>}</td>
      <td className="num oa-flow-quiet is-wide second">{row.at.slice(0, 16)}</td>
    </tr>
  )
}

function useSearch(): readonly SearchField[] {
  const { t } = useFlowText()
  return useMemo(() => [
    { name: 'keyword', label: t('search'),
      draw: ({ id, value, onChange }) => (
        <Input id={id} allowClear maxLength={60} prefix={<SearchOutlined aria-hidden />} placeholder={t('search')} value={value}
          onChange={({ target }) => onChange(target.value || undefined)} />
      ) },
    { name: 'offers', label: t('offers'),
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear aria-label={t('offers')} placeholder={t('offers')} value={value}
          options={[{ value: '1', label: t('waiting') }]} onChange={(chosen: string | undefined) => onChange(chosen)} />
      ) },
  ], [t])
}
