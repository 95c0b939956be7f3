import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { Scope } from '#plugins/system/role-wire.ts'
import { rolePath, roles } from '../roles/roles.ts'
import { useChange } from '../use-change.ts'
import { type ScopedRole, useScopeText, wireOf } from './data-scope.ts'

/** Gives a role other scopes, all at once; what is refused is said in the dialog. */
export function useSave({ id, version }: ScopedRole, onSaved: () => void) {
  const { t } = useScopeText()
  const change = useChange([[roles]])
  const [problem, setProblem] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  return {
    problem,
    setProblem,
    isSaving,
    async save(scopes: readonly Scope[]) {
      setIsSaving(true)
      setProblem(undefined)
      try {
        await change((http) => http.put(`${rolePath}/${id}`, { version, scopes: wireOf(scopes) }, { quiet: true }))
        onSaved()
      } catch (error) {
        if (!isFailure(error)) throw error
        setProblem(error.kind === 'moved' ? t('changed') : error.fields.map(({ message }) => message).join(' ') || error.message)
      } finally {
        setIsSaving(false)
      }
    },
  }
}
