import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { nameOf } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { periodOf } from '../period.ts'
import type { ArchivePackage } from '../wire.ts'
import { downloadsQuery } from './archive.ts'
import { useArchiveText } from './text.ts'

/** The people who have a package, and since when. */
export function DownloadsDialog({ of: { id, period, companyName }, onClose }: { of: ArchivePackage; onClose(): void }) {
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
          <li key={`${person} ${time}`}>
            <span>{nameOf(person, locale)}</span>
            <span className="num">{time.slice(0, 16)}</span>
          </li>
        ))}
      </ol>
    </Modal>
  )
}
