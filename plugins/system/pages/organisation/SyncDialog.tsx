import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { type SyncCounts, syncPath, type SyncPreview } from '#plugins/system/directory-wire.ts'
import { SyncChanges } from './SyncChanges.tsx'
import { useOrganisationText } from './text.ts'
import { unitQueries } from './unit-queries.ts'

/** Shows what the people directory would change, and does exactly that when it is agreed to. */
export function SyncDialog({ onClose }: { onClose(): void }) {
  const { t } = useOrganisationText()
  const http = useHttp()
  const { run, isPending, problems: { '': problem } } = useCommand({ touches: unitQueries, place: () => '' })
  const preview = useQuery({ queryKey: ['personnel', 'preview'],
    queryFn: () => http.query<SyncPreview>(`${syncPath}/preview`, {}, { quiet: true }), gcTime: 0, staleTime: 0 })
  const count = preview.data ? changesIn(preview.data) : 0
  const apply = async () => {
    const isDone = await run((client) => client.post<SyncCounts>(syncPath, { fingerprint: preview.data?.fingerprint }, { quiet: true }), {
      success: ({ success: count }) => t('syncDone', { count }),
      done: onClose,
    })
    if (!isDone) await preview.refetch()
  }
  return (
    <Modal open title={t('syncTitle')} width={720} okText={t('syncApply', { count })} cancelText={t('cancel')} confirmLoading={isPending}
      okButtonProps={{ disabled: count === 0 || preview.isFetching }} onOk={() => void apply()} onCancel={onClose}
    >
      {problem && <p className="oa-record-problem" role="alert">{problem}</p>}
      <SyncPreviewContent preview={preview} />
    </Modal>
  )
}

const changesIn = ({ added, updated, moved, disabled }: SyncPreview) => added.length + updated.length + moved.length + disabled.length

function SyncPreviewContent(
  { preview: { data, error, refetch } }: { readonly preview: { readonly data?: SyncPreview; readonly error: unknown; refetch(): unknown } },
) {
  if (data) return <SyncChanges preview={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton rows={6} columns={['30%', '60%']} />
}
