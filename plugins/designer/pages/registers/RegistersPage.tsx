import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Select, Table } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { SearchField } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useTabTitle } from '#shell/tabs/tabs-context.ts'
import { can } from '../../permissions.ts'
import { type CreateRegisterDesign, registerDesignPath, type RegisterDesign, type RegisterDesignRow } from '../../registers/wire.ts'
import { Labelled } from '../parts/controls.tsx'
import { useDesignerText } from '../texts.ts'
import { savedTime } from '../use-design.ts'
import { pageQuery, registerQuery, registersKey } from './calls.ts'
import { ActDialog, type RegisterAct } from './Publishing.tsx'
import { RegisterDesigner } from './RegisterDesigner.tsx'
import { useRegisterText } from './texts.ts'
import '../designer.css'

/** The registers that the company designs; the address names the one that is drawn. */
export function RegistersPage() {
  const [parameters] = useSearchParams()
  const id = parameters.get('id')
  return id === null ? <RegisterList /> : <OneRegister key={id} id={id} />
}

function OneRegister({ id }: { id: string }) {
  const { t } = useRegisterText()
  const isSmall = useIsMobile()
  const answer = useQuery(registerQuery(useHttp(), id))
  useTabTitle(answer.data && { cn: `设计：${answer.data.content.cn}`, en: `Design: ${answer.data.content.en}` })
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
      <RegisterDesigner loaded={answer.data} isReadOnly={isSmall || !may(can.edit)} isSmall={isSmall} />
    </Suspense>
  )
}

const filterNames: readonly string[] = ['keyword', 'state']

const addressOf = ({ id }: Pick<RegisterDesignRow, 'id'>): string => `/register-designer?id=${encodeURIComponent(id)}`

function RegisterList() {
  const { t } = useRegisterText()
  const list = useListQuery(filterNames)
  const answer = useQuery(pageQuery(useHttp(), list.query))
  const isMobile = useIsMobile()
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(false)
  const [asked, setAsked] = useState<{ readonly row: RegisterDesignRow; readonly act: RegisterAct }>()
  return (
    <ListPage title={t('title')} list={list} search={useSearch()} answer={listed(answer)}
      skeleton={{ columns: ['28%', '18%', '12%', '22%'] }} empty={{ title: t('empty'), text: t('emptyText') }}
      noMatch={{ title: t('noMatch') }}
      actions={may(can.edit) && !isMobile && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsNew(true)}>{t('newRegister')}</Button>
      )} dialog={
      <>
        {isNew && <NewDialog onClose={() => setIsNew(false)} onDone={(created) => void navigate(addressOf(created))} />}
        {asked && <ActDialog design={asked.row} act={asked.act} onClose={() => setAsked(undefined)} />}
      </>
    }>
      {(rows) => <Rows rows={rows} onAsk={(row, act) => setAsked({ row, act })} />}
    </ListPage>
  )
}

function Rows({ rows, onAsk }: { rows: readonly RegisterDesignRow[]; onAsk(row: RegisterDesignRow, act: RegisterAct): void }) {
  const { t, label, name } = useRegisterText()
  const designer = useDesignerText()
  const isMobile = useIsMobile()
  return (
    <Table<RegisterDesignRow> rowKey="id" size="middle" pagination={false} dataSource={[...rows]}
      scroll={isMobile ? {} : { x: 'max-content' }}
    >
      <Table.Column<RegisterDesignRow> key="name" title={t('register')} render={(_, row) => (
        <span className="oa-ff-name">
          <Link to={addressOf(row)}>{label(row)}</Link>
          {row.isChanged && row.version !== null && <Pill tone="accent">{designer.t('changed')}</Pill>}
        </span>
      )} />
      {!isMobile && <Table.Column<RegisterDesignRow> key="page" title={designer.t('page')} dataIndex="page" />}
      <Table.Column<RegisterDesignRow> key="state" title={designer.t('stateColumn')}
        render={(_, { state, version }) => (
          <Pill tone={state === 'published' ? 'teal' : state === 'stopped' ? 'orange' : 'grey'}>
            {version === null ? designer.t('state.draft') : designer.t('stateVersion', { state: designer.t(`state.${state}`), version })}
          </Pill>
        )} />
      <Table.Column<RegisterDesignRow> key="records" title={t('records')} dataIndex="records" align="right" className="num" />
      {!isMobile && (
        <Table.Column<RegisterDesignRow> key="saved" title={designer.t('savedColumn')}
          render={(_, row) => <span className="oa-ff-quiet num small">{name(row.savedBy)} · {savedTime(row.savedAt)}</span>} />
      )}
      {!isMobile && may(can.publish) && (
        <Table.Column<RegisterDesignRow> key="acts" title={<span className="unseen">{designer.t('more')}</span>} align="right"
          render={(_, row) => (
            <>
              {row.state === 'published' && (
                <Button type="link" size="small" aria-label={designer.t('stopName', { name: label(row) })} onClick={() =>
                  onAsk(row, { kind: 'stop' })}
                >
                  {designer.t('stop')}
                </Button>
              )}
              {row.records === 0 && (
                <Button type="link" size="small" danger aria-label={designer.t('deleteName', { name: label(row) })} onClick={() =>
                  onAsk(row, { kind: 'delete' })}
                >
                  {designer.t('delete')}
                </Button>
              )}
            </>
          )} />
      )}
    </Table>
  )
}

function useSearch(): readonly SearchField[] {
  const { t } = useRegisterText()
  const designer = useDesignerText()
  return useMemo(() => [
    { name: 'keyword', label: t('search'),
      draw: ({ id, value, onChange }) => (
        <Input id={id} allowClear maxLength={60} prefix={<SearchOutlined aria-hidden />} placeholder={t('search')} value={value}
          onChange={({ target }) => onChange(target.value || undefined)} />
      ) },
    { name: 'state', label: designer.t('stateColumn'),
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear aria-label={designer.t('stateColumn')} placeholder={designer.t('stateColumn')} value={value}
          options={(['draft', 'published', 'stopped'] as const).map((state) => ({ value: state, label: designer.t(`state.${state}`) }))}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ) },
  ], [t, designer])
}

/** A page of letters from an English name: `Meeting rooms` is `meeting-rooms`. */
const pageOf = (en: string): string => en.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^[-\d]+|-$/g, '').slice(0, 40)

/** Begins a register whose records have a name. */
function NewDialog({ onClose, onDone }: { onClose(): void; onDone(design: RegisterDesign): void }) {
  const { t } = useRegisterText()
  const designer = useDesignerText()
  const [draft, setDraft] = useState<CreateRegisterDesign>({ page: '', cn: '', en: '' })
  const [isPageTyped, setIsPageTyped] = useState(false)
  const { run, isPending, problems, setProblems } = useCommand({ touches: [[registersKey, 'page']] })
  const put = (part: Partial<CreateRegisterDesign>) => {
    setDraft({ ...draft, ...part })
    setProblems({})
  }
  const isFull = [draft.cn, draft.en, draft.page].every((text) => text.trim() !== '')
  const send = () =>
    run((http) => http.post<RegisterDesign>(registerDesignPath, draft, { quiet: true }), (created: RegisterDesign) => {
      onClose()
      onDone(created)
    })
  return (
    <Modal open title={t('newRegister')} okText={designer.t('create')} cancelText={designer.t('cancel')}
      okButtonProps={{ disabled: !isFull }} confirmLoading={isPending} onOk={() => void send()} onCancel={onClose}
    >
      <Form layout="vertical" component={false}>
        {problems[''] && <p className="oa-ff-wrong" role="alert">{problems['']}</p>}
        <div className="oa-ff-pair grid halves gap-0-12">
          <Labelled label={designer.t('labelCn')} isRequired problem={problems['cn']}>
            {(id) => <Input id={id} autoFocus maxLength={30} value={draft.cn} onChange={({ target }) => put({ cn: target.value })} />}
          </Labelled>
          <Labelled label={designer.t('labelEn')} isRequired problem={problems['en']}>
            {(id) => (
              <Input id={id} maxLength={60} value={draft.en}
                onChange={({ target }) => put({ en: target.value, ...(!isPageTyped && { page: pageOf(target.value) }) })} />
            )}
          </Labelled>
        </div>
        <Labelled label={designer.t('page')} isRequired hint={designer.t('newPageHint')} problem={problems['page']}>
          {(id) => (
            <Input id={id} addonBefore="/register-" maxLength={40} value={draft.page} onChange={({ target }) => {
              setIsPageTyped(true)
              put({ page: target.value })
            }} />
          )}
        </Labelled>
      </Form>
    </Modal>
  )
}
