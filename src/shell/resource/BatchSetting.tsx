import { CloseOutlined, EditOutlined } from '@ant-design/icons'
import { useInvalidate } from '@refinedev/core'
import { Modal } from 'antd'
import { useState } from 'react'
import type { BatchAnswer } from '#kernel/batch-answer.ts'
import { type FieldDefinition, select } from '#kernel/fields.ts'
import { pathOfCalls, type Resource } from '#kernel/resource.ts'
import type { WritingHttp } from '#providers/http.ts'
import { useBackend } from '../backend.ts'
import type { RowSelection } from '../documents/triage/use-selection.ts'
import { useText } from '../text.tsx'
import { FieldsDialog } from './FieldsDialog.tsx'
import { refineName, type StoredRecord } from './record.ts'
import { recordLineOf } from './record-line.ts'
import { FieldCell } from './renderers.tsx'
import '../documents/batch/batch.css'

interface BatchSettingProps {
  readonly resource: Resource
  readonly rows: readonly StoredRecord[]
  readonly selection: RowSelection
}

/** The bar over the list while records are selected: sets one field of all of them, and tells which were refused and why. */
export function BatchSetting({ resource, rows, selection }: BatchSettingProps) {
  const { t } = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [failed, setFailed] = useState<BatchAnswer['failed']>([])
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  return (
    <>
      {selected.length > 0 && (
        <div className="oa-batch" role="group" aria-label={t('batch.set')}>
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
        <SettingDialog resource={resource} records={selected} onClose={() => setIsOpen(false)} onSaved={({ failed }) => {
          setFailed(failed)
          selection.clear()
        }} />
      )}
      {failed.length > 0 && <Refusals resource={resource} rows={rows} failed={failed} onClose={() => setFailed([])} />}
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
  const invalidate = useInvalidate()
  // the bar is empty once they are set
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
    await invalidate({ resource: refineName(resource), invalidates: ['list'] })
    return answer
  }
  return (
    <FieldsDialog title={t('batch.title', { count: kept.length })} fields={fields} start={{ field: only }} save={save} onClose={onClose}
      onSaved={(answer) => {
        const { changed, failed } = answer
        if (changed > 0)
          reactions.notify({ kind: failed.length > 0 ? 'warning' : 'success',
            text: failed.length > 0 ? t('batch.partly', { changed, total: kept.length }) : t('batch.done', { count: changed }) })
        onSaved(answer)
      }} />
  )
}

const choiceOf = ({ fields }: Resource, names: readonly string[]): FieldDefinition =>
  select({ cn: '要设置的字段', en: 'Field to set', required: true, options: names.flatMap((value) => {
    const field = fields[value]
    return field ? [{ value, cn: field.cn, en: field.en }] : []
  }) })

interface RefusalsProps extends Pick<BatchSettingProps, 'resource' | 'rows'>, Pick<BatchAnswer, 'failed'> {
  onClose(): void
}

/** The records that were refused, each with its reason. */
function Refusals({ resource, rows, failed, onClose }: RefusalsProps) {
  const { t } = useText()
  return (
    <Modal open title={t('batch.failed', { count: failed.length })} cancelButtonProps={{ hidden: true }} okText={t('batch.close')}
      onOk={onClose} onCancel={onClose}
    >
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
