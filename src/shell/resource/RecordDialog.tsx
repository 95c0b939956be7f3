import { useCreate, useUpdate } from '@refinedev/core'
import { Form, Modal } from 'antd'
import { Suspense, useId, useState } from 'react'
import { isFailure } from '../../../providers/failure.ts'
import type { FieldDefinition } from '../../kernel/fields.ts'
import type { Resource } from '../../kernel/resource.ts'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { useText } from '../text.tsx'
import { FieldInput } from './drawings.tsx'
import { missingFields, startValue, type RecordValue } from './record-value.ts'
import { enterableFields, refineName, type StoredRecord } from './record.ts'

export interface RecordDialogProps {
  readonly resource: Resource
  /** The record to change; without one, a new record is made. */
  readonly record: StoredRecord | undefined
  readonly title: string
  onClose(): void
}

type Problems = Readonly<Record<string, string>>

/** Adds or changes a record; it does not close on a click outside, so that nothing typed is lost. */
export function RecordDialog({ resource, record, title, onClose }: RecordDialogProps) {
  const { t, label } = useText()
  const [value, setValue] = useState<RecordValue>(() => startValue(resource, record))
  const [problems, setProblems] = useState<Problems>({})
  const { save, isSaving } = useSave(resource, record)
  const fields = enterableFields(resource)

  const set = (name: string, entered: unknown) => {
    setValue((before) => ({ ...before, [name]: entered }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== name)))
  }
  const submit = async () => {
    const missing = missingFields(resource, value)
    if (missing.length > 0) return setProblems(Object.fromEntries(missing.map(([name, field]) => [name, t('resource.required', { label: label(field) })])))
    try {
      await save(value)
      onClose()
    } catch (error) {
      setProblems(isFailure(error) ? Object.fromEntries(error.fields.map(({ name, message }) => [name, message])) : {})
    }
  }

  return (
    <Modal open title={title} width={640} maskClosable={false} onCancel={onClose} onOk={() => void submit()} confirmLoading={isSaving}
      okText={t('resource.save')} cancelText={t('resource.cancel')}>
      <Suspense fallback={<RowsSkeleton rows={4} columns={['45%', '45%']} />}>
        <Form layout="vertical" className="oa-record-form" onFinish={() => void submit()}>
          {fields.map(([name, field]) => (
            <RecordField key={name} field={field} value={value[name]} context={value} problem={problems[name]} onChange={(entered) => set(name, entered)} />
          ))}
          <button type="submit" hidden />
        </Form>
      </Suspense>
    </Modal>
  )
}

interface RecordFieldProps {
  readonly field: FieldDefinition
  readonly value: unknown
  readonly context: RecordValue
  readonly problem: string | undefined
  onChange(value: unknown): void
}

function RecordField({ field, value, context, problem, onChange }: RecordFieldProps) {
  const { label } = useText()
  const id = useId()
  const said = problem ?? (field.hint && label(field.hint))
  return (
    <Form.Item label={label(field)} htmlFor={id} required={field.required === true} validateStatus={problem ? 'error' : undefined}
      help={said && <span id={`${id}-help`}>{said}</span>}>
      <FieldInput id={id} field={field} value={value} context={context} onChange={onChange} status={problem ? 'error' : undefined}
        aria-describedby={said ? `${id}-help` : undefined} aria-invalid={problem !== undefined} aria-required={field.required === true} />
    </Form.Item>
  )
}

function useSave(resource: Resource, record: StoredRecord | undefined) {
  const name = refineName(resource)
  const create = useCreate()
  const update = useUpdate()
  const quiet = { successNotification: false, errorNotification: false } as const
  const save = (value: RecordValue) =>
    record
      ? update.mutateAsync({ resource: name, id: record.id, values: { ...value, version: record.version }, ...quiet })
      : create.mutateAsync({ resource: name, values: value, ...quiet })
  return { save, isSaving: create.mutation.isPending || update.mutation.isPending }
}
