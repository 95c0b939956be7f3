import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions, Table } from 'antd'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { cn, en } from './texts.ts'
import '#shell/list/list.css'

const useInterfacesText = definePartText<keyof typeof cn>({ cn, en })

/** The interfaces to SAP: protocol and released API of each posting and reading, and the document types that use it. */
export function InterfacesPage() {
  const { t } = useInterfacesText()
  const http = useHttp()
  const { data, isError, error, refetch } = useQuery({ queryKey: ['sap', 'interfaces'],
    queryFn: ({ signal }) => http.get<SapInterfaces>('/oaserver/sap/interfaces', undefined, { signal, quiet: true }) })
  return (
    <Page title={t('title')} isRead>
      {isError
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : data
        ? <Interfaces data={data} />
        : <RowsSkeleton columns={['20%', '20%', '30%']} />}
    </Page>
  )
}

function Interfaces({ data: { system, gateway, certificate, interfaces } }: { readonly data: SapInterfaces }) {
  const { t } = useInterfacesText()
  const isMobile = useIsMobile()
  return (
    <>
      {certificate && <CertificateNotice certificate={certificate} />}
      <Descriptions className="below-12" size="small" column={1} items={[
        { key: 'system', label: t('system'), children: system ?? t('notSet') },
        ...(certificate ? [{ key: 'certificate', label: t('certificate'), children: t('validUntil', { day: certificate.until }) }] : []),
        { key: 'gateway', label: t('gateway'), children: gateway ?? t('notSet') },
      ]} />
      {isMobile ? <InterfaceCards interfaces={interfaces} /> : <InterfaceTable interfaces={interfaces} />}
    </>
  )
}

/** Says before and after its end that our certificate must be replaced. */
function CertificateNotice({ certificate: { state, from, until } }: { readonly certificate: Certificate }) {
  const { t } = useInterfacesText()
  if (state === 'valid') return null
  const message = t(state, { day: state === 'notYet' ? from : until })
  return (
    <Alert className="below-12" showIcon type={state === 'ending' ? 'warning' : 'error'} message={message} description={t('replace')} />
  )
}

interface InterfacesProps {
  readonly interfaces: readonly SapInterfaceRow[]
}

function InterfaceTable({ interfaces }: InterfacesProps) {
  const { t, name } = useInterfacesText()
  const yes = (is: boolean) => t(is ? 'yes' : 'no')
  return (
    <div className="oa-table">
      <Table<SapInterfaceRow> size="small" rowKey="call" dataSource={[...interfaces]} pagination={false} scroll={{ x: 1080 }} columns={[
        { key: 'call', width: 210, title: t('call'), render: (_, row) => (
          <>
            <div>{name(row.name)}</div>
            <code className="muted small">{row.call}</code>
          </>
        ) },
        { key: 'kind', width: 90, title: t('kind'), render: (_, { kind }) => t(kind) },
        { key: 'protocol', width: 112, title: t('protocol'), render: (_, { protocol, isSet }) => (isSet ? protocol : t('unset')) },
        { key: 'api', title: t('api'), render: (_, { api, entity }) => (
          <>
            <code>{api}</code>
            {entity !== null && (
              <div>
                <code>{entity}</code>
              </div>
            )}
          </>
        ) },
        { key: 'isReleased', width: 112, title: t('isReleased'), render: (_, { isReleased }) => yes(isReleased) },
        { key: 'isChecked', width: 112, title: t('isChecked'), render: (_, { isChecked }) => yes(isChecked) },
        { key: 'forms', title: t('forms'), render: (_, { forms }) => forms.map((form) => name(form)).join(', ') || t('nothing') },
      ]} />
    </div>
  )
}

/** Interfaces on a phone, each with what the table says in columns. */
function InterfaceCards({ interfaces }: InterfacesProps) {
  const { t, name } = useInterfacesText()
  return (
    <ul className="oa-rows">
      {interfaces.map(({ call, name: title, kind, protocol, api, entity, isReleased, isChecked, isSet, forms }) => (
        <li key={call}>
          <div className="oa-row is-record grid">
            <span className="oa-row-first row gap-8 narrow medium">{name(title)}</span>
            <code className="oa-row-second muted line-18">{call}</code>
            <span className="oa-row-second muted line-18">{[t(kind), isSet ? protocol : t('unset')].join(' · ')}</span>
            <code className="oa-row-second muted line-18">{[api, entity].filter((part) => part !== null).join(' ')}</code>
            <span className="oa-row-second muted line-18">
              {[isReleased && t('isReleased'), isChecked && t('isChecked'), ...forms.map((form) => name(form))].filter(Boolean).join(' · ')}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** An interface to SAP, with the released service that it uses. */
interface SapInterfaceRow {
  readonly call: string
  /** Bilingual: "中文/English". */
  readonly name: string
  readonly kind: 'posting' | 'reading'
  readonly protocol: string
  readonly api: string
  /** Entity set or function of the service; null at the gateway. */
  readonly entity: string | null
  readonly isReleased: boolean
  /** SAP judges a posting before the last approver passes. */
  readonly isChecked: boolean
  readonly isSet: boolean
  /** Document types that use it, "中文/English". */
  readonly forms: readonly string[]
}

/** Our certificate, which is shown to SAP; days as yyyy-MM-dd. */
interface Certificate {
  readonly from: string
  readonly until: string
  readonly state: 'notYet' | 'valid' | 'ending' | 'expired'
}

export interface SapInterfaces {
  /** Null where the sign-in uses none. */
  readonly certificate: Certificate | null
  /** Base addresses; null where none is set up. */
  readonly system: string | null
  readonly gateway: string | null
  readonly interfaces: readonly SapInterfaceRow[]
}
