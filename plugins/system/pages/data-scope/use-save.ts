import { useCommand } from '#shell/command/use-command.ts'
import type { Scope } from '#plugins/system/role-wire.ts'
import { rolePath, roles } from '../roles/roles.ts'
import { type ScopedRole, useScopeText, wireOf } from './data-scope.ts'

/** Gives a role other scopes, all at once; what is refused is said in the dialog. */
export function useSave({ id, version }: ScopedRole, onSaved: () => void) {
  const { t } = useScopeText()
  const { run, isPending, problems: { '': problem }, setProblems } = useCommand({ touches: [[roles]], moved: t('changed'),
    place: () => '' })
  return {
    problem,
    setProblem: (problem: string) => setProblems({ '': problem }),
    isSaving: isPending,
    save: (scopes: readonly Scope[]) =>
      run((http) => http.put(`${rolePath}/${id}`, { version, scopes: wireOf(scopes) }, { quiet: true }), onSaved),
  }
}
