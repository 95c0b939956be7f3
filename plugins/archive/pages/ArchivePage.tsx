import { DownloadOutlined, FileZipOutlined, ReloadOutlined } from '@ant-design/icons'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Button, Modal, Progress, Select, Tooltip } from 'antd'
import { useMemo, useState } from 'react'
import { nameOf } from '#kernel/wording/names.ts'
import { select } from '#kernel/fields.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { formatBytes } from '#kernel/values/files.ts'
import { definePartText } from '#fields/text.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import type { SearchField } from '#shell/list/search-field.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import { may } from '#providers/permissions.ts'
import { currentLocale } from '#providers/i18n.ts'
import { download } from '#providers/files.ts'
import type { Http } from '#providers/http.ts'
import { can } from '../permissions.ts'
import type { ArchiveCompany, ArchiveDownload, ArchivePackage } from '../wire.ts'
import { pastPeriods, periodOf } from '../period.ts'
import { cn, en } from './texts.ts'
import './archive.css'

const useArchiveText = definePartText<keyof typeof cn>({ cn, en })

const filterNames: readonly string[] = ['company', 'state']

const hasAny = (companies: readonly ArchiveCompany[] | undefined): boolean => companies !== undefined && companies.length > 0

type OpenDialog = { readonly dialog: 'make' } | { readonly dialog: 'downloads'; readonly of: ArchivePackage }

/** Accounting archive: sealed packages of the books by company and period, with their state. */
export function ArchivePage() {
  const { t } = useArchiveText()
  const http = useHttp()
  const list = useListQuery(filterNames)
  const answer = useQuery(packagesQuery(http, list.query))
  const { data: companies } = useQuery(companiesQuery(http))
  const [shown, setShown] = useState<OpenDialog>()
  const close = () => setShown(undefined)
  // no button without an archivable company
  const make = may(can.add) && hasAny(companies) && (
    <Button type="primary" icon={<FileZipOutlined aria-hidden />} onClick={() => setShown({ dialog: 'make' })}>
      {t('make')}
    </Button>
  )
  return (
    <ListPage title={t('title')} actions={make} list={list} search={useSearch(companies)} answer={listed(answer)}
      skeleton={{ columns: ['30%', '20%', '20%'] }} empty={{ title: t('empty'), text: t('emptyText') }} noMatch={{ title: t('noMatch') }}
      dialog={
        <>
          {shown?.dialog === 'make' && <MakeDialog companies={companies ?? []} onClose={close} />}
          {shown?.dialog === 'downloads' && <DownloadsDialog of={shown.of} onClose={close} />}
        </>
      }
    >
      {(packages) => (
        <ul className="oa-archive">
          {packages.map((each) => <PackageRow key={each.id} made={each} onDownloads={() => setShown({ dialog: 'downloads', of: each })} />)}
        </ul>
      )}
    </ListPage>
  )
}

function useSearch(companies: readonly ArchiveCompany[] | undefined): readonly SearchField[] {
  const { t, label } = useArchiveText()
  return useMemo(() => {
    const choice = (name: string, title: string, options: { value: string; label: string }[]): SearchField => ({ name, label: title,
      draw: ({ id, value, onChange }) => (
        <Select id={id} allowClear aria-label={title} placeholder={title} value={value} options={options}
          onChange={(chosen: string | undefined) => onChange(chosen)} />
      ) })
    return [choice('company', t('company'), (companies ?? []).map((company) => ({ value: company.value, label: label(company) }))),
      choice('state', t('state'),
        (['ready', 'building', 'waiting', 'failed'] as const).map((state) => ({ value: state, label: t(state) })))]
  }, [t, label, companies])
}

/** Dialog that lists who downloaded a package, and when. */
function DownloadsDialog({ of: { id, period, companyName }, onClose }: { of: ArchivePackage; onClose(): void }) {
  const { t, label, locale } = useArchiveText()
  const { data, error, refetch } = useQuery(downloadsQuery(useHttp(), id))
  const shown = periodOf(period)
  return (
    <Modal open title={t('downloadsTitle', { name: `${label(companyName)} ${shown ? label(shown) : period}` })} onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} columns={['40%', '30%']} />}
      {data?.length === 0 && <p>{t('noDownloads')}</p>}
      <ol className="oa-archive-downloads">
        {data?.map(({ person, time }) => (
          <li className="line-bottom flex gap-16 between" key={`${person} ${time}`}>
            <span>{nameOf(person, locale)}</span>
            <span className="num">{time.slice(0, 16)}</span>
          </li>
        ))}
      </ol>
    </Modal>
  )
}

const kinds = ['month', 'quarter', 'year'] as const

type PeriodKind = (typeof kinds)[number]

/** Number of selectable periods of each kind. */
const offered: Readonly<Record<PeriodKind, number>> = { month: 36, quarter: 20, year: 10 }

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })

/** Dialog to request a package for a company and a finished period. */
function MakeDialog({ companies, onClose }: { companies: readonly ArchiveCompany[]; onClose(): void }) {
  const { t } = useArchiveText()
  const [today] = useState(() => todayOf(new Date()))
  const fields = ({ kind }: Readonly<Record<string, unknown>>): readonly DialogField[] => [
    { name: 'company', field: select({ ...named('company'), required: true, options: companies }) },
    { name: 'kind', field: select({ ...named('kind'), required: true, options: kinds.map((value) => ({ value, ...named(value) })) }) },
    { name: 'period', field: select({ ...named('period'), required: true, options: periodsOf(kind as PeriodKind, today) }) },
    { name: 'language',
      field: select({ ...named('language'), required: true, hint: named('languageHint'),
        options: [{ value: 'cn', cn: '中文', en: 'Chinese' }, { value: 'en', cn: '英文', en: 'English' }] }) },
  ]
  const start = { company: companies.length === 1 ? companies[0]?.value : undefined, kind: 'month',
    period: pastPeriods('month', today, 1)[0], language: currentLocale() }
  return (
    <FieldsDialog title={t('makeTitle')} okText={t('makeIt')} fields={fields} start={start} touches={[[archiveKey]]} onClose={onClose}
      save={({ company, period, language }, http) =>
        http.post(path, { company: company ?? '', period: period ?? '', language }, { quiet: true })} success={t('asked')} />
  )
}

const periodsOf = (kind: PeriodKind, today: string) =>
  pastPeriods(kind, today, offered[kind]).flatMap((value) => {
    const period = periodOf(value)
    return period ? [{ value, cn: period.cn, en: period.en }] : []
  })

const tones = { waiting: 'grey', building: 'accent', ready: 'green', failed: 'red' } as const

/** Row of a package: company and period, progress or contents, and actions. */
function PackageRow({ made, onDownloads }: { made: ArchivePackage; onDownloads(): void }) {
  const isReady = made.state === 'ready'
  return (
    <li className="middle line-bottom grid">
      <Name made={made} />
      {isReady ? <Contents made={made} /> : <PackageState made={made} />}
      <div className="oa-archive-actions flex wrap gap-8 to-end">
        {isReady && <Downloads made={made} onDownloads={onDownloads} />}
        {made.state === 'failed' && may(can.add) && <Retry made={made} />}
      </div>
    </li>
  )
}

function Name({ made: { company, companyName, period, number, state, requestedBy, requestTime, readyTime } }: { made: ArchivePackage }) {
  const { t, label, locale } = useArchiveText()
  const shown = periodOf(period)
  return (
    <div className="oa-archive-name">
      <strong>
        {shown ? label(shown) : period} <Pill tone={tones[state]}>{t(state)}</Pill>
      </strong>
      <span>
        {label(companyName)}
        <span className="num">{[` ${company}`, ...(number === null ? [] : [t('number', { n: number })])].join(' · ')}</span>
      </span>
      <small>{t('by', { name: nameOf(requestedBy, locale), time: (readyTime ?? requestTime).slice(0, 16) })}</small>
    </div>
  )
}

function Downloads({ made, onDownloads }: { made: ArchivePackage; onDownloads(): void }) {
  const { t } = useArchiveText()
  const { downloads: count } = made
  return (
    <>
      <Button type="link" size="small" disabled={count === 0} onClick={onDownloads}>{t('downloads', { count })}</Button>
      {may(can.download) && <Download made={made} />}
    </>
  )
}

/** Progress of a package. */
function PackageState({ made: { state, documents: { done, total } } }: { made: ArchivePackage }) {
  const { t } = useArchiveText()
  if (total === null) return <div />
  const isPacking = state === 'building' && done === total
  return (
    <div className="oa-archive-progress" role="status">
      <span className="num">{isPacking ? t('finishing') : t('progress', { done, total })}</span>
      {isUnderWay({ state }) && <Progress percent={total === 0 ? 100 : Math.floor((done / total) * 100)} showInfo={false} size="small" />}
    </div>
  )
}

/** Counts, size and total of a ready package, with the SHA-256 of its manifest. */
function Contents({ made: { documents, files, size, spent, missing, manifestSha256 } }: { made: ArchivePackage }) {
  const { t } = useArchiveText()
  const { reactions } = useBackend()
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(() => reactions.notify({ kind: 'success', text: t('copied') }))
  return (
    <div className="oa-archive-contents">
      <span className="num">
        {[t('documents', { count: documents.total ?? 0 }), t('files', { count: files ?? 0 }), formatBytes(size ?? 0)].join(' · ')}
        {missing > 0 && (
          <Tooltip title={t('missingHint')}>
            <span tabIndex={0} className="red">· {t('missing', { count: missing })}</span>
          </Tooltip>
        )}
      </span>
      <span>
        {t('spent')} <Money value={spent ?? '0.00'} />
      </span>
      {manifestSha256 && (
        <button type="button" className="plain oa-archive-hash" onClick={() => copy(manifestSha256)} title={manifestSha256}>
          {t('fingerprint')} <code>{manifestSha256.slice(0, 12)}…</code>
        </button>
      )}
    </div>
  )
}

function Download({ made: { id } }: { made: ArchivePackage }) {
  const { t } = useArchiveText()
  const [received, setReceived] = useState<number>()
  const { run, isPending } = useCommand({ touches: [[archiveKey]] })
  const fetchFile = () =>
    run((http) =>
      download(http, { path: `${path}/${id}/download` }, (sofar, total) =>
        setReceived(total === undefined ? undefined : Math.floor((sofar / total) * 100)))
    )
      .finally(() => setReceived(undefined))
  return (
    <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={isPending} onClick={() => void fetchFile()}>
      {isPending && received !== undefined ? t('downloading', { percent: received }) : t('download')}
    </Button>
  )
}

function Retry({ made: { id } }: { made: ArchivePackage }) {
  const { t } = useArchiveText()
  const { run, isPending } = useCommand({ touches: [[archiveKey]] })
  return (
    <Tooltip title={t('retryHint')}>
      <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={isPending}
        onClick={() => void run((http) => http.post(`${path}/${id}/retry`))}
      >
        {t('retry')}
      </Button>
    </Tooltip>
  )
}

const path = '/oaserver/archive'

const archiveKey = 'archive'

const quiet = { quiet: true } as const

/** Polling interval for unfinished packages, in ms. */
const pace = 2_500

/** Returns whether a package is queued or being built. */
const isUnderWay = ({ state }: Pick<ArchivePackage, 'state'>): boolean => state === 'waiting' || state === 'building'

/** Query for a page of packages; polled every 2.5 s while one of them is unfinished. */
const packagesQuery = (http: Http, { filters, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [archiveKey, 'page', filters, current, size],
    queryFn: () => http.query<{ records: readonly ArchivePackage[]; total: number }>(`${path}/page`, { ...filters, current, size }, quiet),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.records.some(isUnderWay) ? pace : false),
  })

/** Query for the companies that the person may archive. */
const companiesQuery = (http: Http) =>
  queryOptions({ queryKey: [archiveKey, 'companies'], queryFn: () => http.get<readonly ArchiveCompany[]>(`${path}/companies`, {}, quiet) })

/** Query for the downloads of a package. */
const downloadsQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [archiveKey, 'downloads', id], queryFn: () =>
    http.get<readonly ArchiveDownload[]>(`${path}/${id}/downloads`, {}, quiet) })
