import { Form, Modal } from 'antd'
import { Suspense, useEffect, useId, useRef } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { useText } from '../text.tsx'
import { FieldInput } from './renderers.tsx'
import { enterableFields } from './record.ts'
import { type UseRecordOptions, useRecord } from './use-record.ts'

export interface RecordDialogProps extends UseRecordOptions {
  readonly title: string
}

/** Creates or changes a record, without locked fields; a click outside does not close it, so that input is not lost. */
export function RecordDialog({ title, ...editing }: RecordDialogProps) {
  const { t } = useText()
  const { value, set, submit, isSaving, refusals, problem, problemOf, stateOf } = useRecord(editing)
  const fields = enterableFields(editing.resource).filter(([name]) =>
    stateOf(name).visible && !stateOf(name).locked && !Object.hasOwn(editing.fixed ?? {}, name)
  )
  const form = useFocusOnProblem(refusals)

  return (
    <Modal open title={title} width={640} maskClosable={false} onCancel={editing.onClose} onOk={() => void submit()}
      confirmLoading={isSaving} okText={t('resource.save')} cancelText={t('resource.cancel')}
    >
      <Suspense fallback={<RowsSkeleton rows={4} columns={['45%', '45%']} />}>
        <div ref={form}>
          <Form layout="vertical" className="oa-record-form" onFinish={() => void submit()}>
            {problem && <p className="oa-record-problem" role="alert">{problem}</p>}
            {fields.map(([name, field]) => (
              <RecordField key={name} field={field} value={value[name]} context={value} problem={problemOf(name)}
                isRequired={stateOf(name).required} onChange={(entered) => set(name, entered)} />
            ))}
            <button type="submit" hidden />
          </Form>
        </div>
      </Suspense>
    </Modal>
  )
}

interface RecordFieldProps {
  readonly field: FieldDefinition
  readonly value: unknown
  readonly context: FormValue
  readonly problem: string | undefined
  readonly isRequired: boolean
  onChange(value: unknown): void
}

function RecordField({ field, value, context, problem, isRequired, onChange }: RecordFieldProps) {
  const { label } = useText()
  const id = useId()
  const help = problem ?? (field.hint && label(field.hint))
  return (
    <Form.Item label={label(field)} htmlFor={id} required={isRequired} validateStatus={problem ? 'error' : undefined}
      help={help && <span id={`${id}-help`}>{help}</span>}
    >
      <FieldInput id={id} field={field} value={value} context={context} onChange={onChange} status={problem ? 'error' : undefined}
        aria-describedby={help ? `${id}-help` : undefined} aria-invalid={problem !== undefined} aria-required={isRequired} />
    </Form.Item>
  )
}

/** Focuses the first field with a problem after each refusal. */
function useFocusOnProblem(refusals: number) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('.ant-form-item-has-error :is(input, textarea, button)')?.focus()
  }, [refusals])
  return form
}
