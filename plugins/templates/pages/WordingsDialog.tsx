import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import { text, textarea } from '#kernel/fields.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { can } from '../permissions.ts'
import type { MessageWording, MessageWords } from '../wire.ts'
import { useTemplateText } from './text.ts'
import { WordingVersionsDialog } from './WordingVersionsDialog.tsx'

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
      <p className="oa-template-help">{t('wordingsHint')}</p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={6} columns={['30%', '50%']} />}
      <ol className="oa-template-versions">
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
