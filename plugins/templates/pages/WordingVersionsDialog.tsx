import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { may } from '#providers/permissions.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { can } from '../permissions.ts'
import type { MessageWording, MessageWords, WordingVersion } from '../wire.ts'
import { useTemplateText } from './text.ts'
import { textDifference } from './word-difference.ts'

interface VersionsProps {
  readonly wording: MessageWording
  /** The name of the message. */
  readonly name: string
  /** Queries that are read again after a change. */
  readonly touches: readonly (readonly string[])[]
  onClose(): void
}

const path = '/system/messageText'

/** Every wording that a message has had, with what each changed; an earlier one can be brought back. */
export function WordingVersionsDialog({ wording: { kind, shipped, revision }, name, touches, onClose }: VersionsProps) {
  const { t } = useTemplateText()
  const http = useHttp()
  const key = ['messageTextVersions', kind]
  const { data, error, refetch } = useQuery({ queryKey: key,
    queryFn: () => http.get<readonly WordingVersion[]>(`${path}/${encodeURIComponent(kind)}/versions`) })
  const { restore, isPending } = useRestore({ kind, revision, touches: [key, ...touches] })
  return (
    <Modal open title={t('wordingHistory', { name })} width={640} onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} columns={['60%', '20%']} />}
      <ol className="oa-template-versions">
        {data?.map((version, index) => (
          <Version key={version.number} version={version} before={data[index + 1]?.words ?? shipped} shipped={shipped}
            isCurrent={index === 0} isBusy={isPending} onRestore={() => void restore(version.number)} />
        ))}
      </ol>
    </Modal>
  )
}

interface VersionProps {
  readonly version: WordingVersion
  /** The words before it. */
  readonly before: MessageWords
  readonly shipped: MessageWords
  readonly isCurrent: boolean
  readonly isBusy: boolean
  onRestore(): void
}

function Version(
  { version: { number, words, changedBy, changeTime, restoredFrom }, before, shipped, isCurrent, isBusy, onRestore }: VersionProps,
) {
  const { t, locale } = useTemplateText()
  const now = words ?? shipped
  return (
    <li>
      <div>
        <b>{t('version', { n: number })}</b> {isCurrent && <Pill tone="green">{t('current')}</Pill>}{' '}
        {words === null && <Pill tone="grey">{t('wordingOriginal')}</Pill>}
        {(['title', 'content', 'enTitle', 'enContent'] as const).map((part) => (
          <Difference key={part} before={before[part]} after={now[part]} />
        ))}
        <small>
          {[nameOf(changedBy, locale), changeTime.slice(0, 16), restoredFrom !== null && t('restoredFrom', { n: restoredFrom })].filter(
            Boolean,
          ).join(' · ')}
        </small>
      </div>
      {!isCurrent && may(can.edit) && <Button type="link" size="small" disabled={isBusy} onClick={onRestore}>{t('restore')}</Button>}
    </li>
  )
}

/** A text with what it lost and gained. */
function Difference({ before, after }: { before: string; after: string }) {
  return (
    <span>
      {textDifference(before, after).map(({ kind, text }, place) => {
        if (kind === 'gone') return <del key={place}>{text}</del>
        return kind === 'new' ? <ins key={place}>{text}</ins> : text
      })}
    </span>
  )
}

function useRestore({ kind, revision, touches }: Pick<MessageWording, 'kind' | 'revision'> & Pick<VersionsProps, 'touches'>) {
  const { t } = useTemplateText()
  const dialogs = useDialogs()
  const { run, isPending } = useCommand({ touches })
  return {
    isPending,
    async restore(version: number) {
      const ask = await dialogs()
      ask.confirm({ title: t('restoreAsk', { n: version }), content: t('wordingVersionText'), okText: t('restore'), cancelText: t('cancel'),
        onOk: () =>
          run((http) => http.put(`${path}/${encodeURIComponent(kind)}/restore`, { version, revision }), {
            success: t('restored'),
          }) })
    },
  }
}
