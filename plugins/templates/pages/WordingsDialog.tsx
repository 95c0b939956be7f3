import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { text, textarea } from '#kernel/fields.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import type { WritingHttp } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import { can } from '../permissions.ts'
import type { MessageWording, MessageWords, WordingVersion } from '../wire.ts'
import { useTemplateText } from './templates.ts'

interface VersionsProps {
  readonly wording: MessageWording
  /** Name of the kind of message. */
  readonly name: string
  /** Queries invalidated by a change. */
  readonly touches: readonly (readonly string[])[]
  onClose(): void
}

const messageTextPath = '/system/messageText'

/** Dialog with all versions of a message's wording and their changes; earlier ones can be restored. */
function WordingVersionsDialog({ wording: { kind, shipped, revision }, name, touches, onClose }: VersionsProps) {
  const { t } = useTemplateText()
  const http = useHttp()
  const key = ['messageTextVersions', kind]
  const { data, error, refetch } = useQuery({ queryKey: key,
    queryFn: () => http.get<readonly WordingVersion[]>(`${messageTextPath}/${encodeURIComponent(kind)}/versions`) })
  const { restore, isPending } = useRestoreVersion({ kind, revision, touches: [key, ...touches] })
  return (
    <Modal open title={t('wordingHistory', { name })} width={640} onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} columns={['60%', '20%']} />}
      <ol className="oa-template-versions bare unlisted">
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
        if (kind === 'gone') return <del className="red" key={place}>{text}</del>
        return kind === 'new' ? <ins key={place}>{text}</ins> : text
      })}
    </span>
  )
}

function useRestoreVersion({ kind, revision, touches }: Pick<MessageWording, 'kind' | 'revision'> & Pick<VersionsProps, 'touches'>) {
  const { t } = useTemplateText()
  const dialogs = useDialogs()
  const { run, isPending } = useCommand({ touches })
  return {
    isPending,
    async restore(version: number) {
      const ask = await dialogs()
      ask.confirm({ title: t('restoreAsk', { n: version }), content: t('wordingVersionText'), okText: t('restore'), cancelText: t('cancel'),
        onOk: () =>
          run((http) => http.put(`${messageTextPath}/${encodeURIComponent(kind)}/restore`, { version, revision }), {
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

const path = '/system/messageText'
const key = ['messageTexts']

/** Dialog with the wordings of messages by kind, which the company can override. */
export function WordingsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTemplateText()
  const http = useHttp()
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => http.get<readonly MessageWording[]>(`${path}/list`) })
  const [edited, setEdited] = useState<MessageWording>()
  // stored by kind, so that it stays valid when the list is reloaded
  const [versions, setVersions] = useState<string>()
  return (
    <Modal open title={t('wordings')} width={720} onCancel={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <p className="oa-template-help row wrap second small">{t('wordingsHint')}</p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={6} columns={['30%', '50%']} />}
      <ol className="oa-template-versions bare unlisted">
        {data?.map((wording) => (
          <Row key={wording.kind} wording={wording} onEdit={() => setEdited(wording)} onVersions={() => setVersions(wording.kind)} />
        ))}
      </ol>
      <Versions of={data?.find(({ kind }) => kind === versions)} onClose={() => setVersions(undefined)} />
      {edited && <EditDialog wording={edited} onClose={() => setEdited(undefined)} />}
    </Modal>
  )
}

function Versions({ of, onClose }: { of: MessageWording | undefined; onClose(): void }) {
  const { locale } = useTemplateText()
  return of
    ? <WordingVersionsDialog wording={of} name={shownWords(of.own ?? of.shipped, locale).name} touches={[key]} onClose={onClose} />
    : null
}

function Row({ wording, onEdit, onVersions }: { wording: MessageWording; onEdit(): void; onVersions(): void }) {
  const { t, locale } = useTemplateText()
  const restore = useRestore(wording)
  const { shipped, own, versions, changedBy, changeTime } = wording
  const { name, sentence } = shownWords(own ?? shipped, locale)
  return (
    <li>
      <div>
        <b>{name}</b> {own && <Pill tone="green">{t('wordingOwn')}</Pill>}
        <span>{sentence}</span>
        {changeTime !== null && <small>{nameOf(changedBy, locale)} · {changeTime.slice(0, 16)}</small>}
      </div>
      <span>
        {may(can.edit) && (
          <Button type="link" size="small" aria-label={t('wordingTitle', { name })} onClick={onEdit}>{t('wordingEdit')}</Button>
        )}
        {may(can.edit) && own && <Button type="link" size="small" onClick={() => void restore()}>{t('wordingRestore')}</Button>}
        {versions > 0 && (
          <Button type="link" size="small" aria-label={t('wordingHistory', { name })} onClick={onVersions}>{t('history')}</Button>
        )}
      </span>
    </li>
  )
}

const shownWords = ({ title, enTitle, content, enContent }: MessageWords,
  locale: Locale) => (locale === 'cn' ? { name: title, sentence: content } : { name: enTitle, sentence: enContent })

/** Meanings of the blanks in the host's messages; blanks of modules have descriptive names. */
const meanings: Readonly<Record<string, Label>> = {
  u: { cn: '操作人', en: 'who did it' },
  p: { cn: '单据名称', en: 'form' },
  no: { cn: '单据编号', en: 'number' },
  n: { cn: '节点', en: 'step' },
  to: { cn: '接收人', en: 'new holder' },
  d: { cn: '天数', en: 'days' },
}

function EditDialog({ wording: { kind, shipped, own, blanks, revision }, onClose }: { wording: MessageWording; onClose(): void }) {
  const { t, locale } = useTemplateText()
  const start = own ?? shipped
  const blankWords = t('wordingBlanks', {
    blanks: blanks.map((name) => [`{${name}}`, meanings[name]?.[locale]].filter(Boolean).join(' ')).join(locale === 'cn' ? '、' : ', '),
  })
  const hint = blanks.length === 0 ? {} : { hint: { cn: blankWords, en: blankWords } }
  const fields = [
    { name: 'title', field: text({ cn: '标题', en: 'Title (Chinese)', required: true, max: 60 }) },
    { name: 'content', field: textarea({ cn: '内容', en: 'Content (Chinese)', required: true, max: 300, ...hint }) },
    { name: 'enTitle', field: text({ cn: '英文标题', en: 'Title (English)', required: true, max: 60 }) },
    { name: 'enContent', field: textarea({ cn: '英文内容', en: 'Content (English)', required: true, max: 300, ...hint }) },
  ]
  const save = (value: Readonly<Record<string, unknown>>, http: WritingHttp) =>
    http.put(path, { kind, revision, ...Object.fromEntries(fields.map(({ name }) => [name, String(value[name] ?? '')])) }, { quiet: true })
  return (
    <FieldsDialog title={t('wordingTitle', { name: shownWords(start, locale).name })} fields={() => fields} start={{ ...start }}
      touches={[key]} save={save} success={t('wordingKept')} onClose={onClose} />
  )
}

function useRestore({ kind, shipped }: MessageWording) {
  const { t, locale } = useTemplateText()
  const dialogs = useDialogs()
  const { run } = useCommand({ touches: [key] })
  return async () => {
    const ask = await dialogs()
    ask.confirm({ title: t('wordingRestoreAsk', { name: shownWords(shipped, locale).name }), content: t('wordingRestoreText'),
      okText: t('wordingRestore'), cancelText: t('cancel'),
      onOk: () => run((http) => http.delete(`${path}/${encodeURIComponent(kind)}`), { success: t('wordingRestored') }) })
  }
}
