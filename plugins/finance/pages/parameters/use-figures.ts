import { useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import { type ParameterAnswer, parameterPath } from '#plugins/finance/parameters.ts'
import { parametersKey } from './parameters.ts'
import { useParameterText } from './text.ts'

interface UseFiguresOptions {
  /** Of the subject. */
  readonly group: string
  readonly parameters: readonly ParameterAnswer[]
  onClose(): void
}

/** Figures while they are entered, what is wrong with them, and how they are saved: all of them or none. */
export function useFigures({ group, parameters, onClose }: UseFiguresOptions) {
  const { t, label } = useParameterText()
  const [entered, setEntered] = useState<Readonly<Record<string, unknown>>>({})
  const valueOf = ({ name, value }: ParameterAnswer): unknown => (name in entered ? entered[name] : value)
  const changed = parameters.filter((parameter) => valueOf(parameter) !== parameter.value)

  const { run, isPending, problems, setProblems } = useCommand({
    touches: [[parametersKey]],
    moved: t('changed'),
    place: (name) => changed[Number(/^changes\.(\d+)/.exec(name)?.[1] ?? -1)]?.name ?? '',
  })

  const save = async () => {
    const empty = parameters.filter((parameter) => String(valueOf(parameter) ?? '').trim() === '')
    setProblems(Object.fromEntries(empty.map((parameter) => [parameter.name, t('required', { label: label(parameter) })])))
    if (empty.length > 0) return
    if (changed.length === 0) return onClose()
    const changes = changed.map((parameter) => ({ name: parameter.name, value: valueOf(parameter), version: parameter.version }))
    await run((http) => http.put(`${parameterPath}/${group}`, { changes }, { quiet: true }), onClose)
  }
  return {
    valueOf,
    save,
    isSaving: isPending,
    problem: problems[''],
    enter: ({ name }: ParameterAnswer, value: unknown) => setEntered((before) => ({ ...before, [name]: value })),
    problemOf: ({ name }: ParameterAnswer) => problems[name],
  }
}
