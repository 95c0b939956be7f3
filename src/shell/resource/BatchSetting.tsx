import { CloseOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { BatchAnswer } from '#kernel/answers.ts'
import { type FieldDefinition, select } from '#kernel/fields.ts'
import { pathOfCalls, type Resource } from '#kernel/resource.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useBackend } from '../backend.ts'
import type { RowSelection } from '../documents/triage/use-selection.ts'
import { useText } from '../text.tsx'
import { FieldsDialog } from './FieldsDialog.tsx'
import { type StoredRecord } from './record.ts'
import { useRecordChanges } from './record-changes.tsx'
import { recordLineOf } from './record-line.ts'
import { FieldCell } from './renderers.tsx'
import '../documents/batch/batch.css'

interface BatchSettingProps {
  readonly resource: Resource
  readonly rows: readonly StoredRecord[]
  readonly selection: RowSelection
}

/** The toolbar of selected records: sets one field of all of them, and lists refused records with their reasons. */
export function BatchSetting({ resource, rows, selection }: BatchSettingProps) {
  const { t } = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [answer, setAnswer] = useState<BatchAnswer>()
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  return (
    <>
      {selected.length > 0 && (
        <div className="oa-batch row round-10 raised gap-4 absolute nowrap" role="group" aria-label={t('batch.set')}>
          <span role="status" className="num">{t('batch.selected', { count: selected.length })}</span>
          <button type="button" className="is-main" onClick={() => setIsOpen(true)}>
            <EditOutlined aria-hidden /> {t('batch.set')}
          </button>
          <button type="button" className="is-close" aria-label={t('batch.clear')} data-tip={t('batch.clear')} onClick={selection.clear}>
            <CloseOutlined aria-hidden />
          </button>
        </div>
      )}
      {isOpen && (
        <SettingDialog resource={resource} records={selected} onClose={() => setIsOpen(false)} onSaved={(answer) => {
          setAnswer(answer)
          // refused records stay selected for another attempt
          selection.only(answer.failed.map(({ id }) => id))
        }} />
      )}
      {answer && answer.failed.length > 0 && (
        <Refusals resource={resource} rows={rows} answer={answer} onClose={() => setAnswer(undefined)} />
      )}
    </>
  )
}

interface SettingDialogProps {
  readonly resource: Resource
  readonly records: readonly StoredRecord[]
  onSaved(answer: BatchAnswer): void
  onClose(): void
}

function SettingDialog({ resource, records, onSaved, onClose }: SettingDialogProps) {
  const { t } = useText()
  const { reactions } = useBackend()
  const { refresh } = useRecordChanges()
  // the selection becomes empty on success
  const [kept] = useState(records)
  const names = resource.batch ?? []
  const [only] = names
  const fields = (value: Readonly<Record<string, unknown>>) => {
    const name = names.find((each) => each === value['field'])
    const field = name === undefined ? undefined : resource.fields[name]
    return [...(names.length > 1 ? [{ name: 'field', field: choiceOf(resource, names) }] : []),
      ...(name !== undefined && field ? [{ name, field: { ...field, default: undefined } }] : [])]
  }
  const save = async (value: Readonly<Record<string, unknown>>, http: WritingHttp) => {
    const field = String(value['field'] ?? only)
    const answer = await http.put<BatchAnswer>(`${pathOfCalls(resource)}/batch`, { field, value: value[field] ?? null,
      records: kept.map(({ id, version }) => ({ id, version })) }, { quiet: true })
    await refresh(resource)
    return answer
  }
  return (
    <FieldsDialog title={t('batch.title', { count: kept.length })} fields={fields} start={{ field: only }} save={save} onClose={onClose}
      onSaved={(answer) => {
        // a partial failure has its own dialog
        if (answer.failed.length === 0) reactions.notify({ kind: 'success', text: t('batch.done', { count: answer.changed }) })
        onSaved(answer)
      }} />
  )
}

const choiceOf = ({ fields }: Resource, names: readonly string[]): FieldDefinition =>
  select({ cn: '要设置的字段', en: 'Field to set', required: true, options: names.flatMap((value) => {
    const field = fields[value]
    return field ? [{ value, cn: field.cn, en: field.en }] : []
  }) })

interface RefusalsProps extends Pick<BatchSettingProps, 'resource' | 'rows'> {
  readonly answer: BatchAnswer
  onClose(): void
}

/** The number of changed records, and the refused ones with their reasons. */
function Refusals({ resource, rows, answer: { changed, failed }, onClose }: RefusalsProps) {
  const { t } = useText()
  const title = changed > 0
    ? t('batch.partly', { changed, total: changed + failed.length })
    : t('batch.failed', { count: failed.length })
  return (
    <Modal open title={title} onCancel={onClose} footer={<Button type="primary" onClick={onClose}>{t('batch.close')}</Button>}>
      <ul className="oa-questions">
        {failed.map(({ id, reason }) => (
          <li key={id}>
            <b>
              <RecordName resource={resource} record={rows.find((row) => row.id === id)} />
            </b>{' '}
            {reason}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function RecordName({ resource, record }: { readonly resource: Resource; readonly record: StoredRecord | undefined }) {
  const { locale } = useText()
  if (!record) return null
  const [name = resource.key] = recordLineOf(resource, record, locale).title
  const field = resource.fields[name]
  return field ? <FieldCell field={field} value={record[name]} record={record} /> : null
}
