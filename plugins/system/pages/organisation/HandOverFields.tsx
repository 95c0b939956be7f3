import { Form, Input } from 'antd'
import { Suspense, useId } from 'react'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { useOrganisationText } from './text.ts'

export interface Succession {
  /** Id of the new assignee; null if none is selected. */
  readonly to: string | null
  readonly comment: string
}

interface HandOverFieldsProps {
  readonly value: Succession
  /** No successor is required: tasks may stay with the person. */
  readonly isOptional?: boolean
  onChange(value: Succession): void
}

const successorField = { kind: 'person', cn: '接替人', en: 'Successor' } as const

/** Fields for the successor of a person's tasks, and the comment. */
export function HandOverFields({ value, isOptional = false, onChange }: HandOverFieldsProps) {
  const { t } = useOrganisationText()
  const id = useId()
  const needsReason = !isOptional || value.to !== null
  return (
    <>
      <Form.Item label={t('successor')} htmlFor={`${id}-to`} required={!isOptional}>
        <Suspense>
          <FieldInput id={`${id}-to`} field={isOptional ? successorField : { ...successorField, required: true }} value={value.to}
            context={{}} onChange={(chosen) => onChange({ ...value, to: (chosen as string | null) ?? null })} aria-required={!isOptional} />
        </Suspense>
      </Form.Item>
      {needsReason && (
        <Form.Item label={t('reason')} htmlFor={`${id}-why`} required>
          <Input.TextArea id={`${id}-why`} rows={2} maxLength={500} value={value.comment} aria-required onChange={({ target }) =>
            onChange({ ...value, comment: target.value })} />
        </Form.Item>
      )}
    </>
  )
}
