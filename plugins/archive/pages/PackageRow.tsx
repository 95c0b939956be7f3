import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Progress, Tooltip } from 'antd'
import { useState } from 'react'
import { download } from '#providers/files.ts'
import { may } from '#providers/permissions.ts'
import { formatBytes } from '#kernel/values/bytes.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Money } from '#shell/parts/Money.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { can } from '../permissions.ts'
import type { ArchivePackage } from '../wire.ts'
import { periodOf } from '../period.ts'
import { archiveKey, isUnderWay, path } from './archive.ts'
import { useArchiveText } from './text.ts'

const tones = { waiting: 'grey', building: 'accent', ready: 'green', failed: 'red' } as const

/** A package: whose and of when, how far or how large, and what may be done with it. */
export function PackageRow({ made, onDownloads }: { made: ArchivePackage; onDownloads(): void }) {
  const isReady = made.state === 'ready'
  return (
    <li>
      <Name made={made} />
      {isReady ? <Contents made={made} /> : <PackageState made={made} />}
      <div className="oa-archive-actions">
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

/** The progress of a package. */
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

/** Counts, size and total of a ready package, with the fingerprint of its manifest. */
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
            <span tabIndex={0} className="oa-archive-missing">· {t('missing', { count: missing })}</span>
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
