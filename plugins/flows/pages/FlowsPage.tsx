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
import { useIsMobile } from '#shell/parts/use-media.ts'
import { may } from '#providers/permissions.ts'
import { flowKey, flowsQuery, useFlowText } from './flows.ts'
import { TerminalsCell } from './FormTerminals.tsx'
import './flows.css'

const filterNames: readonly string[] = ['keyword', 'group', 'state', 'terminal', 'offers']

/** The flows of all forms, those first for which a shipped version waits. */
export function FlowsPage() {
  const { t } = useFlowText()
  const http = useHttp()
  const list = useListQuery(filterNames)
  const answer = useQuery(flowsQuery(http, list.query))
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  return (
    <ListPage title={t('title')} list={list} search={useSearch()} answer={listed(answer)}
      skeleton={{ columns: ['22%', '12%', '8%', '8%', '14%', '12%', '12%', '12%'] }} empty={{ title: t('empty'), text: t('emptyText') }}
      noMatch={{ title: t('noMatch') }}
      actions={may(canDesign.edit) && !isMobile && <Button type="primary" onClick={() => navigate('/approval-add')}>{t('newDraft')}
      </Button>}
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
                <th scope="col" className="is-wide">{t('opensOn')}</th>
                <th scope="col" className="is-wide">{t('starters')}</th>
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
        <span className="num muted block">{row.prefix} · {row.key}</span>
      </td>
      <td className="is-wide">{label(row.group)}</td>
      <td className="num is-whole">{t('versionNo', { version: row.version })}</td>
      <td className="num is-wide">{row.drafts > 0 ? t('draftCount', { count: row.drafts }) : <span className="oa-nothing">—</span>}</td>
      <td className="is-wide">
        <TerminalsCell row={row} name={label(row)} />
      </td>
      <td className="is-wide">{t(row.isLimited ? 'limited' : 'everybody')}</td>
      <td>{row.by ? <Person {...row.by} /> : <span className="oa-flow-quiet second">{t('shippedSource')}</span>}</td>
      <td className="num oa-flow-quiet is-wide second">{row.at.slice(0, 16)}</td>
    </tr>
  )
}

interface FormGroup {
  readonly id: string
  readonly name: string
  readonly nameEn: string
}

function useSearch(): readonly SearchField[] {
  const { t, label } = useFlowText()
  const http = useHttp()
  const { data: groups = [] } = useQuery({ queryKey: [flowKey, 'groups'], staleTime: Infinity,
    queryFn: () => http.get<readonly FormGroup[]>('/workflow/process/group/list', {}, { quiet: true }) })
  return useMemo(() => {
    const choice = (name: string, text: string, options: readonly { readonly value: string; readonly label: string }[]): SearchField => ({
      name,
      label: text,
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear aria-label={text} placeholder={text} value={value} options={[...options]}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ),
    })
    return [
      { name: 'keyword', label: t('search'),
        draw: ({ id, value, onChange }) => (
          <Input id={id} allowClear maxLength={60} prefix={<SearchOutlined aria-hidden />} placeholder={t('search')} value={value}
            onChange={({ target }) => onChange(target.value || undefined)} />
        ) },
      choice('group', t('group'), groups.map(({ id, name, nameEn }) => ({ value: id, label: label({ cn: name, en: nameEn }) }))),
      choice('state', t('state'), (['published', 'stopped'] as const).map((value) => ({ value, label: t(value) }))),
      choice('terminal', t('opensOn'), (['web', 'mini'] as const).map((value) => ({ value, label: t(`terminal.${value}`) }))),
      choice('offers', t('offers'), [{ value: '1', label: t('waiting') }]),
    ]
  }, [t, label, groups])
}
