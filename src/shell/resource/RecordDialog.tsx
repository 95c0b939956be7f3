import { Form, Modal } from 'antd'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { useCreate, useInvalidate, useUpdate } from '@refinedev/core'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { check } from '#kernel/evaluate/checks/check.ts'
import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { type FieldState, visibility } from '#kernel/evaluate/access/states.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { recordForm } from '#kernel/record-form.ts'
import { useFieldText } from '#fields/text.ts'
import { isFailure } from '#providers/failure.ts'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { useText } from '../text.tsx'
import { FieldInput } from './renderers.tsx'
import { enterableFields, refineName, type StoredRecord } from './record.ts'
import { useBackend } from '../backend.ts'
import { type Problems, refusalOf } from '../command/use-command.ts'
import { useAsking } from '../command/use-asking.tsx'
import { useFormFacts } from '../form/store/facts.ts'

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
          <Form layout="vertical" className="oa-record-form grid top-8" onFinish={() => void submit()}>
            {problem && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problem}</p>}
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

interface UseRecordOptions {
  readonly resource: Resource
  /** The record to change; absent for a new one. */
  readonly record: StoredRecord | undefined
  /** Values set by the page: sent without input fields. */
  readonly fixed?: FormValue
  onClose(): void
}

/** State of a record dialog: values, field states, problems and saving. */
function useRecord({ resource, record, fixed, onClose }: UseRecordOptions) {
  const facts = useFormFacts()
  const { any, locale } = useFieldText()
  const [value, setValue] = useState<FormValue>(() => ({ ...startValue(resource, record, facts()), ...fixed }))
  const [problems, setProblems] = useState<Problems>({})
  const [refusals, setRefusals] = useState(0)
  const { save, isSaving } = useSave(resource, record)
  const asking = useAsking()

  const set = (name: string, entered: unknown) => {
    setValue((before) => ({ ...before, [name]: entered }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== name && other !== '')))
  }
  const refuse = (problems: Problems) => {
    setProblems(problems)
    setRefusals((before) => before + 1)
  }
  const submit = async () => {
    const found = problemsOf(resource, { ...record, ...value }, facts())
    if (found.length > 0)
      return refuse(
        sentences(
          found.map((problem) => ({ name: problem.field, message: problem.message?.[locale] ?? any(problem.code, problem.parameters) })),
        ),
      )
    try {
      const isSaved = await asking((confirmed) =>
        save({ ...sentValue(resource, value, facts()), ...(confirmed.length > 0 && { confirmed }) })
      )
      if (isSaved) onClose()
    } catch (error) {
      const problems = refusalOf(error, { place: placeOf(resource) })
      if (problems) refuse(problems)
    }
  }
  return { value, set, submit, isSaving, refusals, problemOf: (name: string) => problems[name], problem: problems[''],
    stateOf: statesOf(resource, { ...record, ...value }, facts()) }
}

/** The first message of each field; a problem inside a value (`departmentIds.1`) belongs to its field. */
function sentences(problems: readonly { readonly name: string; readonly message: string }[]): Problems {
  return Object.fromEntries(problems.map(({ name, message }) => [name.split('.')[0], message] as const).toReversed())
}

/** The place of a server problem: its field if the dialog has it, else above all fields. */
function placeOf(resource: Resource): (name: string) => string {
  const entered = new Set(enterableFields(resource).map(([name]) => name))
  return (name) => {
    const [field = ''] = name.split('.')
    return entered.has(field) ? field : ''
  }
}

/**
 * Saves a record. Failures are displayed in the dialog, warnings of the server as notices; if another person has changed the record, the
 * list is refreshed.
 */
function useSave(resource: Resource, record: StoredRecord | undefined) {
  const name = refineName(resource)
  const create = useCreate()
  const update = useUpdate()
  const invalidate = useInvalidate()
  const { reactions } = useBackend()
  const warn = (text: string) => reactions.notify({ kind: 'warning', text })
  const quiet = { successNotification: false, errorNotification: false, meta: { quiet: true, succeeded: warn } } as const
  const save = async (value: FormValue) => {
    if (!record) return create.mutateAsync({ resource: name, values: value, ...quiet })
    try {
      return await update.mutateAsync({ resource: name, id: record.id, values: { ...value, version: record.version }, ...quiet })
    } catch (error) {
      if (isFailure(error) && error.kind === 'moved') await invalidate({ resource: name, invalidates: ['list'] })
      throw error
    }
  }
  return { save, isSaving: create.mutation.isPending || update.mutation.isPending }
}

/** The initial values of the dialog: the record's own, or the declared defaults of a new one. */
export function startValue(resource: Resource, record: StoredRecord | undefined, facts: FormFacts): FormValue {
  const initial: FormValue = record ?? withDefaults(recordForm(resource), {}, facts)
  return Object.fromEntries(enterableFields(resource).map(([name]) => [name, initial[name] ?? null]))
}

/** The field states (visible, required, locked) by the declared conditions. */
export function statesOf(resource: Resource, value: FormValue, facts: FormFacts): (name: string) => FieldState {
  return visibility(recordForm(resource), value, facts, 'start')
}

/** Blocking problems that the browser can detect; fields set by the server are not checked. */
export function problemsOf(resource: Resource, value: FormValue, facts: FormFacts): readonly FieldProblem[] {
  const entered = new Set(enterableFields(resource).map(([name]) => name))
  return check(recordForm(resource), value, facts, { at: 'start' }).filter(({ field, level = 'block' }) =>
    level === 'block' && (field === '' || entered.has(field.split('.')[0] ?? field))
  )
}

/** The values to send; hidden fields are null. */
export function sentValue(resource: Resource, value: FormValue, facts: FormFacts): FormValue {
  const stateOf = statesOf(resource, value, facts)
  return Object.fromEntries(Object.entries(value).map(([name, entered]) => [name, stateOf(name).visible ? entered : null]))
}
