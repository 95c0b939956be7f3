import { CloudUploadOutlined, DeleteOutlined, FileTextOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { acceptOf, extensionOf } from '#kernel/values/files.ts'
import { FileView } from '#fields/files/FileView.tsx'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { Pill, StatePill } from '#shell/parts/StatePill.tsx'
import { type ClaimForm, type PooledInvoice, type PoolState, usePool, usePoolText, usePoolUploads, useRemoveFromPool } from './pool.ts'
import './pool.css'

/** Accepted file types for invoices. */
const accepted = acceptOf(['xml', 'ofd', 'pdf', 'png', 'jpg'])
const emptyOf = { all: 'empty', unused: 'noUnused', used: 'none' } as const

const none: ReadonlySet<string> = new Set()

/** Page of the person's invoice pool: invoices are uploaded as they arrive and claimed together later. */
export function MyInvoicesPage() {
  const { t } = usePoolText()
  const list = useListQuery(noFilters, keptByReset)
  const state = stateOf(list.query)
  const [chosen, setChosen] = useState(none)
  const pool = usePool(state, list.query)
  const show = (next: PoolState) => {
    list.filter(next === defaultState ? {} : { state: next })
    setChosen(none)
  }
  return (
    <ListPage title={t('title')} actions={<Actions forms={pool.data?.forms ?? []} chosen={[...chosen]} />} list={list} answer={listed(pool)}
      skeleton={{ rows: 6, columns: ['30%', '20%', '15%', '15%'] }} empty={{ title: t(emptyOf[state]), text: t('emptyText') }}
      head={
        <Segmented className="oa-pool-filter" aria-label={t('filter')} value={state} onChange={show}
          options={states.map((value) => ({ value, label: t(value) }))} />
      }
    >
      {(records) => (
        <ul className="oa-pool unlisted flat bare">
          {records.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} isChosen={chosen.has(invoice.attachment)} onChoose={() =>
              setChosen((before) => toggled(before, invoice.attachment))} />
          ))}
        </ul>
      )}
    </ListPage>
  )
}

const defaultState: PoolState = 'unused'
const states = ['unused', 'used', 'all'] as const

/** Parameters kept on reset: `state` selects one of three lists and is not a filter. */
const keptByReset = ['state']
const noFilters: readonly string[] = []

const stateOf = ({ filters }: ListQuery): PoolState => states.find((state) => state === filters['state']) ?? defaultState

function toggled(before: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(one)) after.add(one)
  return after
}

/** Upload button, and claim button for the selected invoices, with a menu if several forms accept invoices. */
function Actions({ forms, chosen }: { forms: readonly ClaimForm[]; chosen: readonly string[] }) {
  const { t, label } = usePoolText()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { total, done, isBusy, failures, add } = usePoolUploads()
  const claim = ({ path }: ClaimForm) => void navigate(`${path}?${new URLSearchParams({ invoices: chosen.join(',') })}`)
  return (
    <>
      <span role="status">{done < total && t('progress', { done, total })}</span>
      {failures.map(({ file, reason }) => <span key={file} className="red small" role="alert">{t('failed', { file, reason })}</span>)}
      <Button icon={<CloudUploadOutlined aria-hidden />} loading={isBusy} onClick={() => input.current?.click()}>{t('upload')}</Button>
      <input ref={input} hidden multiple type="file" accept={accepted} onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        target.value = ''
        add(files)
      }} />
      <Dropdown trigger={['click']} disabled={chosen.length === 0}
        menu={{ items: forms.map((form) => ({ key: form.key, label: label(form), onClick: () => claim(form) })) }}
      >
        <Button type="primary" icon={<FileTextOutlined aria-hidden />}>
          {chosen.length === 0 ? t('claimNone') : t('claim', { count: chosen.length })}
        </Button>
      </Dropdown>
    </>
  )
}

function Row({ invoice, isChosen, onChoose }: { invoice: PooledInvoice; isChosen: boolean; onChoose(): void }) {
  const { t } = usePoolText()
  const remove = useRemoveFromPool()
  const { id, fileName, furtherFiles, vouchers: [voucher], document } = invoice
  const valueOf = (field: string) => voucher?.fields[field]?.value
  return (
    <li className="middle line-bottom grid">
      <Checkbox aria-label={t('choose', { name: fileName })} checked={isChosen} disabled={document !== undefined} onChange={onChoose} />
      <span className="oa-pool-name grid narrow">
        <strong className="cut">{valueOf('sellerName') ?? fileName}</strong>
        <small className="num cut third">{valueOf('number') ?? t('unread')}</small>
      </span>
      <span className="num">{valueOf('issueDate')}</span>
      <span className="oa-pool-total text-right">{valueOf('total') !== undefined && <Money value={valueOf('total')} />}</span>
      <span>{document ? <UsedBy document={document} /> : <Pill tone="grey">{t('unused')}</Pill>}</span>
      <Button type="text" size="small" icon={<DeleteOutlined aria-hidden />} disabled={document !== undefined}
        aria-label={t('remove', { name: fileName })} onClick={() => void remove(id)} />
      {furtherFiles.length > 0 && <FurtherFiles files={furtherFiles} />}
    </li>
  )
}

/** The same invoice in other formats. */
function FurtherFiles({ files }: { files: PooledInvoice['furtherFiles'] }) {
  const { t } = usePoolText()
  return (
    <div className="oa-pool-further row wrap">
      <small className="third">{t('further')}</small>
      {files.map(({ attachment, fileName }) => (
        <FileView key={attachment} id={attachment}
          record={{ id: attachment, name: fileName, enabled: true, fileType: extensionOf(fileName) }} />
      ))}
    </div>
  )
}

function UsedBy({ document: { id, number, type, state } }: { document: NonNullable<PooledInvoice['document']> }) {
  const linkTo = useDocumentLink()
  return (
    <>
      <Link className="num" to={linkTo({ businessType: type, procInstId: id, routeName: `${type}Detail` })}>{number}</Link>{' '}
      <StatePill state={state} />
    </>
  )
}
