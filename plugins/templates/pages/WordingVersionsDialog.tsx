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

interface VersionsProps {
  readonly wording: MessageWording
  /** Name of the kind of message. */
  readonly name: string
  /** Queries invalidated by a change. */
  readonly touches: readonly (readonly string[])[]
  onClose(): void
}

const path = '/system/messageText'

/** Dialog with all versions of a message's wording and their changes; earlier ones can be restored. */
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
  /** The previous wording. */
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

/** A text with deletions and insertions marked. */
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

/** A part of a text difference: in both texts, only in the earlier one, or only in the later one. */
interface TextPart {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** Difference of two texts by whitespace, words and Chinese characters; for texts of some hundred characters. */
export function textDifference(before: string, after: string): readonly TextPart[] {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  const common = new CommonLengths(old, now)
  const parts: TextPart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const kind = kindAt({ i, j, common, old, now })
    add(parts, kind, String(kind === 'new' ? now[j] : old[i]))
    if (kind !== 'new') i += 1
    if (kind !== 'gone') j += 1
  }
  return parts
}

const tokensOf = (text: string): readonly string[] => text.match(/\{\w+\}|[\p{Script=Latin}\d’']+|\s+|./gsu) ?? []

interface WordPosition {
  readonly i: number
  readonly j: number
  readonly old: readonly string[]
  readonly now: readonly string[]
  readonly common: CommonLengths
}

const kindAt = (
  place: WordPosition,
): TextPart['kind'] => (place.old[place.i] === place.now[place.j] ? 'same' : isGone(place) ? 'gone' : 'new')

/** Returns whether the next token counts as deleted, by the longer common subsequence. */
const isGone = ({ i, j, old, now, common }: WordPosition): boolean =>
  j === now.length || (i < old.length && common.at(i + 1, j) >= common.at(i, j + 1))

/** Lengths of the longest common subsequences of the remaining tokens, from each position. */
class CommonLengths {
  readonly #lengths: Uint16Array
  readonly #width: number

  constructor(old: readonly string[], now: readonly string[]) {
    this.#width = now.length + 1
    this.#lengths = new Uint16Array((old.length + 1) * this.#width)
    for (let i = old.length - 1; i >= 0; i--) {
      for (let j = now.length - 1; j >= 0; j--)
        this.#lengths[i * this.#width + j] = old[i] === now[j]
          ? 1 + this.at(i + 1, j + 1)
          : Math.max(this.at(i + 1, j), this.at(i, j + 1))
    }
  }

  at(i: number, j: number): number {
    return this.#lengths[i * this.#width + j] ?? 0
  }
}

function add(parts: TextPart[], kind: TextPart['kind'], text: string): void {
  const last = parts.at(-1)
  if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text }
  else parts.push({ kind, text })
}
