import { queryOptions } from '@tanstack/react-query'
import { useCommand } from '#shell/command/use-command.ts'
import type { Scope } from '#plugins/system/role-wire.ts'
import type { Http } from '#providers/http.ts'
import { definePartText } from '#fields/text.ts'
import type { Label } from '#kernel/wording/label.ts'
import { rolePath, roles } from '../roles/roles.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

/** Saves all scopes of a role together; refusals are shown in the dialog. */
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

export const useScopeText = definePartText<keyof typeof cn>({ cn, en })

/** A role with all its scopes. */
export interface ScopedRole {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly enable: boolean
  readonly version: number
  readonly scopes: readonly Scope[]
}

export interface Resource extends Label {
  readonly resource: string
}

export interface Matrix {
  readonly roles: readonly ScopedRole[]
  readonly resources: readonly Resource[]
}

const quiet = { quiet: true } as const

/** Query for the matrix; its key is below that of the roles, so that changes of roles invalidate it too. */
export const matrixQuery = (http: Http) =>
  queryOptions({
    queryKey: [roles, 'matrix'],
    queryFn: async (): Promise<Matrix> => {
      const [known, resources, scopes] = await Promise.all([
        http.get<readonly Omit<ScopedRole, 'scopes'>[]>('/system/role/list', {}, quiet),
        http.get<readonly Resource[]>('/system/dataScope/resources', {}, quiet),
        http.query<readonly (Scope & { readonly roleId: string })[]>('/system/dataScope/page', {}, quiet),
      ])
      return { resources, roles: known.map((role) => ({ ...role, scopes: scopes.filter(({ roleId }) =>
        roleId === role.id
      ).map(({ resource, scope, withSub, deptIds }) => ({ resource, scope, withSub, deptIds })) })) }
    },
  })

/** Scopes in the form of the API calls. */
const wireOf = (scopes: readonly Scope[]): readonly Scope[] =>
  scopes.map(({ resource, scope, withSub, deptIds }) => ({ resource, scope, withSub, deptIds: scope === 2 ? deptIds : [] }))
