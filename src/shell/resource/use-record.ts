import { useCreate, useInvalidate, useUpdate } from '@refinedev/core'
import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { useFieldText } from '#fields/text.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useBackend } from '../backend.ts'
import { type Problems, refusalOf } from '../command/refusal.ts'
import { useAsking } from '../command/use-asking.tsx'
import { useFormFacts } from '../form/store/facts.ts'
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
