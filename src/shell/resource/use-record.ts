import { useCreate, useInvalidate, useUpdate } from '@refinedev/core'
import { useState } from 'react'
import { type FieldRefusal, isFailure } from '#providers/failure.ts'
import { useFieldText } from '#fields/text.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useBackend } from '../backend.ts'
import { type Problems, refusalOf } from '../command/refusal.ts'
import { useFormFacts } from '../form/store/facts.ts'
import { useDialogs } from '../dialogs/dialogs-context.tsx'
import { useText } from '../text.tsx'
import { problemsOf, sentValue, startValue, statesOf } from './record-form.ts'
import { enterableFields, refineName, type StoredRecord } from './record.ts'

export interface UseRecordOptions {
  readonly resource: Resource
  /** The record to change; without one, a new record is made. */
  readonly record: StoredRecord | undefined
  /** Values that the page has decided: sent, and not asked for. */
  readonly fixed?: FormValue
  onClose(): void
}

/** A record while it is entered: its values, what they show and ask for, what is wrong, and how it is saved. */
export function useRecord({ resource, record, fixed, onClose }: UseRecordOptions) {
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

/** Saves; what the server only asks about is asked, and saved once the person says yes. Answers whether it was saved. */
function useAsking() {
  const dialogs = useDialogs()
  const { t } = useText()
  const agrees = async (questions: readonly FieldRefusal[]): Promise<boolean> => {
    const ask = await dialogs()
    return ask.confirm({ title: t('resource.askTitle'), content: questions.map(({ message }) => message).join(' '),
      okText: t('resource.askYes'), cancelText: t('resource.cancel'), autoFocusButton: 'cancel' })
  }
  return async (send: (confirmed: readonly string[]) => Promise<unknown>): Promise<boolean> => {
    try {
      await send([])
    } catch (error) {
      const questions = isFailure(error) ? error.fields : []
      if (questions.length === 0 || questions.some(({ level }) => level !== 'confirm')) throw error
      if (!(await agrees(questions))) return false
      await send(questions.flatMap(({ code }) => code ?? []))
    }
    return true
  }
}

/** The first sentence of each field; a problem inside a value (`departmentIds.1`) is its field's. */
function sentences(problems: readonly { readonly name: string; readonly message: string }[]): Problems {
  return Object.fromEntries(problems.map(({ name, message }) => [name.split('.')[0], message] as const).toReversed())
}

/** The place of a refusal of the server: at the field it names, if that is entered here, else above all of them. */
function placeOf(resource: Resource): (name: string) => string {
  const entered = new Set(enterableFields(resource).map(([name]) => name))
  return (name) => {
    const [field = ''] = name.split('.')
    return entered.has(field) ? field : ''
  }
}

/**
 * Failures are said in the dialog, what the server remarks on a saved record beside it; a record that somebody else has changed is read
 * again for the list.
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
