import { PlusOutlined, SearchOutlined, UploadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select, Table } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { SearchField } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useTabTitle } from '#shell/tabs/tabs-context.ts'
import { can } from '../permissions.ts'
import type { FormDesignRow } from '../wire.ts'
import { designQuery, pageQuery, useGroups } from './calls.ts'
import { Designer } from './Designer.tsx'
import { NewDialog } from './NewDialog.tsx'
import { ReasonDialog, type ReasonedAct } from './ReasonDialog.tsx'
import { useDesignerText } from './texts.ts'
import { ImportDialog } from './transfer/ImportDialog.tsx'
import { savedTime } from './use-design.ts'
import './designer.css'

/** The forms that the company designs; the address names the one that is drawn. */
export function DesignsPage() {
  const [parameters] = useSearchParams()
  const id = parameters.get('id')
  return id === null ? <DesignList /> : <OneDesign key={id} id={id} />
}

function OneDesign({ id }: { id: string }) {
  const { t } = useDesignerText()
  const isSmall = useIsMobile()
  const answer = useQuery(designQuery(useHttp(), id))
  const form = answer.data?.content.form
  useTabTitle(form && { cn: `设计：${form.cn}`, en: `Design: ${form.en}` })
  if (answer.isError && !answer.data)
    return (
      <Page title={t('title')}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </Page>
    )
  const waiting = (
    <Page title={t('title')}>
      <RowsSkeleton rows={6} columns={['30%', '40%']} />
    </Page>
  )
  if (!answer.data) return waiting
  return (
    <Suspense fallback={waiting}>
      <Designer loaded={answer.data} isReadOnly={isSmall || !may(can.edit)} isSmall={isSmall} />
    </Suspense>
  )
}

const filterNames: readonly string[] = ['keyword', 'kind', 'state']

const addressOf = ({ id }: Pick<FormDesignRow, 'id'>): string => `/dynamic-form-designer?id=${encodeURIComponent(id)}`

function DesignList() {
  const { t } = useDesignerText()
  const list = useListQuery(filterNames)
  const answer = useQuery(pageQuery(useHttp(), list.query))
  const isMobile = useIsMobile()
  const navigate = useNavigate()
  const [begun, setBegun] = useState<{ readonly from?: FormDesignRow }>()
  const [isImporting, setIsImporting] = useState(false)
  const [asked, setAsked] = useState<{ readonly row: FormDesignRow; readonly act: ReasonedAct }>()
  return (
    <ListPage title={t('title')} list={list} search={useSearch()} answer={listed(answer)}
      skeleton={{ columns: ['24%', '14%', '12%', '10%', '20%'] }} empty={{ title: t('empty'), text: t('emptyText') }}
      noMatch={{ title: t('noMatch') }} actions={may(can.edit) && !isMobile && (
      <>
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => setIsImporting(true)}>{t('importForm')}</Button>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setBegun({})}>{t('newForm')}</Button>
      </>
    )} dialog={
      <>
        {begun && (
          <NewDialog from={begun.from} onClose={() => setBegun(undefined)} onDone={(created) => void navigate(addressOf(created))} />
        )}
        {isImporting && <ImportDialog onClose={() => setIsImporting(false)} onDone={(created) => void navigate(addressOf(created))} />}
        {asked && <ReasonDialog design={asked.row} act={asked.act} onClose={() => setAsked(undefined)} />}
      </>
    }>
      {(rows) => <Rows rows={rows} onAsk={(row, act) => setAsked({ row, act })} onCopy={(from) => setBegun({ from })} />}
    </ListPage>
  )
}

interface RowsProps {
  readonly rows: readonly FormDesignRow[]
  onAsk(row: FormDesignRow, act: ReasonedAct): void
  onCopy(row: FormDesignRow): void
}

function Rows({ rows, onAsk, onCopy }: RowsProps) {
  const { t, label, locale, name } = useDesignerText()
  const groups = useGroups()
  const isMobile = useIsMobile()
  const groupName = (id: string): string => {
    const group = groups.find((each) => each.id === id)
    return group ? (locale === 'cn' ? group.name : group.nameEn) : id
  }
  return (
    <Table<FormDesignRow> rowKey="id" size="middle" pagination={false} dataSource={[...rows]} scroll={isMobile ? {} : { x: 'max-content' }}>
      <Table.Column<FormDesignRow> key="name" title={t('formColumn')} render={(_, row) => (
        <span className="oa-ff-name">
          <Link to={addressOf(row)}>{label(row)}</Link>
          {row.over !== null && <Pill tone="grey">{t('kindOf.overlay')}</Pill>}
          {row.isChanged && row.version !== null && <Pill tone="accent">{t('changed')}</Pill>}
        </span>
      )} />
      {!isMobile && (
        <Table.Column<FormDesignRow> key="group" title={t('group')} render={(_, row) => groupName(row.group)} />
      )}
      {!isMobile && <Table.Column<FormDesignRow> key="prefix" title={t('prefix')} dataIndex="prefix" className="num" />}
      <Table.Column<FormDesignRow> key="state" title={t('stateColumn')}
        render={(_, { state, version }) => (
          <Pill tone={state === 'published' ? 'teal' : state === 'stopped' ? 'orange' : 'grey'}>
            {version === null ? t('state.draft') : t('stateVersion', { state: t(`state.${state}`), version })}
          </Pill>
        )} />
      {!isMobile && (
        <Table.Column<FormDesignRow> key="documents" title={t('documents')} dataIndex="documents" align="right" className="num" />
      )}
      {!isMobile && (
        <Table.Column<FormDesignRow> key="saved" title={t('savedColumn')}
          render={(_, row) => <span className="oa-ff-quiet num small">{name(row.savedBy)} · {savedTime(row.savedAt)}</span>} />
      )}
      {!isMobile && (
        <Table.Column<FormDesignRow> key="acts" title={<span className="unseen">{t('more')}</span>} align="right"
          render={(_, row) => <Acts row={row} onAsk={(act) => onAsk(row, act)} onCopy={() => onCopy(row)} />} />
      )}
    </Table>
  )
}

/** Returns whether a design can be deleted: nobody filed with it, and additions to a form of the product were never in force. */
const isUnused = ({ documents, over, version }: FormDesignRow): boolean => (over === null ? documents === 0 : version === null)

/** Copying needs a published version; stopping and deleting are for those who publish and edit. */
function Acts({ row, onAsk, onCopy }: { row: FormDesignRow; onAsk(act: ReasonedAct): void; onCopy(): void }) {
  const { t, label } = useDesignerText()
  const name = label(row)
  return (
    <>
      {may(can.edit) && row.over === null && row.version !== null && (
        <Button type="link" size="small" aria-label={t('copyName', { name })} onClick={onCopy}>{t('copy')}</Button>
      )}
      {may(can.publish) && row.state === 'published' && (
        <Button type="link" size="small" aria-label={t('stopName', { name })} onClick={() => onAsk({ kind: 'stop' })}>{t('stop')}</Button>
      )}
      {may(can.edit) && isUnused(row) && (
        <Button type="link" size="small" danger aria-label={t('deleteName', { name })} onClick={() => onAsk({ kind: 'delete' })}>
          {t('delete')}
        </Button>
      )}
    </>
  )
}

function useSearch(): readonly SearchField[] {
  const { t } = useDesignerText()
  return useMemo(() => [
    { name: 'keyword', label: t('search'),
      draw: ({ id, value, onChange }) => (
        <Input id={id} allowClear maxLength={60} prefix={<SearchOutlined aria-hidden />} placeholder={t('search')} value={value}
          onChange={({ target }) => onChange(target.value || undefined)} />
      ) },
    { name: 'kind', label: t('kindColumn'),
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear aria-label={t('kindColumn')} placeholder={t('kindColumn')} value={value} popupMatchSelectWidth={false}
          options={(['form', 'overlay'] as const).map((kind) => ({ value: kind, label: t(`kindOf.${kind}`) }))}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ) },
    { name: 'state', label: t('stateColumn'),
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear aria-label={t('stateColumn')} placeholder={t('stateColumn')} value={value}
          options={(['draft', 'published', 'stopped'] as const).map((state) => ({ value: state, label: t(`state.${state}`) }))}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ) },
  ], [t])
}
