import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '#shell/backend.ts'
import { type ParameterAnswer, parameterPath } from '#plugins/finance/parameters.ts'
import { parametersKey } from './parameters.ts'
import { useParameterText } from './text.ts'

interface Editing {
  /** Of the subject. */
  readonly group: string
  readonly parameters: readonly ParameterAnswer[]
  onClose(): void
}

/** Figures while they are entered, what is wrong with them, and how they are saved: all of them or none. */
export function useFigures({ group, parameters, onClose }: Editing) {
  const { t, label } = useParameterText()
  const http = useHttp()
  const client = useQueryClient()
  const [entered, setEntered] = useState<Readonly<Record<string, unknown>>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const valueOf = ({ name, value }: ParameterAnswer): unknown => (name in entered ? entered[name] : value)
  const changed = parameters.filter((parameter) => valueOf(parameter) !== parameter.value)

  const save = async () => {
    const empty = parameters.filter((parameter) => String(valueOf(parameter) ?? '').trim() === '')
    setProblems(Object.fromEntries(empty.map((parameter) => [parameter.name, t('required', { label: label(parameter) })])))
    if (empty.length > 0 || isSaving) return
    if (changed.length === 0) return onClose()
    setIsSaving(true)
    try {
      await http.put(`${parameterPath}/${group}`, { changes: changed.map((parameter) => ({ name: parameter.name, value: valueOf(parameter), version: parameter.version })) }, {
        quiet: true,
      })
      onClose()
    } catch (error) {
      setProblems(refusalOf(error, changed.map(({ name }) => name), t('changed')))
    } finally {
      setIsSaving(false)
      await client.invalidateQueries({ queryKey: [parametersKey] })
    }
  }
  return {
    valueOf,
    save,
    isSaving,
    problem: problems[''],
    enter: ({ name }: ParameterAnswer, value: unknown) => setEntered((before) => ({ ...before, [name]: value })),
    problemOf: ({ name }: ParameterAnswer) => problems[name],
  }
}

/** The server's sentences at their parameters; what belongs to none stands above them. */
function refusalOf(error: unknown, names: readonly string[], moved: string): Readonly<Record<string, string>> {
  if (!isFailure(error)) throw error
  if (error.kind === 'moved') return { '': moved }
  if (error.fields.length === 0) return { '': error.message }
  return Object.fromEntries(error.fields.map(({ name, message }) => [names[Number(/^changes\.(\d+)/.exec(name)?.[1] ?? -1)] ?? '', message]))
}
