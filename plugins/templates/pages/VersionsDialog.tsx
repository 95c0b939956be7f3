import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import type { WritingHttp } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import { formatBytes } from '#kernel/values/bytes.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { can } from '../permissions.ts'
import type { TemplateVersion } from '../wire.ts'
import { ChooseFile } from './FileControl.tsx'
import { useTemplateText } from './text.ts'
import { path, useTemplateCalls } from './use-template-calls.ts'

/** Version history of a template: view, restore, and upload a new version. */
export function VersionsDialog({ record, onClose }: { record: StoredRecord; onClose(): void }) {
  const { t } = useTemplateText()
  const http = useHttp()
  const key = ['templateVersions', record.id]
  const { data, error, refetch } = useQuery({ queryKey: key,
    queryFn: () => http.get<readonly TemplateVersion[]>(`${path}/${record.id}/versions`) })
  const { problems, busy, renew, restore } = useChanges(record, key)
  return (
    <Modal open title={t('historyName', { name: String(record['name']) })} width={640} onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {may(can.edit) && (
        <p className="oa-template-help">
          <ChooseFile kind={record['kind'] === 'import' ? 'import' : 'print'} label={t('renew')} onChoose={(file) => void renew(file)} />
          <span>{t('renewHint')}</span>
        </p>
      )}
      {problems.length > 0 && (
        <ul className="oa-template-problems" role="alert">{problems.map((problem) => <li key={problem}>{problem}</li>)}</ul>
      )}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} columns={['30%', '50%']} />}
      <ol className="oa-template-versions">
        {data?.map((version, index) => (
          <Version key={version.number} version={version} record={record} isCurrent={index === 0} isBusy={busy}
            onRestore={() => void restore(version.number)} />
        ))}
      </ol>
    </Modal>
  )
}

interface VersionProps {
  readonly version: TemplateVersion
  readonly record: StoredRecord
  readonly isCurrent: boolean
  readonly isBusy: boolean
  onRestore(): void
}

function Version(
  { version: { number, fileName, size, uploadedBy, uploadTime, restoredFrom }, record, isCurrent, isBusy, onRestore }: VersionProps,
) {
  const { t, locale } = useTemplateText()
  const { fetchFile } = useTemplateCalls()
  return (
    <li>
      <div>
        <b>{t('version', { n: number })}</b> {isCurrent && <Pill tone="green">{t('current')}</Pill>}
        <span>{fileName} · {formatBytes(size)}</span>
        <small>
          {[nameOf(uploadedBy, locale), uploadTime.slice(0, 16), restoredFrom !== null && t('restoredFrom', { n: restoredFrom })].filter(
            Boolean,
          ).join(' · ')}
        </small>
      </div>
      <span>
        <Button type="link" size="small" onClick={() => void fetchFile(record.id, number)}>{t('download')}</Button>
        {!isCurrent && may(can.edit) && <Button type="link" size="small" disabled={isBusy} onClick={onRestore}>{t('restore')}</Button>}
      </span>
    </li>
  )
}

function useChanges(record: StoredRecord, key: readonly string[]) {
  const { t } = useTemplateText()
  const calls = useTemplateCalls()
  const dialogs = useDialogs()
  const { run, isPending, sentences: { '': problems = [] } } = useCommand({ touches: [key], place: () => '' })
  const change = (send: (http: WritingHttp) => Promise<void>, success: string) => run(send, { success })
  return {
    problems,
    busy: isPending,
    renew: (file: File) => change(calls.send(`${path}/${record.id}/upload`, file), t('renewed')),
    restore: async (number: number) => {
      const ask = await dialogs()
      ask.confirm({ title: t('restoreAsk', { n: number }), content: t('restoreText'), okText: t('restore'), cancelText: t('cancel'),
        onOk: () => change(calls.restore(record.id, number), t('restored')) })
    },
  }
}
